"""Worst-case accuracy of a given experiment: the least favourable prior, and the rule that is best against it.

max over rules of the min over inputs equals the min over priors of the Bayes accuracy. The linear program below has
the prior as variables; its row multipliers are the optimal (randomised) rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from optcheck.errors import NotCertified
from optcheck.exact.numbers import Exact
from optcheck.lp.program import LinearProgram, Optimal, SparseRows, object_array
from optcheck.lp.solve import solve

__all__ = ["Minimax", "minimax", "prior_program"]


@dataclass(frozen=True, slots=True)
class Minimax:
    """The exact worst-case accuracy, the least favourable prior, and the chance of each decision after each output."""

    value: Exact
    prior: tuple[Exact, ...]
    rule: tuple[tuple[Exact, ...], ...]


def prior_program(chances: Sequence[Sequence[Exact]], payoffs: Sequence[Sequence[Exact]]) -> LinearProgram:
    """Minimise the sum over outputs t of best[t], where best[t] >= sum over x of prior[x] P(t | x) W_x(d) for all d.

    ``chances[x][t]`` is P(t | x) and ``payoffs[d][x]`` is W_x(d).
    """
    inputs, outputs, decisions = len(chances), len(chances[0]), len(payoffs)
    rows = [[-chances[x][t] * row[x] for x in range(inputs)] + [1] for t in range(outputs) for row in payoffs]
    columns = [[*range(inputs), inputs + t] for t in range(outputs) for _ in payoffs]
    entries = [*(entry for row in rows for entry in row), *([1] * inputs)]
    places = [*(place for row in columns for place in row), *range(inputs)]
    return LinearProgram(
        sense="minimise",
        costs=(0,) * inputs + (1,) * outputs,
        rows=SparseRows(
            starts=np.array([*range(0, len(rows) * (inputs + 1) + 1, inputs + 1), len(entries)], dtype=np.int64),
            columns=np.array(places, dtype=np.int32),
            values=object_array(entries),
        ),
        relations=np.array([1] * len(rows) + [0], dtype=np.int8),
        rhs=object_array([0] * len(rows) + [1]),
        lower=(0,) * inputs + (None,) * outputs,
        upper=(None,) * (inputs + outputs),
        column_labels=tuple(f"prior[{x}]" for x in range(inputs)) + tuple(f"best[{t}]" for t in range(outputs)),
        row_labels=(*(f"decide[{t},{d}]" for t in range(outputs) for d in range(decisions)), "prior total"),
    )


def minimax(chances: Sequence[Sequence[Exact]], payoffs: Sequence[Sequence[Exact]]) -> Minimax:
    """Solve the experiment exactly.

    >>> from fractions import Fraction
    >>> half = Fraction(1, 2)
    >>> minimax([[1, 0], [half, half]], [[1, 0], [0, 1]]).value
    Fraction(2, 3)
    """
    program = prior_program(chances, payoffs)
    outcome = solve(program).outcome
    if not isinstance(outcome, Optimal):
        raise NotCertified("the worst-case program always has an optimum, but none was certified")
    inputs, decisions = len(chances), len(payoffs)
    rule = tuple(
        tuple(outcome.dual.get(t * decisions + d, 0) for d in range(decisions)) for t in range(len(chances[0]))
    )
    return Minimax(outcome.value, tuple(outcome.primal[:inputs]), rule)
