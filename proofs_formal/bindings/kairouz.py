"""Randomised response: the best average accuracy, for a central observer and for a party that knows its own bit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from optcheck.randomized_response.average import average_accuracy
from optcheck.randomized_response.problem import Problem
from proofs_formal.binding import Binding, bind_claim, listed, rational

CASES = 1000
_AVERAGE = "fun '(lambdas, row, rows, best) => Qeq_bool (average_accuracy lambdas row rows) best"


def _cases(random: Random) -> Iterator[tuple[str, ...]]:
    for _ in range(CASES):
        problem = _problem(random)
        yield _case(problem, Fraction(average_accuracy(problem)))


def _problem(random: Random) -> Problem:
    k, truths, decisions = random.randint(1, 3), random.randint(1, 3), random.randint(1, 3)
    return Problem(
        lambdas=tuple(1 + Fraction(random.randint(0, 6), random.randint(1, 4)) for _ in range(k)),
        table=tuple(random.randrange(truths) for _ in range(1 << k)),
        weights=tuple(tuple(Fraction(random.randint(-4, 6), 2) for _ in range(decisions)) for _ in range(truths)),
        observer=random.choice([None, *range(k)]),
    )


def _rows(problem: Any) -> list[list[Fraction]]:
    """Every answer's accuracy on every input; a party's answer is a decision for each value of its own bit."""
    inputs = range(len(problem.table))
    if problem.observer is None:
        return [[Fraction(value) for value in row] for row in problem.payoffs]
    pairs = product(problem.payoffs, repeat=2)
    return [[Fraction(pair[problem.own_bit(x)][x]) for x in inputs] for pair in pairs]


def _case(problem: Any, best: Fraction) -> tuple[str, ...]:
    first, *others = (listed(map(rational, row)) for row in _rows(problem))
    lambdas = listed(rational(Fraction(value)) for value in problem.lambdas)
    return lambdas, first, listed(others), rational(best)


def _claimed(given: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    return _case(given.problem("average"), Fraction(claimed))


BINDINGS = (
    Binding("randomized_response.average_accuracy", "kairouz.Exact", _AVERAGE, _cases),
    bind_claim("kairouz/thm-3-1-average", "kairouz.Exact", _AVERAGE, _claimed),
    bind_claim("kairouz/thm-3-2", "kairouz.Exact", _AVERAGE, _claimed),
)
