"""Statement: in Subcases 1 and 3, variances that are optimal for Eq. 6 with A_t in the place of A_t^+ (every coalition,
with or without an active member) are optimal for Eq. 6 itself.

Model: an instance carries variances. The form decides whether they are optimal with everyone active: feasible coalition
by coalition, and of the total that Theorem 2 gives. The checker decides whether they are optimal for Eq. 6.

Corners: n = t |U+|, |U+| = n - t + 1, |U+| = n - t, ties, zeros, several optima.
"""

from itertools import combinations

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import Everyone, is_optimum
from proofs_numeric.tpmdp.thm_1 import Noise
from proofs_numeric.tpmdp.thm_2_value import as_printed as least_total


def as_printed(at: Noise) -> bool:
    n, x = at.n, at.variances
    covers = all(
        sum(x[i] for i in range(n) if i not in coalition) >= at.required[j]
        for coalition in combinations(range(n), at.t)
        for j in range(n)
        if j not in coalition
    )
    return covers and sum(x) == least_total(Everyone(n, at.t, at.required))


CLAIM = Statement(
    "tpmdp/lem-1",
    place="Lemma 1",
    title="in Subcases 1 and 3 what is optimal with everyone active is optimal",
    domain=Noise.where("len(active) > n - t or len(active) >= 2 and n <= t * len(active)"),
    truth=is_optimum,
    asserts=implies,
    printed=Form(as_printed, "σ optimal for A_t ⇒ σ optimal for A_t⁺  (Subcases 1 and 3)"),
    impact=Impact.OPTIMALITY,
    effort=Effort(instances=300, drawn=30, largest={"n": 5}),
    rests_on=("tpmdp/thm-2-value",),
)
