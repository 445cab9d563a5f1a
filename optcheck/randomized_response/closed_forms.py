"""Accuracies as functions: closed forms for XOR and AND, expansions for small epsilon, and any function of few bits.

Power series are truncated and exact, lowest power first.

``accuracy_function`` is the optimal average accuracy as an exact function of an unknown lambda.

Every transcript contributes the largest of a few polynomials in lambda, so the accuracy is a piecewise rational
function on [1, infinity): numerators change where the best decision of some transcript changes.

The breakpoints are real roots above 1 of polynomials with rational coefficients. A root is stored as its minimal
polynomial and an interval with rational ends that holds no other root of it, so two roots are equal exactly when their
polynomials and intervals are, and the interval can always be refined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, factorial, lcm
from typing import TypeAlias

from flint import arb, ctx, fmpq, fmpq_poly, fmpz_poly

from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact, exact, whole
from optcheck.randomized_response.problem import (
    Function,
    check_observer,
    keep_probability,
    make_problem,
    privacy_levels,
)

MOST_ORDER = 200
Series = tuple[Fraction, ...]
MOST_PARTIES = 2000  # the time grows with the cube


def xor_accuracy(lambdas: Sequence[object], observer: int | None = None) -> Exact:
    """Optimal accuracy of the XOR of all bits, average and worst case alike: (1 + prod (l_i - 1)/(l_i + 1)) / 2.

    A party knows its own bit, so its own factor drops out.

    >>> xor_accuracy([2, 3])
    Fraction(7, 12)
    """
    levels = privacy_levels(lambdas)
    check_observer(observer, len(levels))
    bias = Fraction(1)
    for party, value in enumerate(levels):
        if party != observer:
            bias *= 2 * keep_probability(value) - 1
    return whole((1 + bias) / 2)


def and_worst_accuracy(value: object) -> Exact:
    """Optimal worst-case accuracy of the AND of two bits with one lambda.

    >>> and_worst_accuracy(2)
    Fraction(16, 27)
    """
    keep = keep_probability(value)
    level = keep / (1 - keep)
    return whole(level * (level * level + level + 2) / (1 + level) ** 3)


def and_average_accuracy(k: int, value: object) -> Exact:
    """Optimal average accuracy of the AND of k bits with one lambda.

    Only the input 1...1 has value 1; after a response with j ones it is worth deciding 1 when its chance
    lambda^j / (1 + lambda)^k exceeds one half.

    >>> and_average_accuracy(2, 3)
    Fraction(25, 32)
    """
    count, keep = whole_number(k, "k", least=1, most=MOST_PARTIES), keep_probability(value)
    gain = sum(comb(count, j) * max(Fraction(0), 2 * keep**j * (1 - keep) ** (count - j) - 1) for j in range(count + 1))
    return whole(1 + (gain - 1) / 2**count)


def keep_expansion(order: int) -> Series:
    """Coefficients of e^eps / (1 + e^eps) in powers of eps.

    >>> keep_expansion(3)
    (Fraction(1, 2), Fraction(1, 4), Fraction(0, 1), Fraction(-1, 48))
    """
    exponential = exponential_series(order)
    return divide_series(exponential, (exponential[0] + 1, *exponential[1:]))


def xor_expansion(k: int, order: int) -> Series:
    """Coefficients in powers of eps of the optimal accuracy of k-party XOR.

    >>> xor_expansion(2, 4)
    (Fraction(1, 2), Fraction(0, 1), Fraction(1, 8), Fraction(0, 1), Fraction(-1, 48))
    """
    count, keep = whole_number(k, "k", least=1, most=MOST_PARTIES), keep_expansion(order)
    bias = (2 * keep[0] - 1, *(2 * c for c in keep[1:]))
    power: Series = (Fraction(1), *(Fraction(0),) * order)
    for _ in range(count):
        power = multiply_series(power, bias)
    return ((1 + power[0]) / 2, *(c / 2 for c in power[1:]))


def exponential_series(order: int) -> Series:
    """exp(epsilon) up to the given power.

    >>> exponential_series(2)
    (Fraction(1, 1), Fraction(1, 1), Fraction(1, 2))
    """
    last = whole_number(order, "order", least=0, most=MOST_ORDER)
    return tuple(Fraction(1, factorial(power)) for power in range(last + 1))


def multiply_series(left: Series, right: Series) -> Series:
    """The product, as long as the shorter factor."""
    length = min(len(left), len(right))
    return tuple(sum((left[i] * right[n - i] for i in range(n + 1)), start=Fraction(0)) for n in range(length))


def divide_series(top: Series, bottom: Series) -> Series:
    """The quotient; the divisor must not vanish at 0."""
    if not bottom[0]:
        raise InvalidInput("the divisor must not vanish at 0")
    quotient: list[Fraction] = []
    for n in range(min(len(top), len(bottom))):
        known = sum((quotient[i] * bottom[n - i] for i in range(n)), start=Fraction(0))
        quotient.append((top[n] - known) / bottom[0])
    return tuple(quotient)


def substitute(coefficients: Sequence[Exact], inner: Series) -> Series:
    """A polynomial of a series, by Horner's rule."""
    result: Series = (Fraction(0),) * len(inner)
    for coefficient in reversed(coefficients):
        product = multiply_series(result, inner)
        result = (product[0] + coefficient, *product[1:])
    return result


Polynomial: TypeAlias = fmpq_poly
LAMBDA: Polynomial = fmpq_poly([0, 1])
LARGEST_K = 4
_PRECISION = 64  # bits of the balls that isolate roots


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
    changes = [i for i in range(1, len(signs)) if signs[i] != signs[i - 1]]
    return Comparison(tuple(cuts[i - 1] for i in changes), tuple(signs[i] for i in (0, *changes)))


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


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


def roots_above_one(polys: Iterable[Polynomial]) -> list[AlgebraicNumber]:
    """All different real roots greater than 1 of the nonzero polynomials, in increasing order, in disjoint intervals.

    >>> [str(root) for root in roots_above_one([LAMBDA * LAMBDA - 2, LAMBDA - 2])]
    ['root of λ^2 - 2 near 1.414214', '2']
    """
    factors = {factor for poly in polys if poly != 0 for factor in _irreducible_factors(poly)}
    return _separated([root for factor in sorted(factors) for root in _isolate(factor)])


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
    precision = _PRECISION
    while True:  # the root of an irreducible polynomial of degree over 1 is not 1: some precision shows on which side
        with ctx.workprec(precision):
            balls = [root.real for root, _ in fmpz_poly(list(minimal)).complex_roots() if root.imag == 0]
        if all(ball > 1 or ball < 1 for ball in balls):
            ends = ((_fraction(ball.mid()), _fraction(ball.rad())) for ball in balls if ball > 1)
            return [AlgebraicNumber(minimal, middle - radius, middle + radius) for middle, radius in ends]
        precision *= 2


def _fraction(number: arb) -> Fraction:
    mantissa, exponent = number.man_exp()
    return int(mantissa) * Fraction(2) ** int(exponent)


def _separated(roots: list[AlgebraicNumber]) -> list[AlgebraicNumber]:
    """Refine until the intervals do not touch each other (nor 1), then sort."""
    while True:
        roots = sorted(roots, key=lambda root: (root.low, root.high))
        touching = {i for i, (a, b) in enumerate(pairwise(roots)) if a.high >= b.low}
        touching |= {i + 1 for i in touching} | {i for i, root in enumerate(roots) if root.low <= 1}
        if not touching:
            return roots
        roots = [root.refined() if i in touching else root for i, root in enumerate(roots)]
