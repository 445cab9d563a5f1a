"""Small problems of private computation on bits, chances of randomised response on symbols or numbers, protocols."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_text
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Criterion, Problem

__all__ = [
    "PAIRS",
    "REWARDS",
    "RIGHT_OR_WRONG",
    "WEIGHTS",
    "and_problem",
    "protocol_certificate",
    "protocol_document",
    "readers_of",
    "response_chance",
    "response_matrix",
    "small_problems",
    "xor_problem",
]


Matrix = Sequence[Sequence[Exact]]
Number = Any  # an exact number, or an expression of sympy: proofs read the same formulas in symbols

RIGHT_OR_WRONG = ((1, 0), (0, 1))
LEVELS = (Fraction(1), Fraction(2), Fraction(3), Fraction(3, 2))
WEIGHTS: tuple[tuple[tuple[Exact, ...], ...], ...] = (
    RIGHT_OR_WRONG,
    ((1, 0), (0, 2)),
    ((0, -1), (Fraction(-1, 2), 0)),
    ((1, 0, Fraction(1, 2)), (0, 1, Fraction(1, 2))),
)
REWARDS: tuple[tuple[tuple[Exact, ...], ...], ...] = (RIGHT_OR_WRONG, ((1, 0), (0, 2)), ((4, 0, 3), (0, 4, 3)))
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


def xor_problem(k: int, level: Exact, criterion: Criterion = "average") -> Problem:
    """A central observer wants the XOR of k bits, all with one lambda."""
    return Problem((level,) * k, tuple(x.bit_count() & 1 for x in range(1 << k)), RIGHT_OR_WRONG, criterion)


def and_problem(level: Exact) -> Problem:
    """A central observer wants the AND of two bits with one lambda, in the worst case."""
    return Problem((level, level), (0, 0, 0, 1), RIGHT_OR_WRONG, "worst")


def readers_of(k: int, readers: str) -> list[int | None]:
    """A central observer ("observer"), or each party ("parties")."""
    return [None] if readers == "observer" else list(range(k))


def response_chance(lambdas: Sequence[Number], x: int, response: int) -> Number:
    """The chance of a response on input x, both numbered with the first party's bit first.

    >>> response_chance([2, 3], x=0b01, response=0b11)
    Fraction(1, 4)
    """
    chance: Number = Fraction(1)
    for party, value in enumerate(reversed(lambdas)):
        same = x >> party & 1 == response >> party & 1
        chance = chance * (value if same else 1) * (Fraction(1) / (1 + value))
    return chance


def response_matrix(lambdas: Sequence[Number]) -> tuple[tuple[Number, ...], ...]:
    """The chances for all inputs and responses."""
    every = range(1 << len(lambdas))
    return tuple(tuple(response_chance(lambdas, x, r) for r in every) for x in every)


def protocol_document(problem: Problem, matrix: Matrix, rule: Sequence[Matrix]) -> dict[str, object]:
    """A problem with a protocol and a decision rule for each view, both given in full, as the checker reads them."""
    chances, *decisions = ([[to_text(entry) for entry in row] for row in part] for part in (matrix, *rule))
    return {**problem.document(), "matrix": chances, "rule": decisions}


def protocol_certificate(problem: Problem, matrix: Matrix, rule: Sequence[Matrix]) -> Certificate:
    """Whether the protocol with its rule is private and as accurate as any: an optimum to compare it with."""
    evidence = solve_problem(problem).certify().evidence
    return Certificate("protocol-optimum", protocol_document(problem, matrix, rule), dict(evidence))
