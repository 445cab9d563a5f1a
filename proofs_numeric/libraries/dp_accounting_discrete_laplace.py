"""Statement: dp-accounting 0.6.0 (privacy_loss_distribution.from_discrete_laplace_mechanism, self_compose) gives a
delta that k releases with discrete Laplace noise of parameter a keep at a given epsilon.

Model: the doubles that the installed package returned at the recorded points; sensitivity 1. An outcome up to 0 loses
a, one beyond it -a, so a release is a randomised response, and the exact delta of k of them is a finite sum.

Corners: one release; an epsilon that all releases together do not reach, where delta is 0.

Readings: to the last bit, and apart from rounding.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import recorded
from proofs_numeric.libraries.textbook_composition import responses

RETURNED = recorded("dp-accounting-discrete-laplace")


class Releases(Instance):
    """A recorded call."""

    parameter: Fraction = choice("1/4 1", symbol="a")
    times: int = choice(1, 4, 16, symbol="k")
    epsilon: Fraction = choice("1/2 1 2 3", symbol="ε")


def as_printed(call: Releases) -> Value:
    return RETURNED[call.parameter, call.times, call.epsilon]


def rounded_up(call: Releases) -> Value:
    return as_printed(call) * (1 + Fraction(1, 10**11))


def exact_delta(call: Releases) -> Value:
    """The least delta of the releases."""
    return responses(call.parameter, call.times, call.epsilon)


CLAIM = Statement(
    "libraries/dp-accounting-discrete-laplace",
    place="dp-accounting, from_discrete_laplace_mechanism",
    title="the delta of several discrete Laplace releases: the recorded calls",
    domain=Releases,
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
