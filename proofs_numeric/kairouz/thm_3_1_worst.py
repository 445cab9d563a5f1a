"""Statement: a party that knows its own bit reaches, from randomised response and the rule of Eq. 4, the largest
worst-case accuracy among all private interactive protocols and decision rules.

Model: Eq. 4 is solved for both own bits with the chances of Eq. 9; the smaller optimum is the party's accuracy. The
truth is the signature program of Eq. 19 with pairs of decisions, its dual checked for the whole box.

Corners: k = 1, lambda_i = 1, constant functions, own bits with different optima, negative weights.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import SUFFICES, best_accuracy, maximin, response_chance
from proofs_numeric.kairouz._levels import Question


def as_printed(at: Question) -> Value:
    place = 2 ** (at.k - 1 - at.party)
    return [
        [
            [[response_chance(at.lambdas, x, r) * w for w in at.weights[x]] for r in range(2**at.k)]
            for x in range(2**at.k)
            if x // place % 2 == bit
        ]
        for bit in range(2)
    ]


def smaller_optimum(at: Question, parts: Value) -> Value:
    """The worse of the two own bits."""
    return min(maximin(parts[0]), maximin(parts[1]))


CLAIM = Statement(
    "kairouz/thm-3-1-worst",
    place="Theorem 3.1",
    title="randomised response maximises every party's worst-case accuracy",
    domain=Question,
    truth=best_accuracy(lambda at: at.problem("worst")),
    means=smaller_optimum,
    asserts=equals,
    printed=Form(as_printed, "min over own bits of max over Q of min over x_-i of Σ P(r | x) W_x(y) Q(r, y)"),
    impact=Impact.OPTIMALITY,
    argument=SUFFICES,
    effort=Effort(instances=25, drawn=50, largest={"k": 2, "decisions": 3}),
    rests_on=("kairouz/eq-8",),
)
