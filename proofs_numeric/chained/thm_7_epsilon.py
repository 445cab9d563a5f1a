"""Statement: SAR is private with the budget 2 D log(1.30/delta) / (m max beta), D bounding each coordinate. The proof
gets it by putting the noise m max beta into Eq. 3, slice by slice, and takes the largest over slices.

Model: a user's vector has d coordinates in [-D, D], each in its own slice with noise V = m max beta; instances give V
itself. Two such vectors differ by at most 2D in each coordinate, so the release of all slices has sensitivity 2D
sqrt(d). The exact delta of the release at the form's budget must be at most the stated one.

Corners: one slice, little and much noise, small delta.

Readings: "1.30" may be a misprint or a scanning error for 1.25; it does not matter here. Three slips: Eq. 3 has a root
(without it the budget is not even free of units); slices of one user's vector all change with that user's data, so the
root of d is missing; and coordinates within [-D, D] differ by 2D, not D.
"""

from optcheck.claims import *


class SlicedRelease(Instance):
    """Coordinates (one slice each), bound on a coordinate, noise m max beta of each slice, failure probability."""

    slices: int = integer(1, symbol="d")
    bound: Fraction = rational(above=0, symbol="Δ")
    noise: Fraction = rational(above=0, symbol="V")
    delta: Fraction = rational(above=0, at_most=1, symbol="δ")


def as_printed(release: SlicedRelease) -> Value:
    return 2 * release.bound * log(Fraction(13, 10) / release.delta) / release.noise


def corrected(release: SlicedRelease) -> Value:
    squared = 4 * release.slices * release.bound**2
    return squared / (2 * release.noise) + sqrt(2 * squared * log(1 / release.delta) / release.noise)


def failure(release: SlicedRelease, epsilon: Value) -> Value:
    """The exact delta of the release of all slices at a budget."""
    return gaussian_delta(sqrt(4 * release.slices * release.bound**2 / release.noise), epsilon)


def allowed(release: SlicedRelease) -> Value:
    return release.delta


CLAIM = Statement(
    "chained/thm-7-epsilon",
    place="Theorem 7, Eq. 30",
    title="the privacy budget of SAR",
    domain=SlicedRelease,
    truth=definition(allowed),
    means=failure,
    asserts=at_least,
    printed=Form(as_printed, "ε̂ = 2 Δ log(1.30/δ) / (m max β)"),
    corrected=Form(corrected, "ε̂ = 2 d Δ²/V + 2 Δ √(2 d log(1/δ) / V), V = m max β, d slices"),
    impact=Impact.SAFETY,
    argument=(
        "The privacy loss is normal with mean s²/2 and deviation s = 2Δ√(d/V). The corrected budget exceeds its mean "
        "by w = √(2 log(1/δ)) deviations; delta is at most the chance of more, which by Markov's inequality on "
        "exp(wZ), whose mean is exp(w²/2), is at most exp(−w²/2) = δ."
    ),
    effort=Effort(instances=60, drawn=40),
)
