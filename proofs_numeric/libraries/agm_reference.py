"""Statement: the code that the authors of the analytic Gaussian mechanism published beside their paper (2018,
calibrateAnalyticGaussianMechanism) finds the standard deviation that is enough for any epsilon > 0 and 0 < delta < 1.

Model: the doubles that the file returned at the recorded points, read as the exact numbers they are; sensitivity 1. The
exact delta of two Gaussians at that distance must be at most the one that was asked for.

Corners: delta from 1/10 to 1e-12; large epsilon.

Readings: to the last bit, and apart from rounding. The search stops when delta is met within an absolute 1e-12, on
either side, and computes a tail as (1 + erf)/2; autodp and TensorFlow Federated have both from here.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import recorded, recorded_calibration

RETURNED = recorded("agm-reference")


class Call(Instance):
    """A call that was recorded, for the sensitivity 1."""

    epsilon: Fraction = choice("1 2 14", symbol="ε")
    delta: Fraction = choice("1/10 1/1000000 1/1000000000000", symbol="δ")

    @property
    def sensitivity(self) -> Fraction:
        """That of the calls."""
        return Fraction(1)


def as_printed(call: Call) -> Value:
    return RETURNED[call.epsilon, call.delta]


CLAIM = recorded_calibration(
    "libraries/agm-reference",
    place="Analytic Gaussian mechanism, reference code",
    title="analytic calibration at any epsilon: the recorded calls",
    domain=Call,
    printed=Form(as_printed, "the σ that calibrateAnalyticGaussianMechanism returns, to the last bit"),
)
