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
MOST_PARTIES = 2000  # the time grows with the cube
Series = tuple[Fraction, ...]
Polynomial: TypeAlias = fmpq_poly
LAMBDA: Polynomial = fmpq_poly([0, 1])


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
    return _quotient(LAMBDA, LAMBDA + 1, order)


def xor_expansion(k: int, order: int) -> Series:
    """Coefficients in powers of eps of the optimal accuracy of k-party XOR.

    >>> xor_expansion(2, 4)
    (Fraction(1, 2), Fraction(0, 1), Fraction(1, 8), Fraction(0, 1), Fraction(-1, 48))
    """
    count, bias = whole_number(k, "k", least=1, most=MOST_PARTIES), 2 * polynomial(keep_expansion(order)) - 1
    power, beyond = polynomial([1]), LAMBDA ** (order + 1)
    for _ in range(min(count, order + 1)):  # the bias begins with epsilon
        power = power * bias % beyond
    return _padded((1 + power) / 2, order)


def _quotient(top: Polynomial, bottom: Polynomial, order: int) -> Series:
    """Coefficients of a rational function of lambda in powers of eps; the divisor must not vanish at lambda = 1."""
    last = whole_number(order, "order", least=0, most=MOST_ORDER)
    beyond, exponential = LAMBDA ** (last + 1), polynomial([Fraction(1, factorial(n)) for n in range(last + 1)])
    series = bottom(exponential) % beyond
    inverse = polynomial([1 / evaluate(bottom, 1)])
    for _ in range(last.bit_length()):  # Newton's iteration: each step doubles the number of right coefficients
        inverse = inverse * (2 - series * inverse) % beyond
    return _padded(top(exponential) * inverse % beyond, last)


def _padded(series: Polynomial, order: int) -> Series:
    found = coefficients(series)
    return found + (Fraction(0),) * (order + 1 - len(found))


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
    options = [[_earned(tau, row, k) for row in problem.payoffs] for tau in range(1 << k)]
    return envelope(options, (1 << k) * (LAMBDA + 1) ** k)


def _earned(tau: int, row: Sequence[Exact], k: int) -> Polynomial:
    """What a decision earns after a response: lambda for each bit of the input that was published as it is."""
    earned: list[Exact] = [0] * (k + 1)
    for x, weight in enumerate(row):
        earned[k - (tau ^ x).bit_count()] += weight
    return polynomial(earned)


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
        return _quotient(self.pieces[0].numerator, self.denominator, order)

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
