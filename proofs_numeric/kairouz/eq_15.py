"""Eqs. 14-15: the part of the XOR protocol that decides 0, written with signatures.

Statement: for decision 0 the joint chances P diag(Q(0)) have the columns of responses 00 and 11 (Eq. 14); they equal
the signature columns [1, 1/l, 1/l, 1/l^2] and [1, l, l, l^2] with masses l^2/(1+l)^2 and 1/(1+l)^2 (Eq. 15).

Model: the printed columns and masses; the oracle multiplies them out and compares with Eq. 9 restricted to the
responses whose XOR is 0, and checks that each column is the tensor of an extremal signature. The paper's list of the
four extremal columns for unequal lambdas orders the inputs 00, 10, 01, 11; with one lambda the orders agree.

Corners: lambda = 1. Expected: holds, proved for all lambda.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from optcheck.randomized_response.geometry import extremal_signatures, signature_tensor
from proofs_numeric.kairouz._arguments import vanishes
from proofs_numeric.kairouz._common import (
    Level,
    differ,
    level_domain,
    response_chance,
)

Columns = list[tuple[list[Fraction], Fraction]]


def as_printed(instance: Level) -> Columns:
    """The two signature columns with their masses."""
    level = instance.lambda_
    value = Fraction(level)
    low = [Fraction(1), 1 / value, 1 / value, 1 / value**2]
    high = [Fraction(1), value, value, value**2]
    return [(low, value**2 / (1 + value) ** 2), (high, 1 / (1 + value) ** 2)]


def compare(form: Any, instance: Level) -> Discrepancy | None:
    """Columns times masses against the chances of responses 00 and 11."""
    level = instance.lambda_
    extremal = [list(signature_tensor(s)) for s in extremal_signatures((level, level))]
    columns = form(instance)
    for (column, mass), response in zip(columns, (0, 3), strict=True):
        for x, entry in enumerate(column):
            chance = response_chance((level, level), x, response)
            wrong = differ(entry * mass, chance, Impact.VALUE, "not the chance of the response")
            if wrong:
                return wrong
        known = int(column in extremal)
        wrong = differ(known, 1, Impact.TEXT, "the column is not the tensor of an extremal signature")
        if wrong:
            return wrong
    return None


def proof() -> Proof:
    """Every entry, multiplied by (1 + l)^2."""
    steps = 0
    for (place, response), x in product(enumerate((0, 3)), range(4)):

        def gap(v: Fraction, place: int = place, response: int = response, x: int = x) -> Fraction:
            column, mass = as_printed(Level(v))[place]
            return (1 + v) ** 2 * (column[x] * mass - response_chance((v, v), x, response))

        steps += vanishes(gap, 2)
    return Proof(
        "Times (1 + l)^2, the entry with n ones is l^2 (1/l)^n = l^(2-n) in the first column, which is Eq. 9 for the "
        "response 00, and l^n in the second, which is Eq. 9 for the response 11 (checked).",
        steps,
    )


CLAIM = Claim(
    id="kairouz/eq-15",
    place="Eqs. 14-15",
    title="the signature form of the two-party XOR protocol",
    relation=Relation.IDENTITY,
    domain=level_domain(60),
    printed=Form("[1, 1/l, 1/l, 1/l^2] with mass l^2/(1+l)^2 and [1, l, l, l^2] with mass 1/(1+l)^2", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
