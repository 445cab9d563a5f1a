"""Statement: with everyone active, and requirements and variances sorted, variances are feasible for Eq. 6 if and only
if sigma_j^2 plus the sum of the variances from rank t + 2 on is at least sigma_Gamma_j^2, for each j <= t + 1.

Model: the form decides Eq. 9 at a sorted point, the definition Eq. 6, coalition by coalition.

Corners: t = 1, t = n - 1 (the sum is empty), ties, zeros.

Readings: parties with equal requirements may have different variances, which covers more than Convention 1 allows.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import SortedPoint, is_feasible


def as_printed(point: SortedPoint) -> bool:
    x, required, t = point.variances, point.required, point.t
    return all(x[j - 1] + sum(x[t + 1 :]) >= required[j - 1] for j in range(1, t + 2))


CLAIM = Statement(
    "tpmdp/lem-5",
    place="Lemma 5",
    title="t + 1 constraints decide the feasibility of sorted variances",
    domain=SortedPoint,
    truth=definition(is_feasible),
    asserts=decides,
    printed=Form(as_printed, "σ feasible ⇔ σ_j² + Σ_{i≥t+2} σ_i² ≥ σ_Γj² for j ≤ t+1"),
    impact=Impact.SAFETY,
    argument="For j <= t + 1 no set of n - t parties with j in it has a smaller sum than j and the n - t - 1 last "
    "ranks, that of Eq. 9; for later j none has a smaller one than the n - t last ranks, which is the set of rank t "
    "+ 1, whose requirement is no smaller: so the rows up to t + 1 imply the others.",
    effort=Effort(instances=400, drawn=60, largest={"n": 6}),
)
