"""Statement: for each own bit x_i the best (randomised) rule maximises, over row-stochastic Q, the minimum over the
other parties' bits of the sum over transcripts and decisions of P(t | x) w(f(x), y) Q(t, y).

Model: any row-stochastic P. The form gives the coefficients of the inner sums; the program is solved for both own bits
and the smaller optimum is the party's worst-case accuracy. The truth takes both bits at once and goes the other way:
the least favourable prior over all inputs, whose Bayes accuracy is the minimax value.

Corners: one party, one transcript, constant functions, negative weights.

Readings: none. The size of the program that the paper gives beside it is kairouz/eq-4-size.
"""

from optcheck.claims import *
from optcheck.lp.program import LinearProgram
from optcheck.randomized_response.optimum import prior_program
from proofs_numeric.kairouz._accuracy import maximin
from proofs_numeric.kairouz._levels import Given


def as_printed(given: Given) -> Value:
    return [
        [
            [[given.matrix[x][t] * w for w in given.weights[x]] for t in range(given.transcripts)]
            for x in range(2**given.k)
            if x // 2 ** (given.k - 1 - given.party) % 2 == bit
        ]
        for bit in range(2)
    ]


def smaller_optimum(given: Given, parts: Value) -> Value:
    """The worse of the two own bits."""
    return min(maximin(parts[0]), maximin(parts[1]))


def least_favourable(given: Given) -> LinearProgram:
    """Minimise the Bayes accuracy over priors; the party sees the transcript and its own bit."""
    seen = []
    for x in range(2**given.k):
        own, silent = list(given.matrix[x]), [Fraction(0)] * given.transcripts
        seen.append(silent + own if x // 2 ** (given.k - 1 - given.party) % 2 else own + silent)
    return prior_program(seen, given.problem.payoffs)


CLAIM = Statement(
    "kairouz/eq-4",
    place="Eq. 4",
    title="the program whose optimum is a party's worst-case decision rule for a given protocol",
    domain=Given,
    truth=minimum(least_favourable),
    means=smaller_optimum,
    asserts=equals,
    printed=Form(
        as_printed, "Q(x_i) = argmax over stochastic Q of min over x_-i of Σ_{t,y} P(t | x) w(f(x), y) Q(t, y)"
    ),
    impact=Impact.OPTIMALITY,
    argument=(
        "The accuracy on input x depends on the rule for the bit x_i only, so the worst case of Eq. 3 is the smaller "
        "of the minima over x_-i for the two own bits, and the two rules are chosen apart: if both are maximal no "
        "other pair has a larger minimum."
    ),
    effort=Effort(instances=35, drawn=20, largest={"k": 2, "decisions": 3, "transcripts": 4}),
)
