"""Statement: rho* is a quotient without a sign; the appendix (Eq. 44) has a minus sign in front.

Model: the correlation of the optimal pair, which the checker reads off a pair and a semidefinite bound; for t = n,
where the variance grows without end, its limit. The printed form takes sigma*^2 from Eq. 12 (cordp/eq-12), infinite for
t = n.

Corners: t = 2 < n, where the correlation is 0 and the sign does not show; t = n, a limit.

Readings: the scan is clear, there is no sign before the fraction. Pairwise seeds cannot make a positive correlation, so
the noise as printed cannot be made; made in another way it would keep what privacy needs.
"""

from optcheck.claims import *
from proofs_numeric.cordp._declared import Users, optimal_variance
from proofs_numeric.cordp._optimum import OPTIMAL_CORRELATION
from proofs_numeric.cordp.eq_13 import ARGUMENT


def as_printed(case: Users) -> Value:
    return quotient(case)


def corrected(case: Users) -> Value:
    return -quotient(case)


def quotient(case: Users) -> Value:
    """(sigma*^2 - s)/(sigma*^2 (n-1) - s (n-2)), in the limit where the variance is infinite."""
    n, s = case.n, case.sigma2_min
    if case.t == n:
        return Fraction(1, n - 1)
    variance = optimal_variance(case)
    return (variance - s) / (variance * (n - 1) - s * (n - 2))


CLAIM = Statement(
    "cordp/eq-13-c1",
    place="Theorem 1, Eq. 13, c = 1",
    title="the optimal correlation for one colluder, main text",
    domain=Users.where("c == 1"),
    truth=OPTIMAL_CORRELATION,
    asserts=equals,
    printed=Form(as_printed, "ρ* = (σ*²−s) / (σ*²(n−1) − s(n−2))"),
    corrected=Form(corrected, "ρ* = −(σ*²−s) / (σ*²(n−1) − s(n−2))"),
    impact=Impact.SAFETY,  # pairwise seeds cannot make it: it cannot be followed
    argument=ARGUMENT,
    corner="t == n",
    effort=Effort(instances=120, drawn=30, largest={"n": 16}),
)
