"""Second bullet under Remark 3.4: the extremal columns form an invertible matrix, and its masses are Eq. 9.

Statement: the 2^k x 2^k matrix of extremal columns is invertible, so theta is determined by S theta = 1, and it is
randomised response. Theorem 3.1 allows every lambda_i >= 1.

Model: the matrix for a list of lambdas; rank by exact elimination; the masses as products of l/(1+l) for s = 1/l and
1/(1+l) for s = l. The paper lists the columns for k = 2 in the order 00, 10, 01, 11 of inputs; here the order is
lexicographic, which only permutes rows.

Correction: invertible if and only if every lambda_i > 1. With some lambda_i = 1 the columns coincide in pairs, theta
is not determined, yet the masses of randomised response still solve S theta = 1 and the protocol S diag(theta) is
the same after merging equal columns.

Expected: corrected (only the degenerate corner lambda_i = 1 fails), proved for all k: the determinant is a product of
powers of l_i - 1/l_i.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_text
from optcheck.randomized_response.geometry import extremal_signatures, signature_tensor
from proofs_numeric.kairouz._arguments import mass_steps
from proofs_numeric.kairouz._common import (
    Lambdas,
    differ,
    lambdas_domain,
)

Answer = tuple[bool, list[Fraction]]


def as_printed(instance: Lambdas) -> Answer:
    """Invertible, and the masses of the columns in the order of extremal_signatures."""
    lambdas = instance.lambdas
    return len(lambdas) >= 1, masses(lambdas)


def corrected(instance: Lambdas) -> Answer:
    """Invertible only when every lambda is above 1; the masses are the same."""
    lambdas = instance.lambdas
    return min(lambdas) > 1, masses(lambdas)


def masses(lambdas: tuple[Exact, ...]) -> list[Fraction]:
    """Products of l/(1+l) for the end 1/l and 1/(1+l) for the end l."""
    result = [Fraction(1)]
    for value in lambdas:
        result = [mass * share / (1 + Fraction(value)) for mass in result for share in (value, 1)]
    return result


def compare(form: Any, instance: Lambdas) -> Discrepancy | None:
    """Rank of the matrix, and the equation S theta = 1."""
    lambdas = instance.lambdas
    invertible, theta = form(instance)
    columns = [signature_tensor(s) for s in extremal_signatures(lambdas)]
    for row in zip(*columns, strict=True):
        total = sum(a * b for a, b in zip(row, theta, strict=True))
        wrong = differ(total, Fraction(1), Impact.VALUE, "the masses do not solve S theta = 1")
        if wrong:
            return wrong
    full = rank([list(column) for column in columns]) == len(columns)
    if invertible == full:
        return None
    if full:
        return differ(0, len(columns), Impact.TEXT, "the extremal columns are independent: full rank")
    why = "two extremal columns coincide when lambda_i = 1, so the matrix is singular and theta is not determined"
    return Discrepancy(invertible, full, 1, Impact.TEXT, _dependence(lambdas), why)


def rank(rows: list[list[Exact]]) -> int:
    """Exact rank."""
    entries = [fmpq(int(a.numerator), int(a.denominator)) for row in rows for a in row]
    return int(fmpq_mat(len(rows), len(rows[0]), entries).rref()[1])


def _dependence(lambdas: tuple[Exact, ...]) -> Certificate:
    return Certificate("hull-corners", {"lambdas": [to_text(v) for v in lambdas]}, {})


def proof() -> Proof:
    """One factor decides."""
    return Proof(
        "The matrix is the Kronecker product of the factors with columns [1, 1/l_i] and [1, l_i], whose determinants "
        "are l_i - 1/l_i: zero at l_i = 1 only (checked). The factor's masses l/(1+l) and 1/(1+l) solve its equation "
        "(checked as polynomial identities), so their products solve the whole one.",
        mass_steps(),
    )


CLAIM = Claim(
    id="kairouz/rem-3-4-invertible",
    place="second bullet under Remark 3.4",
    title="the extremal columns form an invertible matrix whose masses are randomised response",
    relation=Relation.IDENTITY,
    domain=lambdas_domain(4, 4, 40),
    printed=Form(
        "the extremal matrix is invertible; theta_s = prod of l/(1+l) for s_i = 1/l, 1/(1+l) for s_i = l", as_printed
    ),
    corrected=Form("the same masses; invertible if and only if every lambda_i > 1", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
