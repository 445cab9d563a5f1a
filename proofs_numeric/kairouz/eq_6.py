"""Statement: the best (randomised) rule maximises, over row-stochastic Q, the minimum over all inputs of the sum over
transcripts and decisions of P(t | x) w(f(x), y) Q(t, y).

Model: any row-stochastic P. The form gives the coefficients of the inner sums; the program is solved exactly. The truth
goes the other way: the least favourable prior over the inputs, whose Bayes accuracy is the minimax value.

Corners: one party, one transcript, constant functions, negative weights.
"""

from optcheck.claims import *
from optcheck.randomized_response.optimum import prior_program
from proofs_numeric.kairouz._accuracy import maximin
from proofs_numeric.kairouz._levels import Seen


def as_printed(given: Seen) -> Value:
    return [
        [[given.matrix[x][t] * w for w in given.weights[x]] for t in range(given.transcripts)]
        for x in range(2**given.k)
    ]


def optimum(given: Seen, coefficients: Value) -> Value:
    return maximin(coefficients)


CLAIM = Statement(
    "kairouz/eq-6",
    place="Eq. 6",
    title="the program whose optimum is a central observer's worst-case decision rule for a given protocol",
    domain=Seen,
    truth=minimum(lambda given: prior_program(given.matrix, given.problem.payoffs)),
    means=optimum,
    asserts=equals,
    printed=Form(as_printed, "Q = argmax over stochastic Q of min over x of Σ_{t,y} P(t | x) w(f(x), y) Q(t, y)"),
    impact=Impact.OPTIMALITY,
    argument=(
        "A rule is any Q >= 0 with rows of total 1, and its accuracy on x is the printed sum, linear in Q: Eq. 6 "
        "maximises the worst case of Eq. 3 over all rules, and nothing else; the maximum exists, as the rules are a "
        "polytope."
    ),
    effort=Effort(instances=50, drawn=25, largest={"k": 2, "decisions": 3, "transcripts": 4}),
)
