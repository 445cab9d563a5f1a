"""Decision-rule programs for a given protocol: Eq. 6 for a central observer, Eq. 4 for a party that knows its bit.

For randomised response: which decisions are best after a response, and which ones optimal rules share.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lp_models.signatures import dense_rows
from lp_models.small_problems import response_chance
from optcheck.exact.numbers import Exact
from optcheck.lp.program import LinearProgram, Model, object_array
from optcheck.lp.solve import solve
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Problem

__all__ = ["average_rule_program", "best_decisions", "common_chance", "worst_rule_program"]

Matrix = Sequence[Sequence[Exact]]


def worst_rule_program(problem: Problem, matrix: Matrix, bit: int | None = None) -> LinearProgram:
    """Maximise the least accuracy over inputs (those with the party's own bit, for a party) over randomised rules.

    ``matrix[x][t]`` is the chance of transcript t on input x. Variables are ``rule[t,d]`` and the value ``xi``.

    >>> from optcheck.randomized_response import make_problem, transcript_matrix
    >>> from optcheck.lp.solve import solve
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
    >>> from optcheck.lp.solve import solve
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


def best_decisions(problem: Problem, response: int, bit: int | None = None) -> set[int]:
    """The decisions with the largest average accuracy after a response (of a party: with its own bit).

    >>> from optcheck.randomized_response import make_problem
    >>> best_decisions(make_problem([0, 1, 1, 0], [2, 2])[0], 0b01)
    {1}
    """
    inputs = [x for x in range(1 << problem.k) if problem.own_bit(x) == bit]
    chances = {x: response_chance(problem.lambdas, x, response) for x in inputs}
    totals = [sum(p * w[x] for x, p in chances.items()) for w in problem.payoffs]
    return {decision for decision, total in enumerate(totals) if total == max(totals)}


def common_chance(problem: Problem, responses: Sequence[int], decision: int, bit: int | None = None) -> Exact:
    """The largest chance that a rule with the optimal worst case can give a decision after all these responses."""
    optimum, every = solve_problem(problem).value, range(1 << problem.k)
    model = Model("maximise")
    common = model.variable("common", cost=1)
    names = {(r, d): model.variable(f"Q[{r},{d}]") for r in every for d in range(problem.decisions)}
    for r in every:
        model.row(f"decide[{r}]", {names[r, d]: 1 for d in range(problem.decisions)}, "=", 1)
    for r in responses:
        model.row(f"common[{r}]", {common: -1, names[r, decision]: 1}, ">=", 0)
    for x in (x for x in every if problem.own_bit(x) == bit):
        chances = {r: response_chance(problem.lambdas, x, r) for r in every}
        terms: dict[str, object] = {name: chances[r] * problem.payoffs[d][x] for (r, d), name in names.items()}
        model.row(f"accuracy[{x}]", terms, ">=", optimum)
    return solve(model.build()).value or 0


def _rule_rows(transcripts: int, decisions: int, extra: int) -> list[list[Exact]]:
    rows: list[list[Exact]] = []
    for chosen in range(transcripts):
        marks = [int(t == chosen) for t in range(transcripts) for _ in range(decisions)]
        rows.append([*marks, *([0] * extra)])
    return rows


def _rule_labels(transcripts: int, decisions: int) -> list[str]:
    return [f"rule[{t},{d}]" for t in range(transcripts) for d in range(decisions)]
