"""Eq. 16: the average-accuracy program over signatures.

Statement: the best average accuracy, up to the factor 2^-k, is the maximum of the sum over y and s of <W(y), S_s>
theta_s(y) subject to sum over y and s of S_s theta_s(y) = 1 and theta >= 0.

Model: the form gives the objective's coefficients on a grid of signatures that contains the extremal ones; the
program is solved exactly. The truth is the optimum among all private protocols.

Corners: lambda_i = 1, constant functions, three decisions, weights of any sign.

Readings: none.
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
    return [[sum(s * w for s, w in zip(column, row, strict=True)) for row in problem.payoffs] for column in columns]


def optimum(problem: Problem, coefficients: Value) -> Fraction:
    """The maximum with these coefficients, as an accuracy."""
    model = Model("maximise")
    rows: list[dict[str, object]] = [{} for _ in range(1 << problem.k)]
    for signature, options in zip(signature_grid(problem.lambdas, POINTS), coefficients, strict=True):
        for decision, coefficient in enumerate(options):
            name = model.variable(f"theta[{decision};{signature}]", cost=coefficient)
            for row, entry in zip(rows, signature_tensor(signature), strict=True):
                row[name] = entry
    for x, row in enumerate(rows):
        model.row(f"total[{x}]", row, "=", 1)
    return Fraction(solve(model.build()).value or 0) / (1 << problem.k)


def proof(argument: Argument, form: Formula[Problem]) -> None:
    extremal_suffices(argument)
    argument.words(
        "Conversely theta >= 0 with S theta = 1 on the extremal signatures is randomised response with a rule, so the "
        "program over all signatures, over a grid that contains the corners, and over protocols have one optimum."
    )
    some = list(small_problems("average", "observer"))[::8]
    solved = ((optimum(p, form(p)), solve_problem(p).value) for p in some)
    agrees(argument, "on grids of signatures that hold the corners the program has this optimum", solved)


CLAIM = Claim(
    id="kairouz/eq-16",
    place="Eq. 16",
    title="the average-accuracy program over signatures",
    domain=problem_domain("average", "observer", 30, largest=2),
    truth=best_accuracy(),
    means=optimum,
    asserts=equals,
    printed=Form(as_printed, "max Σ_{y,s} <W(y), S_s> θ_s(y) subject to Σ_{y,s} S_s θ_s(y) = 1, θ ≥ 0"),
    expected=Outcome.HOLDS,
    proof=proof,
    rests_on=("kairouz/eq-13", "kairouz/thm-3-2"),
)
