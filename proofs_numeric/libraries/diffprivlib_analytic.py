"""Statement: diffprivlib 0.6.6 (mechanisms.GaussianAnalytic) finds the standard deviation that is enough for any
epsilon > 0 and delta in (0, 1].

Model: the doubles that the installed package returned at the recorded points, read as the exact numbers they are;
sensitivity 1. The exact delta of two Gaussians at that distance must be at most the one that was asked for.

Corners: delta from 1/10 to 1e-12; large epsilon.

Readings: to the last bit, and apart from rounding. The search computes a tail as (1 + erf)/2, which loses it, and
multiplies what is left by exp(epsilon).
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import Call, recorded, recorded_calibration

RETURNED = recorded("diffprivlib-analytic")


def as_printed(call: Call) -> Value:
    return RETURNED[call.epsilon, call.delta]


CLAIM = recorded_calibration(
    "libraries/diffprivlib-analytic",
    place="diffprivlib, GaussianAnalytic",
    title="analytic calibration at any epsilon: the recorded calls",
    printed=Form(as_printed, "the σ that GaussianAnalytic returns, to the last bit"),
)
