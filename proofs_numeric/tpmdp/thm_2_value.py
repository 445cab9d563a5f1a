"""Theorem 2: the optimal total when every party is active.

Statement: the least total of Eq. 6 with everyone active is the sum of the xi - 1 largest requirements plus
((2n - t)/(n - t) - xi) times the xi-th largest, with xi = min(floor((2n - t)/(n - t)), t + 1).

Model: Eq. 6 with a row for each coalition, solved exactly. Relation: equals. Corners: n = 2, t = 1, t = n - 1, ties,
zeros, n divisible by n - t. Expected: holds, for all n (the same executed argument as for Alg. 2). The statement's
O(n) steps are the subject of tpmdp/table-1-alg-3.
"""

from __future__ import annotations

from fractions import Fraction

from optcheck.audit import Claim, Expected, Form, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._arguments import all_active_optimum
from proofs_numeric.tpmdp._common import compare_total
from proofs_numeric.tpmdp._domains import EVERYONE


def as_printed(instance: Instance) -> Exact:
    """The total that Theorem 2 prints."""
    n, t = instance.n, instance.threshold
    ranked = sorted(instance.required, reverse=True)
    xi = min((2 * n - t) // (n - t), t + 1)
    return sum(ranked[: xi - 1]) + (Fraction(2 * n - t, n - t) - xi) * ranked[xi - 1]


def proof() -> Proof:
    """The weights that prove Alg. 2 optimal give this total."""
    argument = Argument()
    all_active_optimum(argument)
    return argument.proof("so the printed total is the least for every n, t and every requirement")


CLAIM = Claim(
    id="tpmdp/thm-2-value",
    place="Theorem 2",
    title="the optimal total variance when every party is active",
    relation=Relation.EQUALS,
    domain=EVERYONE,
    printed=Form("v = Σ_{i<ξ} σ_Γ(i)² + ((2n−t)/(n−t) − ξ)·σ_Γ(ξ)²,  ξ = min(⌊(2n−t)/(n−t)⌋, t+1)", as_printed),
    compare=compare_total,
    expected=Expected.HOLDS,
    proof=proof,
)
