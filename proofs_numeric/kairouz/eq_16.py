"""Statement: the best average accuracy, up to the factor 2^-k, is the maximum of the sum over y and s of <W(y), S_s>
theta_s(y) subject to sum over y and s of S_s theta_s(y) = 1 and theta >= 0.

Model: the form gives the objective's coefficients on a grid of signatures that contains the extremal ones; the
program is solved exactly. The truth is the optimum among all private protocols, reached by randomised response.

Corners: lambda_i = 1, constant functions, three decisions, weights of any sign.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import reached_accuracy
from proofs_numeric.kairouz._levels import Observed
from proofs_numeric.kairouz._signatures import average_optimum, columns


def as_printed(at: Observed) -> Value:
    payoffs = at.problem("average").payoffs
    return [[sum(column[x] * w[x] for x in range(2**at.k)) for w in payoffs] for column in columns(at.lambdas)]


CLAIM = Statement(
    "kairouz/eq-16",
    place="Eq. 16",
    title="the average-accuracy program over signatures",
    domain=Observed,
    truth=reached_accuracy(lambda at: at.problem("average")),
    means=average_optimum,
    asserts=equals,
    printed=Form(as_printed, "max Σ_{y,s} <W(y), S_s> θ_s(y) subject to Σ_{y,s} S_s θ_s(y) = 1, θ ≥ 0"),
    argument=(
        "A transcript of a private protocol is a mass times a signature. Conversely theta >= 0 with S theta = 1 on the "
        "extremal signatures is randomised response with a rule, so the program over all signatures, over a grid that "
        "contains the corners, and over protocols have one optimum."
    ),
    effort=Effort(instances=50, drawn=30, largest={"k": 2, "decisions": 3}),
    rests_on=("kairouz/eq-13", "kairouz/thm-3-2"),
)
