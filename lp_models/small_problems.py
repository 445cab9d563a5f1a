"""Small problems of private computation on bits, and the chances of randomised response on symbols or numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from optcheck.exact.numbers import Exact
from optcheck.randomized_response.problem import Criterion, Problem

__all__ = ["PAIRS", "RIGHT_OR_WRONG", "WEIGHTS", "readers_of", "response_chance", "response_matrix", "small_problems"]

RIGHT_OR_WRONG = ((1, 0), (0, 1))
LEVELS = (Fraction(1), Fraction(2), Fraction(3), Fraction(3, 2))
WEIGHTS: tuple[tuple[tuple[Exact, ...], ...], ...] = (
    RIGHT_OR_WRONG,
    ((1, 0), (0, 2)),
    ((0, -1), (Fraction(-1, 2), 0)),
    ((1, 0, Fraction(1, 2)), (0, 1, Fraction(1, 2))),
)
PAIRS: tuple[tuple[Exact, Exact], ...] = ((1, 1), (1, 2), (2, 2), (3, Fraction(3, 2)))


def small_problems(criterion: Criterion, readers: str) -> Iterator[Problem]:
    """One party with every function, and two parties with every function up to the names of its values."""
    for level, table, weights in product(LEVELS, product((0, 1), repeat=2), WEIGHTS):
        for observer in readers_of(1, readers):
            yield Problem((level,), table, weights, criterion, observer)
    for pair, table in product(PAIRS, product((0, 1), repeat=4)):
        if table[0] == 0:
            for observer in readers_of(2, readers):
                yield Problem(pair, table, RIGHT_OR_WRONG, criterion, observer)


def readers_of(k: int, readers: str) -> list[int | None]:
    """A central observer ("observer"), or each party ("parties")."""
    return [None] if readers == "observer" else list(range(k))


def response_chance(lambdas: Sequence[Any], x: int, response: int) -> Any:
    """The chance of a response on input x, both numbered with the first party's bit first.

    >>> response_chance([2, 3], x=0b01, response=0b11)
    Fraction(1, 4)
    """
    chance: Any = Fraction(1)
    for party, value in enumerate(reversed(lambdas)):
        same = x >> party & 1 == response >> party & 1
        chance = chance * (value if same else 1) * (Fraction(1) / (1 + value))
    return chance


def response_matrix(lambdas: Sequence[Any]) -> Any:
    """The chances for all inputs and responses."""
    every = range(1 << len(lambdas))
    return tuple(tuple(response_chance(lambdas, x, r) for r in every) for x in every)
