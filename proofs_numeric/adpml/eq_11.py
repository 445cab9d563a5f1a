"""Statement: the minimiser of a party's loss is the average over its records of the minimiser of each one's loss.

Model: least squares through the origin, the smallest family with a unique minimiser per record. A record (x, y) has the
minimiser y/x; the checker finds the one zero of the derivative of the party's loss.

Corners: one record; equal curvature x^2 in all records, where the statement is true; equal minimisers.

Readings: where all records have the same curvature the statement is right; with both sides clipped it is wrong there,
too (y = 0 and 2, C = 1: 1 against 1/2). The correction replaces 1/n by the record's share of the curvature, which is
what any losses that are quadratic in one number need. In several dimensions the weights are the Hessians times the
inverse of their sum, and other losses, such as those of networks, have no closed form of this kind: the statement
cannot be saved for what the paper trains.
"""

from optcheck.claims import *
from optcheck.claims.claim import texts


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

    @property
    def records(self) -> tuple[Pair, ...]:
        return tuple(Pair(self.x, y) for y in self.ys)


def as_printed(party: Party | Curved) -> Value:
    return sum(pair.y / pair.x for pair in party.records) / len(party.records)


def corrected(party: Party | Curved) -> Value:
    return sum(pair.x * pair.y for pair in party.records) / sum(pair.x**2 for pair in party.records)


def clipped_one_by_one(party: Party | Curved) -> Value:
    return sum(clipped(pair.y / pair.x) for pair in party.records) / len(party.records)


def clipped(model: Value) -> Value:
    """To norm 1."""
    return Fraction(model) / max(Fraction(1), abs(model))


MINIMISER: Quantity[Party | Curved] = Quantity(
    kind="adpml-local-training",
    name="minimiser",
    describe=lambda party: {"records": [texts((pair.x, pair.y)) for pair in party.records]},
)
CLAIM = Statement(
    "adpml/eq-11",
    place="Eq. 11",
    title="a party's trained model is the mean of per-record minimisers",
    domain=Party,
    truth=MINIMISER,
    asserts=equals,
    printed=Form(as_printed, "ω = (1/n) Σ_j argmin F(D_j, ω)"),
    corrected=Form(corrected, "ω = Σ_j x_j² argmin F(D_j, ω) / Σ_j x_j², for least squares F = (y − x ω)²"),
    argument="The derivative of the loss, 2 Σ_j x_j (x_j ω − y_j), is 0 at Σ_j x_j y_j / Σ_j x_j² and nowhere else.",
    readings=(
        Reading(name="records of equal curvature", domain=Curved),
        Reading(
            name="every minimiser is clipped to [-1, 1]",
            expected=Outcome.REFUTED,
            domain=Curved,
            truth=Combination(parts=(MINIMISER,), value=clipped),
            printed=Form(clipped_one_by_one, "clip(ω) = (1/n) Σ_j clip(argmin F(D_j, ω))"),
        ),
    ),
)
