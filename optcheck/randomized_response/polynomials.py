"""Polynomials in lambda with rational coefficients: exact real roots above 1, and their order.

A root is kept as its minimal polynomial and an interval with rational ends that holds no other root of it, so two
roots are equal exactly when their polynomials and intervals are, and a finer interval can always be had.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import TypeAlias

from flint import fmpq, fmpq_poly, fmpz_poly

from optcheck.exact.numbers import Exact

__all__ = ["LAMBDA", "AlgebraicNumber", "Polynomial", "evaluate", "polynomial", "roots_above_one", "sample_points"]

Polynomial: TypeAlias = fmpq_poly
LAMBDA: Polynomial = fmpq_poly([0, 1])


def polynomial(coefficients: Sequence[Exact]) -> Polynomial:
    """The polynomial with these coefficients, lowest power first."""
    return fmpq_poly([fmpq(int(c.numerator), int(c.denominator)) for c in coefficients])


def coefficients(poly: Polynomial) -> tuple[Fraction, ...]:
    """Coefficients as Fractions, lowest power first."""
    return tuple(Fraction(int(c.p), int(c.q)) for c in poly.coeffs())


def evaluate(poly: Polynomial, at: Exact) -> Fraction:
    """The exact value at a rational point.

    >>> evaluate(LAMBDA * LAMBDA - 2, Fraction(3, 2))
    Fraction(1, 4)
    """
    value = poly(fmpq(int(at.numerator), int(at.denominator)))
    return Fraction(int(value.p), int(value.q))


@dataclass(frozen=True, slots=True)
class AlgebraicNumber:
    """The only root of an irreducible integer polynomial in [low, high]; rational when low = high."""

    minimal: tuple[int, ...]
    low: Fraction
    high: Fraction

    def refined(self) -> AlgebraicNumber:
        """The same number in an interval of half the width."""
        if self.low == self.high:
            return self
        middle = (self.low + self.high) / 2
        poly = polynomial(self.minimal)
        same_side = (evaluate(poly, middle) > 0) == (evaluate(poly, self.low) > 0)
        low, high = (middle, self.high) if same_side else (self.low, middle)
        return AlgebraicNumber(self.minimal, low, high)

    def within(self, width: Fraction) -> AlgebraicNumber:
        """The same number in an interval of at most the given width."""
        number = self
        while number.high - number.low > width:
            number = number.refined()
        return number

    def __float__(self) -> float:
        fine = self.within(Fraction(1, 1 << 60))
        return float((fine.low + fine.high) / 2)

    def __str__(self) -> str:
        if self.low == self.high:
            return str(self.low)
        return f"root of {polynomial_text(self.minimal)} near {float(self):.6f}"


def polynomial_text(values: Sequence[Exact], name: str = "λ") -> str:
    """A polynomial as plain text, highest power first.

    >>> polynomial_text((-1, 0, 2))
    '2λ^2 - 1'
    """
    parts: list[str] = []
    for power in range(len(values) - 1, -1, -1):
        value = values[power]
        if value:
            size = "" if abs(value) == 1 and power else str(abs(value))
            symbol = "" if power == 0 else name if power == 1 else f"{name}^{power}"
            parts += ["-" if value < 0 else "+", size + symbol]
    text = " ".join(parts[1:]) or "0"
    return "-" + text if parts[:1] == ["-"] else text


def roots_above_one(polys: Iterable[Polynomial]) -> list[AlgebraicNumber]:
    """All different real roots greater than 1 of the nonzero polynomials, in increasing order, in disjoint intervals.

    >>> [str(root) for root in roots_above_one([LAMBDA * LAMBDA - 2, LAMBDA - 2])]
    ['root of λ^2 - 2 near 1.414214', '2']
    """
    factors = {factor for poly in polys if poly != 0 for factor in _irreducible_factors(poly)}
    return _apart([root for factor in sorted(factors) for root in _isolate(factor)])


def sample_points(roots: Sequence[AlgebraicNumber]) -> list[Fraction]:
    """One rational point in each open interval that the roots cut out of (1, infinity)."""
    ends = [Fraction(1), *(root.low for root in roots)]
    starts = [Fraction(1), *(root.high for root in roots)]
    inner = [(start + end) / 2 for start, end in zip(starts, ends[1:], strict=False)]
    return [*inner, starts[-1] + 1]


def _irreducible_factors(poly: Polynomial) -> list[tuple[int, ...]]:
    values = coefficients(poly)
    scale = lcm(*(value.denominator for value in values))
    _, factors = fmpz_poly([int(value * scale) for value in values]).factor()
    return [tuple(int(c) for c in factor.coeffs()) for factor, _ in factors if factor.degree() > 0]


def _isolate(minimal: tuple[int, ...]) -> list[AlgebraicNumber]:
    if len(minimal) == 2:
        root = Fraction(-minimal[0], minimal[1])
        return [AlgebraicNumber(minimal, root, root)] if root > 1 else []
    chain = _sturm_chain(polynomial(minimal))
    top = 2 + Fraction(max(abs(c) for c in minimal[:-1]), abs(minimal[-1]))
    return [AlgebraicNumber(minimal, low, high) for low, high in _split(chain, Fraction(1), top)]


def _split(chain: list[Polynomial], low: Fraction, high: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Intervals with one root each; an irreducible polynomial of degree over 1 vanishes at no rational end."""
    count = _sign_changes(chain, low) - _sign_changes(chain, high)
    if count == 0:
        return []
    if count == 1:
        return [(low, high)]
    middle = (low + high) / 2
    return _split(chain, low, middle) + _split(chain, middle, high)


def _sturm_chain(poly: Polynomial) -> list[Polynomial]:
    chain = [poly, poly.derivative()]
    while chain[-1].degree() > 0:
        chain.append(-(chain[-2] % chain[-1]))
    return chain


def _sign_changes(chain: list[Polynomial], at: Fraction) -> int:
    signs = [value > 0 for value in (evaluate(poly, at) for poly in chain) if value]
    return sum(a != b for a, b in pairwise(signs))


def _apart(roots: list[AlgebraicNumber]) -> list[AlgebraicNumber]:
    """Refine until the intervals do not touch each other (nor 1), then sort."""
    while True:
        roots = sorted(roots, key=lambda root: (root.low, root.high))
        touching = {i for i, (a, b) in enumerate(pairwise(roots)) if a.high >= b.low}
        touching |= {i + 1 for i in touching} | {i for i, root in enumerate(roots) if root.low <= 1}
        if not touching:
            return roots
        roots = [root.refined() if i in touching else root for i, root in enumerate(roots)]
