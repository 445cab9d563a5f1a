"""Statement: python-dp 1.1.5 (numerical_mechanisms.GaussianMechanism, which wraps Google's C++ library) chooses the
standard deviation for the given epsilon > 0 and delta.

Model: the doubles that the installed package returned at the recorded points, read as the exact numbers they are;
sensitivity 1. The exact delta of two Gaussians at that distance must be at most the one that was asked for.

Corners: delta from 1/10 to 1e-12; large epsilon.

Readings: to the last bit, and apart from rounding. Up to epsilon 709 the search stays on the safe side. From 710 on
exp(epsilon) overflows, and the standard deviation becomes 2e-308: no noise at all.
"""

from optcheck.claims import *
from proofs_numeric.libraries import _queries
from proofs_numeric.libraries._queries import recorded, recorded_calibration

RETURNED = recorded("python-dp-gaussian")


class Call(Instance):
    """A call that was recorded, for the sensitivity 1."""

    epsilon: Fraction = choice("1 2 5 20 50 709 710 1000", symbol="ε")
    delta: Fraction = choice("1/100 1/100000 1/1000000000", symbol="δ")

    @property
    def sensitivity(self) -> Fraction:
        """That of the calls."""
        return Fraction(1)


def as_printed(call: Call) -> Value:
    return RETURNED[call.epsilon, call.delta]


def failure(call: _queries.Asked, sigma: Value) -> Value:
    """The exact delta; where there is next to no noise that at 1/50, which is less, and can be enclosed."""
    return _queries.failure(call, Fraction(1, 50) if sigma < Fraction(1, 10**100) else sigma)


def failure_apart_from_rounding(call: _queries.Asked, sigma: Value) -> Value:
    """The same at a standard deviation that is larger by 1e-11, relatively."""
    return failure(call, sigma * (1 + Fraction(1, 10**11)))


CLAIM = recorded_calibration(
    "libraries/python-dp-gaussian",
    place="PyDP (Google C++), GaussianMechanism",
    title="calibration at any epsilon: the recorded calls",
    domain=Call,
    means=failure,
    printed=Form(as_printed, "the σ that GaussianMechanism returns, to the last bit"),
    readings=(
        Reading(
            name="with σ larger by 1e-11, relatively: apart from rounding",
            means=failure_apart_from_rounding,
            corrected=_queries.ENOUGH,
        ),
    ),
)
