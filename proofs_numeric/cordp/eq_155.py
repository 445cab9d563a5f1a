"""Eq. 155: the printed derivative of h.

h is the derivative of phi = sqrt(A), A(y) = ((n-2)(y-1) - yc)² + 4(n-c-1)y(y-1). Eq. 153 is right; Eqs. 154-155 end
with phi(y) in the denominator where phi(y)³ belongs. The sign, which the proof needs, is the same. Truth: phi'' from
the exact first and second differences of the quadratic A (phi'' = (A''/2 - A'²/(4A))/phi). Relation: equals. Domain:
1 < c < n (case 1 of the proof), y >= 1. Corners: c = n-1 (both zero), y = 1 (phi = c). Expected: corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.exact.quadratic import Quadratic, square_root
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import size_order, triples, unequal


@dataclass(frozen=True, slots=True)
class Ratio:
    """A case and the ratio y = sigma²/s."""

    n: int
    t: int
    c: int
    y: Fraction


def inner(case: Ratio, y: Fraction) -> Fraction:
    """A(y), Eq. 148."""
    n, c = case.n, case.c
    return ((n - 2) * (y - 1) - y * c) ** 2 + 4 * (n - c - 1) * y * (y - 1)


def as_printed(case: Ratio) -> Quadratic:
    n, c = case.n, case.c
    return 4 * (c - 1) * (n - c - 1) * (n - 1) / square_root(inner(case, case.y))


def corrected(case: Ratio) -> Quadratic:
    n, c = case.n, case.c
    return 4 * (c - 1) * (n - c - 1) * (n - 1) / (square_root(inner(case, case.y)) * inner(case, case.y))


def compare(form: Callable[[Ratio], Quadratic], case: Ratio) -> Discrepancy | None:
    claimed, true = form(case), _second_derivative(case)
    return (
        None if claimed == true else unequal(claimed, true, "the second derivative of phi is another one", Impact.TEXT)
    )


def _second_derivative(case: Ratio) -> Quadratic:
    """phi'' with A' and A'' from differences, which are exact for a quadratic."""
    below, here, above = (inner(case, case.y + step) for step in (-1, 0, 1))
    first, second = (above - below) / 2, above - 2 * here + below
    return (second / 2 - first**2 / (4 * here)) / square_root(here)


def grid() -> Iterator[Ratio]:
    for n, t, c in triples(7):
        if c > 1:
            yield from (Ratio(n, t, c, y) for y in (Fraction(1), Fraction(3, 2), Fraction(10)))


def prove() -> Proof:
    argument, n, c, y = Argument(), theorem.n, theorem.c, sp.Symbol("y")
    quadratic = ((n - 2) * (y - 1) - y * c) ** 2 + 4 * (n - c - 1) * y * (y - 1)
    first, second = sp.diff(quadratic, y), sp.diff(quadratic, y, 2)
    over_cube = second * quadratic / 2 - first**2 / 4
    argument.identical("phi'' phi³", over_cube, 4 * (c - 1) * (n - c - 1) * (n - 1))
    return argument.proof("phi'' phi³ = A A''/2 - A'²/4 is the constant 4(c-1)(n-c-1)(n-1), identically.")


CLAIM = Claim(
    id="cordp/eq-155",
    place="Eq. 155",
    title="the printed derivative of h",
    relation=Relation.EQUALS,
    domain=Domain(description="3 <= n <= 7, 1 < c < t <= n, y in {1, 3/2, 10}", grid=grid, order=size_order),
    printed=Form("h'(y) = 4(c−1)(n−c−1)(n−1) / φ(y)", as_printed),
    corrected=Form("h'(y) = 4(c−1)(n−c−1)(n−1) / φ(y)³", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=prove,
)
