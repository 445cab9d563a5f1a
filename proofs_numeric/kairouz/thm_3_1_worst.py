"""Statement: a party that knows its own bit reaches, from randomised response and the rule of Eq. 4, the largest
worst-case accuracy among all private interactive protocols and decision rules.

Model: Eq. 4 is solved for both own bits with the chances of Eq. 9; the smaller optimum is the party's accuracy. The
truth is the signature program of Eq. 19 with pairs of decisions, its dual checked for the whole box.

Corners: k = 1, lambda_i = 1, constant functions, own bits with different optima, negative weights.
"""

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.relations import equals
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._problems import best_on_grid, problem_domain, response_chance, small_problems
from proofs_numeric.kairouz._rules import maximin
from proofs_numeric.kairouz._steps import reached_by_response


def as_printed(problem: Problem) -> Value:
    inputs = range(1 << problem.k)
    parts = []
    for bit in (0, 1):
        own = [x for x in inputs if problem.own_bit(x) == bit]
        chances = {x: [response_chance(problem.lambdas, x, r) for r in inputs] for x in own}
        parts.append([[[p * w[x] for w in problem.payoffs] for p in chances[x]] for x in own])
    return parts


def proof(argument: Argument, form: Formula[Problem]) -> None:
    some = list(small_problems("worst", "parties"))[::3]
    reached_by_response(argument, some, lambda problem: min(map(maximin, form(problem))))


CLAIM = Claim(
    id="kairouz/thm-3-1-worst",
    place="Theorem 3.1",
    title="randomised response maximises every party's worst-case accuracy",
    domain=problem_domain("worst", "parties", 25, largest=2),
    truth=best_on_grid(),
    means=lambda problem, parts: min(map(maximin, parts)),
    asserts=equals,
    printed=Form(as_printed, "min over own bits of max over Q of min over x_-i of Σ P(r | x) W_x(y) Q(r, y)"),
    impact=Impact.OPTIMALITY,
    proof=proof,
    rests_on=("kairouz/eq-4", "kairouz/eq-8"),
)
