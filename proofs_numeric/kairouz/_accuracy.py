"""Randomised response, written out, and the best accuracy of all private protocols.

:func:`best_accuracy` is the signature program of Eqs. 16 and 19, solved on a grid of signatures; the checker extends
its dual to the whole box. :func:`reached_accuracy` is the same number by another way: a rule for randomised response
and a prior with which no protocol does better.
"""

from collections.abc import Callable
from typing import TypeVar

from lp_models.kairouz import signature_grid, signature_program
from optcheck.claims import *
from optcheck.exact.files import Certificate
from optcheck.lp.program import Model
from optcheck.lp.solve import solve
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Criterion, Problem

__all__ = [
    "RIGHT_OR_WRONG",
    "SUFFICES",
    "best_accuracy",
    "excess",
    "excesses",
    "maximin",
    "minors",
    "reached_accuracy",
    "response_accuracy",
    "response_chance",
    "response_matrix",
    "shortfall",
    "xor_problem",
]

I = TypeVar("I")  # noqa: E741 - the instance
RIGHT_OR_WRONG = ((1, 0), (0, 1))


def best_accuracy(problem: Callable[[I], Problem]) -> Quantity[I]:
    """The best accuracy among all private protocols, by the program over signatures."""
    return Quantity(
        kind="signature-protocol",
        name="optimal accuracy",
        describe=lambda instance: problem(instance).document(),
        certify=lambda instance: _solved(problem(instance)),
    )


def _solved(problem: Problem) -> Certificate:
    return solve(signature_program(problem, signature_grid(problem.lambdas, 3))).certificate


def reached_accuracy(problem: Callable[[I], Problem]) -> Quantity[I]:
    """The same, by randomised response and a prior that no protocol beats."""
    return Quantity(
        kind="randomized-response-optimum",
        name="optimal accuracy",
        describe=lambda instance: problem(instance).document(),
        certify=lambda instance: solve_problem(problem(instance)).certify(),
    )


def xor_problem(k: int, level: Fraction, criterion: Criterion = "average") -> Problem:
    """A central observer wants the XOR of k bits, all with one lambda."""
    return Problem((level,) * k, tuple(x.bit_count() & 1 for x in range(1 << k)), RIGHT_OR_WRONG, criterion)


def response_chance(lambdas: Value, x: int, response: int) -> Value:
    """Eq. 9: party i publishes its bit with probability lambda_i / (1 + lambda_i), else the other one.

    >>> response_chance([2, 3], x=0b01, response=0b11)
    Fraction(1, 4)
    """
    chance = Fraction(1)
    for party in range(len(lambdas)):
        place, level = 2 ** (len(lambdas) - 1 - party), lambdas[party]
        same = x // place % 2 == response // place % 2
        chance = chance * (level if same else 1) / (1 + level)
    return chance


def response_matrix(lambdas: Value) -> Value:
    """The chances of all responses (columns) on all inputs (rows)."""
    every = range(2 ** len(lambdas))
    return [[response_chance(lambdas, x, response) for response in every] for x in every]


def response_accuracy(lambdas: Value, payoffs: Value) -> Value:
    """The average accuracy of randomised response with a best decision after every response.

    ``payoffs[y][x]`` is the accuracy of decision y on input x.
    """
    every = range(2 ** len(lambdas))
    total = Fraction(0)
    for response in every:
        chances = [response_chance(lambdas, x, response) for x in every]
        total += max([sum([chances[x] * row[x] for x in every]) for row in payoffs])
    return total / 2 ** len(lambdas)


def shortfall(rows: Value) -> Value:
    """How far rows of chances are from being distributions: totals other than 1, and negative entries."""
    return sum(abs(sum(row) - 1) + sum(max(0, -p) for p in row) for row in rows)


def excess(lambdas: Value, matrix: Value) -> Value:
    """By how much a chance exceeds lambda_i times the one on an input that differs in bit i; 0 where all is private."""
    return max(excesses(lambdas, matrix))


def excesses(lambdas: Value, matrix: Value) -> Value:
    """The same for each party i."""
    found: Value = []
    for party in range(len(lambdas)):
        place, worst = 2 ** (len(lambdas) - 1 - party), Fraction(0)
        for x in range(len(matrix)):
            other = x + place if x // place % 2 == 0 else x - place
            for t in range(len(matrix[0])):
                worst = max(worst, matrix[x][t] - lambdas[party] * matrix[other][t])
        found += [worst]
    return found


def minors(matrix: Value) -> Value:
    """The largest 2 x 2 minor of a column, folded at each bit; 0 where every column is a rank-one tensor."""
    worst, size = Fraction(0), len(matrix)
    place = size // 2
    while place >= 1:
        low = [x for x in range(size) if x // place % 2 == 0]
        for t in range(len(matrix[0])):
            for x in low:
                for y in low:
                    cross = matrix[x][t] * matrix[y + place][t] - matrix[y][t] * matrix[x + place][t]
                    worst = max(worst, abs(cross))
        place //= 2
    return worst


def maximin(coefficients: Value) -> Value:
    """The largest minimum, over inputs, of the sums with these coefficients over stochastic Q(transcript, decision)."""
    model = Model("maximise")
    xi = model.variable("xi", cost=1, lower=None)
    transcripts, decisions = range(len(coefficients[0])), range(len(coefficients[0][0]))
    names = {(t, y): model.variable(f"Q[{t},{y}]") for t in transcripts for y in decisions}
    for t in transcripts:
        model.row(f"decide[{t}]", {names[t, y]: 1 for y in decisions}, "=", 1)
    for place, entries in enumerate(coefficients):
        terms = {names[t, y]: entries[t][y] for t in transcripts for y in decisions}
        model.row(f"accuracy[{place}]", {xi: -1, **terms}, ">=", 0)
    return solve(model.build()).value


SUFFICES = (
    "Every message depends on its sender's bit and on earlier messages only, so P(t | x) is a product of factors "
    "u_i(x_i); privacy keeps u_i(1) = s_i u_i(0) with 1/l_i <= s_i <= l_i, or makes the whole column 0: a column is a "
    "mass times a signature. As [1, s] = (s l - 1)/(l^2 - 1) [1, l] + l (l - s)/(l^2 - 1) [1, 1/l], by products each "
    "signature is a mixture of the 2^k extremal ones. Replacing a transcript by that mixture leaves S theta(y) "
    "unchanged for every decision y (pairs of decisions for a party), hence the totals and the accuracy on every "
    "input: average and worst case alike. The extremal masses are then fixed by S theta = 1: products of l/(1+l) and "
    "1/(1+l), unique when all l > 1; where l_i = 1 the column does not depend on x_i, nor does party i's response, so "
    "party i may be left out. That is randomised response, and Eqs. 2, 4, 5, 6 choose the best rule for it."
)
