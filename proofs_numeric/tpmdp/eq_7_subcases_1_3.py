"""Eq. 7, first row: the optimal total in Subcases 1 and 3.

Statement: in Subcases 1 and 3 the optimal total is Theorem 2's, over the requirements of all parties.

Model: Eq. 6 with the given active set, solved exactly. Relation: equals. Corners: n = t |U+|, |U+| = n - t and n
- t + 1, the strictest parties all active or all non-active, ties, zeros. Expected: holds, for all n (Lemma 1's
argument).
"""

from __future__ import annotations

from fractions import Fraction

from optcheck.audit import Claim, Expected, Form, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._arguments import all_active_optimum, some_active_optimum
from proofs_numeric.tpmdp._common import compare_total
from proofs_numeric.tpmdp._domains import SUBCASES_1_AND_3


def as_printed(instance: Instance) -> Exact:
    """The first row of Eq. 7."""
    n, t = instance.n, instance.threshold
    ranked = sorted(instance.required, reverse=True)
    xi = min((2 * n - t) // (n - t), t + 1)
    return sum(ranked[: xi - 1]) + (Fraction(2 * n - t, n - t) - xi) * ranked[xi - 1]


def proof() -> Proof:
    """Lemma 1, then Theorem 2."""
    argument = Argument()
    all_active_optimum(argument)
    some_active_optimum(argument)
    return argument.proof("Lemma 1 reduces both subcases to everyone active, where this is Theorem 2's total")


CLAIM = Claim(
    id="tpmdp/eq-7-subcases-1-3",
    place="Eq. 7, first row",
    title="the optimal total in Subcases 1 and 3",
    relation=Relation.EQUALS,
    domain=SUBCASES_1_AND_3,
    printed=Form("v = Σ_{i<ξ} σ_Γ(i)² + ((2n−t)/(n−t) − ξ)·σ_Γ(ξ)²,  ξ = min(⌊(2n−t)/(n−t)⌋, t+1)", as_printed),
    compare=compare_total,
    expected=Expected.HOLDS,
    proof=proof,
)
