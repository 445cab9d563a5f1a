"""The optimum of a problem with its proof: a rule for randomised response, a prior, and the dual at the corners.

In the worst case, max over rules of min over inputs equals min over priors of the Bayes accuracy. ``prior_program`` has
the prior as variables; its row multipliers are the optimal (randomised) rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from optcheck.errors import NotCertified
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_text, whole
from optcheck.lp.program import LinearProgram, Optimal, SparseRows, object_array
from optcheck.lp.solve import solve
from optcheck.randomized_response.average import corner_solve, corner_values, decision_table
from optcheck.randomized_response.problem import Problem
from optcheck.randomized_response.protocol import transcript_matrix

__all__ = [
    "Minimax",
    "Optimum",
    "dual_of_prior",
    "minimax",
    "prior_program",
    "solve_problem",
]


Rule = tuple[tuple[tuple[Exact, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class Optimum:
    """An optimal accuracy. ``rule[view][response][decision]`` is a chance; a party has a view for each own bit."""

    problem: Problem
    value: Exact
    rule: Rule
    prior: tuple[Exact, ...]

    @property
    def dual(self) -> tuple[Exact, ...]:
        """The mu of Eqs. 17 and 20 that belongs to the prior."""
        return dual_of_prior(self.problem, self.prior)

    def evidence(self) -> dict[str, object]:
        """Prior and dual as JSON values: they prove the bound, whatever protocol reaches it."""
        return {"nu": [to_text(entry) for entry in self.prior], "mu": [to_text(entry) for entry in self.dual]}

    def certify(self) -> Certificate:
        """Proof that randomised response with this rule is optimal among all private interactive protocols."""
        rule = [[[to_text(chance) for chance in row] for row in part] for part in self.rule]
        return Certificate("randomized-response-optimum", self.problem.document(), {**self.evidence(), "rule": rule})


def solve_problem(problem: Problem) -> Optimum:
    """The exact optimum with its decision rule.

    >>> from optcheck.randomized_response import make_problem
    >>> best = solve_problem(make_problem([0, 0, 0, 1], [2, 2], "worst")[0])
    >>> best.value, best.certify().verify().value
    (Fraction(16, 27), Fraction(16, 27))
    """
    return _average(problem) if problem.criterion == "average" else _worst(problem)


def _average(problem: Problem) -> Optimum:
    size = 1 << problem.k
    rule = tuple(
        tuple(tuple(int(d == best) for d in range(problem.decisions)) for best in row)
        for row in decision_table(problem)
    )
    prior = (Fraction(1, size),) * size
    return Optimum(problem, whole(Fraction(sum(dual_of_prior(problem, prior)))), rule, prior)


def _worst(problem: Problem) -> Optimum:
    if problem.observer is None:
        best = minimax(transcript_matrix(problem.lambdas), problem.payoffs)
        return Optimum(problem, best.value, (best.rule,), best.prior)
    parts = [_given_own_bit(problem, bit) for bit in (0, 1)]
    rule = tuple(_spread_rule(problem, part.rule) for part in parts)
    worse = 0 if parts[0].value <= parts[1].value else 1
    return Optimum(problem, parts[worse].value, rule, _spread_prior(problem, parts[worse].prior, worse))


def _given_own_bit(problem: Problem, bit: int) -> Minimax:
    rest = problem.seen_by(bit)
    return minimax(transcript_matrix(rest.lambdas), rest.payoffs)


def _without_own(problem: Problem, x: int) -> int:
    """The index of input x without the reader's own bit."""
    bit = problem.k - 1 - (problem.observer or 0)
    return (x >> bit + 1) << bit | x & ((1 << bit) - 1)


def _spread_rule(problem: Problem, rule: Sequence[tuple[Exact, ...]]) -> tuple[tuple[Exact, ...], ...]:
    return tuple(rule[_without_own(problem, x)] for x in range(1 << problem.k))


def _spread_prior(problem: Problem, prior: Sequence[Exact], bit: int) -> tuple[Exact, ...]:
    inputs = range(1 << problem.k)
    return tuple(prior[_without_own(problem, x)] if problem.own_bit(x) == bit else 0 for x in inputs)


def dual_of_prior(problem: Problem, prior: Sequence[Exact]) -> tuple[Exact, ...]:
    """The mu that meets the dual constraint with equality at every corner for its best decision.

    Its sum is the Bayes accuracy of randomised response under the prior.
    """
    total: list[Exact] = [0] * (1 << problem.k)
    for view in problem.views:
        options = [
            corner_values(
                [p * q if problem.own_bit(x) == view else 0 for x, (p, q) in enumerate(zip(row, prior, strict=True))],
                problem.lambdas,
            )
            for row in problem.payoffs
        ]
        total = [a + max(column) for a, column in zip(total, zip(*options, strict=True), strict=True)]
    return tuple(corner_solve(total, problem.lambdas))


@dataclass(frozen=True, slots=True)
class Minimax:
    """The exact worst-case accuracy, the least favourable prior, and the chance of each decision after each output."""

    value: Exact
    prior: tuple[Exact, ...]
    rule: tuple[tuple[Exact, ...], ...]


def minimax(chances: Sequence[Sequence[Exact]], payoffs: Sequence[Sequence[Exact]]) -> Minimax:
    """Solve the experiment exactly.

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


def prior_program(chances: Sequence[Sequence[Exact]], payoffs: Sequence[Sequence[Exact]]) -> LinearProgram:
    """Minimise the sum over outputs t of best[t], where best[t] >= sum over x of prior[x] P(t | x) W_x(d) for all d.

    ``chances[x][t]`` is P(t | x) and ``payoffs[d][x]`` is W_x(d).
    """
    inputs, outputs, decisions = len(chances), len(chances[0]), len(payoffs)
    rows = [[-chances[x][t] * row[x] for x in range(inputs)] + [1] for t in range(outputs) for row in payoffs]
    columns = [[*range(inputs), inputs + t] for t in range(outputs) for _ in payoffs]
    entries = [*(entry for row in rows for entry in row), *([1] * inputs)]
    indices = [*(j for row in columns for j in row), *range(inputs)]
    return LinearProgram(
        sense="minimise",
        costs=(0,) * inputs + (1,) * outputs,
        rows=SparseRows(
            starts=np.array([*range(0, len(rows) * (inputs + 1) + 1, inputs + 1), len(entries)], dtype=np.int64),
            columns=np.array(indices, dtype=np.int32),
            values=object_array(entries),
        ),
        relations=np.array([1] * len(rows) + [0], dtype=np.int8),
        rhs=object_array([0] * len(rows) + [1]),
        lower=(0,) * inputs + (None,) * outputs,
        upper=(None,) * (inputs + outputs),
        column_labels=tuple(f"prior[{x}]" for x in range(inputs)) + tuple(f"best[{t}]" for t in range(outputs)),
        row_labels=(*(f"decide[{t},{d}]" for t in range(outputs) for d in range(decisions)), "prior total"),
    )
