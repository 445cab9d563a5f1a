"""Eq. 9: randomised response is private for every party and compatible with an interactive protocol.

Statement: party i publishes its bit, kept with probability lambda_i / (1 + lambda_i). The resulting 2^k x 2^k matrix
is lambda_i-private for every party (Eq. 7) and each column is a rank-one tensor (Eq. 8).

Model: the full matrix for lists of different lambdas >= 1. The oracle checks totals, every ratio and the rank of
every column, and compares with the matrix built factor by factor.

Corners: k = 1, lambda = 1 (pure noise), very different lambdas. Expected: holds, proved for all k and lambda: a factor
has entries l/(1+l) and 1/(1+l), with total 1 and ratio exactly l, and ratios of products are ratios of one factor.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from optcheck.randomized_response.polynomials import LAMBDA
from optcheck.randomized_response.protocol import is_private, is_protocol_compatible, transcript_matrix
from proofs_numeric.kairouz._arguments import nonnegative, vanishes
from proofs_numeric.kairouz._common import (
    Lambdas,
    differ,
    lambdas_domain,
)


def as_printed(instance: Lambdas) -> list[list[Fraction]]:
    """P(response | x) as the product of Eq. 9 over the parties."""
    lambdas = instance.lambdas
    words = list(product((0, 1), repeat=len(lambdas)))
    matrix = []
    for x in words:
        row = []
        for response in words:
            chance = Fraction(1)
            for bit, answer, value in zip(x, response, lambdas, strict=True):
                chance *= Fraction(value) / (1 + value) if bit == answer else Fraction(1) / (1 + value)
            row.append(chance)
        matrix.append(row)
    return matrix


def compare(form: Any, instance: Lambdas) -> Discrepancy | None:
    """Totals, privacy, rank, and the matrix itself."""
    lambdas = instance.lambdas
    matrix = form(instance)
    for row, known in zip(matrix, transcript_matrix(lambdas), strict=True):
        why = "the chances of the responses do not have total 1"
        wrong = differ(sum(row), Fraction(1), Impact.SAFETY, why)
        pairs = zip(row, known, strict=True)
        wrong = wrong or next((d for a, b in pairs if (d := differ(a, b, Impact.VALUE, "not Eq. 9"))), None)
        if wrong:
            return wrong
    private = is_private(matrix, lambdas) and is_protocol_compatible(matrix)
    return differ(int(private), 1, Impact.SAFETY, "a ratio exceeds lambda_i or a column is not rank one")


def proof() -> Proof:
    """Totals and ratios of one factor of the form, and that two parties have the products."""

    def chance(x: int, response: int, *lambdas: Fraction) -> Fraction:
        return as_printed(Lambdas(lambdas))[x][response]

    steps = nonnegative(LAMBDA * LAMBDA - 1)
    for bit in (0, 1):  # times 1 + l these are polynomials
        steps += vanishes(lambda v, b=bit: (1 + v) * (chance(b, 0, v) + chance(b, 1, v) - 1), 1)
        steps += vanishes(lambda v, b=bit: (1 + v) * (chance(b, b, v) - v * chance(b, 1 - b, v)), 2)
    for x, r in product(range(4), repeat=2):
        steps += vanishes(
            lambda u, v, x=x, r=r: (
                (1 + u) * (1 + v) * (chance(x, r, u, v) - chance(x >> 1, r >> 1, u) * chance(x & 1, r & 1, v))
            ),
            1,
            1,
        )
    return Proof(
        "One factor has numerators l and 1 over 1 + l: total 1, and the larger is l times the smaller (checked), so "
        "the ratio the other way round, 1/l, is at most l too (l^2 >= 1). "
        "When bit i changes only factor i of a product changes, so every "
        "ratio is l_i or 1/l_i. A column is the outer product of k vectors of two entries: rank one by construction.",
        steps,
    )


CLAIM = Claim(
    id="kairouz/rr-private",
    place="Eq. 9",
    title="randomised response is lambda_i-private for every party and protocol compatible",
    relation=Relation.IDENTITY,
    domain=lambdas_domain(4, 5, 60),
    printed=Form("response = x_i with probability l_i / (1 + l_i), its complement with 1 / (1 + l_i)", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
