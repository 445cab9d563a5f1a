"""Statement: with the (randomised) rule of Eq. 6, randomised response has the largest worst-case accuracy among all
private interactive protocols and decision rules.

Model: the form gives, for randomised response, the coefficients of the inner sums of Eq. 6; the program over rules is
solved exactly. The truth is the signature program of Eq. 19, its dual checked for the whole box.

Corners: lambda_i = 1, k = 1, constant functions, negative weights, rules that must be randomised (AND).

Readings: the theorem says "protocols"; Section 2 means those of an interactive conversation, whose columns have rank
one. Without that a protocol may publish a randomised version of the value itself.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import SUFFICES, best_accuracy, maximin, response_chance
from proofs_numeric.kairouz._levels import Observed


def as_printed(at: Observed) -> Value:
    inputs = range(2**at.k)
    return [[[response_chance(at.lambdas, x, r) * w for w in at.weights[x]] for r in inputs] for x in inputs]


def optimum(at: Observed, coefficients: Value) -> Value:
    return maximin(coefficients)


CLAIM = Statement(
    "kairouz/thm-3-6",
    place="Theorem 3.6",
    title="randomised response maximises a central observer's worst-case accuracy",
    domain=Observed,
    truth=best_accuracy(lambda at: at.problem("worst")),
    means=optimum,
    asserts=equals,
    printed=Form(as_printed, "max over Q of min over x of Σ_{r,y} P(r | x) W_x(y) Q(r, y) is the optimum"),
    impact=Impact.OPTIMALITY,
    argument=SUFFICES,
    effort=Effort(instances=45, drawn=25, largest={"k": 2, "decisions": 3}),
    rests_on=("kairouz/eq-8",),
)
