"""Eq. 20: the dual of the worst-case program.

Statement: minimise the sum of mu_x over nu >= 0 with total 1 and mu, subject to <S_s, mu> >= the sum over x of
W_x(y) S_s(x) nu_x for every decision y and signature s; its optimum equals that of Eq. 19.

Model: the printed rows for a grid of signatures that contains the extremal ones, solved exactly; the oracle solves
Eq. 19 on the same signatures. Corners: lambda_i = 1, constant functions, weights of any sign. Expected: holds,
proved for all k: for a fixed nu it is the dual of an average, and the minimax theorem does the rest.
"""

from __future__ import annotations

from typing import Any

from lp_models.signatures import signature_grid
from optcheck.audit import Claim, Discrepancy, Expected, Form, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.exact.program import Model
from optcheck.randomized_response.geometry import signature_tensor
from optcheck.randomized_response.problem import Problem
from optcheck.solvers import solve
from proofs_numeric.kairouz._arguments import dual_value, extremal_suffices
from proofs_numeric.kairouz._common import against_dual, problem_domain

POINTS = 3
Rows = list[tuple[list[Exact], list[Exact]]]


def as_printed(problem: Problem) -> Rows:
    """For each signature and decision: the coefficients of mu on the left and of nu on the right."""
    rows: Rows = []
    for signature in signature_grid(problem.lambdas, POINTS):
        column = signature_tensor(signature)
        rows += [(list(column), [s * w for s, w in zip(column, payoff, strict=True)]) for payoff in problem.payoffs]
    return rows


def compare(form: Any, problem: Problem) -> Discrepancy | None:
    """The optimum of the printed dual against the optimum of the primal."""
    model = Model("minimise")
    inputs = range(1 << problem.k)
    mu = [model.variable(f"mu[{x}]", cost=1, lower=None) for x in inputs]
    nu = [model.variable(f"nu[{x}]") for x in inputs]
    for i, (left, right) in enumerate(form(problem)):
        terms: dict[str, object] = dict(zip(mu, left, strict=True))
        terms |= {name: -entry for name, entry in zip(nu, right, strict=True)}
        model.row(f"row[{i}]", terms, ">=", 0)
    model.row("prior", dict.fromkeys(nu, 1), "=", 1)
    return against_dual(problem, solve(model.build()).value)


def proof() -> Proof:
    """The average's dual for a fixed prior, then the minimax theorem."""
    base = dual_value()
    return Proof(
        "For a fixed nu the rows are those of the average with weights nu, and the least sum mu is the best nu-average "
        "of a rule for randomised response (below). What is left is the minimum over nu of the maximum over rules of a "
        "bilinear function on two polytopes; by the minimax theorem it is the best worst case of a rule for randomised "
        "response, which is the optimum of Eq. 19 by Theorem 3.6. " + base.argument,
        base.steps + extremal_suffices().steps,
    )


CLAIM = Claim(
    id="kairouz/eq-20",
    place="Eq. 20",
    title="dual of the worst-case program",
    relation=Relation.EQUALS,
    domain=problem_domain("worst", "observer", 40, largest=2),
    printed=Form(
        "min sum mu_x over nu >= 0, sum nu = 1, subject to <S_s, mu> >= sum over x of W_x(y) S_s(x) nu_x for all y, s",
        as_printed,
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
