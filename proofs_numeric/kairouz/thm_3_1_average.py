"""Statement: a party that knows its own bit reaches, from randomised response and the rule of Eq. 2, the largest
average accuracy among all private interactive protocols and decision rules. The same protocol serves all parties at
once.

Model: a party decides for each own bit, so its signature program is the central one with pairs of decisions, solved on
a grid of signatures; its dual is checked for the whole box. The protocol does not depend on function, weights or
reader: that is the simultaneity.

Corners: k = 1 (the party knows everything), lambda_i = 1, constant functions, weights of any sign.
"""

from fractions import Fraction

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.relations import equals
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._problems import best_on_grid, problem_domain, response_chance, small_problems
from proofs_numeric.kairouz._steps import reached_by_response


def as_printed(problem: Problem) -> Value:
    inputs = range(1 << problem.k)
    total = Fraction(0)
    for response in inputs:
        chances = [response_chance(problem.lambdas, x, response) for x in inputs]
        for bit in (0, 1):
            others = [x for x in inputs if problem.own_bit(x) == bit]
            total += max(sum(chances[x] * w[x] for x in others) for w in problem.payoffs)
    return total / (1 << problem.k)


def proof(argument: Argument, form: Formula[Problem]) -> None:
    reached_by_response(argument, small_problems("average", "parties"), form)


CLAIM = Claim(
    id="kairouz/thm-3-1-average",
    place="Theorem 3.1",
    title="randomised response maximises every party's average accuracy",
    domain=problem_domain("average", "parties", 25, largest=2),
    truth=best_on_grid(),
    asserts=equals,
    printed=Form(as_printed, "2^-k Σ_r Σ_b max_y Σ_{x with x_i = b} P(r | x) W_x(y) is the optimum"),
    impact=Impact.OPTIMALITY,
    proof=proof,
    rests_on=("kairouz/eq-2", "kairouz/eq-8"),
)
