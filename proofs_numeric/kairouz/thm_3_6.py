"""Statement: with the (randomised) rule of Eq. 6, randomised response has the largest worst-case accuracy among all
private interactive protocols and decision rules.

Model: the form gives, for randomised response, the coefficients of the inner sums of Eq. 6; the program over rules is
solved exactly. The truth is the signature program of Eq. 19, its dual checked for the whole box.

Corners: lambda_i = 1, k = 1, constant functions, negative weights, rules that must be randomised (AND).

Readings: the theorem says "protocols"; Section 2 means those of an interactive conversation, whose columns have rank
one. Without that a protocol may publish a randomised version of the value itself.
"""

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.relations import equals
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._problems import best_on_grid, problem_domain, response_chance, small_problems
from proofs_numeric.kairouz._rules import maximin
from proofs_numeric.kairouz._steps import reached_by_response


def as_printed(problem: Problem) -> Value:
    inputs = range(1 << problem.k)
    return [[[response_chance(problem.lambdas, x, r) * w[x] for w in problem.payoffs] for r in inputs] for x in inputs]


def proof(argument: Argument, form: Formula[Problem]) -> None:
    reached_by_response(argument, small_problems("worst", "observer"), lambda problem: maximin(form(problem)))


CLAIM = Claim(
    id="kairouz/thm-3-6",
    place="Theorem 3.6",
    title="randomised response maximises a central observer's worst-case accuracy",
    domain=problem_domain("worst", "observer", 25, largest=2),
    truth=best_on_grid(),
    means=lambda problem, coefficients: maximin(coefficients),
    asserts=equals,
    printed=Form(as_printed, "max over Q of min over x of Σ_{r,y} P(r | x) W_x(y) Q(r, y) is the optimum"),
    impact=Impact.OPTIMALITY,
    proof=proof,
    rests_on=("kairouz/eq-6", "kairouz/eq-8"),
)
