"""Eq. 7, second row: the optimal total with a single active party.

Statement: in Subcase 2 the optimal total is the sum of the xi - 1 largest requirements of non-active parties plus
((2n - t - 1)/(n - t) - xi) times the xi-th largest, with xi = min(floor((2n - t - 1)/(n - t)), t).

Model: Eq. 6 solved exactly. Relation: equals. Corners: t = 1 (where xi = 1 and the weight is 1, as Lemma 2 says),
t = n - 1, n = 2, the active party the strictest of all, ties, zeros. Expected: holds, for all n.
"""

from __future__ import annotations

from fractions import Fraction

from optcheck.audit import Claim, Expected, Form, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument, n, t
from proofs_numeric.tpmdp._arguments import all_active_optimum
from proofs_numeric.tpmdp._common import compare_total
from proofs_numeric.tpmdp._domains import ONE_ACTIVE


def as_printed(instance: Instance) -> Exact:
    """The second row of Eq. 7."""
    n, t = instance.n, instance.threshold
    others = sorted((instance.required[j] for j in instance.inactive), reverse=True)
    xi = min((2 * n - t - 1) // (n - t), t)
    return sum(others[: xi - 1]) + (Fraction(2 * n - t - 1, n - t) - xi) * others[xi - 1]


def proof() -> Proof:
    """Lemma 2, then Theorem 2 with (n - 1, t - 1)."""
    argument = Argument()
    all_active_optimum(argument)
    smaller = ((2 * n - t) / (n - t)).subs({n: n - 1, t: t - 1}, simultaneous=True)
    argument.identity("Theorem 2's ratio at (n-1, t-1)", smaller, (2 * n - t - 1) / (n - t))
    argument.identity("t = 1: the weight at xi = 1 is 1", ((2 * n - t - 1) / (n - t) - 1).subs(t, 1), 1)
    return argument.proof("Lemma 2 reduces Subcase 2 to (n-1, t-1) with everyone active, or to one row when t = 1")


CLAIM = Claim(
    id="tpmdp/eq-7-subcase-2",
    place="Eq. 7, second row",
    title="the optimal total when a single party sees the output",
    relation=Relation.EQUALS,
    domain=ONE_ACTIVE,
    printed=Form("v = Σ_{i<ξ} σ_Γ(i⁻)² + ((2n−t−1)/(n−t) − ξ)·σ_Γ(ξ⁻)²,  ξ = min(⌊(2n−t−1)/(n−t)⌋, t)", as_printed),
    compare=compare_total,
    expected=Expected.HOLDS,
    proof=proof,
)
