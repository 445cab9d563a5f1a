"""Statement: without colluders the private covariances for a fixed variance are those between a - b and a + b.

Model: with both ends a report keeps exactly s given all others, by elimination in their covariance matrix, and 0 lies
between them.

Corners: sigma^2 = s, where the interval ends at 0; n = 2, where it is r^2 <= sigma^2(sigma^2 - s).
"""

from optcheck.claims import *
from proofs_numeric.cordp._declared import Variance
from proofs_numeric.cordp._enumeration import kept_variance


def as_printed(case: Variance) -> Value:
    n, s, variance = case.n, case.sigma2_min, case.variance
    a = (n - 2) * (variance - s) / (2 * (n - 1))
    b = surd((n - 2) ** 2 * (variance - s) ** 2 + 4 * (n - 1) * variance * (variance - s)) / (2 * (n - 1))
    return a - b, a + b


def kept_at_ends(case: Variance, ends: Value) -> Value:
    """What a report keeps with the one end and with the other, and whether the interval has 0 in it."""
    low, high = ends
    kept = [kept_variance(case.n, 0, case.variance, end) for end in (low, high)]
    return kept[0], kept[1], 1 if low <= 0 <= high else 0


def exactly_enough(case: Variance) -> Value:
    """Twice s, and an interval around 0."""
    return case.sigma2_min, case.sigma2_min, 1


CLAIM = Statement(
    "cordp/lem-1-eq-48",
    place="Lemma 1, Eqs. 48-50",
    title="the feasible interval of the covariance for c = 0",
    domain=Variance.where("c == 0"),
    truth=definition(exactly_enough),
    means=kept_at_ends,
    asserts=equals,
    printed=Form(
        as_printed, "r ∈ [a−b, a+b], a = (n−2)(σ²−s)/(2(n−1)), b = √((n−2)²(σ²−s)² + 4(n−1)σ²(σ²−s))/(2(n−1))"
    ),
    impact=Impact.SAFETY,
    argument=(
        "What a report keeps is concave in r between -σ²/(n-1) and σ² and is σ² >= s at r = 0, so the private "
        "covariances are an interval around 0; at both ends exactly s is kept."
    ),
    effort=Effort(instances=80, drawn=15, largest={"n": 6}),
)
