"""Statement: TensorFlow Federated 0.87 (analytics.differential_privacy.analytic_gauss_stddev) computes the standard
deviation needed for 0 < epsilon <= 500 and 0 < delta < 1.

Model: the doubles that the installed package returned at the recorded points, read as the exact numbers they are;
sensitivity 1. The exact delta of two Gaussians at that distance must be at most the one that was asked for.

Corners: delta from 1/10 to 1e-12; large epsilon.

Readings: to the last bit, and apart from rounding. The search stops when delta is met within an absolute 1e-12, on
either side, and computes a tail as (1 + erf)/2.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import Call, recorded, recorded_calibration

RETURNED = recorded("tff-analytic")


def as_printed(call: Call) -> Value:
    return RETURNED[call.epsilon, call.delta]


CLAIM = recorded_calibration(
    "libraries/tff-analytic",
    place="TensorFlow Federated, analytic_gauss_stddev",
    title="analytic calibration for epsilon up to 500: the recorded calls",
    printed=Form(as_printed, "the σ that analytic_gauss_stddev returns, to the last bit"),
)
