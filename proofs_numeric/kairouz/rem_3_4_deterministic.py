"""Statement: the average-accuracy program has an optimum in which every transcript gets one decision for sure.

Model: all deterministic rules for randomised response are tried (there are |Y|^(2^k)); the truth is the optimum of the
signature program among all protocols with randomised decisions.

Corners: ties between decisions, constant functions, lambda = 1, weights of any sign.
"""

from itertools import product

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import best_accuracy, response_chance
from proofs_numeric.kairouz._levels import Observed


def as_printed(at: Observed) -> Value:
    inputs = range(2**at.k)
    totals = [
        [sum(response_chance(at.lambdas, x, response) * at.weights[x][y] for x in inputs) for y in range(at.decisions)]
        for response in inputs
    ]
    rules = product(range(at.decisions), repeat=2**at.k)
    return max(sum(totals[r][rule[r]] for r in inputs) for rule in rules) / 2**at.k


CLAIM = Statement(
    "kairouz/rem-3-4-deterministic",
    place="first bullet under Remark 3.4",
    title="average accuracy needs no randomised decision",
    domain=Observed,
    truth=best_accuracy(lambda at: at.problem("average")),
    asserts=equals,
    printed=Form(as_printed, "max over deterministic rules d of 2^-k Σ_{x,r} P(r | x) W_x(d(r)) is the optimum"),
    impact=Impact.OPTIMALITY,
    argument=(
        "Put the whole mass of a transcript on a decision with the largest <S_s, W(y)>: S theta = 1 still holds, and "
        "the accuracy does not fall. So every protocol has a best rule without chance, randomised response included, "
        "which is optimal by Theorem 3.2."
    ),
    effort=Effort(instances=50, drawn=30, largest={"k": 2, "decisions": 3}),
    rests_on=("kairouz/thm-3-2",),
)
