"""Statement: FedML (core/dp/mechanisms/gaussian.py, source at commit 19b64e5) uses the standard deviation sensitivity
sqrt(2 ln(1.25/delta))/epsilon and refuses epsilon above 1.

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
    "libraries/fedml-gaussian",
    place="FedML, core.dp Gaussian",
    title="classical calibration for epsilon at most 1",
    domain=Query.where("epsilon <= 1"),
    printed=Form(as_printed, "σ = Δ √(2 ln(1.25/δ)) / ε"),
)
