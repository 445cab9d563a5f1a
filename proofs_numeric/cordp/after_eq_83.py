"""Statement: for any sigma^2 < s every r that satisfies Eq. 46 has sigma^2 + r(n-1) <= 0: no covariance matrix is left.

Model: r(n-1) against -sigma^2, at pairs that satisfy Eq. 46; the protocol needs sigma^2 + r(n-1) > 0 for its N_i.

Corners: r > 0 with c >= 1: Eq. 46 has solutions that are covariance matrices (and not private); c = 0; b = 0.

Readings: for r <= 0, the only covariances that pairwise seeds can make, it is right.
"""

from optcheck.claims import *


class Below(Instance):
    """n users, c colluders, a variance below s, and a covariance that satisfies Eq. 46."""

    n: int = integer(2)
    c: int = integer(0, "n - 1")
    sigma2_min: Fraction = rational(above=0, symbol="s")
    variance: Fraction = rational(above=0, below="sigma2_min", symbol="σ²")
    covariance: Fraction = rational(symbol="r")
    conditions = (
        "covariance**2 * (n - 1) * (c - 1) + covariance * (variance * (n + c - 2) - sigma2_min * (n - 2))"
        " + variance * (variance - sigma2_min) >= 0",
    )


def as_printed(case: Below) -> Value:
    return -case.variance


def corrected(case: Below) -> Value:
    return case.covariance <= 0, -case.variance  # nothing is said about r > 0


def covariances(case: Below) -> Value:
    """r(n-1)."""
    return case.covariance * (case.n - 1)


ARGUMENT = (
    "With b = σ² + r(n-1) Eq. 46's left side is b(σ² - s + (c-1)r) + sr. For r <= 0 and b > 0 it is negative where "
    "c >= 1, as its terms are; for c = 0 it is b(σ² - r - s) + sr = b(σ² - s) - r(b - s), where b <= σ² < s."
)
CLAIM = Statement(
    "cordp/after-eq-83",
    place="text after Eq. 83",
    title="what a variance below the threshold implies",
    domain=Below,
    truth=definition(covariances),
    asserts=at_most,
    printed=Form(as_printed, "r(n−1) ≤ −σ² for every r that satisfies Eq. 46, if σ² < s"),
    corrected=Form(
        corrected, "r(n−1) ≤ −σ² for every r ≤ 0 that satisfies Eq. 46, if σ² < s", asserts=provided(at_most)
    ),
    impact=Impact.TEXT,
    argument=ARGUMENT,
    corner="covariance >= variance",
    readings=(
        Reading(
            name="noise made from pairwise seeds, r ≤ 0",
            domain=Below.where("covariance <= 0"),
            argument=ARGUMENT,
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
