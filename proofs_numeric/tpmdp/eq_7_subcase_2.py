"""Statement: in Subcase 2 the optimal total is the sum of the xi - 1 largest requirements of non-active parties plus
((2n - t - 1)/(n - t) - xi) times the xi-th largest, with xi = min(floor((2n - t - 1)/(n - t)), t).

Model: the explicit linear program of Eq. 6, a row for each coalition and party outside it, solved and proved optimal.

Corners: t = 1 (where xi = 1 and the weight is 1, as Lemma 2 says), t = n - 1, n = 2, the active party the strictest of
all, ties, zeros.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import ONE_ACTIVE, SMALL, Parties, eq6


def as_printed(parties: Parties) -> Value:
    n, t = parties.n, parties.t
    others = sorted((parties.required[j] for j in parties.inactive), reverse=True)
    xi = min((2 * n - t - 1) // (n - t), t)
    return sum(others[: xi - 1]) + (Fraction(2 * n - t - 1, n - t) - xi) * others[xi - 1]


CLAIM = Statement(
    "tpmdp/eq-7-subcase-2",
    place="Eq. 7, second row",
    title="the optimal total when a single party sees the output",
    domain=ONE_ACTIVE,
    truth=minimum(eq6),
    asserts=equals,
    printed=Form(as_printed, "v = Σ_{i<ξ} σ_Γ(i⁻)² + ((2n−t−1)/(n−t) − ξ)·σ_Γ(ξ⁻)²,  ξ = min(⌊(2n−t−1)/(n−t)⌋, t)"),
    effort=SMALL,
)
