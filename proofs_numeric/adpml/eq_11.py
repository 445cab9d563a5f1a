"""Eq. 11: a party's trained model is the mean of the minimisers of its records.

Statement: the minimiser of a party's loss over its data set equals the average, over the records, of the minimiser
of each record's own loss.

Model: least squares through the origin, the smallest family with a unique minimiser per record. A record (x, y) has
the minimiser y/x. The oracle is the definition of a minimiser: the derivative of the party's loss must vanish there.
Relation: identity.

Corners: one record; equal curvature x^2 in all records, where the statement is true; equal minimisers.
Correction: for losses that are quadratic in the model the minimiser is the mean weighted by the curvatures x_j^2 (in
several dimensions by the Hessians). For other losses, such as those of networks, there is no closed form of this
kind at all.

Proof of the correction, executed with symbols, by induction over the records: the derivative vanishes at the weighted
mean of two records; two records act like one merged record (x^2 = x1^2 + x2^2, x y = x1 y1 + x2 y2), both in the
derivative of the loss and in the weighted mean. So any number of records reduces to two.

Verdict expected: corrected, for quadratic losses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy
from hypothesis import strategies as st

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.errors import NotCertified
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from proofs_numeric.adpml._rationals import rationals
from proofs_numeric.adpml._training import Record, derivative, minimiser


@dataclass(frozen=True, slots=True)
class Party:
    """The records (x, y) of one party; no x is 0."""

    records: tuple[Record, ...]


def as_printed(instance: Party) -> Fraction:
    """The mean of the records' minimisers."""
    return sum((y / x for x, y in instance.records), Fraction()) / len(instance.records)


def corrected(instance: Party) -> Fraction:
    """The mean of the records' minimisers, weighted by curvature."""
    weighted = sum((x * x * (y / x) for x, y in instance.records), Fraction())
    return weighted / sum((x * x for x, _ in instance.records), Fraction())


def compare(form: Callable[[Party], Fraction], instance: Party) -> Discrepancy | None:
    """At a minimiser the derivative of the training loss is zero."""
    model = form(instance)
    if derivative(instance.records, model) == 0:
        return None
    true = minimiser(instance.records)
    return Discrepancy(
        claimed=model,
        true=true,
        gap=abs(model - true),
        impact=Impact.VALUE,
        certificate=Certificate(
            "adpml-local-training",
            {"records": [list(map(to_text, record)) for record in instance.records]},
            {},
        ),
        explanation="The mean of the records' minimisers does not minimise the party's loss: records weigh unequally.",
    )


def proof() -> Proof:
    """Induction over the records: two of them act like one, in the loss and in the corrected form."""
    x1, x2, x3 = sympy.symbols("x1 x2 x3", positive=True)
    y1, y2, y3, model = sympy.symbols("y1 y2 y3 w", real=True)
    length = sympy.sqrt(x1**2 + x2**2)
    merged = (length, (x1 * y1 + x2 * y2) / length)
    pair, last = ((x1, y1), (x2, y2)), (x3, y3)
    must_vanish = {
        "derivative at the weighted mean of two": derivative(pair, corrected(Party(pair))),
        "derivative of two records, and of the merged one": derivative(pair, model) - derivative([merged], model),
        "weighted mean of three, and of merged and third": corrected(Party((*pair, last)))
        - corrected(Party((merged, last))),
    }
    for name, rest in must_vanish.items():
        if sympy.simplify(rest) != 0:
            raise NotCertified(f"{name}: {rest} is not zero")
    return Proof(
        "induction: two records act like one merged record, in the derivative of the loss and in the weighted mean",
        steps=len(must_vanish),
    )


def grid() -> Iterator[Party]:
    """Up to three records with x in {1, 2} and y in {0, 1, 2}."""
    records = [(Fraction(x), Fraction(y)) for x, y in product((1, 2), (0, 1, 2))]
    return (Party(rows) for n in (1, 2, 3) for rows in product(records, repeat=n))


def strategy() -> st.SearchStrategy[Party]:
    """Up to eight records with rational entries."""
    size = rationals(Fraction(1, 10), 10, most=10)
    value = rationals(-10, 10, most=10)
    return st.builds(Party, st.lists(st.tuples(size, value), min_size=1, max_size=8).map(tuple))


def order(instance: Party) -> tuple[int, int, Fraction]:
    """Few records first, then small numbers."""
    entries = [entry for record in instance.records for entry in record]
    return (len(instance.records), max(entry.denominator for entry in entries), sum(map(abs, entries), Fraction()))


CLAIM = Claim(
    id="adpml/eq-11",
    place="Eq. 11",
    title="a party's trained model is the mean of per-record minimisers",
    relation=Relation.IDENTITY,
    domain=Domain(
        description="least squares on up to three records, x in {1, 2}, y in {0, 1, 2}",
        grid=grid,
        strategy=strategy,
        order=order,
        examples=100,
    ),
    printed=Form("ω = (1/n) Σ_j argmin F(D_j, ω)", as_printed),
    corrected=Form("ω = Σ_j h_j argmin F(D_j, ω) / Σ_j h_j, h_j the curvature of F(D_j, ·), F quadratic", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
