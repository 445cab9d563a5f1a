"""Statement: if M_2 can be made from M_1 by a mechanism that looks at the output of M_1 only, the region of M_2 is
inside that of M_1.

Model: pairs of mechanisms, processed ones and others. The form asks whether every test of M_2 has errors in the
region of M_1 (not below its boundary, nor is its mirror image); the checker verifies a kernel, or a test that no
kernel allows.

Corners: kernels that merge everything, that copy, that lose one output; zero chances.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from operator import mul

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Value
from optcheck.claims.relations import implied_by
from proofs_numeric.kairouz._mechanisms import (
    Mechanism,
    Pair,
    distributions,
    least_false_alarm,
    mechanisms,
    pair_order,
    region_includes,
    simulates,
    small_distributions,
    small_mechanisms,
)
from proofs_numeric.kairouz._steps import agrees


def as_printed(pair: Pair) -> Value:
    included = True
    for rejects in product((0, 1), repeat=len(pair.weak.zero)):
        missed, alarm = pair.weak.errors(rejects)
        included = included and least_false_alarm(pair.strong, missed) <= alarm
        included = included and least_false_alarm(pair.strong, 1 - missed) <= 1 - alarm
    return included


def processed(mechanism: Mechanism, kernel: Sequence[Sequence[Value]]) -> Pair:
    """A mechanism, and what a kernel makes of it."""
    columns = list(zip(*kernel, strict=True))
    made = [
        tuple(Fraction(sum(map(mul, row, column))) for column in columns) for row in (mechanism.zero, mechanism.one)
    ]
    return Pair(mechanism, Mechanism(made[0], made[1]))


def proof(argument: Argument, form: Formula[Pair]) -> None:
    f, chance = sympy.symbols("f chance", nonnegative=True)
    argument.identity("splitting a test by an output keeps the total", f * chance + (1 - f) * chance, chance)
    argument.identity("and rejects that output with chance f", f * 1 + (1 - f) * 0, f)
    argument.words(
        "Rejecting on a set of outputs of M_2 rejects output a of M_1 with a chance f(a) in [0, 1]. Draw a test of M_1 "
        "that rejects each a on its own with chance f(a). Both errors are linear in the chances of rejection, so they "
        "are the mixture of those tests' errors: a point of the convex hull, which is the region of M_1."
    )
    some = [*list(grid())[::3], *(Pair(one, other) for one, other in product(small_mechanisms(2, 2), repeat=2))]
    agrees(argument, "the form is inclusion", ((form(pair), region_includes(pair.strong, pair.weak)) for pair in some))


def grid() -> Iterator[Pair]:
    for mechanism, kernel in product(small_mechanisms(2, 3), product(small_distributions(2, 2), repeat=2)):
        yield processed(mechanism, kernel)


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    mechanism, outputs = draw(mechanisms()), draw(st.integers(1, 3))
    return processed(mechanism, tuple(draw(distributions(outputs)) for _ in mechanism.zero))


CLAIM = Claim(
    id="kairouz/thm-3-8",
    place="Theorem 3.8",
    title="post-processing shrinks the hypothesis-testing region",
    domain=Domain(
        description="two outputs in thirds with all kernels in halves; random: four outputs, three after processing",
        grid=grid,
        order=pair_order,
        strategy=lambda: st.one_of(pairs(), st.builds(Pair, mechanisms(3), mechanisms(3))),
        examples=60,
    ),
    truth=simulates(lambda pair: pair),
    asserts=implied_by,
    printed=Form(as_printed, "M_2 = T(M_1) ⇒ R_{M_2} ⊆ R_{M_1}"),
    impact=Impact.TEXT,
    proof=proof,
)
