"""Statement: Eqs. 2, 5 and 10 define the error of the honest responders' reports with their whole noise; the proofs
compute its least value over decoders as (1 + (|U|/d)/(sigma^2 + r(|F|-1)))^-1 (Eqs. 40, 42, 107), U honest of F.

Model: the error at the weights of least squares for equal unit vectors, which are the worst, with the whole noise.

Corners: no colluder responds or r = 0, where both agree; one honest responder, where r does not matter.

Readings: Eq. 37 takes the variance sigma^2 + r |F n C|, as if the server had first removed the terms that responding
colluders share with the honest users. It can (it knows them), but Eq. 10 does not; so read the formula holds.
"""

from optcheck.claims import *
from proofs_numeric.cordp.prop_1 import ARGUMENT, SEEDED, Decoding, remaining_noise, weights, whole_noise


def as_printed(case: Decoding) -> Value:
    spread = case.variance + case.covariance * (case.responders - 1)
    return case.d * spread / (case.d * spread + case.responders - case.told)


def corrected(case: Decoding) -> Value:
    honest = case.responders - case.told
    spread = case.variance + case.covariance * (honest - 1)
    return case.d * spread / (case.d * spread + honest)


def least_error(case: Decoding) -> Value:
    """With the whole noise of the honest reports."""
    return error_of(case.d, whole_noise(case))


def least_error_removed(case: Decoding) -> Value:
    """Without what the responding colluders share with the honest users."""
    return error_of(case.d, remaining_noise(case))


def error_of(d: int, noise: list[list[Fraction]]) -> Value:
    """(mean weight - 1)^2 + (d/h^2) w'Xw at the best weights."""
    best, h = weights(d, noise), len(noise)
    spread = sum([best[i] * best[j] * noise[i][j] for i in range(h) for j in range(h)])
    return (sum(best) / h - 1) ** 2 + d * spread / h**2


CLAIM = Statement(
    "cordp/eq-10",
    place="Eqs. 2, 5 and 10",
    title="the error and the decoder as defined, with responding colluders",
    domain=Decoding,
    truth=definition(least_error),
    asserts=equals,
    printed=Form(as_printed, "min MSE = (1 + (|U|/d)/(σ² + r(|F|−1)))⁻¹"),
    corrected=Form(corrected, "min MSE = (1 + (|U|/d)/(σ² + r(|U|−1)))⁻¹"),
    argument=ARGUMENT,
    corner="covariance > 0 or responders == told + 1",
    effort=Effort(instances=600, drawn=20, largest={"n": 6}),
    readings=(
        Reading(
            name="the responding colluders' terms are removed first, Eq. 37",
            domain=SEEDED,
            truth=definition(least_error_removed),
            argument=ARGUMENT,
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
