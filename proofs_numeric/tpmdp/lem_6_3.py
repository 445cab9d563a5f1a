"""Lemma 6, condition 3: the strictest party's constraint is tight at every sorted optimum.

Statement: with everyone active and everything sorted, each optimum has sigma_1^2 plus the sum of the variances
from rank t + 2 on equal to sigma_Gamma_1^2.

Model: the left side is maximised and minimised over the whole face of sorted optima. Relation: identity. Corners:
all requirements equal, all zero, t = 1, t = n - 1, n divisible by n - t. Expected: holds, for all n.
"""

from __future__ import annotations

import sympy

from optcheck.audit import Claim, Expected, Form, Proof, Relation
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument, n, t
from proofs_numeric.tpmdp._domains import EVERYONE_SORTED
from proofs_numeric.tpmdp._faces import Condition, at_sorted_optima, tally


def as_printed(instance: Instance) -> list[Condition]:
    """The equation for rank 1."""
    n, t = instance.n, instance.threshold
    return [Condition(tally(0, *range(t + 1, n)), instance.required[0], "σ_1² + Σ_(i≥t+2) σ_i² = σ_Γ1²")]


def proof() -> Proof:
    """Equal variances are tight when optimal; otherwise the first drop is tight, and ranks before it are equal."""
    argument = Argument()
    level = sympy.Symbol("level")
    argument.identity("equal variances: row 1 is (n-t) times one of them", level + (n - t - 1) * level, (n - t) * level)
    return argument.proof(
        "if all are equal, lowering them until row 1 is tight stays feasible, since all left sides are the same; "
        "otherwise conditions 1 and 2 make row j of the first drop tight, rank 1 equals rank j, and row 1 cannot "
        "ask for less than row j: sigma_Gamma_1 <= left side = sigma_Gamma_j <= sigma_Gamma_1"
    )


CLAIM = Claim(
    id="tpmdp/lem-6-3",
    place="Lemma 6, condition 3",
    title="the strictest party's constraint is tight at every sorted optimum",
    relation=Relation.IDENTITY,
    domain=EVERYONE_SORTED,
    printed=Form("σ optimal ⇒ σ_1² + Σ_{i≥t+2} σ_i² = σ_Γ1²", as_printed),
    compare=at_sorted_optima,
    expected=Expected.HOLDS,
    proof=proof,
)
