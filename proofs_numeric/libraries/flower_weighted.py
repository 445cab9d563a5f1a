"""Statement: Flower 1.41 (DifferentialPrivacyServerSideFixedClipping around FedAvg, the default strategy) adds noise of
standard deviation z C/n to the mean of n updates that are clipped to norm C, for the noise multiplier z.

Model: FedAvg weights the updates by the clients' numbers of examples. A client's update is taken out (replaced by
zero): the mean moves by up to C times its share of the examples, and the ratio of that to the noise must be at most
1/z. Exact. The recorded calls run a round of the real classes, in which the first client's update moves the model by
that much.

Corners: equal numbers of examples, where nothing is wrong; one client.

Readings: equal weights, which the wrapper's documentation does not ask for.
"""

from optcheck.claims import *


class Round(Instance):
    """Noise multiplier, clipping norm, and the number of examples of each client."""

    multiplier: Fraction = rational(above=0, symbol="z")
    clipping: Fraction = rational(above=0, symbol="C")
    examples: tuple[int, ...] = row(integer(1), least=1, symbol="m")


def as_printed(training: Round) -> Value:
    return training.multiplier * training.clipping / len(training.examples)


def corrected(training: Round) -> Value:
    return training.multiplier * training.clipping * max(training.examples) / sum(training.examples)


def moved(training: Round, deviation: Value) -> Value:
    """How far the mean moves, in units of the noise, without the update of the largest weight."""
    return training.clipping * max(training.examples) / sum(training.examples) / deviation


def allowed(training: Round) -> Value:
    """What a multiplier promises."""
    return 1 / training.multiplier


CLAIM = Statement(
    "libraries/flower-weighted",
    place="Flower, server-side fixed clipping with FedAvg",
    title="the noise on a mean that is weighted by examples",
    domain=Round,
    truth=definition(allowed),
    means=moved,
    asserts=at_least,
    printed=Form(as_printed, "z C / n"),
    corrected=Form(corrected, "z C max m / Σ m"),
    impact=Impact.SAFETY,
    readings=(Reading(name="equal numbers of examples", domain=Round.where("max(examples) == min(examples)")),),
)
