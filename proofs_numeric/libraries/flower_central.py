"""Statement: Flower 1.41 (compute_stdv) adds noise of standard deviation z C/n to the mean of n updates that are
clipped to norm C, for the noise multiplier z.

Model: equal weights. A client's update is taken out (replaced by zero): the mean moves by up to C/n, and the ratio
of that to the noise must be at most 1/z. Exact.

Corners: one client.

Readings: the documentation does not say what neighbouring data are. Where an update is replaced by another one, the
mean moves by up to 2C/n, and the multiplier is worth half. The mean that the default strategy makes is weighted by
examples: libraries/flower-weighted.
"""

from optcheck.claims import *


class Round(Instance):
    """Noise multiplier, clipping norm, and the number of clients."""

    multiplier: Fraction = rational(above=0, symbol="z")
    clipping: Fraction = rational(above=0, symbol="C")
    clients: int = integer(1, symbol="n")


def as_printed(training: Round) -> Value:
    return training.multiplier * training.clipping / training.clients


def taken_out(training: Round, deviation: Value) -> Value:
    """How far the mean moves, in units of the noise, without one update."""
    return training.clipping / training.clients / deviation


def replaced(training: Round, deviation: Value) -> Value:
    """How far it moves when an update becomes its opposite."""
    return 2 * training.clipping / training.clients / deviation


def allowed(training: Round) -> Value:
    """What a multiplier promises."""
    return 1 / training.multiplier


def twice(training: Round) -> Value:
    return 2 * training.multiplier * training.clipping / training.clients


CLAIM = Statement(
    "libraries/flower-central",
    place="Flower, compute_stdv",
    title="the noise on the mean of clipped updates",
    domain=Round,
    truth=definition(allowed),
    means=taken_out,
    asserts=at_least,
    printed=Form(as_printed, "z C / n"),
    impact=Impact.SAFETY,
    readings=(Reading(name="an update is replaced by another", means=replaced, corrected=Form(twice, "2 z C / n")),),
)
