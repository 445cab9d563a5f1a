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

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Combination, Domain, Form, Formula, Outcome, Quantity, Reading, Value
from optcheck.claims.claim import amounts, fractions, simplicity, texts
from optcheck.claims.relations import equals
from proofs_numeric.adpml._training import Record


@dataclass(frozen=True, slots=True)
class Party:
    """The records (x, y) of one party; no x is 0."""

    records: tuple[Record, ...]


def as_printed(party: Party) -> Value:
    return sum(y / x for x, y in party.records) / len(party.records)


def corrected(party: Party) -> Value:
    return sum(x * x * (y / x) for x, y in party.records) / sum(x * x for x, _ in party.records)


def clipped_one_by_one(party: Party) -> Value:
    return sum(clipped(y / x) for x, y in party.records) / len(party.records)


def clipped(model: Value) -> Value:
    """To norm 1."""
    return Fraction(model) / max(Fraction(1), abs(model))


def derivative(records: Value, model: Value) -> Value:
    """Half the derivative of the training loss."""
    return sum(x * (x * model - y) for x, y in records)


def proof(argument: Argument, form: Formula[Party]) -> None:
    x1, x2, x3 = sympy.symbols("x1 x2 x3", positive=True)
    y1, y2, y3, model = sympy.symbols("y1 y2 y3 w", real=True)
    length = sympy.sqrt(x1**2 + x2**2)
    pair, last, merged = ((x1, y1), (x2, y2)), (x3, y3), (length, (x1 * y1 + x2 * y2) / length)
    argument.identity("one record: the derivative vanishes at the form", derivative([last], form(Party((last,)))), 0)
    argument.identity("two records: the same", derivative(pair, form(Party(pair))), 0)
    argument.identity("two records act like one in the loss", derivative(pair, model), derivative([merged], model))
    argument.identity("and in the form", form(Party((*pair, last))), form(Party((merged, last))))
    argument.words("so any number of records reduces to two, by induction")


def grid() -> Iterator[Party]:
    records = list(product(amounts("1 2"), amounts("0 1 2")))
    return (Party(rows) for n in (1, 2, 3) for rows in product(records, repeat=n))


def strategy() -> st.SearchStrategy[Party]:
    record = st.tuples(fractions(Fraction(1, 10), 10, 10), fractions(-10, 10, 10))
    return st.builds(Party, st.lists(record, min_size=1, max_size=8).map(tuple))


def equal_curvature() -> Iterator[Party]:
    return (party for party in grid() if len({x for x, _ in party.records}) == 1)


def equally_curved() -> st.SearchStrategy[Party]:
    rows = st.lists(fractions(-10, 10, 10), min_size=1, max_size=8)
    return st.builds(lambda x, ys: Party(tuple((x, y) for y in ys)), fractions(Fraction(1, 10), 10, 10), rows)


def order(party: Party) -> tuple[object, ...]:
    entries = [entry for record in party.records for entry in record]
    return (len(party.records), max(e.denominator for e in entries), sum(map(abs, entries)), *simplicity(entries))


EQUAL: Domain[Party] = Domain(
    description="least squares on up to three records with the same x",
    grid=equal_curvature,
    order=order,
    strategy=equally_curved,
    examples=40,
)
MINIMISER: Quantity[Party] = Quantity(
    kind="adpml-local-training",
    name="minimiser",
    describe=lambda party: {"records": [texts(record) for record in party.records]},
)

CLAIM = Claim(
    id="adpml/eq-11",
    place="Eq. 11",
    title="a party's trained model is the mean of per-record minimisers",
    domain=Domain(
        description="least squares on up to three records, x in {1, 2}, y in {0, 1, 2}",
        grid=grid,
        order=order,
        strategy=strategy,
        examples=60,
    ),
    truth=MINIMISER,
    asserts=equals,
    printed=Form(as_printed, "ω = (1/n) Σ_j argmin F(D_j, ω)"),
    corrected=Form(corrected, "ω = Σ_j x_j² argmin F(D_j, ω) / Σ_j x_j², for least squares F = (y − x ω)²"),
    proof=proof,
    readings=(
        Reading(name="records of equal curvature", domain=EQUAL),
        Reading(
            name="every minimiser is clipped to [-1, 1]",
            expected=Outcome.REFUTED,
            domain=EQUAL,
            truth=Combination(parts=(MINIMISER,), value=clipped),
            printed=Form(clipped_one_by_one, "clip(ω) = (1/n) Σ_j clip(argmin F(D_j, ω))"),
        ),
    ),
)
