"""Statement: the minimiser of a party's loss is the average over its records of the minimiser of each one's loss.

Model: least squares through the origin, the smallest family with a unique minimiser per record. A record (x, y) has the
minimiser y/x; that of the party's loss is the one zero of its derivative.

Corners: one record; equal curvature x^2 in all records, where the statement is true; equal minimisers.

Readings: where all records have the same curvature the statement is right; with both sides clipped it is wrong there,
too (y = 0 and 2, C = 1: 1 against 1/2). The correction replaces 1/n by the record's share of the curvature, which is
what any losses that are quadratic in one number need. In several dimensions the weights are the Hessians times the
inverse of their sum, and other losses, such as those of networks, have no closed form of this kind: the statement
cannot be saved for what the paper trains.
"""

from optcheck.claims import *
from proofs_numeric.adpml._training import clipped


class Pair(Instance):
    """A record (x, y)."""

    x: Fraction = rational(above=0)
    y: Fraction = rational()


class Party(Instance):
    """The records of one party."""

    records: tuple[Pair, ...] = row(record(Pair), least=1)


class Curved(Instance):
    """Records with the same x."""

    x: Fraction = rational(above=0)
    ys: tuple[Fraction, ...] = row(rational(), least=1)


def as_printed(party: Party) -> Value:
    return sum(pair.y / pair.x for pair in party.records) / len(party.records)


def corrected(party: Party) -> Value:
    weights = sum(pair.x**2 for pair in party.records)
    return sum(pair.x**2 / weights * (pair.y / pair.x) for pair in party.records)


def trained(party: Party) -> Value:
    """The zero of the derivative of the loss, 2 w (sum of x^2) - 2 (sum of x y)."""
    return sum(pair.x * pair.y for pair in party.records) / sum(pair.x**2 for pair in party.records)


def mean_of_minimisers(party: Curved) -> Value:
    return sum(y / party.x for y in party.ys) / len(party.ys)


def trained_alike(party: Curved) -> Value:
    """The same where all x are equal."""
    return sum(party.x * y for y in party.ys) / sum(party.x**2 for _ in party.ys)


def mean_of_clipped(party: Curved) -> Value:
    return sum(clipped(y / party.x, Fraction(1)) for y in party.ys) / len(party.ys)


def trained_and_clipped(party: Curved) -> Value:
    return clipped(trained_alike(party), Fraction(1))


CLAIM = Statement(
    "adpml/eq-11",
    place="Eq. 11",
    title="a party's trained model is the mean of per-record minimisers",
    domain=Party,
    truth=definition(trained),
    asserts=equals,
    printed=Form(as_printed, "ω = (1/n) Σ_j argmin F(D_j, ω)"),
    corrected=Form(corrected, "ω = Σ_j x_j² argmin F(D_j, ω) / Σ_j x_j², for least squares F = (y − x ω)²"),
    falls=True,
    argument="The weights x_j² times the minimisers y_j/x_j are x_j y_j, so both are Σ_j x_j y_j / Σ_j x_j².",
    readings=(
        Reading(
            name="records of equal curvature",
            domain=Curved,
            truth=definition(trained_alike),
            printed=Form(mean_of_minimisers, "ω = (1/n) Σ_j argmin F(D_j, ω)"),
        ),
        Reading(
            name="every minimiser is clipped to [-1, 1]",
            expected=Outcome.REFUTED,
            domain=Curved,
            truth=definition(trained_and_clipped),
            printed=Form(mean_of_clipped, "clip(ω) = (1/n) Σ_j clip(argmin F(D_j, ω))"),
        ),
    ),
)
