"""Statement: minimise the sum of mu_x over nu >= 0 with total 1 and mu, subject to <S_s, mu> >= the sum over x of
W_x(y) S_s(x) nu_x for every decision y and signature s; its optimum equals that of Eq. 19.

Model: the printed rows for a grid of signatures that contains the extremal ones, solved exactly.

Corners: lambda_i = 1, constant functions, weights of any sign.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import reached_accuracy
from proofs_numeric.kairouz._levels import Observed
from proofs_numeric.kairouz._signatures import columns, worst_dual_optimum


def as_printed(at: Observed) -> Value:
    payoffs = at.problem("worst").payoffs
    return [[[column[x] * w[x] for x in range(2**at.k)] for w in payoffs] for column in columns(at.lambdas)]


CLAIM = Statement(
    "kairouz/eq-20",
    place="Eq. 20",
    title="dual of the worst-case program",
    domain=Observed,
    truth=reached_accuracy(lambda at: at.problem("worst")),
    means=worst_dual_optimum,
    asserts=equals,
    printed=Form(as_printed, "min Σ μ_x over ν ≥ 0, Σ ν = 1, subject to <S_s, μ> ≥ Σ_x W_x(y) S_s(x) ν_x for all y, s"),
    argument=(
        "For a fixed nu the rows are those of the average with weights nu, and the least sum mu is the best nu-average "
        "of a rule for randomised response. What is left is the minimum over nu of the maximum over rules of a "
        "bilinear function on two polytopes; by the minimax theorem it is the best worst case of a rule for randomised "
        "response, which is the optimum of Eq. 19 by Theorem 3.6."
    ),
    effort=Effort(instances=40, drawn=25, largest={"k": 2, "decisions": 3}),
    rests_on=("kairouz/thm-3-6",),
)
