"""Statement: The Algorithmic Foundations of Differential Privacy (2014), Theorem 3.22: for epsilon in (0, 1) and c^2 >
2 ln(1.25/delta), noise with sigma >= c Delta/epsilon is (epsilon, delta)-private.

Model: isotropic noise, so one coordinate carries the whole sensitivity. The exact delta of two Gaussians at that
distance (Balle and Wang) must be at most the one that was asked for.

Corners: small and large epsilon, delta close to 0 and to 1.

Readings: the letter, with epsilon below 1 (c^2 = 2 ln(1.25/delta) is the limit of what is allowed); and the formula
as it is handed on, at any epsilon.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import ENOUGH, Query, calibration


def as_printed(query: Query) -> Value:
    return query.sensitivity * sqrt(2 * log(Fraction(5, 4) / query.delta)) / query.epsilon


CLAIM = calibration(
    "libraries/textbook-gaussian",
    place="Dwork and Roth, Theorem 3.22",
    title="the textbook's Gaussian mechanism",
    domain=Query.where("epsilon < 1"),
    printed=Form(as_printed, "σ = Δ √(2 ln(1.25/δ)) / ε"),
    readings=(Reading(name="at any epsilon", domain=Query, corrected=ENOUGH),),
)
