"""Statement: rho* in closed form with a square root, for c other than 1.

Model: the correlation of the optimal pair, which the checker reads off a pair and a semidefinite bound; for t = n,
where the variance grows without end, its limit. The printed form takes sigma*^2 from Eq. 12 (cordp/eq-12), infinite for
t = n.

Corners: c = 0, c = n-1, c = t-1 (correlation 0); t = n. At n = 1, outside, the formula divides by zero.
"""

from optcheck.claims import *
from proofs_numeric.cordp._declared import Users, optimal_variance
from proofs_numeric.cordp._optimum import OPTIMAL_CORRELATION


def as_printed(case: Users) -> Value:
    n, c, share = case.n, case.c, share_of_noise(case)
    inner = surd(((n - 2) * share - c) * ((n - 2) * share - c) + 4 * (n - c - 1) * share)
    return (-(n - 2) * share - c) / (2 * (n - 1) * (c - 1)) + inner / (2 * (n - 1) * (c - 1))


def share_of_noise(case: Users) -> Value:
    """1 - s/sigma*^2, which is 1 where the variance is infinite."""
    return Fraction(1) if case.t == case.n else 1 - case.sigma2_min / optimal_variance(case)


ARGUMENT = (
    "The least private covariance at a variance is the one root between -σ²/(n-1) and 0 of Eq. 46's left side, which "
    "is -sσ²/(n-1) at the one end and σ²(σ²-s) at the other; at Eq. 12's variance no pair has a smaller error, by the "
    "semidefinite bound that the checker verifies at each instance."
)
CLAIM = Statement(
    "cordp/eq-13",
    place="Theorem 1, Eq. 13, c != 1",
    title="the optimal correlation for c other than 1, main text",
    domain=Users.where("c != 1"),
    truth=OPTIMAL_CORRELATION,
    asserts=equals,
    printed=Form(
        as_printed,
        "ρ* = (−(n−2)(1−s/σ*²) − c)/(2(n−1)(c−1)) + √(((n−2)(1−s/σ*²)−c)² + 4(n−c−1)(1−s/σ*²))/(2(n−1)(c−1))",
    ),
    impact=Impact.SAFETY,
    argument=ARGUMENT,
    effort=Effort(instances=120, drawn=30, largest={"n": 16}),
)
