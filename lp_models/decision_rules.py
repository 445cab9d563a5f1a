"""Decision-rule programs for a given protocol: Eq. 6 for a central observer, Eq. 4 for a party that knows its bit."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lp_models.signatures import dense_rows
from optcheck.exact.numbers import Exact
from optcheck.exact.program import LinearProgram, object_array
from optcheck.randomized_response.problem import Problem

__all__ = ["average_rule_program", "worst_rule_program"]

Matrix = Sequence[Sequence[Exact]]


def worst_rule_program(problem: Problem, matrix: Matrix, bit: int | None = None) -> LinearProgram:
    """Maximise the least accuracy over inputs (those with the party's own bit, for a party) over randomised rules.

    ``matrix[x][t]`` is the chance of transcript t on input x. Variables are ``rule[t,d]`` and the value ``xi``.

    >>> from optcheck.randomized_response import make_problem, transcript_matrix
    >>> from optcheck.solvers import solve
    >>> problem, _ = make_problem([0, 0, 0, 1], [2, 2], "worst")
    >>> solve(worst_rule_program(problem, transcript_matrix([2, 2]))).value
    Fraction(16, 27)
    """
    inputs = [x for x in range(len(matrix)) if problem.own_bit(x) == bit]
    transcripts, options = len(matrix[0]), range(problem.decisions)
    rows: list[list[Exact]] = [
        [*(matrix[x][t] * problem.payoffs[d][x] for t in range(transcripts) for d in options), -1] for x in inputs
    ]
    rows += _rule_rows(transcripts, problem.decisions, extra=1)
    return LinearProgram(
        sense="maximise",
        costs=(0,) * (transcripts * problem.decisions) + (1,),
        rows=dense_rows(rows),
        relations=np.array([1] * len(inputs) + [0] * transcripts, dtype=np.int8),
        rhs=object_array([0] * len(inputs) + [1] * transcripts),
        lower=(0,) * (transcripts * problem.decisions) + (None,),
        upper=(None,) * (transcripts * problem.decisions + 1),
        column_labels=[*_rule_labels(transcripts, problem.decisions), "xi"],
        row_labels=[f"accuracy[{x}]" for x in inputs] + [f"decide[{t}]" for t in range(transcripts)],
    )


def average_rule_program(problem: Problem, matrix: Matrix, bit: int | None = None) -> LinearProgram:
    """Maximise the sum of the accuracies over inputs (with the party's own bit) over randomised rules.

    >>> from optcheck.randomized_response import make_problem, transcript_matrix
    >>> from optcheck.solvers import solve
    >>> problem, _ = make_problem([0, 1, 1, 0], [2, 2])
    >>> solve(average_rule_program(problem, transcript_matrix([2, 2]))).value  # over 4 inputs
    Fraction(20, 9)
    """
    inputs = [x for x in range(len(matrix)) if problem.own_bit(x) == bit]
    transcripts = len(matrix[0])
    costs = [
        sum(matrix[x][t] * problem.payoffs[d][x] for x in inputs)
        for t in range(transcripts)
        for d in range(problem.decisions)
    ]
    return LinearProgram(
        sense="maximise",
        costs=tuple(costs),
        rows=dense_rows(_rule_rows(transcripts, problem.decisions, extra=0)),
        relations=np.zeros(transcripts, dtype=np.int8),
        rhs=object_array([1] * transcripts),
        lower=(0,) * len(costs),
        upper=(None,) * len(costs),
        column_labels=_rule_labels(transcripts, problem.decisions),
        row_labels=[f"decide[{t}]" for t in range(transcripts)],
    )


def _rule_rows(transcripts: int, decisions: int, extra: int) -> list[list[Exact]]:
    rows: list[list[Exact]] = []
    for chosen in range(transcripts):
        marks = [int(t == chosen) for t in range(transcripts) for _ in range(decisions)]
        rows.append([*marks, *([0] * extra)])
    return rows


def _rule_labels(transcripts: int, decisions: int) -> list[str]:
    return [f"rule[{t},{d}]" for t in range(transcripts) for d in range(decisions)]
