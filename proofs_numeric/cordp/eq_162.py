"""Statement: the ratio sigma_cr^2/s of Claim 8 for one colluder.

Model: the variance of the optimal pair that the checker accepts, over s.

Corners: t = 2 (ratio 1), t = n-1.

Readings: the text before it refers to "(8)", meaning Claim 8.
"""

from optcheck.claims import *
from proofs_numeric.cordp._declared import Users
from proofs_numeric.cordp._optimum import OPTIMAL_VARIANCE


def as_printed(case: Users) -> Value:
    n, t = case.n, case.t
    inner = surd((n - 2) * (t - 1) * (n - t)) / (n - t)  # the root of (n-2)(t-1)/(n-t)
    return (n - 2 + inner) / (n - 1)


def as_variance(case: Users, ratio: Value) -> Value:
    return ratio * case.sigma2_min


CLAIM = Statement(
    "cordp/eq-162",
    place="Eq. 162",
    title="the critical point for c = 1",
    domain=Users.where("c == 1", "t < n"),
    truth=OPTIMAL_VARIANCE,
    means=as_variance,
    asserts=equals,
    printed=Form(as_printed, "y_cr = (n−2)/(n−1) + (1/(n−1))√((n−2)(t−1)/(n−t))"),
    impact=Impact.OPTIMALITY,
    argument=(
        "For c = 1 the optimal pair has the variance s(n-2 + w/(n-t))/(n-1) with w = √((n-2)(t-1)(n-t)); a "
        "semidefinite bound, which the checker verifies at each instance, shows that no pair is better."
    ),
    effort=Effort(instances=120, drawn=30, largest={"n": 20}),
)
