"""Eq. 7, third row: the optimal total in Subcase 4.

Statement: in Subcase 4 the optimal total is sigma_Gamma(1+)^2 + (t - 1)/(n - |U+| - t + 1) sigma_Gamma(2+)^2:
only the active parties' requirements count.

Model: Eq. 6 solved exactly. Relation: equals. Corners: t = 1, |U+| = n - t, n = t |U+| + 1, the strictest parties
active, non-active, or one of each, ties, zeros. Expected: corrected. The row contradicts Lemma 3, whose variances
sum to max(alpha, beta)^2 + (t - 1)/(n - |U+| - t + 1) min(alpha, beta)^2, and {alpha, beta} are the two largest
requirements of all parties: the plus signs in the row do not belong there. Smallest failure: three parties, t =
1, two active ones that require nothing and a third that requires 1: printed 0, true 1.
"""

from __future__ import annotations

from fractions import Fraction

from optcheck.audit import Claim, Expected, Form, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._arguments import all_active_optimum, few_active_optimum
from proofs_numeric.tpmdp._common import compare_total
from proofs_numeric.tpmdp._domains import FEW_ACTIVE


def as_printed(instance: Instance) -> Exact:
    """The third row of Eq. 7."""
    n, t, size = instance.n, instance.threshold, len(instance.active)
    plus = sorted((instance.required[j] for j in instance.active), reverse=True)
    return plus[0] + Fraction(t - 1, n - size - t + 1) * plus[1]


def corrected(instance: Instance) -> Exact:
    """The same with the two largest requirements of all parties."""
    n, t, size = instance.n, instance.threshold, len(instance.active)
    ranked = sorted(instance.required, reverse=True)
    return ranked[0] + Fraction(t - 1, n - size - t + 1) * ranked[1]


def proof() -> Proof:
    """The argument of Lemma 3, and its total."""
    argument = Argument()
    all_active_optimum(argument)
    few_active_optimum(argument)
    return argument.proof(
        "whichever two parties are the strictest, the least total is the largest requirement plus (t-1)/m of the second"
    )


CLAIM = Claim(
    id="tpmdp/eq-7-subcase-4",
    place="Eq. 7, third row",
    title="the optimal total in Subcase 4",
    relation=Relation.EQUALS,
    domain=FEW_ACTIVE,
    printed=Form("v = σ_Γ(1⁺)² + (t−1)/(n−|U⁺|−t+1)·σ_Γ(2⁺)²", as_printed),
    corrected=Form("v = σ_Γ(1)² + (t−1)/(n−|U⁺|−t+1)·σ_Γ(2)², the two largest requirements of all parties", corrected),
    compare=compare_total,
    expected=Expected.CORRECTED,
    proof=proof,
)
