"""Lemma 6, condition 1: every sorted optimum is constant from rank t + 1 on.

Statement: with everyone active and requirements and variances sorted, each optimum of Eq. 6 has sigma_{t+1}^2 =
... = sigma_n^2.

Model: the whole optimal face, cut to sorted variances; sigma_{t+1}^2 - sigma_i^2 is maximised and minimised over
it by an exact linear program. Relation: identity. Corners: t = n - 1 (nothing to show), t = 1, n divisible by n -
t (the face is not a point), ties, zeros. Expected: holds, for all n: otherwise moving noise to the last ranks
saves t units of it.
"""

from __future__ import annotations

from optcheck.audit import Claim, Expected, Form, Proof, Relation
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument, a, t
from proofs_numeric.tpmdp._domains import EVERYONE_SORTED
from proofs_numeric.tpmdp._faces import Condition, at_sorted_optima, value_at
from proofs_numeric.tpmdp.lem_5 import as_printed as eq_9_rows


def as_printed(instance: Instance) -> list[Condition]:
    """Each rank after t + 1 has the variance of rank t + 1."""
    n, t = instance.n, instance.threshold
    return [Condition({t: 1, i - 1: -1}, 0, f"σ_{t + 1}² − σ_{i}² = 0") for i in range(t + 2, n + 1)]


def proof() -> Proof:
    """Level the ranks after t + 1, then lower the first t + 1 by gamma and raise one of the others by gamma."""
    argument = Argument()
    for size in range(3, 9):
        for threshold in range(1, size - 1):
            move = {**dict.fromkeys(range(threshold + 1), -1), threshold + 1: 1}
            rows = eq_9_rows(Instance.of([0] * size, threshold))
            changes = [value_at(row.terms, [move.get(j, 0) for j in range(size)]) for row in rows]
            argument.case(f"n = {size}, t = {threshold}: no row changes", changes == [0] * (threshold + 1))
    argument.above_zero("each row of Lemma 5 loses gamma and gains gamma; the total falls by t gamma", t, {t: 1 + a})
    return argument.proof(
        "if the ranks from t+1 on were not constant, rank t+1 would exceed the mean of the later ones, so the move "
        "keeps the order for a small gamma, and the point would not be optimal",
        patterns_up_to=8,
    )


CLAIM = Claim(
    id="tpmdp/lem-6-1",
    place="Lemma 6, condition 1",
    title="every sorted optimum is constant from rank t + 1 on",
    relation=Relation.IDENTITY,
    domain=EVERYONE_SORTED,
    printed=Form("σ optimal ⇒ σ_{t+1}² = σ_{t+2}² = … = σ_n²", as_printed),
    compare=at_sorted_optima,
    expected=Expected.HOLDS,
    proof=proof,
    also_true="A condition that is left out, or asked under a premise that never holds, is a weaker statement, and "
    "true.",
)
