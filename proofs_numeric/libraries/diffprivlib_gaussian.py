"""Statement: diffprivlib 0.6.6 (mechanisms.Gaussian) uses the standard deviation sensitivity sqrt(2
ln(1.25/delta))/epsilon for epsilon in (0, 1] and refuses a larger epsilon.

Model: isotropic noise, so one coordinate carries the whole sensitivity. The exact delta of two Gaussians at that
distance (Balle and Wang) must be at most the one that was asked for.

Corners: epsilon 1/10 and the largest allowed, delta from 1/10 to 1e-12.

Readings: code and documentation agree on the range.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import Query, calibration


def as_printed(query: Query) -> Value:
    return query.sensitivity * sqrt(2 * log(Fraction(5, 4) / query.delta)) / query.epsilon


CLAIM = calibration(
    "libraries/diffprivlib-gaussian",
    place="diffprivlib, Gaussian",
    title="classical calibration for epsilon at most 1",
    domain=Query.where("epsilon <= 1"),
    printed=Form(as_printed, "σ = Δ √(2 ln(1.25/δ)) / ε"),
)
