"""End of Section 3.3: the small-epsilon expansion of the accuracy with collaboration.

Statement: if the parties compute the XOR first and publish only a randomised version of it, the accuracy is
lambda/(1+lambda) = 1/2 + (1/4) eps^2 + O(eps^3).

Model: the coefficients of eps^0, eps^1, eps^2 of e^eps/(1 + e^eps), exactly; the instance is the power.

Correction: 1/2 + (1/4) eps + O(eps^3): the term is linear (the coefficient of eps^2 is 0, that of eps^3 is -1/48). The
gain of collaboration over k >= 2 separate parties is therefore larger than printed. OCR doubt: the scan shows the
exponent clearly twice, in the square and in the order of the remainder.

Expected: corrected, proved by exact series (finitely many coefficients).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.randomized_response.closed_forms import keep_expansion
from optcheck.randomized_response.series import exponential_series, multiply_series
from proofs_numeric.kairouz._arguments import demand
from proofs_numeric.kairouz.xor_small_epsilon import taylor


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A power of epsilon."""

    power: int


def as_printed(instance: Coefficient) -> Fraction:
    """1/2 + eps^2 / 4."""
    return [Fraction(1, 2), Fraction(0), Fraction(1, 4)][instance.power]


def corrected(instance: Coefficient) -> Fraction:
    """1/2 + eps / 4."""
    return [Fraction(1, 2), Fraction(1, 4), Fraction(0)][instance.power]


def compare(form: Any, instance: Coefficient) -> Discrepancy | None:
    """One coefficient."""
    claimed, true = form(instance), keep_expansion(2)[instance.power]
    if claimed == true:
        return None
    e = ["exp", "eps"]
    evidence = taylor(["/", e, ["+", 1, e]], instance.power)
    why = "the expansion has a linear term and no quadratic one"
    return Discrepancy(claimed, true, abs(claimed - true), Impact.VALUE, evidence, why)


def proof() -> Proof:
    """Multiply by the denominator."""
    exponential = exponential_series(2)
    series = tuple(corrected(coefficient) for coefficient in grid())
    product = multiply_series(series, (exponential[0] + 1, *exponential[1:]))
    steps = sum(demand(a == b, "the coefficients agree") for a, b in zip(product, exponential, strict=True))
    return Proof(
        "(1/2 + eps/4)(1 + e^eps) and e^eps have the same coefficients up to eps^2 (checked). Both are analytic and 1 "
        "+ e^eps is at least 1, so dividing by it leaves a remainder of O(eps^3).",
        steps,
    )


def grid() -> Iterator[Coefficient]:
    """All powers below the remainder."""
    return (Coefficient(power) for power in range(3))


def order(instance: Coefficient) -> int:
    """The power."""
    return instance.power


CLAIM = Claim(
    id="kairouz/collaboration-expansion",
    place="end of Section 3.3",
    title="the expansion of lambda/(1+lambda) for small epsilon",
    relation=Relation.ORDER,
    domain=Domain(
        description="the coefficients of eps^0, eps^1, eps^2: all below the remainder", grid=grid, order=order
    ),
    printed=Form("1/2 + (1/4) eps^2 + O(eps^3)", as_printed),
    corrected=Form("1/2 + (1/4) eps + O(eps^3)", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
