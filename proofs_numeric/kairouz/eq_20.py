"""Eq. 20: the dual of the worst-case program.

Statement: minimise the sum of mu_x over nu >= 0 with total 1 and mu, subject to <S_s, mu> >= the sum over x of
W_x(y) S_s(x) nu_x for every decision y and signature s; its optimum equals that of Eq. 19.

Model: the printed rows for a grid of signatures that contains the extremal ones, solved exactly.

Corners: lambda_i = 1, constant functions, weights of any sign.

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
    rows = []
    for signature in signature_grid(problem.lambdas, POINTS):
        column = signature_tensor(signature)
        rows.append([[s * w for s, w in zip(column, payoff, strict=True)] for payoff in problem.payoffs])
    return rows


def optimum(problem: Problem, rows: Value) -> Fraction:
    """The least sum of mu with <S_s, mu> at least the sums over nu with these coefficients."""
    model = Model("minimise")
    inputs = range(1 << problem.k)
    mu = [model.variable(f"mu[{x}]", cost=1, lower=None) for x in inputs]
    nu = [model.variable(f"nu[{x}]") for x in inputs]
    for signature, options in zip(signature_grid(problem.lambdas, POINTS), rows, strict=True):
        left: dict[str, object] = dict(zip(mu, signature_tensor(signature), strict=True))
        for decision, right in enumerate(options):
            terms = left | {name: -entry for name, entry in zip(nu, right, strict=True)}
            model.row(f"row[{signature};{decision}]", terms, ">=", 0)
    model.row("prior", dict.fromkeys(nu, 1), "=", 1)
    value = solve(model.build()).value
    if value is None:
        raise InvalidInput("the dual has no optimum")
    return Fraction(value)


def proof(argument: Argument, form: Formula[Problem]) -> None:
    dual_value(argument)
    argument.words(
        "For a fixed nu the rows are those of the average with weights nu, and the least sum mu is the best nu-average "
        "of a rule for randomised response. What is left is the minimum over nu of the maximum over rules of a "
        "bilinear function on two polytopes; by the minimax theorem it is the best worst case of a rule for randomised "
        "response, which is the optimum of Eq. 19 by Theorem 3.6."
    )
    some = list(small_problems("worst", "observer"))[::8]
    solved = ((optimum(p, form(p)), solve_problem(p).value) for p in some)
    agrees(argument, "on grids of signatures that hold the corners the program has this optimum", solved)


CLAIM = Claim(
    id="kairouz/eq-20",
    place="Eq. 20",
    title="dual of the worst-case program",
    domain=problem_domain("worst", "observer", 30, largest=2),
    truth=best_accuracy(),
    means=optimum,
    asserts=equals,
    printed=Form(as_printed, "min Σ μ_x over ν ≥ 0, Σ ν = 1, subject to <S_s, μ> ≥ Σ_x W_x(y) S_s(x) ν_x for all y, s"),
    expected=Outcome.HOLDS,
    proof=proof,
    rests_on=("kairouz/thm-3-6",),
)
