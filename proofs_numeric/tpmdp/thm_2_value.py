"""Statement: the least total of Eq. 6 with everyone active is the sum of the xi - 1 largest requirements plus
((2n - t)/(n - t) - xi) times the xi-th largest, with xi = min(floor((2n - t)/(n - t)), t + 1).

Model: the least total, proved by variances and a packing. The theorem's O(n) steps are tpmdp/table-1-alg-3.

Corners: n = 2, t = 1, t = n - 1, ties, zeros, n divisible by n - t.
"""

from fractions import Fraction

from optcheck.claims import Claim, Form, Value
from optcheck.claims.relations import equals
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import EVERYONE, LEAST_TOTAL


def as_printed(instance: Instance) -> Value:
    n, t = instance.n, instance.threshold
    ranked = sorted(instance.required, reverse=True)
    xi = min((2 * n - t) // (n - t), t + 1)
    return sum(ranked[: xi - 1]) + (Fraction(2 * n - t, n - t) - xi) * ranked[xi - 1]


CLAIM = Claim(
    id="tpmdp/thm-2-value",
    place="Theorem 2",
    title="the optimal total variance when every party is active",
    domain=EVERYONE,
    truth=LEAST_TOTAL,
    asserts=equals,
    printed=Form(as_printed, "v = Σ_{i<ξ} σ_Γ(i)² + ((2n−t)/(n−t) − ξ)·σ_Γ(ξ)²,  ξ = min(⌊(2n−t)/(n−t)⌋, t+1)"),
)
