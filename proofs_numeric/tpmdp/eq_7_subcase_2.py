"""Statement: in Subcase 2 the optimal total is the sum of the xi - 1 largest requirements of non-active parties plus
((2n - t - 1)/(n - t) - xi) times the xi-th largest, with xi = min(floor((2n - t - 1)/(n - t)), t).

Model: the least total of Eq. 6, proved by variances and a packing.

Corners: t = 1 (where xi = 1 and the weight is 1, as Lemma 2 says), t = n - 1, n = 2, the active party the strictest of
all, ties, zeros.
"""

from fractions import Fraction

from optcheck.claims import Claim, Form, Value
from optcheck.claims.relations import equals
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import LEAST_TOTAL, ONE_ACTIVE


def as_printed(instance: Instance) -> Value:
    n, t = instance.n, instance.threshold
    others = sorted((instance.required[j] for j in instance.inactive), reverse=True)
    xi = min((2 * n - t - 1) // (n - t), t)
    return sum(others[: xi - 1]) + (Fraction(2 * n - t - 1, n - t) - xi) * others[xi - 1]


CLAIM = Claim(
    id="tpmdp/eq-7-subcase-2",
    place="Eq. 7, second row",
    title="the optimal total when a single party sees the output",
    domain=ONE_ACTIVE,
    truth=LEAST_TOTAL,
    asserts=equals,
    printed=Form(as_printed, "v = Σ_{i<ξ} σ_Γ(i⁻)² + ((2n−t−1)/(n−t) − ξ)·σ_Γ(ξ⁻)²,  ξ = min(⌊(2n−t−1)/(n−t)⌋, t)"),
)
