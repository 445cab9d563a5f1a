"""Conversations played message by message: the theorems are about these, the signature program only about columns."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.claims.claim import amounts
from optcheck.randomized_response import optimal_accuracy
from optcheck.randomized_response.problem import Criterion, Problem
from optcheck.randomized_response.protocol import is_private, is_protocol_compatible
from proofs_numeric.kairouz._conversation import (
    Message,
    conversation_accuracy,
    conversation_matrix,
    conversations,
    least_lambdas,
    response_conversation,
)

TABLES = ((0, 1, 1, 0), (0, 0, 0, 1), (0, 1, 2, 1), (0, 0, 1, 1))
READERS: list[tuple[Criterion, int | None]] = [(c, o) for c in ("average", "worst") for o in (None, 0, 1)]


def problem_of(
    table: tuple[int, ...], lambdas: tuple[Fraction, ...], criterion: Criterion, reader: int | None
) -> Problem:
    count = max(table) + 1
    right = tuple(tuple(int(d == t) for d in range(count)) for t in range(count))
    return Problem(lambdas, table, right, criterion, reader)


@st.composite
def trees(draw: st.DrawFn, parties: int, depth: int) -> Message | None:
    """Any party speaks at any time, with two or three words."""
    if depth == 0 or draw(st.integers(0, 5)) == 0:
        return None
    words = draw(st.integers(2, 3))
    rows = []
    for _ in range(2):
        shares = [draw(st.integers(1, 4)) for _ in range(words)]
        rows.append(tuple(Fraction(share, sum(shares)) for share in shares))
    following = tuple(draw(trees(parties, depth - 1)) for _ in range(words))
    return Message(draw(st.integers(0, parties - 1)), rows[0], rows[1], following)


@pytest.mark.parametrize(("criterion", "reader"), READERS)
@settings(deadline=None, max_examples=25)
@given(tree=trees(2, 3), table=st.sampled_from(TABLES))
def test_no_conversation_beats_randomised_response(
    criterion: Criterion, reader: int | None, tree: Message | None, table: tuple[int, ...]
) -> None:
    matrix = conversation_matrix(tree, 2)
    lambdas = least_lambdas(matrix)
    assert lambdas is not None
    assert is_protocol_compatible(matrix)
    assert is_private(matrix, lambdas)
    problem = problem_of(table, lambdas, criterion, reader)
    assert conversation_accuracy(problem, tree) <= optimal_accuracy(table, lambdas, criterion, reader)


@settings(deadline=None, max_examples=15)
@given(tree=trees(3, 3), table=st.lists(st.integers(0, 1), min_size=8, max_size=8))
def test_nor_with_three_parties(tree: Message | None, table: list[int]) -> None:
    lambdas = least_lambdas(conversation_matrix(tree, 3))
    assert lambdas is not None
    problem = problem_of(tuple(table), lambdas, "average", None)
    assert conversation_accuracy(problem, tree) <= optimal_accuracy(table, lambdas)


@pytest.mark.parametrize(("criterion", "reader"), READERS)
@pytest.mark.parametrize("table", TABLES)
def test_randomised_response_as_a_conversation_reaches_the_bound(
    criterion: Criterion, reader: int | None, table: tuple[int, ...]
) -> None:
    lambdas = (Fraction(2), Fraction(3, 2))
    problem = problem_of(table, lambdas, criterion, reader)
    best = optimal_accuracy(table, lambdas, criterion, reader)
    assert conversation_accuracy(problem, response_conversation(lambdas)) == best


def test_every_small_conversation_stays_below_the_bound_and_some_reach_it() -> None:
    """All conversations of two parties with up to two messages whose chances are 1/3 or 2/3: XOR at lambda = 2."""
    problem = problem_of((0, 1, 1, 0), (Fraction(2), Fraction(2)), "average", None)
    best, reached = optimal_accuracy((0, 1, 1, 0), (2, 2)), 0
    for tree in conversations(2, 2, amounts("1/3 2/3")):
        if is_private(conversation_matrix(tree, 2), problem.lambdas):
            value = conversation_accuracy(problem, tree)
            assert value <= best
            reached += value == best
    assert reached > 0
