"""The figures of Kairouz, Oh and Viswanath redrawn, and optimal accuracies against epsilon; all curves are exact."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.paper import BLACK, BLUE, GREEN, ORANGE, PURPLE, add_legend, new_figure, save_figure, save_table
from optcheck.cli.reproduce import Reproduction
from optcheck.exact.numbers import Exact
from optcheck.randomized_response import accuracy_function
from optcheck.randomized_response.closed_forms import (
    LAMBDA,
    AlgebraicNumber,
    PiecewiseRational,
    Polynomial,
    coefficients,
    envelope,
    evaluate,
    polynomial,
    polynomial_text,
    roots_above_one,
    sample_points,
)
from proofs_numeric.kairouz._mechanisms import Mechanism, response_mechanism, three_letter_mechanism

Corners = list[tuple[float, float]]


def figure_1(out: Path, progress: Callable[[str], None]) -> list[Path]:
    """Three hypothesis-testing regions at epsilon = 1.5.

    Drawn are the parts on or below the line P_FA + P_MD = 1, exactly, for the double nearest to exp(1.5): the region of
    the three-letter mechanism, that of randomised response, and the triangle R_lambda. They coincide. The table lists
    the corners, and those of a weaker and of a less private mechanism for comparison.
    """
    level = Fraction(math.exp(1.5))
    progress("sorting outputs by likelihood ratio")
    regions = {
        "three-letter mechanism": _corners(three_letter_mechanism(level)),
        "randomised response": _corners(response_mechanism(level)),
        "R_lambda": [(1.0, 0.0), (float(1 / (1 + level)), float(1 / (1 + level))), (0.0, 1.0)],
    }
    others = {"ε = 0.75": Fraction(math.exp(0.75)), "ε = 3": Fraction(math.exp(3))}
    figure, (axes,) = new_figure(height=4.4)
    axes.fill(*zip(*regions["R_lambda"], strict=True), color=BLUE, alpha=0.18, label="R_λ, λ = exp(1.5)")
    axes.plot(
        *zip(*regions["randomised response"], strict=True), color=ORANGE, lw=5, alpha=0.8, label="randomised response"
    )
    axes.plot(
        *zip(*regions["three-letter mechanism"], strict=True),
        "o--",
        color=BLACK,
        lw=1.4,
        label="three-letter mechanism",
    )
    for name, other in others.items():
        corners = _corners(response_mechanism(other))
        regions[f"randomised response, {name}"] = corners
        axes.plot(*zip(*corners, strict=True), color=GREEN, lw=1, ls=":")
        axes.annotate(name, corners[1], textcoords="offset points", xytext=(4, 4), fontsize=8, color=GREEN)
    axes.plot([0, 1], [1, 0], color=BLACK, lw=0.8)
    axes.set(xlabel="missed detection P_MD", ylabel="false alarm P_FA", aspect="equal")
    axes.set_title("Regions of both mechanisms and R_λ, below the diagonal (ε = 1.5)", fontsize=10)
    add_legend(axes)
    rows = [(name, missed, alarm) for name, corners in regions.items() for missed, alarm in corners]
    table = save_table(out, "kairouz-fig1", ("region", "missed detection", "false alarm"), rows)
    return [*save_figure(figure, out, "kairouz-fig1"), table]


def _corners(mechanism: Mechanism) -> Corners:
    return [(float(missed), float(alarm)) for missed, alarm in mechanism.lower_boundary()]


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


def figure_2(out: Path, progress: Callable[[str], None]) -> list[Path]:
    """Interactive schemes against randomised response of every bit.

    Both accuracies are exact piecewise rational functions of lambda = exp(epsilon). Left: XOR-or-AND; the two are equal
    up to epsilon = log 2 and the interactive scheme is strictly better beyond. Right: Hamming distance of two bits,
    with the row that the paper misprints corrected (claim kairouz/fig-2-hamming); equal up to epsilon near 1.5286,
    better beyond.
    """
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
    return [*save_figure(figure, out, "kairouz-fig2"), save_table(out, "kairouz-fig2", header, rows)]


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


FUNCTIONS: dict[str, tuple[Callable[[tuple[int, ...]], int], str]] = {
    "AND": (min, BLUE),
    "majority": (lambda x: int(sum(x) > 3 // 2), GREEN),
    "XOR": (lambda x: sum(x) % 2, ORANGE),
    "number of ones": (sum, PURPLE),
}


def accuracy(out: Path, progress: Callable[[str], None]) -> list[Path]:
    """Optimal average accuracy against epsilon for functions of three bits, with the points where the rule changes.

    Not a figure of the paper: what its main theorem means for XOR, AND, majority and the count. Each curve is an exact
    piecewise rational function of lambda = exp(epsilon); the table lists pieces, breakpoints and decision rules
    exactly.
    """
    figure, (axes,) = new_figure()
    epsilons = [step / 25 for step in range(151)]
    rows: list[tuple[object, ...]] = []
    for name, (function, colour) in FUNCTIONS.items():
        progress(f"{name}: exact pieces")
        curve = accuracy_function(function, 3)
        values = [float(curve(Fraction(math.exp(epsilon)))) for epsilon in epsilons]
        axes.plot(epsilons, values, color=colour, label=name)
        points = [float(point) for point in curve.breakpoints]
        axes.plot([math.log(p) for p in points], [float(curve(Fraction(p))) for p in points], "o", color=colour, ms=5)
        below = polynomial_text(coefficients(curve.denominator))
        for piece in curve.pieces:
            start = "1" if piece.start is None else str(piece.start)
            numerator = polynomial_text(coefficients(piece.numerator))
            rows.append((name, start, numerator, below, "".join(map(str, piece.decisions))))
    axes.set(xlabel="ε", ylabel="optimal average accuracy")
    axes.set_title("Three parties, the same ε; dots: the best rule changes", fontsize=10)
    add_legend(axes)
    header = ("function", "from lambda", "numerator", "denominator", "decisions after 000..111")
    return [*save_figure(figure, out, "kairouz-accuracy"), save_table(out, "kairouz-accuracy", header, rows)]


REPRODUCTIONS = (
    Reproduction("kairouz-accuracy", "Optimal accuracy against epsilon for functions of three bits", accuracy),
    Reproduction("kairouz-fig1", "Hypothesis-testing regions of two mechanisms and R_lambda", figure_1),
    Reproduction("kairouz-fig2", "Interactive schemes against randomised response", figure_2),
)
