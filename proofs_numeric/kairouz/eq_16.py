"""Statement: the best average accuracy, up to the factor 2^-k, is the maximum of the sum over y and s of <W(y), S_s>
theta_s(y) subject to sum over y and s of S_s theta_s(y) = 1 and theta >= 0.

Model: the form gives the objective's coefficients on a grid of signatures that contains the extremal ones; the
program is solved exactly. The truth is the optimum among all private protocols.

Corners: lambda_i = 1, constant functions, three decisions, weights of any sign.
"""

from lp_models.kairouz import signature_tensor
from optcheck.claims import Argument, Claim, Form, Formula, Value
from optcheck.claims.relations import equals
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._problems import BEST_ACCURACY, problem_domain
from proofs_numeric.kairouz._signatures import average_optimum, points
from proofs_numeric.kairouz._steps import extremal_suffices, same_optimum


def as_printed(problem: Problem) -> Value:
    columns = map(signature_tensor, points(problem))
    return [[sum(s * w for s, w in zip(column, row, strict=True)) for row in problem.payoffs] for column in columns]


def proof(argument: Argument, form: Formula[Problem]) -> None:
    extremal_suffices(argument)
    argument.words(
        "Conversely theta >= 0 with S theta = 1 on the extremal signatures is randomised response with a rule, so the "
        "program over all signatures, over a grid that contains the corners, and over protocols have one optimum."
    )
    same_optimum(argument, "average", lambda problem: average_optimum(problem, form(problem)))


CLAIM = Claim(
    id="kairouz/eq-16",
    place="Eq. 16",
    title="the average-accuracy program over signatures",
    domain=problem_domain("average", "observer", 30, largest=2),
    truth=BEST_ACCURACY,
    means=average_optimum,
    asserts=equals,
    printed=Form(as_printed, "max Σ_{y,s} <W(y), S_s> θ_s(y) subject to Σ_{y,s} S_s θ_s(y) = 1, θ ≥ 0"),
    proof=proof,
    rests_on=("kairouz/eq-13", "kairouz/thm-3-2"),
)
