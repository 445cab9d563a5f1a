"""Statement: a party that knows its own bit reaches, from randomised response and the rule of Eq. 2, the largest
average accuracy among all private interactive protocols and decision rules. The same protocol serves all parties at
once.

Model: a party decides for each own bit, so its signature program is the central one with pairs of decisions, solved on
a grid of signatures; its dual is checked for the whole box. The protocol does not depend on function, weights or
reader: that is the simultaneity.

Corners: k = 1 (the party knows everything), lambda_i = 1, constant functions, weights of any sign.
"""

from lp_models.kairouz import signature_grid, signature_program
from optcheck.claims import *
from optcheck.lp.solve import solve
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._levels import Question
from proofs_numeric.kairouz._problems import response_chance


def average(question: Question) -> Problem:
    return question.problem("average")


def as_printed(question: Question) -> Value:
    problem = average(question)
    inputs = range(1 << problem.k)
    total = Fraction(0)
    for response in inputs:
        chances = [response_chance(problem.lambdas, x, response) for x in inputs]
        for bit in (0, 1):
            others = [x for x in inputs if problem.own_bit(x) == bit]
            total += max(sum(chances[x] * w[x] for x in others) for w in problem.payoffs)
    return total / (1 << problem.k)


BEST: Quantity[Question] = Quantity(
    kind="signature-protocol",
    name="optimal accuracy",
    describe=lambda question: average(question).document(),
    certify=lambda question: (
        solve(signature_program(average(question), signature_grid(question.lambdas, 3))).certificate
    ),
)
CLAIM = Statement(
    "kairouz/thm-3-1-average",
    place="Theorem 3.1",
    title="randomised response maximises every party's average accuracy",
    domain=Question,
    truth=BEST,
    asserts=equals,
    printed=Form(as_printed, "2^-k Σ_r Σ_b max_y Σ_{x with x_i = b} P(r | x) W_x(y) is the optimum"),
    impact=Impact.OPTIMALITY,
    effort=Effort(instances=240, drawn=20, largest={"k": 2, "values": 3, "decisions": 3}),
    rests_on=("kairouz/eq-2", "kairouz/eq-8"),
)
