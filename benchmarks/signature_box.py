"""The best accuracy when signatures stay in a smaller box: what a grid without the corners can reach, in closed form.

A transcript's signature s lies in the box of all [1/lambda_i, lambda_i]. Let it lie in a smaller box [a_i, b_i] with
a_i <= 1 <= b_i: the outermost points of a grid, say. The column of s is the tensor of the vectors [1, s_i], each of
these is a mixture of [1, a_i] and [1, b_i], so every transcript can be replaced by transcripts at the corners of the
smaller box, with the same decision. The masses of these add up to [1, 1] x ... x [1, 1] in one way only, the product of

    (b_i - 1) / (b_i - a_i) at a_i    and    (1 - a_i) / (b_i - a_i) at b_i.

So the optimum is that of one protocol, in which each party publishes once, now with different chances for the two
values of its bit; the decision after each response is the best one (average), or comes from a program with one row for
each response (worst case). For XOR they are

    average  1/2 + 1/2 prod_i (b_i - 1)(1 - a_i)/(b_i - a_i),
    worst    1/2 + 1/2 prod_i (c_i - 1)/(c_i + 1)    with c_i = min(b_i, 1/a_i).

The first is the product of the parties' biases. In the second, symmetric randomised response at the levels c_i stays in
the box and reaches the value. No rule does better: let bit i be 0 with chance a_i/(1 + a_i) if c_i = 1/a_i, and with
chance b_i/(1 + b_i) if c_i = b_i. Then the response at that end of the interval says nothing about the bit, the other
one gives the bias (c_i - 1)/(c_i + 1), and the bits are independent, so that their biases multiply.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod

from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import one_of
from optcheck.exact.numbers import Exact, whole
from optcheck.lp.program import object_array
from optcheck.randomized_response.average import Kernel, kronecker
from optcheck.randomized_response.optimum import minimax
from optcheck.randomized_response.problem import CRITERIA, Criterion, Problem

Box = Sequence[tuple[Exact, Exact]]
Factor = tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]


def box_accuracy(problem: Problem, box: Box) -> Exact:
    """The best accuracy of a protocol whose signatures stay in the box; exact for every function, reader and criterion.

    >>> from optcheck.randomized_response import make_problem
    >>> xor, _ = make_problem([0, 1, 1, 0], [2, 2])
    >>> half = Fraction(1, 2)
    >>> box_accuracy(xor, [(half, 2)] * 2), box_accuracy(xor, [(Fraction(3, 4), Fraction(7, 4))] * 2)
    (Fraction(5, 9), Fraction(265, 512))
    """
    _check(problem, box)
    if problem.criterion == "average":
        return whole(Fraction(sum(map(max, zip(*_totals(problem, box), strict=True)))) / (1 << problem.k))
    if problem.observer is None:
        return minimax(box_chances(box), problem.payoffs).value
    rest = [ends for party, ends in enumerate(box) if party != problem.observer]
    return min(minimax(box_chances(rest), problem.seen_by(bit).payoffs).value for bit in (0, 1))


def xor_box_accuracy(box: Box, criterion: Criterion = "average") -> Exact:
    """The closed form for XOR of all bits and a central observer.

    >>> box = [(Fraction(3, 4), Fraction(7, 4))] * 2
    >>> xor_box_accuracy(box), xor_box_accuracy(box, "worst")
    (Fraction(265, 512), Fraction(25, 49))
    """
    one_of(criterion, CRITERIA, "criterion")
    for low, high in box:
        if not 0 < low <= 1 <= high:
            raise InvalidInput(f"an interval must hold 1 and lie above 0, got {shown(low)} to {shown(high)}")
    bias = prod((_bias(Fraction(low), Fraction(high), criterion) for low, high in box), start=Fraction(1))
    return whole((1 + bias) / 2)


def _bias(low: Fraction, high: Fraction, criterion: Criterion) -> Fraction:
    """How much a response tells about the bit: on average, or against the prior that is worst for it."""
    if criterion == "worst":
        level = min(high, 1 / low)
        return (level - 1) / (level + 1)
    return (high - 1) * (1 - low) / (high - low) if high > low else Fraction(0)


def box_chances(box: Box) -> list[list[Fraction]]:
    """P[x][response], both in lexicographic order; a party's response is its lower end or its upper one."""
    factors = [_factor(low, high) for low, high in box]
    words = list(product((0, 1), repeat=len(factors)))
    return [[_chance(factors, x, sides) for sides in words] for x in words]


