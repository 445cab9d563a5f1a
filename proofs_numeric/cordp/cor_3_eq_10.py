"""Statement: for t = n and c > 0 the least error of Eq. 10 is O((d/(n-c)^2) s), as with central privacy.

Model: the least error with the whole noise of the honest responders for s = d = 1, by the checker; constant 16.

Corners: c = 1; c >= n/2, where independent noise is best and the error is s/(n-c). No constant serves: at c = n/4 the
error over the printed rate grows like n/4.

Readings: with the responding colluders' terms removed the order is right (cordp/cor-3).
"""

from optcheck.claims import *
from proofs_numeric.cordp._optimum import LEAST_ERROR, LEAST_WHOLE_ERROR


class Colluding(Instance):
    """n users who all respond, c colluders; s = 1, to which the error is proportional."""

    n: int = integer(2)
    c: int = integer(1, "n - 1")
    sigma2_min: Fraction = choice("1", symbol="s")


def as_printed(case: Colluding) -> Value:
    return case.sigma2_min / (case.n - case.c) ** 2


def corrected(case: Colluding) -> Value:
    n, c = case.n, case.c
    return case.sigma2_min * min(c + 1, n - c) / (n - c) ** 2


CLAIM = Statement(
    "cordp/cor-3-eq-10",
    place="Corollary 3 with Eq. 10 to the letter",
    title="the order of the error with collusion as defined",
    domain=Colluding,
    truth=LEAST_WHOLE_ERROR,
    asserts=order(Fraction(1, 4), 16),
    printed=Form(as_printed, "min error of the order d s/(n−c)², read as between 1/4 and 16 times that"),
    corrected=Form(
        corrected,
        "min error of the order d s min(c+1, n−c)/(n−c)²: between 1/4 and 4 times that",
        asserts=order(Fraction(1, 4), 4),
    ),
    argument=(
        "By cordp/thm-1-eq-10 with m = n-c the least error is s/m for m <= c, else s(x+y)²/m³ with x² = c(m-1), "
        "y² = m-c; m(c+1)/2 <= x² + y² <= (x+y)² <= 2(x² + y²) <= 2m(c+1), because 2(x² + y²) - m(c+1) is "
        "(c-1)² + (m-c-1)(c+1)."
    ),
    effort=Effort(instances=480, drawn=30),
    rests_on=("cordp/thm-1-eq-10",),
    readings=(
        Reading(
            name="the responding colluders' terms are removed, as in the proofs",
            truth=LEAST_ERROR,
            argument="The infimum is exactly s/(n-c)² for t = n (cordp/eq-14).",
            rests_on=("cordp/eq-14",),
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
