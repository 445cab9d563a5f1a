"""Statement: with the decision rule of Eq. 5, randomised response has the largest average accuracy among all private
interactive protocols and all decision rules, for every function and every accuracy measure.

Model: a transcript of a private interactive protocol is a rank-one column with signature in the box, so the best
protocol is the signature program of Eq. 16, solved on a grid of signatures; its dual is checked for the whole box.

Corners: lambda_i = 1, k = 1, constant functions, three decisions, weights of any sign, unequal lambdas.

Readings: the theorem says "protocols"; Section 2 means those of an interactive conversation, whose columns have rank
one. Without that a protocol may publish a randomised version of the value itself.
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
        total += max(sum(p * w[x] for x, p in enumerate(chances)) for w in problem.payoffs)
    return total / (1 << problem.k)


def proof(argument: Argument, form: Formula[Problem]) -> None:
    reached_by_response(argument, small_problems("average", "observer"), form)


CLAIM = Claim(
    id="kairouz/thm-3-2",
    place="Theorem 3.2",
    title="randomised response maximises a central observer's average accuracy",
    domain=problem_domain("average", "observer", 40),
    truth=best_on_grid(),
    asserts=equals,
    printed=Form(as_printed, "2^-k Σ_r max_y Σ_x P(r | x) W_x(y) with P of Eq. 9 is the optimum"),
    impact=Impact.OPTIMALITY,
    proof=proof,
    rests_on=("kairouz/eq-5", "kairouz/eq-8"),
)
