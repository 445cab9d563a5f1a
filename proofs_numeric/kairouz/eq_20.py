"""Statement: minimise the sum of mu_x over nu >= 0 with total 1 and mu, subject to <S_s, mu> >= the sum over x of
W_x(y) S_s(x) nu_x for every decision y and signature s; its optimum equals that of Eq. 19.

Model: the printed rows for a grid of signatures that contains the extremal ones, solved exactly.

Corners: lambda_i = 1, constant functions, weights of any sign.
"""

from lp_models.kairouz import signature_tensor
from optcheck.claims import Argument, Claim, Form, Formula, Value
from optcheck.claims.relations import equals
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._problems import BEST_ACCURACY, problem_domain
from proofs_numeric.kairouz._signatures import points, worst_dual_optimum
from proofs_numeric.kairouz._steps import same_optimum
from proofs_numeric.kairouz.eq_17 import dual_value


def as_printed(problem: Problem) -> Value:
    columns = map(signature_tensor, points(problem))
    return [[[s * w for s, w in zip(column, row, strict=True)] for row in problem.payoffs] for column in columns]


def proof(argument: Argument, form: Formula[Problem]) -> None:
    dual_value(argument)
    argument.words(
        "For a fixed nu the rows are those of the average with weights nu, and the least sum mu is the best nu-average "
        "of a rule for randomised response. What is left is the minimum over nu of the maximum over rules of a "
        "bilinear function on two polytopes; by the minimax theorem it is the best worst case of a rule for randomised "
        "response, which is the optimum of Eq. 19 by Theorem 3.6."
    )
    same_optimum(argument, "worst", lambda problem: worst_dual_optimum(problem, form(problem)))


CLAIM = Claim(
    id="kairouz/eq-20",
    place="Eq. 20",
    title="dual of the worst-case program",
    domain=problem_domain("worst", "observer", 30, largest=2),
    truth=BEST_ACCURACY,
    means=worst_dual_optimum,
    asserts=equals,
    printed=Form(as_printed, "min Σ μ_x over ν ≥ 0, Σ ν = 1, subject to <S_s, μ> ≥ Σ_x W_x(y) S_s(x) ν_x for all y, s"),
    proof=proof,
    rests_on=("kairouz/thm-3-6",),
)
