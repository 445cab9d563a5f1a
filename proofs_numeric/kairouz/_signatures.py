"""The printed programs over signatures, Eqs. 16, 17, 19 and 20, with coefficients that a form gives.

They are solved on a grid of signatures, three for each party, the ends of its box among them, so that a slip in a
coefficient shows in the optimum. ``given[i]`` belongs to the i-th column.
"""

from lp_models.kairouz import signature_grid, signature_tensor
from optcheck.claims import *
from optcheck.lp.program import Model
from optcheck.lp.solve import solve
from proofs_numeric.kairouz._levels import Observed

__all__ = ["average_dual_optimum", "average_optimum", "columns", "worst_dual_optimum", "worst_optimum"]


def columns(lambdas: tuple[Fraction, ...]) -> list[Value]:
    """The columns S_s of the grid."""
    return [signature_tensor(signature) for signature in signature_grid(lambdas, 3)]


def average_optimum(at: Observed, given: Value) -> Value:
    """Eq. 16 with ``given[i][y]`` for <W(y), S>, as an accuracy."""
    model, size = Model("maximise"), 2**at.k
    totals: list[dict[str, object]] = [{} for _ in range(size)]
    for place, column in enumerate(columns(at.lambdas)):
        for decision in range(at.decisions):
            name = model.variable(f"theta[{decision};{place}]", cost=given[place][decision])
            for x in range(size):
                totals[x][name] = column[x]
    for x in range(size):
        model.row(f"total[{x}]", totals[x], "=", 1)
    return Fraction(_value(model)) / size


def worst_optimum(at: Observed, given: Value) -> Value:
    """Eq. 19 with ``given[i][y][x]`` for W_x(y) S(x)."""
    model, size = Model("maximise"), 2**at.k
    xi = model.variable("xi", cost=1, lower=None)
    totals: list[dict[str, object]] = [{} for _ in range(size)]
    earned: list[dict[str, object]] = [{xi: -1} for _ in range(size)]
    for place, column in enumerate(columns(at.lambdas)):
        for decision in range(at.decisions):
            name = model.variable(f"theta[{decision};{place}]")
            for x in range(size):
                totals[x][name], earned[x][name] = column[x], given[place][decision][x]
    for x in range(size):
        model.row(f"total[{x}]", totals[x], "=", 1)
        model.row(f"accuracy[{x}]", earned[x], ">=", 0)
    return _value(model)


def average_dual_optimum(at: Observed, given: Value) -> Value:
    """Eq. 17 with the right sides ``given[i][y]`` for <S, W(y)>, as an accuracy."""
    model, size = Model("minimise"), 2**at.k
    mu = [model.variable(f"mu[{x}]", cost=1, lower=None) for x in range(size)]
    for place, column in enumerate(columns(at.lambdas)):
        for decision in range(at.decisions):
            terms = dict(zip(mu, column, strict=True))
            model.row(f"row[{decision};{place}]", terms, ">=", given[place][decision])
    return Fraction(_value(model)) / size


def worst_dual_optimum(at: Observed, given: Value) -> Value:
    """Eq. 20 with ``given[i][y][x]`` for W_x(y) S(x), the coefficients of nu."""
    model, size = Model("minimise"), 2**at.k
    mu = [model.variable(f"mu[{x}]", cost=1, lower=None) for x in range(size)]
    nu = [model.variable(f"nu[{x}]") for x in range(size)]
    for place, column in enumerate(columns(at.lambdas)):
        for decision in range(at.decisions):
            terms = dict(zip(mu, column, strict=True)) | {nu[x]: -given[place][decision][x] for x in range(size)}
            model.row(f"row[{decision};{place}]", terms, ">=", 0)
    model.row("prior", dict.fromkeys(nu, 1), "=", 1)
    return _value(model)


def _value(model: Model) -> Value:
    value = solve(model.build()).value
    if value is None:
        raise ArithmeticError("with these coefficients the program has no optimum")
    return value
