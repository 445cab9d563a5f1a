"""Statement: the best worst-case accuracy is the maximum of xi subject to xi <= sum over y and s of W_x(y) S_s(x)
theta_s(y) for every input x, sum over y and s of S_s theta_s(y) = 1 and theta >= 0.

Model: the form gives the coefficients of the accuracy rows on a grid of signatures that contains the extremal ones; the
program is solved exactly. The truth is the optimum among all private protocols.

Corners: lambda_i = 1, constant functions, three decisions, weights of any sign.

Readings: none. Eq. 18, with the minimum in the objective, is the same program.
"""

from lp_models.kairouz import signature_tensor
from optcheck.claims import Argument, Claim, Form, Formula, Value
from optcheck.claims.relations import equals
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._problems import BEST_ACCURACY, problem_domain
from proofs_numeric.kairouz._signatures import points, worst_optimum
from proofs_numeric.kairouz._steps import extremal_suffices, same_optimum


def as_printed(problem: Problem) -> Value:
    columns = map(signature_tensor, points(problem))
    return [[[s * w for s, w in zip(column, row, strict=True)] for row in problem.payoffs] for column in columns]


def proof(argument: Argument, form: Formula[Problem]) -> None:
    extremal_suffices(argument)
    argument.words(
        "xi is the smallest of the accuracies where it is largest, so the program maximises the worst case; with "
        "corners among the signatures its optimum is that over all of them."
    )
    same_optimum(argument, "worst", lambda problem: worst_optimum(problem, form(problem)))


CLAIM = Claim(
    id="kairouz/eq-19",
    place="Eqs. 18 and 19",
    title="the worst-case program over signatures",
    domain=problem_domain("worst", "observer", 30, largest=2),
    truth=BEST_ACCURACY,
    means=worst_optimum,
    asserts=equals,
    printed=Form(
        as_printed, "max ξ subject to ξ ≤ Σ_{y,s} W_x(y) S_s(x) θ_s(y) for all x, Σ_{y,s} S_s θ_s(y) = 1, θ ≥ 0"
    ),
    proof=proof,
    rests_on=("kairouz/eq-13", "kairouz/thm-3-6"),
)
