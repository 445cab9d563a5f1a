"""Lemma 10, Eq. 10: the constraints that decide feasibility under Convention 5.

Statement: let 2 <= |U+| <= n - t, groups be sorted, and sigma_2+^2 <= sigma_t-^2. With E = {2+, ..., (eta+1)+,
(t+1)-, ..., (n-eta-1)-}, variances are feasible for Eq. 6 if and only if sigma_j^2 + sum over E is at least
sigma_Gamma_j^2 for j = 1-, ..., t-, sigma_t-^2 + sum over E is at least sigma_Gamma_2+^2, and sigma_1+^2 + sum
over E - sigma_2+^2 + sigma_t-^2 is at least sigma_Gamma_1+^2.

Reading: Convention 5 as printed repeats Convention 4 but not Convention 3 (sorted variances). The text restricts
all variances to Convention 3 before that, so it is kept here. Dropped, the statement would be false: three
parties, t = 1, requirements 0, 0 (active) and 2, unsorted variances 0, 1 and 1 satisfy Eq. 10, but the coalition
{2+} leaves 1 < 2 outside.

Model: two polyhedra in the cone of the conventions; each row of one is minimised over the other by an exact
linear program, so all real variances are decided. Relation: identity. Corners: |U+| = n - t (E has no non-active
party), t = 1, ties, zeros. Expected: holds, for all n.
"""

from __future__ import annotations

from itertools import combinations

from optcheck.audit import Claim, Expected, Form, Proof, Relation
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument, eta, n, t
from proofs_numeric.tpmdp._domains import CONVENTION_5, sizes_under_convention_5
from proofs_numeric.tpmdp._faces import Row, add, same_under_convention_5, tally


def as_printed(instance: Instance) -> list[Row]:
    """The three rows of Eq. 10; parties are numbered 1+, 2+, ..., 1-, 2-, ... from 0."""
    n, t, required = instance.n, instance.threshold, instance.required
    eta = len(instance.active) - 1
    minus = {rank: eta + rank for rank in range(1, n - eta)}
    shared = tally(*range(1, eta + 1), *(minus[rank] for rank in range(t + 1, n - eta)))
    return [
        *(Row(add({minus[j]: 1}, shared), ">=", required[minus[j]], f"Eq. 10, {j}-") for j in range(1, t + 1)),
        Row(add({minus[t]: 1}, shared), ">=", required[1], "Eq. 10, 2+"),
        Row(add({0: 1, 1: -1, minus[t]: 1}, shared), ">=", required[0], "Eq. 10, 1+"),
    ]


def proof() -> Proof:
    """The cheapest set outside a coalition, for each kind of party."""
    argument = Argument()
    argument.identity("E has n-t-1 members", eta + (n - eta - 1 - t), n - t - 1)
    for size, threshold, active in sizes_under_convention_5(6):
        _cheapest_sets(argument, size, threshold, active)
    return argument.proof(
        "a set that misses an active party holds at most eta of them, cheapest 2+, 3+, ...; as sigma_2+ <= "
        "sigma_t-, taking fewer of them costs no less: so E completes each party j <= t-, E and t- contain all "
        "later parties and 2+, and 1+ takes the place of 2+; requirements of later parties are no larger",
        patterns_up_to=6,
    )


def _cheapest_sets(argument: Argument, size: int, threshold: int, active: int) -> None:
    """Each set of Eq. 6 is dominated, position by position in the order of the cone, by the one of Eq. 10."""
    last = active + threshold - 1
    shared = {*range(1, active), *range(active + threshold, size)}
    for outside in map(set, combinations(range(size), size - threshold)):
        if set(range(active)) <= outside:
            continue
        for j in outside:
            cheapest = {0, last} | shared - {1} if j == 0 else shared | {j if active <= j <= last else last}
            argument.case("a chain of trades", _dominates(outside, cheapest, active, last))


def _dominates(one: set[int], other: set[int], active: int, last: int) -> bool:
    """Whether each party of ``other`` has a partner in ``one`` with a variance that is no smaller in the cone."""
    gain, loss = sorted(one - other), sorted(other - one)
    return len(gain) == len(loss) and _matches(gain, loss, active, last)


def _matches(gain: list[int], loss: list[int], active: int, last: int) -> bool:
    if not loss:
        return True
    cheap = loss[0]
    partners = [big for big in gain if _is_at_least(big, cheap, active, last)]
    return any(_matches([g for g in gain if g != big], loss[1:], active, last) for big in partners)


def _is_at_least(big: int, small: int, active: int, last: int) -> bool:
    """sigma_big >= sigma_small throughout the cone: by rank in a group, or a non-active one up to t- over 2+ and on."""
    same = (big < active) == (small < active)
    return big <= small if same else (active <= big <= last and 1 <= small < active)


CLAIM = Claim(
    id="tpmdp/lem-10",
    place="Lemma 10, Eq. 10",
    title="the constraints that decide feasibility under Convention 5",
    relation=Relation.IDENTITY,
    domain=CONVENTION_5,
    printed=Form(
        "σ feasible ⇔ σ_j² + Σ_E ≥ σ_Γj² (j = 1⁻…t⁻), σ_t⁻² + Σ_E ≥ σ_Γ2⁺², σ_1⁺² + Σ_E − σ_2⁺² + σ_t⁻² ≥ σ_Γ1⁺²",
        as_printed,
    ),
    compare=same_under_convention_5,
    expected=Expected.HOLDS,
    proof=proof,
)
