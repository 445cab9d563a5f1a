"""Statement: dp-accounting 0.6.0 (get_sigma_gaussian) computes the standard deviation for the Gaussian mechanism with
the given epsilon and delta.

Model: the doubles that the installed package returned at the recorded points, read as the exact numbers they are;
sensitivity 1. The exact delta of two Gaussians at that distance must be at most the one that was asked for.

Corners: delta from 1/10 to 1e-12; large epsilon.

Readings: to the last bit, and apart from rounding. The root is found within an absolute 1e-12 of sigma and not
rounded up, so that it falls short about every second time, by a hair.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import Call, calibration, failure_apart_from_rounding, recorded

RETURNED = recorded("dp-accounting-sigma")


def as_printed(call: Call) -> Value:
    return RETURNED[call.epsilon, call.delta]


def corrected(call: Call) -> Value:
    return RETURNED[call.epsilon, call.delta] * (1 + Fraction(1, 10**11))


CLAIM = calibration(
    "libraries/dp-accounting-sigma",
    place="dp-accounting, get_sigma_gaussian",
    title="analytic calibration: the recorded calls",
    domain=Call,
    printed=Form(as_printed, "the σ that get_sigma_gaussian returns, to the last bit"),
    corrected=Form(corrected, "the returned σ times 1 + 1e-11"),
    readings=(
        Reading(
            name="with σ larger by 1e-11, relatively: apart from rounding",
            mark=Mark.BY_ROUNDING,
            means=failure_apart_from_rounding,
        ),
    ),
)
