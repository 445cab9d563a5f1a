"""Several bits per party (Section 4): two interactive schemes and randomised response, as functions of lambda.

A scheme is the matrix of transcript probabilities with polynomials in lambda over one denominator. Each single bit
must be lambda-private. The inputs are equally likely.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from optcheck.exact.numbers import Exact
from optcheck.randomized_response.closed_forms import (
    LAMBDA,
    PiecewiseRational,
    Polynomial,
    envelope,
    evaluate,
    polynomial,
    roots_above_one,
    sample_points,
)

__all__ = [
    "Scheme",
    "accuracy_curve",
    "hamming_distance",
    "hamming_scheme",
    "hamming_weight_rows",
    "response_scheme",
    "xor_or_and",
    "xor_or_and_scheme",
]


Bits = tuple[int, ...]
ZERO = polynomial([0])
KEEP_OR_FLIP = (LAMBDA, polynomial([1]))  # over 1 + lambda: the response agrees, or differs


@dataclass(frozen=True, slots=True)
class Scheme:
    """``numerators[t][x]`` over ``denominator`` is the chance of transcript t on input x."""

    inputs: tuple[Bits, ...]
    transcripts: tuple[Hashable, ...]
    numerators: tuple[tuple[Polynomial, ...], ...]
    denominator: Polynomial

    def chances(self, value: Exact) -> list[list[Fraction]]:
        """The matrix at a rational lambda, one row for each input."""
        scale = evaluate(self.denominator, value)
        return [[evaluate(row[x], value) / scale for row in self.numerators] for x in range(len(self.inputs))]

    def is_stochastic(self) -> bool:
        """Whether the chances of every input sum to one, for all lambda."""
        return all(sum(column, start=ZERO) == self.denominator for column in zip(*self.numerators, strict=True))

    def is_private(self) -> bool:
        """Whether every single bit is lambda-private, for all lambda >= 1."""
        pairs = [
            (x, y) for x in self.inputs for y in self.inputs if sum(a != b for a, b in zip(x, y, strict=True)) == 1
        ]
        index = {x: i for i, x in enumerate(self.inputs)}
        gaps = {tuple((LAMBDA * row[index[y]] - row[index[x]]).coeffs()) for x, y in pairs for row in self.numerators}
        return all(is_nonnegative(polynomial([Fraction(int(c.p), int(c.q)) for c in gap])) for gap in gaps)


def is_nonnegative(poly: Polynomial) -> bool:
    """Whether a polynomial is >= 0 on all of [1, infinity): its sign at one point between consecutive roots decides."""
    return all(evaluate(poly, sample) >= 0 for sample in sample_points(roots_above_one([poly])))


def accuracy_curve(scheme: Scheme, payoff: Callable[[Bits, int], int], decisions: Sequence[int]) -> PiecewiseRational:
    """Average accuracy with the best decision after every transcript, for unknown lambda.

    >>> right = lambda bits, decision: int(xor_or_and(bits) == decision)
    >>> interactive, plain = (accuracy_curve(s, right, (0, 1)) for s in (xor_or_and_scheme(), response_scheme(3)))
    >>> interactive(5) > plain(5)
    True
    """
    options = [
        [sum((payoff(x, d) * p for x, p in zip(scheme.inputs, row, strict=True)), start=ZERO) for d in decisions]
        for row in scheme.numerators
    ]
    return envelope(options, len(scheme.inputs) * scheme.denominator)


def response_scheme(bits: int) -> Scheme:
    """Every bit by randomised response on its own."""
    inputs = tuple(product((0, 1), repeat=bits))
    rows = tuple(tuple(_respond(x, t) for x in inputs) for t in inputs)
    return Scheme(inputs, inputs, rows, (LAMBDA + 1) ** bits)


def _respond(bits: Bits, response: Bits) -> Polynomial:
    return LAMBDA ** sum(a == b for a, b in zip(bits, response, strict=True))


def xor_or_and(bits: Bits) -> int:
    """XOR of the second party's two bits when the first party's bit is 0, their AND when it is 1."""
    x, first, second = bits
    return first & second if x else first ^ second


def xor_or_and_scheme() -> Scheme:
    """The first party responds; the second answers with a response for the XOR or the AND, as the first bit asks."""
    inputs = tuple(product((0, 1), repeat=3))
    transcripts = tuple(product((0, 1), repeat=2))
    rows = tuple(
        tuple(KEEP_OR_FLIP[x[0] != asked] * KEEP_OR_FLIP[xor_or_and((asked, *x[1:])) != answer] for x in inputs)
        for asked, answer in transcripts
    )
    return Scheme(inputs, transcripts, rows, (LAMBDA + 1) ** 2)


def hamming_distance(bits: Bits) -> int:
    """The distance between the first two and the last two of four bits."""
    return abs(bits[0] - bits[2]) + abs(bits[1] - bits[3])


def hamming_weight_rows() -> tuple[tuple[Polynomial, ...], ...]:
    """The second party's answers 0, 1, 2 over lambda (1 + lambda), by the distance of its bits from the response.

    The paper prints the last row with two entries for answer 1 and a total above 1; this is the row by symmetry.
    """
    square, one = LAMBDA * LAMBDA, polynomial([1])
    return ((square, LAMBDA - 1, one), (LAMBDA, square - LAMBDA, LAMBDA), (one, LAMBDA - 1, square))


def hamming_scheme() -> Scheme:
    """The first party responds with both bits; the second publishes a private estimate of the distance to them."""
    inputs = tuple(product((0, 1), repeat=4))
    responses = tuple(product((0, 1), repeat=2))
    transcripts = tuple((response, answer) for response in responses for answer in range(3))
    estimate = hamming_weight_rows()
    rows = tuple(
        tuple(_respond(x[:2], response) * estimate[hamming_distance((*response, *x[2:]))][answer] for x in inputs)
        for response, answer in transcripts
    )
    return Scheme(inputs, transcripts, rows, LAMBDA * (LAMBDA + 1) ** 3)
