"""Eq. 10: the mean squared error is at most the sum of the variances.

Statement: the squared error of the estimated mean is at most the sum of all sigma_i^2, "with high probability", by
Chebyshev's inequality; this bound becomes the accuracy cost (Eq. 11).

Model: "MSE, i.e., L_2 error" of two d-dimensional vectors is the expected squared distance. It depends on variances
only, so every Gaussian noise may be replaced by plus or minus its standard deviation; the error is averaged over
all sign patterns while the sum travels down the row (Eq. 6 to 8). d = 1 is the reading per coordinate.

Relation: at most. Corners: one coordinate, no noise, d = K^2 (where the bound is attained). Two users at least; one
user alone breaks the bound with d = 2 already, but is no chain.

Expected: corrected. The error is exactly (d/K^2) times the sum of the variances, so the bound holds if and only if
d <= K^2 (always per coordinate), and it is needlessly large by K^2/d otherwise. The paper's own experiments use d =
50 with 3 to 7 users, where the bound fails. An expectation needs no Chebyshev.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import sympy

from lp_models.chain_protocols import enumerated_error
from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.exact.certificate import Certificate
from proofs_numeric.chained._algebra import require_identity
from proofs_numeric.chained._common import height, texts

MOST_DIMENSIONS = {2: 5, 3: 2, 4: 1}  # by users: two are enough to pass d = K^2, and sign patterns double with each


@dataclass(frozen=True, slots=True)
class Estimate:
    """Standard deviations of the users' noises, and the dimension of their vectors."""

    deviations: tuple[Fraction, ...]
    dimension: int


def as_printed(instance: Estimate) -> Fraction:
    return sum((deviation**2 for deviation in instance.deviations), Fraction(0))


def corrected(instance: Estimate) -> Fraction:
    total = sum((deviation**2 for deviation in instance.deviations), Fraction(0))
    return instance.dimension * total / len(instance.deviations) ** 2


def compare(form: Any, instance: Estimate) -> Discrepancy | None:
    bound, error = form(instance), enumerated_error(instance.deviations, instance.dimension)
    if error <= bound:
        return None
    return Discrepancy(
        claimed=bound,
        true=error,
        gap=error - bound,
        impact=Impact.VALUE,
        certificate=Certificate(
            "chain-error",
            {
                "variances": texts(deviation**2 for deviation in instance.deviations),
                "coordinates": instance.dimension,
            },
            {},
        ),
        explanation=f"The expected squared error is {error}, above the bound {bound}.",
    )


def grid() -> Iterator[Estimate]:
    amounts = tuple(Fraction(text) for text in ("0", "1/3", "1", "2", "5"))
    for users, most in MOST_DIMENSIONS.items():
        for dimension in range(1, most + 1):
            for deviations in combinations_with_replacement(amounts, users):
                yield Estimate(deviations, dimension)


def order(instance: Estimate) -> tuple[object, ...]:
    return (len(instance.deviations), instance.dimension, *height(instance.deviations))


def proof() -> Proof:
    found, sigma = sympy.symbols("S sigma", real=True)
    steps = require_identity(((found + sigma) ** 2 + (found - sigma) ** 2) / 2, found**2 + sigma**2)
    argument = (
        "A user's noise, plus or minus sigma with equal chances, adds sigma^2 to the mean square of the sum in a "
        "coordinate; by induction along the row it is the sum V of the variances. Divided by K^2, d times: d V/K^2."
    )
    return Proof(argument, steps)


CLAIM = Claim(
    id="chained/eq-10",
    place="Eq. 10",
    title="the bound on the mean squared error by the sum of variances",
    relation=Relation.AT_MOST,
    domain=Domain(
        description="2 users with up to 5 coordinates, 3 with up to 2, 4 with one, "
        "standard deviations from {0, 1/3, 1, 2, 5}",
        grid=grid,
        order=order,
    ),
    printed=Form("MSE ≤ Σ_i σ_i²", as_printed),
    corrected=Form("MSE = (d/K²) Σ_i σ_i²; so the printed bound holds exactly if d ≤ K²", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
