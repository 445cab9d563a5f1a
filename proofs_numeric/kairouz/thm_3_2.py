"""Statement: with the decision rule of Eq. 5, randomised response has the largest average accuracy among all private
interactive protocols and all decision rules, for every function and every accuracy measure.

Model: a transcript of a private interactive protocol is a rank-one column with signature in the box, so the best
protocol is the signature program of Eq. 16, solved on a grid of signatures; its dual is checked for the whole box.

Corners: lambda_i = 1, k = 1, constant functions, three decisions, weights of any sign, unequal lambdas.

Readings: the theorem says "protocols"; Section 2 means those of an interactive conversation, whose columns have rank
one. Without that a protocol may publish a randomised version of the value itself.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import SUFFICES, best_accuracy, response_accuracy
from proofs_numeric.kairouz._levels import Observed


def as_printed(at: Observed) -> Value:
    payoffs = [[at.weights[x][y] for x in range(2**at.k)] for y in range(at.decisions)]
    return response_accuracy(at.lambdas, payoffs)


CLAIM = Statement(
    "kairouz/thm-3-2",
    place="Theorem 3.2",
    title="randomised response maximises a central observer's average accuracy",
    domain=Observed,
    truth=best_accuracy(lambda at: at.problem("average")),
    asserts=equals,
    printed=Form(as_printed, "2^-k Σ_r max_y Σ_x P(r | x) W_x(y) with P of Eq. 9 is the optimum"),
    impact=Impact.OPTIMALITY,
    argument=SUFFICES,
    effort=Effort(instances=110, drawn=30, largest={"k": 2, "decisions": 3}),
    rests_on=("kairouz/eq-5", "kairouz/eq-8"),
)
