"""Statement: with everyone active and everything sorted, each optimum has sigma_1^2 plus the sum of the variances from
rank t + 2 on equal to sigma_Gamma_1^2.

Model: the largest value of the left side over all sorted optima, an explicit program whose points are these optima.
(No smaller one is feasible: these parties are outside a coalition.)

Corners: all requirements equal, all zero, t = 1, t = n - 1, n divisible by n - t.

Readings: as in condition 1.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import Sorted, X, in_order, most_at_optima


def as_printed(parties: Sorted) -> Value:
    return parties.required[0]


def left(parties: Sorted, x: X) -> Value:
    """The left side of row 1 of Eq. 9."""
    return x[0] + sum(x[parties.t + 1 :])


CLAIM = Statement(
    "tpmdp/lem-6-3",
    place="Lemma 6, condition 3",
    title="the strictest party's constraint is tight at every sorted optimum",
    domain=Sorted,
    truth=most_at_optima(left, in_order),
    asserts=equals,
    printed=Form(as_printed, "σ optimal ⇒ σ_1² + Σ_{i≥t+2} σ_i² = σ_Γ1²"),
    impact=Impact.TEXT,
    argument="If all are equal, lowering them until row 1 is tight stays feasible, since all left sides are the "
    "same; otherwise conditions 1 and 2 make row j of the first drop tight, rank 1 equals rank j, and row 1 cannot "
    "ask for less than row j: sigma_Gamma_1 <= left side = sigma_Gamma_j <= sigma_Gamma_1.",
    effort=Effort(instances=60, drawn=15, largest={"n": 5}),
    rests_on=("tpmdp/lem-5", "tpmdp/lem-6-1", "tpmdp/lem-6-2"),
)
