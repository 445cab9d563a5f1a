"""Eqs. 16, 17, 19 and 20 of the paper on randomised response on a grid of signatures, coefficients given one by one.

``lp_models.signatures`` builds the same programs from a problem; here what the paper prints as coefficients is
handed over, so that a slip in them shows in the optimum. ``given[i]`` belongs to the i-th signature of ``points``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from lp_models.signatures import signature_grid
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact
from optcheck.lp.program import Model
from optcheck.lp.solve import solve
from optcheck.randomized_response.geometry import Signature, signature_tensor
from optcheck.randomized_response.problem import Problem

__all__ = ["average_dual_optimum", "average_optimum", "points", "worst_dual_optimum", "worst_optimum"]

Terms = dict[str, Exact]


def points(problem: Problem) -> list[Signature]:
    """Three values for each party, the ends of the box among them."""
    return signature_grid(problem.lambdas, 3)


def average_optimum(problem: Problem, given: Sequence[Sequence[Exact]]) -> Fraction:
    """Eq. 16 with ``given[i][y]`` for <W(y), S>, as an accuracy."""
    model, totals = Model("maximise"), _blank(problem)
    for signature, options in zip(points(problem), given, strict=True):
        for decision, coefficient in enumerate(options):
            name = model.variable(f"theta[{decision};{signature}]", cost=coefficient)
            for row, entry in zip(totals, signature_tensor(signature), strict=True):
                row[name] = entry
    for x, row in enumerate(totals):
        model.row(f"total[{x}]", row, "=", 1)
    return _value(model) / len(totals)


def worst_optimum(problem: Problem, given: Sequence[Sequence[Sequence[Exact]]]) -> Fraction:
    """Eq. 19 with ``given[i][y][x]`` for W_x(y) S(x)."""
    model = Model("maximise")
    xi = model.variable("xi", cost=1, lower=None)
    totals, earned = _blank(problem), _blank(problem)
    for signature, options in zip(points(problem), given, strict=True):
        for decision, accuracies in enumerate(options):
            name = model.variable(f"theta[{decision};{signature}]")
            for x, entry in enumerate(signature_tensor(signature)):
                totals[x][name], earned[x][name] = entry, accuracies[x]
    for x in range(len(totals)):
        model.row(f"total[{x}]", totals[x], "=", 1)
        model.row(f"accuracy[{x}]", {xi: -1, **earned[x]}, ">=", 0)
    return _value(model)


def average_dual_optimum(problem: Problem, given: Sequence[Sequence[Exact]]) -> Fraction:
    """Eq. 17 with the right sides ``given[i][y]`` for <S, W(y)>, as an accuracy."""
    model = Model("minimise")
    mu = [model.variable(f"mu[{x}]", cost=1, lower=None) for x in range(1 << problem.k)]
    for signature, sides in zip(points(problem), given, strict=True):
        terms: Terms = dict(zip(mu, signature_tensor(signature), strict=True))
        for decision, side in enumerate(sides):
            model.row(f"row[{signature};{decision}]", terms, ">=", side)
    return _value(model) / len(mu)


def worst_dual_optimum(problem: Problem, given: Sequence[Sequence[Sequence[Exact]]]) -> Fraction:
    """Eq. 20 with ``given[i][y][x]`` for W_x(y) S(x), the coefficients of nu."""
    model, inputs = Model("minimise"), range(1 << problem.k)
    mu = [model.variable(f"mu[{x}]", cost=1, lower=None) for x in inputs]
    nu = [model.variable(f"nu[{x}]") for x in inputs]
    for signature, options in zip(points(problem), given, strict=True):
        left: Terms = dict(zip(mu, signature_tensor(signature), strict=True))
        for decision, right in enumerate(options):
            terms = left | {name: -entry for name, entry in zip(nu, right, strict=True)}
            model.row(f"row[{signature};{decision}]", terms, ">=", 0)
    model.row("prior", dict.fromkeys(nu, 1), "=", 1)
    return _value(model)


def _blank(problem: Problem) -> list[Terms]:
    return [{} for _ in range(1 << problem.k)]


def _value(model: Model) -> Fraction:
    value = solve(model.build()).value
    if value is None:
        raise InvalidInput("with these coefficients the program has no optimum")
    return Fraction(value)
