"""Statement: dp-accounting 0.6.0 (privacy_loss_distribution.from_randomized_response) gives a delta that randomised
response keeps at a given epsilon: the answer is one of n values drawn at random with probability p, else the true one.

Model: the doubles that the installed package returned at the recorded points. The largest excess of an event's
probability over exp(epsilon) times that for another input, over all events of the n answers.

Corners: two values; an epsilon beyond the loss, where delta is 0.
"""

from itertools import product

from optcheck.claims import *
from proofs_numeric.libraries._queries import recorded

RETURNED = recorded("dp-accounting-randomized-response")


class Response(Instance):
    """A recorded call."""

    noise: Fraction = choice("1/8 1/2", symbol="p")
    values: int = choice(2, 5, symbol="n")
    epsilon: Fraction = choice("1/4 1 2", symbol="ε")


def as_printed(call: Response) -> Value:
    return RETURNED[call.noise, call.values, call.epsilon]


def exact_delta(call: Response) -> Value:
    """The largest excess over all events, of the input 1 over the input 2."""
    other = call.noise / call.values
    true = 1 - call.noise + other
    one = [true, other] + [other] * (call.values - 2)
    two = [other, true] + [other] * (call.values - 2)
    events = product((0, 1), repeat=call.values)
    return largest(
        *(
            sum(counts * (p - exp(call.epsilon) * q) for counts, p, q in zip(event, one, two, strict=True))
            for event in events
        )
    )


CLAIM = Statement(
    "libraries/dp-accounting-randomized-response",
    place="dp-accounting, from_randomized_response",
    title="the delta of randomised response: the recorded calls",
    domain=Response,
    truth=definition(exact_delta),
    asserts=at_most,
    printed=Form(as_printed, "the δ that get_delta_for_epsilon returns"),
    impact=Impact.SAFETY,
)
