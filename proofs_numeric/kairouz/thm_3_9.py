"""Statement: if the region of M_2 is inside that of M_1, then M_2 can be made from the output of M_1 (Blackwell, for
the two hypotheses of one bit).

Model: the form decides inclusion through support functions: the regions are convex and symmetric, so M_1 contains M_2
exactly when the sum over outputs of max(0, q - t p) is at least as large for M_1 for every t >= 0; both sums are
piecewise linear in t, and it is enough to look at the likelihood ratios q/p. The checker verifies a kernel, or a test
that no kernel allows.

Corners: outputs of chance 0, equal mechanisms, mechanisms that say nothing or everything.

Readings: none. The other direction is Theorem 3.8.
"""

from fractions import Fraction

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import each
from optcheck.claims.relations import implies
from proofs_numeric.kairouz._mechanisms import (
    Pair,
    mechanisms,
    pair_order,
    region_includes,
    simulates,
    small_mechanisms,
)
from proofs_numeric.kairouz._steps import agrees


def as_printed(pair: Pair) -> Value:
    sides = [list(zip(m.zero, m.one, strict=True)) for m in (pair.strong, pair.weak)]
    ratios = [Fraction(q) / p for side in sides for p, q in side if p]
    included = True
    for t in ratios:
        strong, weak = (sum(max(Fraction(0), q - t * p) for p, q in side) for side in sides)
        included = included and strong >= weak
    return included


def proof(argument: Argument, form: Formula[Pair]) -> None:
    t, p, q, a, b = sympy.symbols("t p q a b", nonnegative=True)
    for case in argument.order(q, t):  # t stands for the product t p
        x, y = q.subs(case), t.subs(case)
        argument.identity("min(t p, q) = q - max(0, q - t p)", sympy.Min(y, x), x - sympy.Max(0, x - y))
    steeper, hinge = sympy.symbols("steeper hinge", nonnegative=True)
    lower, upper = a * p + b * q, (a - steeper * hinge) * p + (b + steeper) * q
    argument.identity("a steeper line is the lower one and a hinge", upper, lower + steeper * (q - hinge * p))
    argument.words(
        "For t >= 0 the least t P_FA + P_MD of a test is the sum of min(t p, q) = 1 - H(t), H(t) the sum of max(0, q - "
        "t p); for opposite signs every mechanism has the same least value, at a test that never or always rejects, "
        "and the region is symmetric about (1/2, 1/2). So inclusion means H_1(t) >= H_2(t) for all t >= 0. If there "
        "were no kernel, Farkas' lemma would give lines a_j p + b_j q such that the sum over the outputs of M_2 of "
        "their maximum exceeds that of M_1. On p, q >= 0 the maximum, over lines ordered by b_j, is the first line "
        "plus (b_(j+1) - b_j) max(0, q - t_j p) at each break t_j, where a hinge with t_j < 0 is linear. Linear parts "
        "have equal totals and hinges are not larger for M_2: a contradiction."
    )
    every = each(Pair, small_mechanisms(2, 2), small_mechanisms(2, 2))
    inclusion = ((form(pair), region_includes(pair.strong, pair.weak)) for pair in every())
    agrees(argument, "the form is inclusion", inclusion)


CLAIM = Claim(
    id="kairouz/thm-3-9",
    place="Theorem 3.9",
    title="inclusion of regions gives a post-processing that simulates",
    domain=Domain(
        description="all pairs of mechanisms with two outputs in halves; random: three outputs each",
        grid=each(Pair, small_mechanisms(2, 2), small_mechanisms(2, 2)),
        order=pair_order,
        strategy=lambda: st.builds(Pair, mechanisms(3), mechanisms(3)),
        examples=80,
    ),
    truth=simulates(lambda pair: pair),
    asserts=implies,
    printed=Form(as_printed, "R_{M_2} ⊆ R_{M_1} ⇒ there is T with M_2 = T(M_1)"),
    impact=Impact.TEXT,
    proof=proof,
)
