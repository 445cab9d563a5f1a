"""Lemma 2: the optimum when a single party sees the output.

Statement: with one active party, variance 0 for it and, for the others, an optimum of the problem (n - 1, t - 1)
with all of them active is optimal for Eq. 6 when t >= 2; when t = 1 each of the others adds 1/(n - 1) of their
largest requirement.

Model: the others' optimum is taken from Alg. 2 (its optimality is tpmdp/alg-2); feasibility and total are
compared with Eq. 6 solved exactly. Any other optimum of the smaller problem has the same rows and the same total,
so it is optimal too. Relation: optimal. Corners: n = 2 with t = 1, t = n - 1, the active party's own requirement
the largest (it never counts: every coalition of Eq. 6 contains that party), ties, zeros. Expected: holds, for all
n.
"""

from __future__ import annotations

from fractions import Fraction

from optcheck.audit import Claim, Expected, Form, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument, n, t
from proofs_numeric.tpmdp._arguments import all_active_optimum
from proofs_numeric.tpmdp._common import compare_allocation
from proofs_numeric.tpmdp._domains import ONE_ACTIVE


def as_printed(instance: Instance) -> list[Exact]:
    """Zero for the active party, Alg. 2 with (t - 1, n - 1) or equal shares for the others."""
    n, t, required = instance.n, instance.threshold, instance.required
    others = sorted((required[j] for j in instance.inactive), reverse=True)
    if t == 1:
        return [0 if j in instance.active else Fraction(1, n - 1) * others[0] for j in range(n)]
    xi = min((2 * (n - 1) - (t - 1)) // (n - t), t)
    middle = others[xi - 1]
    return [
        0
        if j in instance.active
        else Fraction(1, n - t) * middle
        if own <= middle
        else own - Fraction(n - t - 1, n - t) * middle
        for j, own in enumerate(required)
    ]


def proof() -> Proof:
    """Each coalition contains the active party, so its complement is any (n - t)-set of the others."""
    argument = Argument()
    argument.identity("complements are the (n-t)-sets of n-1 parties, as in (n-1, t-1)", (n - 1) - (t - 1), n - t)
    all_active_optimum(argument)
    argument.identity("t = 1: one row, met with equality by equal shares", (n - 1) * (1 / (n - 1)), 1)
    return argument.proof("the active party is in no row, so its variance is 0, and the rest is the smaller problem")


CLAIM = Claim(
    id="tpmdp/lem-2",
    place="Lemma 2",
    title="the optimal variances when a single party sees the output",
    relation=Relation.OPTIMAL,
    domain=ONE_ACTIVE,
    printed=Form(
        "σ_1⁺² = 0;  t ≥ 2: σ⁻ optimal for (t−1, n−1, E⁻), all active;  t = 1: σ_i² = σ_Γ(1⁻)²/(n−1) on U⁻", as_printed
    ),
    compare=compare_allocation,
    expected=Expected.HOLDS,
    proof=proof,
)
