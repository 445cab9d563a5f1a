"""Statement: after transcript t decide a y that maximises the sum over all inputs of P(t | x) w(f(x), y).

Model: any row-stochastic matrix P (not only private ones), any function, any weights. The truth is the linear program
over all randomised rules; what counts is the sum of the accuracies over all inputs.

Corners: one party, a single transcript, ties, negative and zero weights, constant functions.

Readings: none. The paper prints the domain of f_0 as {0, 1}; it must be {0, 1}^k, as for the parties' functions.
"""

from lp_models.kairouz import average_rule_program
from optcheck.claims import *
from proofs_numeric.kairouz._levels import Seen


def as_printed(given: Seen) -> Value:
    chosen = []
    for t in range(given.transcripts):
        totals = [
            sum(given.matrix[x][t] * given.weights[x][y] for x in range(2**given.k)) for y in range(given.decisions)
        ]
        chosen += [totals.index(max(totals))]
    return chosen


def earned(given: Seen, rule: Value) -> Value:
    """The sum of the accuracies over all inputs with a decision for each transcript."""
    return sum(
        given.matrix[x][t] * given.weights[x][y]
        for x in range(2**given.k)
        for t in range(given.transcripts)
        for y in range(given.decisions)
        if rule[t] == y
    )


CLAIM = Statement(
    "kairouz/eq-5",
    place="Eq. 5",
    title="the decision rule that maximises a central observer's average accuracy for a given protocol",
    domain=Seen,
    truth=maximum(lambda given: average_rule_program(given.problem, given.matrix)),
    means=earned,
    asserts=equals,
    printed=Form(as_printed, "f*(t) = argmax_y Σ_x P(t | x) w(f(x), y)"),
    impact=Impact.OPTIMALITY,
    argument=(
        "2^k times the average accuracy is the sum over transcripts t and decisions y of Q(t, y) c(t, y), where c(t, "
        "y) is the printed sum over x: each t has its own Q(t, .) with total 1, no mixture of numbers exceeds the "
        "largest, and Eq. 5 is best for every t."
    ),
    effort=Effort(instances=60, drawn=40, largest={"k": 2, "decisions": 3, "transcripts": 4}),
)
