"""The signature program over the whole continuous box, by column generation.

Pricing asks for the signature s and decision d with the largest <S_s, nu W(d) - mu>. That is multilinear in s, so a
corner of the box is best, and all corners are priced at once by one transform for each decision. The start is the
silent protocol (s = 1 everywhere), which is feasible. No grid enters, and the end is proved for the whole box.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from lp_models.signatures import Column, decision_options, evidence_of, payoff_on, program_on_columns
from optcheck.errors import NotCertified
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact
from optcheck.lp.program import Optimal
from optcheck.lp.solve import solve
from optcheck.randomized_response.geometry import extremal_signatures
from optcheck.randomized_response.problem import Problem
from optcheck.randomized_response.transforms import corner_values

__all__ = ["Generated", "solve_by_columns"]


@dataclass(frozen=True, slots=True)
class Generated:
    """The optimum over the whole box, the columns that were needed, and the rounds it took."""

    value: Exact
    columns: tuple[Column, ...]
    rounds: int
    certificate: Certificate


def solve_by_columns(problem: Problem) -> Generated:
    """Solve the infinite program exactly.

    >>> from optcheck.randomized_response import make_problem
    >>> solve_by_columns(make_problem([0, 1, 1, 0], [2, 2])[0]).value
    Fraction(5, 9)
    """
    silent = (Fraction(1),) * problem.k
    columns: list[Column] = [(decision, silent) for decision in decision_options(problem)]
    rounds = 1
    while True:
        outcome = solve(program_on_columns(problem, columns)).outcome
        if not isinstance(outcome, Optimal):
            raise NotCertified("the silent protocol is feasible and accuracy is bounded, but no optimum was found")
        better = _better_columns(problem, outcome)
        if not better:
            evidence = evidence_of(problem, columns, outcome)
            certificate = Certificate("signature-protocol", problem.document(), evidence)
            certificate.verify()
            return Generated(outcome.value, tuple(columns), rounds, certificate)
        columns += better
        rounds += 1


def _better_columns(problem: Problem, outcome: Optimal) -> list[Column]:
    """For each corner the decision with the largest positive reduced profit."""
    size = 1 << problem.k
    bound = corner_values([outcome.dual.get(x, 0) for x in range(size)], problem.lambdas)
    prior: Sequence[Exact] = [Fraction(1, size)] * size
    if problem.criterion == "worst":
        prior = [-outcome.dual.get(size + x, 0) for x in range(size)]
    profits = {
        decision: corner_values(
            [w * p for w, p in zip(payoff_on(problem, decision), prior, strict=True)], problem.lambdas
        )
        for decision in decision_options(problem)
    }
    better: dict[Column, None] = {}
    for corner, signature in enumerate(extremal_signatures(problem.lambdas)):
        best = max(profits, key=lambda decision: profits[decision][corner])
        if profits[best][corner] > bound[corner]:
            better[best, signature] = None
    return list(better)
