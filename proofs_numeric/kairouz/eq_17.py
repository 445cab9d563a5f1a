"""Eq. 17: the dual of the average-accuracy program.

Statement: minimise the sum of mu_x subject to <S_s, mu> >= <S_s, W(y)> for every decision y and signature s; its
optimum equals that of Eq. 16 (accuracy without the factor 2^-k).

Model: the printed rows for a grid of signatures that contains the extremal ones, solved exactly. On all of the box the
dual has the same feasible set, because a row for s is a mixture of the rows for the corners of the box.

Corners: lambda_i = 1, constant functions, three decisions, weights of any sign (mu is free in sign).

Readings: none.
"""

from fractions import Fraction

from lp_models.signatures import signature_grid
from lp_models.small_problems import small_problems
from optcheck.claims import Argument, Claim, Form, Formula, Outcome, Value
from optcheck.claims.relations import equals
from optcheck.errors import InvalidInput
from optcheck.exact.program import Model
from optcheck.randomized_response.geometry import signature_tensor
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Problem
from optcheck.solvers import solve
from proofs_numeric.kairouz._common import best_accuracy, problem_domain
from proofs_numeric.kairouz._steps import agrees, dual_value

POINTS = 3


def as_printed(problem: Problem) -> Value:
    sides = []
    for signature in signature_grid(problem.lambdas, POINTS):
        column = signature_tensor(signature)
        sides.append([sum(s * w for s, w in zip(column, payoff, strict=True)) for payoff in problem.payoffs])
    return sides


def optimum(problem: Problem, sides: Value) -> Fraction:
    """The least sum of mu with <S_s, mu> at least these right sides, as an accuracy."""
    model = Model("minimise")
    names = [model.variable(f"mu[{x}]", cost=1, lower=None) for x in range(1 << problem.k)]
    for signature, row in zip(signature_grid(problem.lambdas, POINTS), sides, strict=True):
        terms: dict[str, object] = dict(zip(names, signature_tensor(signature), strict=True))
        for decision, side in enumerate(row):
            model.row(f"row[{signature};{decision}]", terms, ">=", side)
    value = solve(model.build()).value
    if value is None:
        raise InvalidInput("the dual has no optimum")
    return Fraction(value) / (1 << problem.k)


def proof(argument: Argument, form: Formula[Problem]) -> None:
    dual_value(argument)
    some = list(small_problems("average", "observer"))[::8]
    solved = ((optimum(p, form(p)), solve_problem(p).value) for p in some)
    agrees(argument, "on grids of signatures that hold the corners the program has this optimum", solved)


CLAIM = Claim(
    id="kairouz/eq-17",
    place="Eq. 17",
    title="dual of the average-accuracy program",
    domain=problem_domain("average", "observer", 30, largest=2),
    truth=best_accuracy(),
    means=optimum,
    asserts=equals,
    printed=Form(as_printed, "min Σ μ_x subject to <S_s, μ> ≥ <S_s, W(y)> for all y and s in the box"),
    expected=Outcome.HOLDS,
    proof=proof,
    rests_on=("kairouz/thm-3-2",),
)
