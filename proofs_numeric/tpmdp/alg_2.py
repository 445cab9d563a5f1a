"""Alg. 2 with Theorem 2: the variances when every party is active.

Statement: with xi = min(floor((2n - t)/(n - t)), t + 1) and R the xi-th largest requirement, each party whose
requirement is at most R adds R/(n - t), every other one its own requirement less R (n - t - 1)/(n - t); these variances
are feasible for Eq. 6 with everyone active, and no feasible ones have a smaller total.

Model: Eq. 6 with a row for each coalition, solved exactly. Relation: optimal. Corners: n = 2, t = 1, t = n - 1, ties at
the xi-th rank, zeros, xi = t + 1 (only t = n - 1, t = 1 and n = 4, t = 2 reach it), n divisible by n - t (the weight of
R in the total is then 0). Expected: holds, for all n (executed argument: duality on sorted variances).
"""

from __future__ import annotations

from fractions import Fraction

from optcheck.audit import Claim, Expected, Form, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._arguments import all_active_optimum
from proofs_numeric.tpmdp._common import compare_allocation
from proofs_numeric.tpmdp._domains import EVERYONE


def as_printed(instance: Instance) -> list[Exact]:
    """Lines 3 to 5 of Alg. 2."""
    n, t, required = instance.n, instance.threshold, instance.required
    xi = min((2 * n - t) // (n - t), t + 1)
    middle = sorted(required, reverse=True)[xi - 1]
    return [
        Fraction(1, n - t) * middle if own <= middle else own - Fraction(n - t - 1, n - t) * middle for own in required
    ]


def proof() -> Proof:
    """Feasible by construction, and no better point: one weight a row."""
    argument = Argument()
    all_active_optimum(argument)
    return argument.proof("so Alg. 2's variances are feasible and their total is the least")


CLAIM = Claim(
    id="tpmdp/alg-2",
    place="Alg. 2, Theorem 2",
    title="Alg. 2's variances are feasible and of least total when every party is active",
    relation=Relation.OPTIMAL,
    domain=EVERYONE,
    printed=Form(
        "σ_i² = σ_Γ(ξ)²/(n−t) if σ_Γi ≤ σ_Γ(ξ), else σ_Γi² − (n−t−1)/(n−t)·σ_Γ(ξ)²,  ξ = min(⌊(2n−t)/(n−t)⌋, t+1)",
        as_printed,
    ),
    compare=compare_allocation,
    expected=Expected.HOLDS,
    proof=proof,
)
