"""Statement: minimise the sum of mu_x subject to <S_s, mu> >= <S_s, W(y)> for every decision y and signature s; its
optimum equals that of Eq. 16 (accuracy without the factor 2^-k).

Model: the printed rows for a grid of signatures that contains the extremal ones, solved exactly. On all of the box the
dual has the same feasible set, because a row for s is a mixture of the rows for the corners of the box.

Corners: lambda_i = 1, constant functions, three decisions, weights of any sign (mu is free in sign).
"""

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import reached_accuracy
from proofs_numeric.kairouz._levels import Observed
from proofs_numeric.kairouz._signatures import average_dual_optimum, columns


def as_printed(at: Observed) -> Value:
    payoffs = at.problem("average").payoffs
    return [[sum(column[x] * w[x] for x in range(2**at.k)) for w in payoffs] for column in columns(at.lambdas)]


CLAIM = Statement(
    "kairouz/eq-17",
    place="Eq. 17",
    title="dual of the average-accuracy program",
    domain=Observed,
    truth=reached_accuracy(lambda at: at.problem("average")),
    means=average_dual_optimum,
    asserts=equals,
    printed=Form(as_printed, "min Σ μ_x subject to <S_s, μ> ≥ <S_s, W(y)> for all y and s in the box"),
    argument=(
        "Weak duality: sum_y <W(y), S theta(y)> <= sum_y <mu, S theta(y)> = sum mu. A row for s is a mixture of the "
        "rows for the corners c, so feasible means <S_c, mu> >= g(c), the largest <S_c, W(y)>, at the corners. The "
        "different corners are independent, so some mu has equality at all of them; then sum mu is the sum of theta_c "
        "g(c) with the masses of randomised response, which is what it has with the best decisions."
    ),
    effort=Effort(instances=50, drawn=30, largest={"k": 2, "decisions": 3}),
    rests_on=("kairouz/thm-3-2",),
)
