"""Statement: in Subcases 1 and 3 the optimal total is Theorem 2's, over the requirements of all parties.

Model: the explicit linear program of Eq. 6, a row for each coalition and party outside it, solved and proved optimal.

Corners: n = t |U+|, |U+| = n - t and n - t + 1, the strictest parties all active or all non-active, ties, zeros.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import MANY_ACTIVE, SMALL, Parties, eq6


def as_printed(parties: Parties) -> Value:
    n, t = parties.n, parties.t
    ranked = sorted(parties.required, reverse=True)
    xi = min((2 * n - t) // (n - t), t + 1)
    return sum(ranked[: xi - 1]) + (Fraction(2 * n - t, n - t) - xi) * ranked[xi - 1]


CLAIM = Statement(
    "tpmdp/eq-7-subcases-1-3",
    place="Eq. 7, first row",
    title="the optimal total in Subcases 1 and 3",
    domain=MANY_ACTIVE,
    truth=minimum(eq6),
    asserts=equals,
    printed=Form(as_printed, "v = Σ_{i<ξ} σ_Γ(i)² + ((2n−t)/(n−t) − ξ)·σ_Γ(ξ)²,  ξ = min(⌊(2n−t)/(n−t)⌋, t+1)"),
    effort=SMALL,
)
