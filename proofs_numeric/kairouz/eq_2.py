"""Statement: for party i with own bit x_i and transcript t, decide a y that maximises the sum over the other parties'
bits of P(t | x) w(f(x), y); randomising gains nothing.

Model: any row-stochastic matrix P (not only private ones), any function, any weights. The truth is the linear program
over all randomised rules for each own bit; what counts is the sum of the accuracies over all inputs.

Corners: one party (it knows the whole input), a single transcript, ties, negative and zero weights, constant functions.

Readings: none. The count of operations that the paper gives beside it is kairouz/eq-2-operations.
"""

from lp_models.kairouz import average_rule_program
from optcheck.claims import *
from proofs_numeric.kairouz._levels import Given


def as_printed(given: Given) -> Value:
    rule = []
    for bit in range(2):
        others = [x for x in range(2**given.k) if own_bit(given, x) == bit]
        chosen = []
        for t in range(given.transcripts):
            totals = [sum(given.matrix[x][t] * given.weights[x][y] for x in others) for y in range(given.decisions)]
            chosen += [totals.index(max(totals))]
        rule += [chosen]
    return rule


def own_bit(given: Given, x: int) -> Value:
    return x // 2 ** (given.k - 1 - given.party) % 2


def earned(given: Given, rule: Value) -> Value:
    """The sum of the accuracies over all inputs with a decision for each own bit and transcript."""
    return sum(
        given.matrix[x][t] * given.weights[x][y]
        for x in range(2**given.k)
        for t in range(given.transcripts)
        for y in range(given.decisions)
        if rule[own_bit(given, x)][t] == y
    )


BEST: Combination[Given] = Combination(
    parts=(
        maximum(lambda given: average_rule_program(given.problem, given.matrix, 0)),
        maximum(lambda given: average_rule_program(given.problem, given.matrix, 1)),
    ),
    value=lambda zero, one: zero + one,
)

CLAIM = Statement(
    "kairouz/eq-2",
    place="Eq. 2",
    title="the decision rule that maximises a party's average accuracy for a given protocol",
    domain=Given,
    truth=BEST,
    means=earned,
    asserts=equals,
    printed=Form(as_printed, "f*(t, x_i) = argmax_y Σ_{x_-i} P(t | x) w(f(x), y)"),
    impact=Impact.OPTIMALITY,
    argument=(
        "2^k times the average accuracy is the sum over own bits b, transcripts t and decisions y of Q_b(t, y) c_b(t, "
        "y), where c_b(t, y) is the printed sum over x_-i: each block (b, t) has its own Q_b(t, .) with total 1, no "
        "mixture of numbers exceeds the largest, and Eq. 2 is best in every block."
    ),
    effort=Effort(instances=40, drawn=25, largest={"k": 2, "decisions": 3, "transcripts": 4}),
)
