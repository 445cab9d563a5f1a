"""Statement: OpenDP 0.16 (measurements.make_laplace on integers) says by its privacy map which epsilon noise of a given
scale keeps for sensitivity 1; the map rounds up.

Model: the doubles that the installed package returned at the recorded scales, which are exact doubles. The chance of
each outcome falls by exp(-1/scale) from one integer to the next, so the loss of a move by 1 is the largest of those of
the outcomes around it.

Corners: a scale below 1; 3 and 7, whose inverses are no doubles.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import recorded

RETURNED = recorded("opendp-laplace")
AROUND = range(-3, 5)  # outcomes on both sides of both values; beyond them nothing changes


class Noise(Instance):
    """A recorded scale."""

    scale: Fraction = choice("1/2 3/4 1 3 7 10 100", symbol="s")


def as_printed(noise: Noise) -> Value:
    return RETURNED[(noise.scale,)]


def loss(noise: Noise) -> Value:
    """The largest logarithm of the ratio of an outcome's chances for the values 0 and 1."""
    return max((abs(outcome - 1) - abs(outcome)) / noise.scale for outcome in AROUND)


CLAIM = Statement(
    "libraries/opendp-laplace",
    place="OpenDP, make_laplace",
    title="the epsilon of discrete Laplace noise: the recorded calls",
    domain=Noise,
    truth=definition(loss),
    asserts=at_most,
    printed=Form(as_printed, "the ε that the privacy map returns"),
    impact=Impact.SAFETY,
)