def _chance(factors: Sequence[Factor], x: Sequence[int], sides: Sequence[int]) -> Fraction:
    return prod((factor[bit][side] for factor, bit, side in zip(factors, x, sides, strict=True)), start=Fraction(1))


def _factor(low: Exact, high: Exact) -> Factor:
    """The chances of the two responses for bit 0 and for bit 1."""
    below = Fraction(high - 1) / (high - low) if high > low else Fraction(1)
    return (below, 1 - below), (below * low, (1 - below) * high)


def box_slope(problem: Problem, box: Box, moves: Box) -> Exact:
    """How fast the average accuracy changes when the ends of the box move at the given speeds: a one-sided derivative.

    Each response's best total is a maximum of smooth functions, whose derivative is the largest one among the maxima.

    >>> from optcheck.randomized_response import make_problem
    >>> xor, _ = make_problem([0, 1, 1, 0], [2, 2])
    >>> box_slope(xor, [(Fraction(1, 2), 2)] * 2, [(Fraction(1, 2), Fraction(-1, 2))] * 2)
    Fraction(-5, 54)
    """
    _check(problem, box)
    if problem.criterion != "average":
        raise InvalidInput("the slope is known for the average accuracy, got the worst case")
    values = _totals(problem, box)
    slopes = [[Fraction(0)] * len(row) for row in values]
    for party in range(problem.k):
        if party != problem.observer:
            for total, part in zip(slopes, _totals(problem, box, (party, moves[party])), strict=True):
                total[:] = [a + b for a, b in zip(total, part, strict=True)]
    corners = zip(zip(*values, strict=True), zip(*slopes, strict=True), strict=True)
    gains = (max(slope for value, slope in zip(row, rates, strict=True) if value == max(row)) for row, rates in corners)
    return whole(Fraction(sum(gains)) / (1 << problem.k))


def _totals(problem: Problem, box: Box, moving: tuple[int, tuple[Exact, Exact]] | None = None) -> list[list[Fraction]]:
    """For each decision its accuracy times chance after each response, summed over inputs (its derivative)."""
    kernels: list[Kernel] = []
    for party, (low, high) in enumerate(box):
        if party == problem.observer:
            kernels.append(((1, 0), (0, 1)))  # a party learns nothing from its own response
        elif moving is not None and moving[0] == party:
            kernels.append(_moving(low, high, *moving[1]))
        else:
            zero, one = _factor(low, high)
            kernels.append(((zero[0], one[0]), (zero[1], one[1])))
    return [list(kronecker(object_array(list(row)), kernels)) for row in problem.payoffs]


def _moving(low: Exact, high: Exact, low_speed: Exact, high_speed: Exact) -> Kernel:
    """The derivative of a party's chances when the ends of its interval move."""
    if high == low:
        return ((0, 0), (0, 0))
    width = Fraction(high - low)
    below = (high - 1) / width
    speed = (high_speed - below * (high_speed - low_speed)) / width
    at_low, at_high = speed * low + below * low_speed, -speed * high + (1 - below) * high_speed
    return ((speed, at_low), (-speed, at_high))


def _check(problem: Problem, box: Box) -> None:
    if len(box) != problem.k:
        raise InvalidInput(f"a box must have an interval for each of {problem.k} parties, got {len(box)}")
    for (low, high), level in zip(box, problem.lambdas, strict=True):
        if not 1 / Fraction(level) <= low <= 1 <= high <= level:
            raise InvalidInput(
                f"an interval must hold 1 and lie between 1/lambda and lambda = {shown(level)}, "
                f"got {shown(low)} to {shown(high)}"
            )
