"""Statement: for fixed sigma^2 >= s the covariance with the least error is a - b for c = 0, else the ends of Eq. 47.

Model: the error grows with r, so the least private covariance is sought. With it a report keeps exactly s given all
that the server sees, which is computed source by source for the printed number; and it is not positive.

Corners: sigma^2 = s (covariance 0); c = n-1; n = 2. With a single responder every private r is as good.

Readings: Lemma 2 also says that the error falls in sigma^2 (cordp/claim-6) to the order d s/(n-c)^2 (cordp/claim-7).
"""

from optcheck.claims import *
from proofs_numeric.cordp._declared import Variance
from proofs_numeric.cordp._enumeration import kept_variance


def as_printed(at: Variance) -> Value:
    return least(at.n, at.c, at.sigma2_min, at.variance)


def least(n: int, c: int, s: Value, variance: Value) -> Value:
    """Eq. 102."""
    if c == 0:
        a = (n - 2) * (variance - s) / (2 * (n - 1))
        inner = (n - 2) ** 2 * (variance - s) * (variance - s) + 4 * (n - 1) * variance * (variance - s)
        return a - surd(inner) / (2 * (n - 1))
    if c == 1:
        return -variance * (variance - s) / (variance * (n - 1) - s * (n - 2))
    middle = (n - 2) * (variance - s) - variance * c
    inner = middle * middle + 4 * (n - c - 1) * variance * (variance - s)
    return (-(n - 2) * (variance - s) - variance * c + surd(inner)) / (2 * (n - 1) * (c - 1))


def kept_with(at: Variance, covariance: Value) -> Value:
    """What a report keeps with this covariance; a positive one is never the least, since 0 keeps sigma^2 >= s."""
    return kept_variance(at.n, at.c, at.variance, covariance) if covariance <= 0 else INFINITE


def needed(at: Variance) -> Value:
    """What the least private covariance leaves a report."""
    return at.sigma2_min


LEAST_ROOT = (
    "What a report keeps is concave in r and at r = 0 is σ² >= s, so the private covariances are an interval, and its "
    "lower end is the one r <= 0 at which exactly s is kept (for σ² = s and c = 0 the function is strictly concave "
    "with its largest value at 0). "
)
CLAIM = Statement(
    "cordp/claim-5",
    place="Claim 5, Lemma 2, Eqs. 102 to 106",
    title="the optimal covariance for a given variance",
    domain=Variance,
    truth=definition(needed),
    means=kept_with,
    asserts=equals,
    printed=Form(
        as_printed,
        "r* = a−b for c = 0; −σ²(σ²−s)/(σ²(n−1)−s(n−2)) for c = 1; (−(n−2)(σ²−s)−σ²c + √(((n−2)(σ²−s)−σ²c)² + "
        "4(n−c−1)σ²(σ²−s)))/(2(n−1)(c−1)) for c > 1",
    ),
    impact=Impact.SAFETY,
    argument=LEAST_ROOT + "The error (σ² + r(|F|-1))/|U| grows with r.",
    effort=Effort(instances=100, drawn=15, largest={"n": 5}),
)
