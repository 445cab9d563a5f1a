"""Statement: the least total of Eq. 6 with everyone active is the sum of the xi - 1 largest requirements plus
((2n - t)/(n - t) - xi) times the xi-th largest, with xi = min(floor((2n - t)/(n - t)), t + 1).

Model: the explicit linear program of Eq. 6, a row for each coalition and party outside it, solved and proved optimal.
The theorem's O(n) steps are tpmdp/table-1-alg-3.

Corners: n = 2, t = 1, t = n - 1, ties, zeros, n divisible by n - t.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import SMALL, Everyone, eq6


def as_printed(parties: Everyone) -> Value:
    n, t = parties.n, parties.t
    ranked = sorted(parties.required, reverse=True)
    xi = min((2 * n - t) // (n - t), t + 1)
    return sum(ranked[: xi - 1]) + (Fraction(2 * n - t, n - t) - xi) * ranked[xi - 1]


CLAIM = Statement(
    "tpmdp/thm-2-value",
    place="Theorem 2",
    title="the optimal total variance when every party is active",
    domain=Everyone,
    truth=minimum(eq6),
    asserts=equals,
    printed=Form(as_printed, "v = Σ_{i<ξ} σ_Γ(i)² + ((2n−t)/(n−t) − ξ)·σ_Γ(ξ)²,  ξ = min(⌊(2n−t)/(n−t)⌋, t+1)"),
    effort=SMALL,
)
