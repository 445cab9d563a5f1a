"""Statement: in Subcases 1 and 3 the optimal total is Theorem 2's, over the requirements of all parties.

Model: the least total of Eq. 6 with the given active set, proved by variances and a packing.

Corners: n = t |U+|, |U+| = n - t and n - t + 1, the strictest parties all active or all non-active, ties, zeros.
"""

from fractions import Fraction

from optcheck.claims import Claim, Form, Value
from optcheck.claims.relations import equals
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import LEAST_TOTAL, domain, is_subcase_1_or_3


def as_printed(instance: Instance) -> Value:
    n, t = instance.n, instance.threshold
    ranked = sorted(instance.required, reverse=True)
    xi = min((2 * n - t) // (n - t), t + 1)
    return sum(ranked[: xi - 1]) + (Fraction(2 * n - t, n - t) - xi) * ranked[xi - 1]


CLAIM = Claim(
    id="tpmdp/eq-7-subcases-1-3",
    place="Eq. 7, first row",
    title="the optimal total in Subcases 1 and 3",
    domain=domain("Subcases 1 and 3", is_subcase_1_or_3),
    truth=LEAST_TOTAL,
    asserts=equals,
    printed=Form(as_printed, "v = Σ_{i<ξ} σ_Γ(i)² + ((2n−t)/(n−t) − ξ)·σ_Γ(ξ)²,  ξ = min(⌊(2n−t)/(n−t)⌋, t+1)"),
)
