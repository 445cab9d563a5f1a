"""Statement: OpenDP 0.16 (measurements.make_randomized_response_bool) says by its privacy map which epsilon an answer
that is true with probability p keeps; the map rounds up.

Model: the doubles that the installed package returned at the recorded probabilities, which are exact doubles. An answer
is likelier for one bit than for the other by p/(1 - p); exp of what was returned must be at least that.

Corners: p near 1.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import recorded

RETURNED = recorded("opendp-randomized-response")


class Answer(Instance):
    """A recorded probability of a true answer."""

    probability: Fraction = choice("5/8 3/4 7/8 15/16 255/256", symbol="p")


def as_printed(answer: Answer) -> Value:
    return RETURNED[(answer.probability,)]


def factor(answer: Answer, epsilon: Value) -> Value:
    """What epsilon allows."""
    return exp(epsilon)


def likelier(answer: Answer) -> Value:
    """The largest ratio of an answer's chances for the two bits."""
    chances = (answer.probability, 1 - answer.probability)
    return max(chances) / min(chances)


CLAIM = Statement(
    "libraries/opendp-randomized-response",
    place="OpenDP, make_randomized_response_bool",
    title="the epsilon of randomised response: the recorded calls",
    domain=Answer,
    truth=definition(likelier),
    means=factor,
    asserts=at_most,
    printed=Form(as_printed, "the ε that the privacy map returns"),
    impact=Impact.SAFETY,
)
