"""Statement: the minus sign stands before the whole first fraction, -((n-2)(1-s/v) - c)/..., which turns the sign of c
against the main text's -(n-2)(1-s/v) - c. For c = 0 both agree; for c >= 2 the appendix is larger by c/((n-1)(c-1)).

Model: the correlation of the optimal pair, which the checker reads off a pair and a semidefinite bound; for t = n,
where the variance grows without end, its limit. The printed form takes sigma*^2 from Eq. 12 (cordp/eq-12), infinite for
t = n.

Corners: c = 0, c = n-1, c = t-1; t = n, a limit.

Readings: the scan is clear on the place of the minus sign. A positive correlation cannot be made from pairwise seeds;
made in another way it may leave a report less than s.
"""

from optcheck.claims import *
from proofs_numeric.cordp._declared import Users
from proofs_numeric.cordp._optimum import OPTIMAL_CORRELATION
from proofs_numeric.cordp.eq_13 import ARGUMENT, share_of_noise


def as_printed(case: Users) -> Value:
    n, c, share = case.n, case.c, share_of_noise(case)
    inner = surd(((n - 2) * share - c) * ((n - 2) * share - c) + 4 * (n - c - 1) * share)
    return -((n - 2) * share - c) / (2 * (n - 1) * (c - 1)) + inner / (2 * (n - 1) * (c - 1))


def corrected(case: Users) -> Value:
    n, c, share = case.n, case.c, share_of_noise(case)
    inner = surd(((n - 2) * share - c) * ((n - 2) * share - c) + 4 * (n - c - 1) * share)
    return -((n - 2) * share + c) / (2 * (n - 1) * (c - 1)) + inner / (2 * (n - 1) * (c - 1))


CLAIM = Statement(
    "cordp/eq-44",
    place="Appendix C, Eq. 44, c != 1",
    title="the optimal correlation for c other than 1, appendix",
    domain=Users.where("c != 1"),
    truth=OPTIMAL_CORRELATION,
    asserts=equals,
    printed=Form(
        as_printed,
        "ρ* = −((n−2)(1−s/σ*²) − c)/(2(n−1)(c−1)) + √(((n−2)(1−s/σ*²)−c)² + 4(n−c−1)(1−s/σ*²))/(2(n−1)(c−1))",
    ),
    corrected=Form(
        corrected,
        "ρ* = −((n−2)(1−s/σ*²) + c)/(2(n−1)(c−1)) + √(((n−2)(1−s/σ*²)−c)² + 4(n−c−1)(1−s/σ*²))/(2(n−1)(c−1))",
    ),
    impact=Impact.SAFETY,
    argument=ARGUMENT,
    corner="t == n",
    effort=Effort(instances=120, drawn=30, largest={"n": 16}),
)
