"""Statement: minimise the sum of mu_x subject to <S_s, mu> >= <S_s, W(y)> for every decision y and signature s; its
optimum equals that of Eq. 16 (accuracy without the factor 2^-k).

Model: the printed rows for a grid of signatures that contains the extremal ones, solved exactly. On all of the box the
dual has the same feasible set, because a row for s is a mixture of the rows for the corners of the box.

Corners: lambda_i = 1, constant functions, three decisions, weights of any sign (mu is free in sign).
"""

from lp_models.kairouz import signature_tensor
from optcheck.claims import Argument, Claim, Form, Formula, Value
from optcheck.claims.relations import equals
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._problems import BEST_ACCURACY, problem_domain
from proofs_numeric.kairouz._signatures import average_dual_optimum, points
from proofs_numeric.kairouz._steps import masses, mixture, same_optimum


def as_printed(problem: Problem) -> Value:
    columns = map(signature_tensor, points(problem))
    return [[sum(s * w for s, w in zip(column, row, strict=True)) for row in problem.payoffs] for column in columns]


def dual_value(argument: Argument) -> None:
    """For every prior on the inputs, the dual over mu has the value of the best rule for randomised response."""
    mixture(argument)
    masses(argument)
    argument.words(
        "Let the inputs have weights nu (all 1 for the average). Weak duality: sum_y <nu W(y), S theta(y)> <= sum_y "
        "<mu, S theta(y)> = sum mu for every feasible theta and mu. A row for s is a mixture of the rows for the "
        "corners c, so feasible means <S_c, mu> >= g(c), the largest <S_c, nu W(y)>, at the corners. The different "
        "corners are independent, so some mu has equality at all of them; then sum mu = <mu, S theta> = sum of theta_c "
        "g(c) with the masses of randomised response, which is what it has with the best decisions: both programs "
        "have this optimum."
    )


def proof(argument: Argument, form: Formula[Problem]) -> None:
    dual_value(argument)
    same_optimum(argument, "average", lambda problem: average_dual_optimum(problem, form(problem)))


CLAIM = Claim(
    id="kairouz/eq-17",
    place="Eq. 17",
    title="dual of the average-accuracy program",
    domain=problem_domain("average", "observer", 30, largest=2),
    truth=BEST_ACCURACY,
    means=average_dual_optimum,
    asserts=equals,
    printed=Form(as_printed, "min Σ μ_x subject to <S_s, μ> ≥ <S_s, W(y)> for all y and s in the box"),
    proof=proof,
    rests_on=("kairouz/thm-3-2",),
)
