"""Eq. 11: a party's trained model is the mean of the minimisers of its records.

Statement: the minimiser of a party's loss over its data set equals the average, over the records, of the minimiser of
each record's own loss.

Model: least squares through the origin, the smallest family with a unique minimiser per record. A record (x, y) has the
minimiser y/x; the checker finds the one zero of the derivative of the party's loss.

Corners: one record; equal curvature x^2 in all records, where the statement is true; equal minimisers.

Readings: none. The correction is for this family only: for losses that are quadratic in several dimensions the weights
are the Hessians, and for other losses, such as those of networks, there is no closed form of this kind at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Form, Outcome, Quantity, Value
from optcheck.claims.grids import amounts, fractions, simplicity, texts
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


def derivative(records: Any, model: Any) -> Any:
    """Half the derivative of the training loss."""
    return sum(x * (x * model - y) for x, y in records)


def proof(argument: Argument, form: Callable[[Any], Any]) -> None:
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


def order(party: Party) -> tuple[Any, ...]:
    entries = [entry for record in party.records for entry in record]
    return (len(party.records), max(e.denominator for e in entries), sum(map(abs, entries)), *simplicity(entries))


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
    truth=Quantity(
        kind="adpml-local-training",
        name="minimiser",
        describe=lambda party: {"records": [texts(record) for record in party.records]},
    ),
    asserts=equals,
    printed=Form(as_printed, "ω = (1/n) Σ_j argmin F(D_j, ω)"),
    corrected=Form(corrected, "ω = Σ_j x_j² argmin F(D_j, ω) / Σ_j x_j², for least squares F = (y − x ω)²"),
    expected=Outcome.CORRECTED,
    proof=proof,
)
