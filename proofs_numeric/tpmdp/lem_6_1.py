"""Statement: with everyone active and requirements and variances sorted, each optimum of Eq. 6 has sigma_{t+1}^2 = ...
= sigma_n^2.

Model: the largest difference of the variances of ranks t + 1 and n over all sorted optima, an explicit program whose
points are these optima; it must be 0.

Corners: t = n - 1 (nothing to show), t = 1, n divisible by n - t (there are several optima), ties, zeros.

Readings: parties with equal requirements may have different variances, which covers more than Convention 1 allows.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import Sorted, X, in_order, most_at_optima


def as_printed(parties: Sorted) -> Value:
    return 0


def drop(parties: Sorted, x: X) -> Value:
    """Rank t + 1 less rank n."""
    return x[parties.t] - x[parties.n - 1]


CLAIM = Statement(
    "tpmdp/lem-6-1",
    place="Lemma 6, condition 1",
    title="every sorted optimum is constant from rank t + 1 on",
    domain=Sorted,
    truth=most_at_optima(drop, in_order),
    asserts=equals,
    printed=Form(as_printed, "σ optimal ⇒ σ_{t+1}² = σ_{t+2}² = … = σ_n²"),
    impact=Impact.TEXT,
    argument="If the ranks from t + 1 on were not constant, rank t + 1 would exceed the mean of the later ones; "
    "level these, which changes no row of Eq. 9. Lower ranks 1 to t + 1 by a small gamma and raise rank t + 2 by it: "
    "every row of Eq. 9 keeps its value, the order stays, and the total falls by t gamma.",
    effort=Effort(instances=60, drawn=15, largest={"n": 5}),
    rests_on=("tpmdp/lem-5",),
)
