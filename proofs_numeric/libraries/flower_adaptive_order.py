"""Statement: Flower 1.41 (DifferentialPrivacyServerSideAdaptiveClipping) adds noise for the clipping norm to the mean
of updates that it has clipped: z times the norm over the number of clients.

Model: one round with n clients, m of whom were clipped to the norm C. The norm is updated by the geometric rule with
rate eta and target gamma before the noise is scaled, so the noise is made for the new norm, where updates have the old
one. A client taken out moves the mean by up to C/n; for each unit of the multiplier the noise must be at least that.

Corners: as many clipped as the target says, where the norm stays.

Readings: fewer than the target are clipped: the norm grows, and the noise is more than enough.
"""

from optcheck.claims import *


class Round(Instance):
    """Clients, those that were clipped, the norm, and rate and target of its update."""

    clients: int = integer(1, symbol="n")
    clipped: int = integer(0, "clients", symbol="m")
    norm: Fraction = rational(above=0, symbol="C")
    rate: Fraction = rational(above=0, symbol="η")
    target: Fraction = rational(at_least=0, at_most=1, symbol="γ")


def as_printed(training: Round) -> Value:
    return updated(training) / training.clients


def corrected(training: Round) -> Value:
    return training.norm / training.clients


def updated(training: Round) -> Value:
    """The norm after the round."""
    share = Fraction(training.clipped, training.clients)
    return training.norm * exp(-training.rate * (share - training.target))


def moved(training: Round, deviation: Value) -> Value:
    """How far the mean moves, in units of the noise, when a client that was clipped to the old norm is taken out."""
    return training.norm / training.clients / deviation


def allowed(training: Round) -> Value:
    """One unit: the multiplier is left out."""
    return Fraction(training.clients, training.clients)


CLAIM = Statement(
    "libraries/flower-adaptive-order",
    place="Flower, server-side adaptive clipping",
    title="noise for the norm to which the updates were clipped",
    domain=Round,
    truth=definition(allowed),
    means=moved,
    asserts=at_least,
    printed=Form(as_printed, "z C exp(-η (m/n - γ)) / n"),
    corrected=Form(corrected, "z C / n with the norm before its update"),
    impact=Impact.SAFETY,
    corner="clients == 1 or clipped == clients",
    effort=Effort(instances=60, drawn=20, largest={"rate": 10}),
    readings=(
        Reading(
            name="not more than the target were clipped",
            domain=Round.where("clipped <= target * clients"),
        ),
    ),
)
