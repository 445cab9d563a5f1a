"""Protocols played message by message: the theorems are about these, the signature program only speaks of columns."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lp_models.decision_rules import average_rule_program, worst_rule_program
from optcheck.exact.numbers import Exact
from optcheck.randomized_response import optimal_accuracy
from optcheck.randomized_response.problem import Criterion, Problem
from optcheck.randomized_response.protocol import is_private, is_protocol_compatible
from optcheck.solvers import solve

SPEAKERS = (0, 1, 0)
CHANCES = (Fraction(1, 4), Fraction(1, 3), Fraction(1, 2), Fraction(2, 3), Fraction(3, 4))
Matrix = list[list[Exact]]


@st.composite
def conversations(draw: st.DrawFn) -> Matrix:
    """Two parties speak in turn; each message may depend on the speaker's bit and on all messages before it."""
    histories = [past for length in range(len(SPEAKERS)) for past in product((0, 1), repeat=length)]
    says_one = {(past, bit): draw(st.sampled_from(CHANCES)) for past in histories for bit in (0, 1)}
    matrix: Matrix = []
    for x in product((0, 1), repeat=2):
        row: list[Exact] = []
        for transcript in product((0, 1), repeat=len(SPEAKERS)):
            chance = Fraction(1)
            for turn, message in enumerate(transcript):
                one = says_one[transcript[:turn], x[SPEAKERS[turn]]]
                chance *= one if message else 1 - one
            row.append(chance)
        matrix.append(row)
    return matrix


def privacy_levels(matrix: Matrix) -> tuple[Fraction, Fraction]:
    """The least lambda of each party: the largest ratio when its bit alone changes."""
    found = [
        max(Fraction(p) / q for x, row in enumerate(matrix) for p, q in zip(row, matrix[x ^ step], strict=True))
        for step in (2, 1)
    ]
    return found[0], found[1]


@pytest.mark.parametrize("criterion", ["average", "worst"])
@pytest.mark.parametrize("observer", [None, 0, 1])
@settings(deadline=None, max_examples=25)
@given(matrix=conversations(), table=st.sampled_from([(0, 1, 1, 0), (0, 0, 0, 1), (0, 1, 2, 1)]))
def test_no_conversation_beats_randomised_response(
    criterion: Criterion, observer: int | None, matrix: Matrix, table: tuple[int, ...]
) -> None:
    lambdas = privacy_levels(matrix)
    assert is_protocol_compatible(matrix)
    assert is_private(matrix, lambdas)
    count = max(table) + 1
    right = tuple(tuple(int(d == t) for d in range(count)) for t in range(count))
    problem = Problem(lambdas, table, right, criterion, observer)
    program = average_rule_program if criterion == "average" else worst_rule_program
    reached = [Fraction(solve(program(problem, matrix, view)).value or 0) for view in problem.views]
    value = sum(reached) / 4 if criterion == "average" else min(reached)
    assert value <= optimal_accuracy(table, lambdas, criterion, observer)
