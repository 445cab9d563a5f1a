"""Statement: Flower 1.41 (compute_stdv) adds noise of standard deviation z C/n to the mean of n updates that are
clipped to norm C, for the noise multiplier z.

Model: equal weights. A client's update is taken out (replaced by zero): the mean moves by up to C/n, and the ratio
of that to the noise must be at most 1/z. Exact.

Corners: one client.

Readings: the documentation does not say what neighbouring data are. Where an update is replaced by another one, the
mean moves by up to 2C/n, and the multiplier is worth half. The default strategy weights the mean by the clients'
numbers of examples: with ten clients, of 991 examples and of one each, one client moves it by 9.91 times C/n.
"""

from optcheck.claims import *


class Round(Instance):
    """Noise multiplier, clipping norm, and the number of clients."""

    multiplier: Fraction = rational(above=0, symbol="z")
    clipping: Fraction = rational(above=0, symbol="C")
    clients: int = integer(1, symbol="n")


class Weighted(Instance):
    """The same with the number of examples of each client, by which the mean is weighted."""

    multiplier: Fraction = rational(above=0, symbol="z")
    clipping: Fraction = rational(above=0, symbol="C")
    examples: tuple[int, ...] = row(integer(1), least=1)


def as_printed(training: Round) -> Value:
    return training.multiplier * training.clipping / training.clients


def as_printed_with_weights(training: Weighted) -> Value:
    return training.multiplier * training.clipping / len(training.examples)


def taken_out(training: Round, deviation: Value) -> Value:
    """How far the mean moves, in units of the noise, without one update."""
    return training.clipping / training.clients / deviation


def replaced(training: Round, deviation: Value) -> Value:
    """How far it moves when an update becomes its opposite."""
    return 2 * training.clipping / training.clients / deviation


def largest_taken_out(training: Weighted, deviation: Value) -> Value:
    """How far a weighted mean moves without the update of the largest weight."""
    return training.clipping * max(training.examples) / sum(training.examples) / deviation


def allowed(training: Round | Weighted) -> Value:
    """What a multiplier promises."""
    return 1 / training.multiplier


def twice(training: Round) -> Value:
    return 2 * training.multiplier * training.clipping / training.clients


def by_weight(training: Weighted) -> Value:
    return training.multiplier * training.clipping * max(training.examples) / sum(training.examples)


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
    readings=(
        Reading(name="an update is replaced by another", means=replaced, corrected=Form(twice, "2 z C / n")),
        Reading(
            name="the mean is weighted by examples, as the default strategy does",
            domain=Weighted,
            means=largest_taken_out,
            printed=Form(as_printed_with_weights, "z C / n"),
            corrected=Form(by_weight, "z C max(w) / Σ w"),
        ),
    ),
)
