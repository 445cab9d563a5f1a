"""Statement: dp-accounting 0.6.0 (privacy_loss_distribution.from_discrete_gaussian_mechanism) gives a delta that
discrete Gaussian noise keeps at a given epsilon; by default the estimate is pessimistic.

Model: the doubles that the installed package returned at the recorded points. The exact delta of the discrete Gaussian
at distance 1, a quotient of two sums whose ends are bounded, must be at most that.

Corners: sigma = 1, where a continuous Gaussian would be another thing; small and large epsilon.

Readings: to the last bit, and apart from rounding.
"""

from optcheck.claims import *
from proofs_numeric.libraries._discrete import discrete_delta
from proofs_numeric.libraries._queries import recorded

RETURNED = recorded("dp-accounting-discrete-gaussian")


class Noise(Instance):
    """A recorded call."""

    sigma: Fraction = choice("1 2 5", symbol="σ")
    epsilon: Fraction = choice("1/2 1 2 4", symbol="ε")


def as_printed(noise: Noise) -> Value:
    return RETURNED[noise.sigma, noise.epsilon]


def rounded_up(noise: Noise) -> Value:
    return as_printed(noise) * (1 + Fraction(1, 10**11))


def exact_delta(noise: Noise) -> Value:
    """The least delta of the noise."""
    return discrete_delta(noise.sigma**2, noise.epsilon)


CLAIM = Statement(
    "libraries/dp-accounting-discrete-gaussian",
    place="dp-accounting, from_discrete_gaussian_mechanism",
    title="the delta of discrete Gaussian noise: the recorded calls",
    domain=Noise,
    truth=definition(exact_delta),
    asserts=at_most,
    printed=Form(as_printed, "the δ that get_delta_for_epsilon returns, to the last bit"),
    corrected=Form(rounded_up, "the same, larger by 1e-11, relatively"),
    impact=Impact.SAFETY,
    readings=(
        Reading(
            name="apart from rounding: larger by 1e-11, relatively",
            mark=Mark.BY_ROUNDING,
            printed=Form(rounded_up, "δ (1 + 1e-11)"),
        ),
    ),
)
