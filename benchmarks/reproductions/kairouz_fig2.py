"""Fig. 2 of the randomised-response paper: interactive schemes against randomised response of every bit.

Both accuracies are exact piecewise rational functions of lambda = exp(epsilon). Left: XOR-or-AND; the two are equal up
to epsilon = log 2 and the interactive scheme is strictly better beyond. Right: Hamming distance of two bits, with the
row that the paper misprints corrected (claim kairouz/fig-2-hamming); equal up to epsilon near 1.5286, better beyond.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.paper import BLACK, BLUE, ORANGE, add_legend, new_figure, save_figure, save_table
from optcheck.cli.reproduce import Reproduction
from optcheck.exact.numbers import Exact
from optcheck.randomized_response.closed_forms import (
    LAMBDA,
    AlgebraicNumber,
    PiecewiseRational,
    Polynomial,
    envelope,
    evaluate,
    polynomial,
    roots_above_one,
    sample_points,
)

NAME = "kairouz-fig2"
EPSILONS = [step / 20 for step in range(161)]
ONE = polynomial([1])
KEEP_OR_FLIP = (LAMBDA, ONE)  # over 1 + lambda: the response agrees, or differs

Bits = tuple[int, ...]
Curves = tuple[PiecewiseRational, PiecewiseRational]


@dataclass(frozen=True, slots=True)
class Scheme:
    """``numerators[t][x]`` over ``denominator`` is the chance of transcript t on input x; inputs are lexicographic."""

    bits: int
    numerators: tuple[tuple[Polynomial, ...], ...]
    denominator: Polynomial

    @property
    def inputs(self) -> list[Bits]:
        """All values of the bits, which are equally likely."""
        return list(product((0, 1), repeat=self.bits))

    def chances(self, value: Exact) -> list[list[Fraction]]:
        """The matrix at a rational lambda, one row for each input."""
        scale = evaluate(self.denominator, value)
        return [[evaluate(row[x], value) / scale for row in self.numerators] for x in range(1 << self.bits)]

    def accuracy(self, payoff: Callable[[Bits, int], int], decisions: Sequence[int]) -> PiecewiseRational:
        """Average accuracy with the best decision after every transcript.

        >>> right = lambda bits, decision: int(xor_or_and(bits) == decision)
        >>> xor_or_and_scheme().accuracy(right, (0, 1))(5) > response_scheme(3).accuracy(right, (0, 1))(5)
        True
        """
        options = [
            [sum((payoff(x, d) * p for x, p in zip(self.inputs, row, strict=True)), start=0 * ONE) for d in decisions]
            for row in self.numerators
        ]
        return envelope(options, (1 << self.bits) * self.denominator)


def response_scheme(bits: int) -> Scheme:
    """Every bit by randomised response on its own."""
    inputs = list(product((0, 1), repeat=bits))
    rows = tuple(tuple(_respond(x, response) for x in inputs) for response in inputs)
    return Scheme(bits, rows, (LAMBDA + 1) ** bits)


def _respond(bits: Bits, response: Bits) -> Polynomial:
    return LAMBDA ** sum(a == b for a, b in zip(bits, response, strict=True))


def xor_or_and(bits: Bits) -> int:
    """XOR of the second party's two bits when the first party's bit is 0, their AND when it is 1."""
    x, first, second = bits
    return first & second if x else first ^ second


def xor_or_and_scheme() -> Scheme:
    """The first party responds; the second answers with a response for the XOR or the AND, as the first bit asks."""
    rows = tuple(
        tuple(
            KEEP_OR_FLIP[x[0] != asked] * KEEP_OR_FLIP[xor_or_and((asked, *x[1:])) != answer]
            for x in product((0, 1), repeat=3)
        )
        for asked, answer in product((0, 1), repeat=2)
    )
    return Scheme(3, rows, (LAMBDA + 1) ** 2)


def hamming_distance(bits: Bits) -> int:
    """The distance between the first two and the last two of four bits."""
    return abs(bits[0] - bits[2]) + abs(bits[1] - bits[3])


def hamming_scheme() -> Scheme:
    """The first party responds with both bits; the second publishes a private estimate of the distance to them.

    A row of ``estimate`` has the chances of 0, 1, 2 over lambda (1 + lambda), by the distance of the second party's
    bits from the response. The paper prints the last row with two entries for answer 1; this is the row by symmetry.
    """
    square = LAMBDA * LAMBDA
    estimate = ((square, LAMBDA - 1, ONE), (LAMBDA, square - LAMBDA, LAMBDA), (ONE, LAMBDA - 1, square))
    rows = tuple(
        tuple(
            _respond(x[:2], response) * estimate[hamming_distance((*response, *x[2:]))][answer]
            for x in product((0, 1), repeat=4)
        )
        for response in product((0, 1), repeat=2)
        for answer in range(3)
    )
    return Scheme(4, rows, LAMBDA * (LAMBDA + 1) ** 3)


def lead(scheme: PiecewiseRational, other: PiecewiseRational) -> AlgebraicNumber:
    """The lambda up to which both curves are equal, and from which on the scheme's is above.

    All breakpoints and all zeros of differences of pieces are among the cuts: between two of them a sign is constant.
    """
    differences = [
        a.numerator * other.denominator - b.numerator * scheme.denominator for a in scheme.pieces for b in other.pieces
    ]
    borders = [polynomial(point.minimal) for point in (*scheme.breakpoints, *other.breakpoints)]
    cuts = roots_above_one([*differences, *borders])
    gains = [scheme(sample) - other(sample) for sample in sample_points(cuts)]
    equal = gains.count(Fraction(0))
    assert all(gain == 0 if i < equal else gain > 0 for i, gain in enumerate(gains)), "equal, then the scheme leads"
    return cuts[equal - 1]


def run(out: Path, progress: Callable[[str], None]) -> list[Path]:
    """Draw both panels and write the values on the grid of epsilons."""
    progress("exact accuracies as functions of lambda")
    left, right = xor_or_and_curves(), hamming_curves()
    figure, (first, second) = new_figure(panels=2)
    values = [_draw(first, left, "XOR or AND"), _draw(second, right, "Hamming distance")]
    add_legend(first)
    add_legend(second)
    rows = [
        (epsilon, *left_pair, *right_pair) for epsilon, left_pair, right_pair in zip(EPSILONS, *values, strict=True)
    ]
    header = ("epsilon", "xor-or-and interactive", "xor-or-and response", "hamming interactive", "hamming response")
    return [*save_figure(figure, out, NAME), save_table(out, NAME, header, rows)]


def xor_or_and_curves() -> Curves:
    """The left panel: the interactive scheme and randomised response."""

    def right_or_wrong(bits: tuple[int, ...], decision: int) -> int:
        return int(xor_or_and(bits) == decision)

    return (
        xor_or_and_scheme().accuracy(right_or_wrong, (0, 1)),
        response_scheme(3).accuracy(right_or_wrong, (0, 1)),
    )


def hamming_curves() -> Curves:
    """The right panel."""

    def closeness(bits: tuple[int, ...], decision: int) -> int:
        return 2 - abs(hamming_distance(bits) - decision)

    return hamming_scheme().accuracy(closeness, (0, 1, 2)), response_scheme(4).accuracy(closeness, (0, 1, 2))


def _draw(axes: Any, curves: Curves, title: str) -> list[tuple[float, float]]:
    """Both curves, and where the interactive one starts to lead."""
    levels = [Fraction(math.exp(epsilon)) for epsilon in EPSILONS]
    values = [(float(curves[0](level)), float(curves[1](level))) for level in levels]
    axes.plot(EPSILONS, [pair[0] for pair in values], color=BLUE, label="interactive scheme")
    axes.plot(EPSILONS, [pair[1] for pair in values], color=ORANGE, ls="--", label="randomised response")
    threshold = math.log(float(lead(*curves)))
    axes.axvline(threshold, color=BLACK, lw=0.8, ls=":")
    place = (threshold, values[-1][0])
    axes.annotate(f"equal up to ε = {threshold:.4f}", place, xytext=(6, -3), textcoords="offset points", fontsize=8)
    axes.set(xlabel="ε", ylabel="average accuracy")
    axes.set_title(title, fontsize=10)
    return values


REPRODUCTION = Reproduction(name=NAME, title="Interactive schemes against randomised response", run=run)
