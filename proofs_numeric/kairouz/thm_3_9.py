"""Statement: if the region of M_2 is inside that of M_1, then M_2 can be made from the output of M_1 (Blackwell, for
the two hypotheses of one bit).

Model: the form decides inclusion through support functions: the regions are convex and symmetric, so M_1 contains M_2
exactly when the sum over outputs of max(0, q - t p) is at least as large for M_1 for every t >= 0; both sums are
piecewise linear in t, and it is enough to look at the likelihood ratios q/p. The truth is whether the least distance
that a kernel leaves, a linear program, is 0.

Corners: outputs of chance 0, equal mechanisms, mechanisms that say nothing or everything.

Readings: none. The other direction is Theorem 3.8.
"""

from lp_models.kairouz import simulation_program
from optcheck.claims import *
from proofs_numeric.kairouz._levels import Pair


def as_printed(at: Pair) -> Value:
    strong = [(at.zero[a], at.one[a]) for a in range(at.outputs)]
    weak = [(at.other_zero[b], at.other_one[b]) for b in range(at.others)]
    ratios = [q / p for p, q in strong + weak if p > 0]
    return all(
        sum(max(Fraction(0), q - t * p) for p, q in strong) >= sum(max(Fraction(0), q - t * p) for p, q in weak)
        for t in ratios
    )


CLAIM = Statement(
    "kairouz/thm-3-9",
    place="Theorem 3.9",
    title="inclusion of regions gives a post-processing that simulates",
    domain=Pair,
    truth=Combination(
        parts=(minimum(lambda at: simulation_program((at.zero, at.one), (at.other_zero, at.other_one))),),
        value=lambda distance: distance == 0,
    ),
    asserts=implies,
    printed=Form(as_printed, "R_{M_2} ⊆ R_{M_1} ⇒ there is T with M_2 = T(M_1)"),
    impact=Impact.TEXT,
    argument=(
        "For t >= 0 the least t P_FA + P_MD of a test is the sum of min(t p, q) = 1 - H(t), H(t) the sum of max(0, q - "
        "t p); for opposite signs every mechanism has the same least value, at a test that never or always rejects, "
        "and the region is symmetric about (1/2, 1/2). So inclusion means H_1(t) >= H_2(t) for all t >= 0. If there "
        "were no kernel, Farkas' lemma would give lines a_j p + b_j q such that the sum over the outputs of M_2 of "
        "their maximum exceeds that of M_1. On p, q >= 0 the maximum, over lines ordered by b_j, is the first line "
        "plus (b_(j+1) - b_j) max(0, q - t_j p) at each break t_j, where a hinge with t_j < 0 is linear. Linear parts "
        "have equal totals and hinges are not larger for M_2: a contradiction."
    ),
    effort=Effort(instances=100, drawn=20, largest={"outputs": 3, "others": 3}),
)
