"""Conversations played message by message: the theorems are about these, the signature program only about columns."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.claims.domain import Effort, declared
from optcheck.exact.numbers import Exact
from optcheck.randomized_response import optimal_accuracy
from optcheck.randomized_response.optimum import minimax
from optcheck.randomized_response.problem import Criterion, Problem
from proofs_numeric.kairouz._conversation import chance
from proofs_numeric.kairouz._levels import Protocol
from tests.strategies.protocols import is_private, is_protocol_compatible

TABLES = ((0, 1, 1, 0), (0, 0, 0, 1), (0, 1, 2, 1), (0, 0, 1, 1))
READERS: list[tuple[Criterion, int | None]] = [(c, o) for c in ("average", "worst") for o in (None, 0, 1)]
Matrix = list[list[Fraction]]
DECIDED = ("all(0 < p and p < 1 for p in zero)", "all(0 < p and p < 1 for p in one)")


def conversations(parties: int) -> st.SearchStrategy[Protocol]:
    """Up to three messages, none of them certain."""
    wanted = declared(Protocol).where(f"k == {parties}", *DECIDED)
    return wanted.strategy(Effort(largest={"k": parties, "length": 3}))


def matrix_of(talk: Protocol) -> Matrix:
    """The chances of all transcripts on all inputs."""
    return [[chance(talk, t, x) for t in range(2**talk.length)] for x in range(2**talk.k)]


def least_lambdas(matrix: Matrix, parties: int) -> tuple[Fraction, ...]:
    """The least lambda of each party for which a protocol without chances 0 is private."""
    bits = [1 << (parties - 1 - party) for party in range(parties)]
    return tuple(
        max(p / q for x, row in enumerate(matrix) for p, q in zip(row, matrix[x ^ bit], strict=True)) for bit in bits
    )


def problem_of(
    table: tuple[int, ...], lambdas: tuple[Fraction, ...], criterion: Criterion, reader: int | None
) -> Problem:
    count = max(table) + 1
    right = tuple(tuple(int(d == t) for d in range(count)) for t in range(count))
    return Problem(lambdas, table, right, criterion, reader)


def accuracy(problem: Problem, matrix: Matrix) -> Exact:
    """The best accuracy that the problem's reader, who sees the transcript and its own bit, gets with the best rule."""
    silent: list[Exact] = [0] * len(matrix[0])
    seen: list[list[Exact]] = [
        [entry for view in problem.views for entry in (row if problem.own_bit(x) == view else silent)]
        for x, row in enumerate(matrix)
    ]
    if problem.criterion == "worst":
        return minimax(seen, problem.payoffs).value
    best = [
        max(sum(p * w for p, w in zip(c, row, strict=True)) for row in problem.payoffs) for c in zip(*seen, strict=True)
    ]
    return Fraction(sum(best)) / len(matrix)


@pytest.mark.parametrize(("criterion", "reader"), READERS)
@settings(deadline=None, max_examples=25)
@given(talk=conversations(2), table=st.sampled_from(TABLES))
def test_no_conversation_beats_randomised_response(
    criterion: Criterion, reader: int | None, talk: Protocol, table: tuple[int, ...]
) -> None:
    matrix = matrix_of(talk)
    lambdas = least_lambdas(matrix, 2)
    assert is_protocol_compatible(matrix)
    assert is_private(matrix, lambdas)
    problem = problem_of(table, lambdas, criterion, reader)
    assert accuracy(problem, matrix) <= optimal_accuracy(table, lambdas, criterion, reader)


@settings(deadline=None, max_examples=15)
@given(talk=conversations(3), table=st.lists(st.integers(0, 1), min_size=8, max_size=8))
def test_nor_with_three_parties(talk: Protocol, table: list[int]) -> None:
    matrix = matrix_of(talk)
    lambdas = least_lambdas(matrix, 3)
    problem = problem_of(tuple(table), lambdas, "average", None)
    assert accuracy(problem, matrix) <= optimal_accuracy(table, lambdas)


@pytest.mark.parametrize(("criterion", "reader"), READERS)
@pytest.mark.parametrize("table", TABLES)
def test_randomised_response_as_a_conversation_reaches_the_bound(
    criterion: Criterion, reader: int | None, table: tuple[int, ...]
) -> None:
    lambdas = (Fraction(2), Fraction(3, 2))
    keep, flip = [level / (1 + level) for level in lambdas], [1 / (1 + level) for level in lambdas]
    responses = Protocol(
        k=2, length=2, speaker=(0, 1, 1), zero=(keep[0], keep[1], keep[1]), one=(flip[0], flip[1], flip[1])
    )
    best = optimal_accuracy(table, lambdas, criterion, reader)
    assert accuracy(problem_of(table, lambdas, criterion, reader), matrix_of(responses)) == best
