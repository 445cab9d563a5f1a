"""Lemma 5: t + 1 constraints decide the feasibility of a sorted point.

Statement: with everyone active, and requirements and variances sorted, variances are feasible for Eq. 6 if and
only if sigma_j^2 plus the sum of the variances from rank t + 2 on is at least sigma_Gamma_j^2, for each j <= t +
1.

Model: two polyhedra inside the cone of sorted variances, Eq. 6's and the t + 1 rows'. Each row of one is
minimised over the other by an exact linear program: all real variances are decided, not a sample. Relation:
identity. Corners: t = 1, t = n - 1 (the sum is empty), ties, zeros. Expected: holds, for all n.
"""

from __future__ import annotations

from optcheck.audit import Claim, Expected, Form, Proof, Relation
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument, n, t
from proofs_numeric.tpmdp._domains import EVERYONE_SORTED
from proofs_numeric.tpmdp._faces import Row, same_when_sorted, tally


def as_printed(instance: Instance) -> list[Row]:
    """Eq. 9, ranks counted from 1 in the paper and from 0 here."""
    n, t = instance.n, instance.threshold
    return [
        Row(tally(j - 1, *range(t + 1, n)), ">=", instance.required[j - 1], f"Eq. 9, j = {j}") for j in range(1, t + 2)
    ]


def proof() -> Proof:
    """The cheapest set with party j in it consists of j and the smallest variances."""
    argument = Argument()
    argument.identity("j <= t+1: j and the n-t-1 last ranks make n-t parties", 1 + (n - (t + 1)), n - t)
    argument.identity("j >= t+2: the n-t last ranks contain j", n - (t + 1) + 1, n - t)
    return argument.proof(
        "for j <= t+1 the cheapest set outside a coalition without j is that of Eq. 9; for later j it is that of "
        "rank t+1, whose requirement is no smaller, so the rows up to t+1 imply the others"
    )


CLAIM = Claim(
    id="tpmdp/lem-5",
    place="Lemma 5",
    title="t + 1 constraints decide the feasibility of sorted variances",
    relation=Relation.IDENTITY,
    domain=EVERYONE_SORTED,
    printed=Form("σ feasible ⇔ σ_j² + Σ_{i≥t+2} σ_i² ≥ σ_Γj² for j ≤ t+1", as_printed),
    compare=same_when_sorted,
    expected=Expected.HOLDS,
    proof=proof,
)
