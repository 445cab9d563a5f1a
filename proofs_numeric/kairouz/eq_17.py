"""Eq. 17: the dual of the average-accuracy program.

Statement: minimise the sum of mu_x subject to <S_s, mu> >= <S_s, W(y)> for every decision y and signature s; its
optimum equals that of Eq. 16 (accuracy without the factor 2^-k).

Model: the printed rows for a grid of signatures that contains the extremal ones, solved exactly; the oracle solves
Eq. 16 on the same signatures. On all of the box the dual has the same feasible set, because a row for s is a mixture
of the rows for the corners of the box.

Corners: lambda_i = 1, constant functions, three decisions, weights of any sign (mu is free in sign). Expected: holds,
proved for all k by an explicit mu of the same value as randomised response.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lp_models.signatures import signature_grid
from optcheck.audit import Claim, Discrepancy, Expected, Form, Relation
from optcheck.exact.numbers import Exact
from optcheck.exact.program import Model
from optcheck.randomized_response.geometry import signature_tensor
from optcheck.randomized_response.problem import Problem
from optcheck.solvers import solve
from proofs_numeric.kairouz._arguments import dual_value
from proofs_numeric.kairouz._common import against_dual, problem_domain

POINTS = 3
Rows = list[tuple[list[Exact], Exact]]


def as_printed(problem: Problem) -> Rows:
    """For each signature and decision: the coefficients of mu, and the right side."""
    rows: Rows = []
    for signature in signature_grid(problem.lambdas, POINTS):
        column = signature_tensor(signature)
        rows += [(list(column), sum(s * w for s, w in zip(column, payoff, strict=True))) for payoff in problem.payoffs]
    return rows


def compare(form: Any, problem: Problem) -> Discrepancy | None:
    """The optimum of the printed dual against the optimum of the primal."""
    model = Model("minimise")
    names = [model.variable(f"mu[{x}]", cost=1, lower=None) for x in range(1 << problem.k)]
    for i, (coefficients, side) in enumerate(form(problem)):
        terms: dict[str, object] = dict(zip(names, coefficients, strict=True))
        model.row(f"row[{i}]", terms, ">=", side)
    value = solve(model.build()).value
    return against_dual(problem, None if value is None else Fraction(value) / (1 << problem.k))


CLAIM = Claim(
    id="kairouz/eq-17",
    place="Eq. 17",
    title="dual of the average-accuracy program",
    relation=Relation.EQUALS,
    domain=problem_domain("average", "observer", 40, largest=2),
    printed=Form("min sum mu_x subject to <S_s, mu> >= <S_s, W(y)> for all y and s in the box", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=dual_value,
)
