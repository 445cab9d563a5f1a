"""Statement: with xi = min(floor((2n - t)/(n - t)), t + 1) and R the xi-th largest requirement, each party whose
requirement is at most R adds R/(n - t), every other one its own requirement less R (n - t - 1)/(n - t); these variances
are feasible for Eq. 6 with everyone active, and no feasible ones have a smaller total.

Model: the checker decides feasibility by sorting, and proves the least total by a packing.

Corners: n = 2, t = 1, t = n - 1, ties at the xi-th rank, zeros, xi = t + 1 (only t = n - 1, t = 1 and n = 4, t = 2
reach it), n divisible by n - t (the weight of R in the total is then 0).
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import SMALL, Everyone, optimal_for


def as_printed(parties: Everyone) -> Value:
    n, t, required = parties.n, parties.t, parties.required
    xi = min((2 * n - t) // (n - t), t + 1)
    middle = sorted(required, reverse=True)[xi - 1]
    return tuple(
        Fraction(1, n - t) * middle if own <= middle else own - Fraction(n - t - 1, n - t) * middle for own in required
    )


CLAIM = Statement(
    "tpmdp/alg-2",
    place="Alg. 2, Theorem 2",
    title="Alg. 2's variances are feasible and of least total when every party is active",
    domain=Everyone,
    truth=optimal_for,
    asserts=optimal,
    printed=Form(
        as_printed,
        "σ_i² = σ_Γ(ξ)²/(n−t) if σ_Γi ≤ σ_Γ(ξ), else σ_Γi² − (n−t−1)/(n−t)·σ_Γ(ξ)²,  ξ = min(⌊(2n−t)/(n−t)⌋, t+1)",
    ),
    impact=Impact.SAFETY,
    effort=SMALL,
)
