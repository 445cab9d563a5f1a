"""Eqs. 18 and 19: the worst-case program over signatures.

Statement: the best worst-case accuracy is the maximum of xi subject to xi <= sum over y and s of W_x(y) S_s(x)
theta_s(y) for every input x, sum over y and s of S_s theta_s(y) = 1 and theta >= 0.

Model: the form gives the coefficients of the accuracy rows on a grid of signatures that contains the extremal ones; the
program is solved exactly. The truth is the optimum among all private protocols.

Corners: lambda_i = 1, constant functions, three decisions, weights of any sign.

Readings: none. Eq. 18, with the minimum in the objective, is the same program.
"""

from fractions import Fraction

from lp_models.signatures import signature_grid
from lp_models.small_problems import small_problems
from optcheck.claims import Argument, Claim, Form, Formula, Outcome, Value
from optcheck.claims.relations import equals
from optcheck.exact.program import Model
from optcheck.randomized_response.geometry import signature_tensor
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Problem
from optcheck.solvers import solve
from proofs_numeric.kairouz._common import best_accuracy, problem_domain
from proofs_numeric.kairouz._steps import agrees, extremal_suffices

POINTS = 3


def as_printed(problem: Problem) -> Value:
    columns = [signature_tensor(signature) for signature in signature_grid(problem.lambdas, POINTS)]
    return [[[s * w for s, w in zip(column, row, strict=True)] for row in problem.payoffs] for column in columns]


def optimum(problem: Problem, coefficients: Value) -> Fraction:
    """The largest xi with these accuracy rows."""
    model = Model("maximise")
    xi = model.variable("xi", cost=1, lower=None)
    inputs = range(1 << problem.k)
    totals: list[dict[str, object]] = [{} for _ in inputs]
    earned: list[dict[str, object]] = [{xi: -1} for _ in inputs]
    for signature, options in zip(signature_grid(problem.lambdas, POINTS), coefficients, strict=True):
        for decision, accuracies in enumerate(options):
            name = model.variable(f"theta[{decision};{signature}]")
            for x, entry in enumerate(signature_tensor(signature)):
                totals[x][name], earned[x][name] = entry, accuracies[x]
    for x in inputs:
        model.row(f"total[{x}]", totals[x], "=", 1)
        model.row(f"accuracy[{x}]", earned[x], ">=", 0)
    return Fraction(solve(model.build()).value or 0)


def proof(argument: Argument, form: Formula[Problem]) -> None:
    extremal_suffices(argument)
    argument.words(
        "xi is the smallest of the accuracies where it is largest, so the program maximises the worst case; with "
        "corners among the signatures its optimum is that over all of them."
    )
    some = list(small_problems("worst", "observer"))[::8]
    solved = ((optimum(p, form(p)), solve_problem(p).value) for p in some)
    agrees(argument, "on grids of signatures that hold the corners the program has this optimum", solved)


CLAIM = Claim(
    id="kairouz/eq-19",
    place="Eqs. 18 and 19",
    title="the worst-case program over signatures",
    domain=problem_domain("worst", "observer", 30, largest=2),
    truth=best_accuracy(),
    means=optimum,
    asserts=equals,
    printed=Form(
        as_printed, "max ξ subject to ξ ≤ Σ_{y,s} W_x(y) S_s(x) θ_s(y) for all x, Σ_{y,s} S_s θ_s(y) = 1, θ ≥ 0"
    ),
    expected=Outcome.HOLDS,
    proof=proof,
    rests_on=("kairouz/eq-13", "kairouz/thm-3-6"),
)
