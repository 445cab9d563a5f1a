"""Lemma 6, condition 2: a strict drop in a sorted optimum makes the constraint before it tight.

Statement: with everyone active and everything sorted, if an optimum has sigma_j^2 > sigma_{j+1}^2 for some j <=
t, then sigma_j^2 plus the sum of the variances from rank t + 2 on equals sigma_Gamma_j^2.

Model: the whole face of sorted optima. Where a drop at j is possible on the face, the left side of the equation
is maximised and minimised over the part of the face on which the drop is at least half of the largest one; if any
optimum with a drop breaks the equation, then one of these does (mixtures). Relation: identity, under a premise.
Corners: t = n - 1, t = 1, ties, zeros, n divisible by n - t. Expected: holds, for all n: otherwise party j alone
could add less.
"""

from __future__ import annotations

from optcheck.audit import Claim, Expected, Form, Proof, Relation
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._domains import EVERYONE_SORTED
from proofs_numeric.tpmdp._faces import Condition, at_sorted_optima, tally
from proofs_numeric.tpmdp.lem_5 import as_printed as eq_9_rows


def as_printed(instance: Instance) -> list[Condition]:
    """One equation for each j <= t, asserted where rank j exceeds rank j + 1."""
    n, t = instance.n, instance.threshold
    return [
        Condition(
            terms=tally(j - 1, *range(t + 1, n)),
            side=instance.required[j - 1],
            label=f"σ_{j}² + Σ_(i≥t+2) σ_i² = σ_Γ{j}²",
            premise={j - 1: 1, j: -1},
        )
        for j in range(1, t + 1)
    ]


def proof() -> Proof:
    """Rank j <= t occurs in one row of Lemma 5 only, its own."""
    argument = Argument()
    for size in range(2, 9):
        for threshold in range(1, size):
            rows = eq_9_rows(Instance.of([0] * size, threshold))
            for j in range(threshold):
                argument.case(
                    f"n = {size}, t = {threshold}, rank {j + 1}", [j in row.terms for row in rows].count(True) == 1
                )
    return argument.proof(
        "rank j <= t is in the row j of Lemma 5 and in no other, whatever t; were that row slack after a strict "
        "drop, party j could add a little less and stay above rank j+1",
        patterns_up_to=8,
    )


CLAIM = Claim(
    id="tpmdp/lem-6-2",
    place="Lemma 6, condition 2",
    title="a strict drop in a sorted optimum makes the constraint before it tight",
    relation=Relation.IDENTITY,
    domain=EVERYONE_SORTED,
    printed=Form("σ optimal, j ≤ t, σ_j² > σ_{j+1}² ⇒ σ_j² + Σ_{i≥t+2} σ_i² = σ_Γj²", as_printed),
    compare=at_sorted_optima,
    expected=Expected.HOLDS,
    proof=proof,
    also_true="A condition that is left out, or asked under a premise that never holds, is a weaker statement, and "
    "true.",
)
