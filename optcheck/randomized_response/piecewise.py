"""Optimal average accuracy as an exact function of an unknown lambda.

Every transcript contributes the largest of a few polynomials in lambda, so the accuracy is a piecewise rational
function on [1, infinity): numerators change where the best decision of some transcript changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact, exact
from optcheck.randomized_response.polynomials import (
    LAMBDA,
    AlgebraicNumber,
    Polynomial,
    coefficients,
    evaluate,
    polynomial,
    polynomial_text,
    roots_above_one,
    sample_points,
)
from optcheck.randomized_response.problem import Function, make_problem
from optcheck.randomized_response.series import divide_series, exponential_series, substitute

__all__ = ["Comparison", "Piece", "PiecewiseRational", "accuracy_function", "compare", "envelope"]

LARGEST_K = 4


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: from ``start`` on (1 for the first), the numerator, and the best decision of each transcript."""

    start: AlgebraicNumber | None
    numerator: Polynomial
    decisions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PiecewiseRational:
    """A continuous function on [1, infinity): numerator of the piece over one common denominator."""

    denominator: Polynomial
    pieces: tuple[Piece, ...]

    @property
    def breakpoints(self) -> tuple[AlgebraicNumber, ...]:
        """Where the decision rule changes."""
        return tuple(piece.start for piece in self.pieces if piece.start is not None)

    def piece_at(self, value: object) -> Piece:
        """The piece that holds a rational lambda."""
        level = _level(value)
        below = [piece for piece in self.pieces if piece.start is None or _is_below(piece.start, level)]
        return below[-1]

    def __call__(self, value: object) -> Fraction:
        """The exact value at a rational lambda; a float means the binary fraction that it is."""
        level = _level(value)
        return evaluate(self.piece_at(level).numerator, level) / evaluate(self.denominator, level)

    def expansion(self, order: int) -> tuple[Fraction, ...]:
        """Exact coefficients of epsilon^0 .. epsilon^order as epsilon falls to 0, from the first piece."""
        exponential = exponential_series(order)
        top = substitute(coefficients(self.pieces[0].numerator), exponential)
        return divide_series(top, substitute(coefficients(self.denominator), exponential))

    def __str__(self) -> str:
        lines = []
        for piece in self.pieces:
            start = "1" if piece.start is None else str(piece.start)
            lines.append(f"from {start}: ({polynomial_text(coefficients(piece.numerator))})")
        return "\n".join([*lines, f"all over {polynomial_text(coefficients(self.denominator))}"])


def _level(value: object) -> Exact:
    level = exact(value, "lambda")
    if level < 1:
        raise InvalidInput(f"lambda must be at least 1, got {shown(level)}")
    return level


def _is_below(number: AlgebraicNumber, value: Exact) -> bool:
    while number.low < value < number.high:
        number = number.refined()
    return number.high <= value


def envelope(options: Sequence[Sequence[Polynomial]], denominator: Polynomial) -> PiecewiseRational:
    """The sum over transcripts of the largest option of each, over a denominator that is positive from 1 on.

    >>> print(envelope([[LAMBDA, 2 * LAMBDA - 3]], polynomial([1])))
    from 1: (λ)
    from 3: (2λ - 3)
    all over 1
    """
    cuts = roots_above_one(a - b for choice in options for a, b in combinations(choice, 2))
    pieces: list[Piece] = []
    for start, sample in zip([None, *cuts], sample_points(cuts), strict=True):
        decisions = tuple(_best(choice, sample) for choice in options)
        if not pieces or pieces[-1].decisions != decisions:
            total = sum((choice[d] for choice, d in zip(options, decisions, strict=True)), start=polynomial([0]))
            pieces.append(Piece(start, total, decisions))
    return PiecewiseRational(denominator, tuple(pieces))


def _best(choice: Sequence[Polynomial], sample: Fraction) -> int:
    values = [evaluate(option, sample) for option in choice]
    return values.index(max(values))


def accuracy_function(f: Function, k: int) -> PiecewiseRational:
    """Optimal average accuracy of a central observer for f, all k <= 4 parties having the same unknown lambda.

    >>> curve = accuracy_function([0, 0, 0, 1], 2)
    >>> [str(point) for point in curve.breakpoints], curve(2), curve(3)
    (['root of λ^2 - 2λ - 1 near 2.414214'], Fraction(3, 4), Fraction(25, 32))
    """
    whole_number(k, "k", least=1, most=LARGEST_K)
    problem, _ = make_problem(f, [1] * k)
    powers = [LAMBDA**power for power in range(k + 1)]
    options = [
        [
            sum(
                (weight * powers[k - (tau ^ x).bit_count()] for x, weight in enumerate(_exact_row(row))),
                start=polynomial([0]),
            )
            for row in problem.payoffs
        ]
        for tau in range(1 << k)
    ]
    return envelope(options, (1 << k) * (LAMBDA + 1) ** k)


def _exact_row(row: Sequence[Exact]) -> list[Polynomial]:
    return [polynomial([entry]) for entry in row]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Where two piecewise rational functions differ: the signs of left - right between the cuts."""

    cuts: tuple[AlgebraicNumber, ...]
    signs: tuple[int, ...]

    @property
    def never_below(self) -> bool:
        """Whether left >= right on all of [1, infinity)."""
        return min(self.signs) >= 0


def compare(left: PiecewiseRational, right: PiecewiseRational) -> Comparison:
    """The sign of left - right on every open interval between consecutive cuts; equal neighbours are merged.

    All breakpoints and all zeros of differences of pieces are among the candidate cuts, so the sign is constant
    between them, and at the cuts themselves it follows by continuity.
    """
    differences = [
        a.numerator * right.denominator - b.numerator * left.denominator for a in left.pieces for b in right.pieces
    ]
    borders = [polynomial(point.minimal) for point in (*left.breakpoints, *right.breakpoints)]
    cuts = roots_above_one([*differences, *borders])
    signs = [_sign(left(sample) - right(sample)) for sample in sample_points(cuts)]
    kept = [i for i in range(1, len(signs)) if signs[i] != signs[i - 1]]
    return Comparison(tuple(cuts[i - 1] for i in kept), tuple(signs[i] for i in (0, *kept)))


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)
