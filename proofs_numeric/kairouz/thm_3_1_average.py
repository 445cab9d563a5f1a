"""Statement: a party that knows its own bit reaches, from randomised response and the rule of Eq. 2, the largest
average accuracy among all private interactive protocols and decision rules. The same protocol serves all parties at
once.

Model: a party decides for each own bit, so its signature program is the central one with pairs of decisions, solved on
a grid of signatures; its dual is checked for the whole box. The protocol does not depend on function, weights or
reader: that is the simultaneity.

Corners: k = 1 (the party knows everything), lambda_i = 1, constant functions, weights of any sign.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import SUFFICES, best_accuracy, response_chance
from proofs_numeric.kairouz._levels import Question


def as_printed(at: Question) -> Value:
    inputs, place = range(2**at.k), 2 ** (at.k - 1 - at.party)
    total = Fraction(0)
    for response in inputs:
        chances = [response_chance(at.lambdas, x, response) for x in inputs]
        for bit in range(2):
            total += max(
                sum(chances[x] * at.weights[x][y] for x in inputs if x // place % 2 == bit) for y in range(at.decisions)
            )
    return total / 2**at.k


CLAIM = Statement(
    "kairouz/thm-3-1-average",
    place="Theorem 3.1",
    title="randomised response maximises every party's average accuracy",
    domain=Question,
    truth=best_accuracy(lambda at: at.problem("average")),
    asserts=equals,
    printed=Form(as_printed, "2^-k Σ_r Σ_b max_y Σ_{x with x_i = b} P(r | x) W_x(y) is the optimum"),
    impact=Impact.OPTIMALITY,
    argument=SUFFICES,
    effort=Effort(instances=110, drawn=30, largest={"k": 2, "decisions": 3}),
    rests_on=("kairouz/eq-2", "kairouz/eq-8"),
)
