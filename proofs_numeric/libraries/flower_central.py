"""Statement: Flower 1.41 (compute_stdv) adds noise of standard deviation z C/n to the mean of n updates that are
clipped to norm C, for the noise multiplier z.

Model: equal weights. A client's update is taken out (replaced by zero): the mean moves by up to C/n, and the ratio
of that to the noise must be at most 1/z. Exact.

Corners: one client.

Readings: the documentation does not say what neighbouring data are. Where an update is replaced by another one, the
mean moves by up to 2C/n, and the multiplier is worth half. With other weights a client moves it by C times its own.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Definition, Form, Formula, Impact, Reading, Value
from optcheck.claims.claim import every
from optcheck.claims.relations import at_least


@dataclass(frozen=True, slots=True)
class Round:
    """Noise multiplier, clipping norm, and the number of clients."""

    multiplier: Fraction
    clipping: Fraction
    clients: Fraction


def as_printed(training: Round) -> Value:
    return training.multiplier * training.clipping / training.clients


def taken_out(training: Round, deviation: Value) -> Value:
    """How far the mean moves, in units of the noise, without one update."""
    return training.clipping / training.clients / deviation


def twice(training: Round) -> Value:
    return 2 * training.multiplier * training.clipping / training.clients


def proof(argument: Argument, form: Formula[Round]) -> None:
    training = Round(*sympy.symbols("z C n", positive=True))
    argument.identity("the mean moves by 1/z", taken_out(training, form(training)), 1 / training.multiplier)


CLAIM = Claim(
    id="libraries/flower-central",
    place="Flower, compute_stdv",
    title="the noise on the mean of clipped updates",
    domain=every("multipliers 1/2 to 2, norms 1 and 3, up to 100 clients", Round, "1 2 1/2", "1 3", "1 2 10 100"),
    truth=Definition(lambda training: 1 / training.multiplier),
    means=taken_out,
    asserts=at_least,
    printed=Form(as_printed, "z C / n"),
    impact=Impact.SAFETY,
    proof=proof,
    readings=(
        Reading(
            name="an update is replaced by another",
            means=lambda training, deviation: 2 * taken_out(training, deviation),
            corrected=Form(twice, "2 z C / n"),
        ),
    ),
)
