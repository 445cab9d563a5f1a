"""Statement: the best worst-case accuracy is the maximum of xi subject to xi <= sum over y and s of W_x(y) S_s(x)
theta_s(y) for every input x, sum over y and s of S_s theta_s(y) = 1 and theta >= 0.

Model: the form gives the coefficients of the accuracy rows on a grid of signatures that contains the extremal ones; the
program is solved exactly. The truth is the optimum among all private protocols, reached by randomised response.

Corners: lambda_i = 1, constant functions, three decisions, weights of any sign.

Readings: none. Eq. 18, with the minimum in the objective, is the same program.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import reached_accuracy
from proofs_numeric.kairouz._levels import Observed
from proofs_numeric.kairouz._signatures import columns, worst_optimum


def as_printed(at: Observed) -> Value:
    payoffs = at.problem("worst").payoffs
    return [[[column[x] * w[x] for x in range(2**at.k)] for w in payoffs] for column in columns(at.lambdas)]


CLAIM = Statement(
    "kairouz/eq-19",
    place="Eqs. 18 and 19",
    title="the worst-case program over signatures",
    domain=Observed,
    truth=reached_accuracy(lambda at: at.problem("worst")),
    means=worst_optimum,
    asserts=equals,
    printed=Form(
        as_printed, "max ξ subject to ξ ≤ Σ_{y,s} W_x(y) S_s(x) θ_s(y) for all x, Σ_{y,s} S_s θ_s(y) = 1, θ ≥ 0"
    ),
    argument=(
        "xi is the smallest of the accuracies where it is largest, so the program maximises the worst case; with "
        "corners among the signatures its optimum is that over all of them, since every signature is a mixture of "
        "corners and the accuracies on all inputs mix alike."
    ),
    effort=Effort(instances=40, drawn=25, largest={"k": 2, "decisions": 3}),
    rests_on=("kairouz/eq-13", "kairouz/thm-3-6"),
)
