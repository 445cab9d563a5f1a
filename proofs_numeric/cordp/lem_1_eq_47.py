"""Statement: for a fixed sigma^2 >= s the covariances that keep privacy are those from a least one on, in closed form
for c = 1 and c > 1. No upper end is printed.

Model: what a report keeps given all that the server sees must be at least s, as for Eq. 46 (cordp/lem-1-eq-46).

Corners: sigma^2 = s (least r = 0), c = n-1, r > 0, where the other reports alone tell too much. (For c > 1 a second
root below makes Eq. 46 true again, but there sigma^2 + r(n-1) < 0: no covariance matrix.)

Readings: only the least one is used by the paper; that number is right.
"""

from optcheck.claims import *
from proofs_numeric.cordp._declared import Pair, Variance
from proofs_numeric.cordp.claim_5 import LEAST_ROOT, kept_with, needed
from proofs_numeric.cordp.lem_1_eq_46 import EFFORT, is_private


def as_printed(case: Pair) -> Value:
    return case.covariance >= least(case)


def corrected(case: Pair) -> Value:
    n, s, variance = case.n, case.sigma2_min, case.variance
    middle = (n - 2) * (variance - s)
    most = (middle + surd(middle**2 + 4 * (n - 1) * variance * (variance - s))) / (2 * (n - 1))
    return least(case) <= case.covariance <= most


def least(case: Pair | Variance) -> Value:
    """The right side of Eq. 47."""
    n, c, s, variance = case.n, case.c, case.sigma2_min, case.variance
    if c == 1:
        return -variance * (variance - s) / (variance * (n - 1) - s * (n - 2))
    inner = ((n - 2) * (variance - s) - variance * c) ** 2 + 4 * (n - c - 1) * variance * (variance - s)
    return (-(n - 2) * (variance - s) - variance * c + surd(inner)) / (2 * (n - 1) * (c - 1))


CLAIM = Statement(
    "cordp/lem-1-eq-47",
    place="Lemma 1, Eq. 47",
    title="the feasible covariances for c >= 1",
    domain=Pair.where("c >= 1", "variance >= sigma2_min"),
    truth=definition(is_private),
    asserts=implies,
    printed=Form(
        as_printed,
        "r ≥ −σ²(σ²−s)/(σ²(n−1)−s(n−2)) for c = 1; (−(n−2)(σ²−s)−σ²c + √(((n−2)(σ²−s)−σ²c)² + "
        "4(n−c−1)σ²(σ²−s)))/(2(n−1)(c−1)) for c > 1",
    ),
    corrected=Form(corrected, "the same, and r ≤ a + b of Eqs. 49, 50 (the upper end for c = 0)", asserts=decides),
    impact=Impact.SAFETY,
    argument=(
        LEAST_ROOT + "For r > 0 seeds play no part, so the upper end is that of Eqs. 48 to 50 for c = 0 "
        "(cordp/lem-1-eq-48)."
    ),
    corner="c == n - 1 or variance == sigma2_min",
    effort=EFFORT,
    readings=(
        Reading(
            name="the least covariance that is private",
            domain=Variance.where("c >= 1"),
            truth=definition(needed),
            means=kept_with,
            asserts=equals,
            printed=Form(least, "the least r is the right side of Eq. 47"),
            argument=LEAST_ROOT,
            effort=Effort(instances=80, drawn=15, largest={"n": 5}),
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
