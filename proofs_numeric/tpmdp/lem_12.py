"""Lemma 12: necessary conditions of an optimum under Convention 6.

Statement: an optimum of Eq. 6 that meets Convention 6 has (1) sigma_t-^2 = ... = sigma_(n-eta-1)-^2 if t >= 2,
(2) sigma_2+^2 = ... = sigma_(eta+1)+^2, and (3) for j < t, a tight row of j- wherever sigma_j-^2 >
sigma_(j+1)-^2.

Model: the whole optimal face, cut to the conventions (sorted groups, sigma_2+^2 <= sigma_t-^2); each equation is
maximised and minimised over it by exact linear programs, (3) where a drop is possible. Relation: identity.
Corners: Subcases 3 and 4, n = t |U+| (where the face is large), sigma_2+ = sigma_t-, t = 1 and 2, ties, zeros.
Expected: holds, for all n. The paper leaves the proof out; the argument below also treats sigma_2+ = sigma_t-,
where lowering sigma_t- alone would leave the convention.
"""

from __future__ import annotations

from optcheck.audit import Claim, Expected, Form, Proof, Relation
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._domains import CONVENTION_6, sizes_under_convention_5
from proofs_numeric.tpmdp._faces import Condition, add, at_optima_under_convention_5, tally
from proofs_numeric.tpmdp._moves import improves


def as_printed(instance: Instance) -> list[Condition]:
    """The three conditions; parties are numbered 1+, 2+, ..., 1-, 2-, ... from 0."""
    n, t, required = instance.n, instance.threshold, instance.required
    eta = len(instance.active) - 1
    minus = {rank: eta + rank for rank in range(1, n - eta)}
    shared = tally(*range(1, eta + 1), *(minus[rank] for rank in range(t + 1, n - eta)))
    constant = [
        Condition({minus[t]: 1, minus[k]: -1}, 0, f"σ_{t}⁻² − σ_{k}⁻² = 0") for k in range(t + 1, n - eta) if t >= 2
    ]
    level = [Condition({1: 1, k: -1}, 0, f"σ_2⁺² − σ_{k + 1}⁺² = 0") for k in range(2, eta + 1)]
    drops = [
        Condition(
            terms=add({minus[j]: 1}, shared),
            side=required[minus[j]],
            label=f"σ_{j}⁻² + Σ_E σ_i² = σ_Γ{j}⁻²",
            premise={minus[j]: 1, minus[j + 1]: -1},
        )
        for j in range(1, t)
    ]
    return [*constant, *level, *drops]


def proof() -> Proof:
    """For each condition a move that keeps Eq. 12 and lowers the total, were the condition violated."""
    argument = Argument()
    for n, t, size in sizes_under_convention_5(8):
        plus, top, tail = range(size), range(size, size + t), range(size + t, n)
        if t >= 2 and tail:
            lower = dict.fromkeys(top, -1)
            argument.case("(1), sigma_2+ < sigma_t-", improves(n, t, size, {**lower, tail[0]: 1}))
            both = {**lower, **dict.fromkeys(plus, -1), tail[0]: size}
            argument.case("(1), sigma_2+ = sigma_t-", improves(n, t, size, both))
        if size >= 3:
            even = {0: -1, 1: -1, 2: 1}
            argument.case("(2), level 2+ and later, and lower 1+", improves(n, t, size, even))
        for j in range(size, size + t - 1):
            argument.case("(3), only j-'s own row loses", improves(n, t, size, {j: -1}, slack={j}))
    return argument.proof(
        "Eq. 12 decides feasibility; were (1) violated, level the non-active ranks after t- and move noise onto "
        "them (with the active parties, when sigma_2+ = sigma_t-); were (2) violated, level 2+ and later and let "
        "1+ add less; were (3) violated, j- adds less: every move keeps the conventions for small steps and lowers "
        "the total",
        patterns_up_to=8,
    )


CLAIM = Claim(
    id="tpmdp/lem-12",
    place="Lemma 12",
    title="necessary conditions of an optimum under Convention 6",
    relation=Relation.IDENTITY,
    domain=CONVENTION_6,
    printed=Form(
        "t ≥ 2: σ_t⁻² = … = σ_(n−η−1)⁻²;  σ_2⁺² = … = σ_(η+1)⁺²;  j < t, σ_j⁻² > σ_(j+1)⁻² ⇒ σ_j⁻² + Σ_E σ_i² = σ_Γj⁻²",
        as_printed,
    ),
    compare=at_optima_under_convention_5,
    expected=Expected.HOLDS,
    proof=proof,
    also_true="A condition that is left out, or asked under a premise that never holds, is a weaker statement, and "
    "true.",
)
