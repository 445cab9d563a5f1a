"""Statement: Flower 1.41 (LocalDpMod, add_localdp_gaussian_noise_to_params) adds Gaussian noise of standard deviation
sensitivity sqrt(2 ln(1.25/delta))/epsilon and calls epsilon and delta the privacy budget; the code takes every
epsilon >= 0.

Model: isotropic noise, so one coordinate carries the whole sensitivity. The exact delta of two Gaussians at that
distance (Balle and Wang) must be at most the one that was asked for.

Corners: epsilon 1/10 and the largest allowed, delta from 1/10 to 1e-12.

Readings: the documentation names no range for epsilon, so what is documented is what the code accepts. The
formula is proved for epsilon below 1; where epsilon is at most 1 it is enough.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import ENOUGH, Query, calibration


def as_printed(query: Query) -> Value:
    return query.sensitivity * sqrt(2 * log(Fraction(5, 4) / query.delta)) / query.epsilon


CLAIM = calibration(
    "libraries/flower-local",
    place="Flower, LocalDpMod",
    title="classical calibration of the local noise at any epsilon",
    domain=Query,
    printed=Form(as_printed, "σ = Δ √(2 ln(1.25/δ)) / ε"),
    corrected=ENOUGH,
    readings=(Reading(name="only for ε ≤ 1", domain=Query.where("epsilon <= 1")),),
)
