"""Statement: for t = n and the least private covariance the least error decreases in sigma^2, for any 0 <= c < n.

Model: the error at two variances, added up source by source, with the least private covariance of each (Eq. 102,
cordp/claim-5). The one at the larger variance must be less; before decoding, which grows with it.

Corners: c = 0, 1, n-1; from sigma^2 = s on. For c = n-1 (a single honest user) the error is s at every variance, and
the paper's proof finds a zero derivative there. At n = 1, outside, the error would grow.

Readings: "decreasing" with equality allowed, as the proof has it for c = n-1.
"""

from optcheck.claims import *
from optcheck.cordp.sources import covariance_matrix
from proofs_numeric.cordp.claim_5 import least


class Growth(Instance):
    """All n users respond, c collude; the variance grows from ``low`` to ``high``."""

    n: int = integer(2)
    c: int = integer(0, "n - 1")
    sigma2_min: Fraction = rational(above=0, symbol="s")
    low: Fraction = rational(at_least="sigma2_min", symbol="smaller σ²")
    high: Fraction = rational(above="low", symbol="larger σ²")


def as_printed(case: Growth) -> Value:
    return error_at(case, case.low)


def corrected(case: Growth) -> Value:
    return case.c < case.n - 1, error_at(case, case.low)


def needed(case: Growth) -> Value:
    return case.sigma2_min


def error_after(case: Growth) -> Value:
    """The error at the larger variance."""
    return error_at(case, case.high)


def error_at(case: Growth, variance: Value) -> Value:
    """The variance of the mean of the honest noises, which is linear in the variance and the covariance."""
    by_variance, by_covariance = mean_variance(case, 1, 0), mean_variance(case, 0, 1)
    return variance * by_variance + least(case.n, case.c, case.sigma2_min, variance) * by_covariance


def mean_variance(case: Growth, variance: int, covariance: int) -> Fraction:
    """Added up over the sources that the colluders do not know."""
    honest = case.n - case.c
    matrix = covariance_matrix(case.n, range(honest), range(honest, case.n), variance, covariance)
    return Fraction(sum([sum(row) for row in matrix]), honest**2)


CLAIM = Statement(
    "cordp/claim-6",
    place="Claim 6",
    title="without dropouts the error falls as σ² grows",
    domain=Growth,
    truth=definition(error_after),
    asserts=less,
    printed=Form(as_printed, "the error with r*(σ²) is less at a larger σ², for every 0 ≤ c < n"),
    corrected=Form(corrected, "the error is less for c ≤ n−2 (for c = n−1 it does not change)", asserts=provided(less)),
    impact=Impact.TEXT,
    argument=(
        "With m = n-c, a = σ² + (c-1)r and b = σ² + (n-1)r the boundary of privacy is 1/b + (m-1)/a = m/s: b falls in "
        "a, strictly unless m = 1, where b = s; and σ² = (a(n-1) - b(c-1))/m grows in a, for c = 0 because b <= a."
    ),
    corner="c == n - 1",
    effort=Effort(instances=60, drawn=10, largest={"n": 5}),
    rests_on=("cordp/claim-5",),
    readings=(
        Reading(
            name="decreasing, equality allowed",
            asserts=at_most,
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
        Reading(
            name="a single honest user, c = n−1",
            domain=Growth.where("c == n - 1"),
            asserts=equals,
            printed=Form(needed, "the error is s at every variance"),
        ),
    ),
)
