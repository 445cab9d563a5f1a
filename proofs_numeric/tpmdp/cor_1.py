"""Corollary 1, Eq. 12: feasibility under Convention 6.

Statement: under Convention 6 (Convention 5, and each of 1-, ..., t- requires at least sigma_Gamma_2+), variances
are feasible for Eq. 6 if and only if they satisfy Eq. 10 without the row of 2+.

Reading: with Convention 3, as in Lemma 10. Model: rows of each description minimised over the other's polyhedron
inside the cone of the conventions (exact linear programs, all real variances). Relation: identity. Corners: |U+|
= n - t, t = 1, sigma_Gamma_t- = sigma_Gamma_2+, ties, zeros. Expected: holds, for all n.
"""

from __future__ import annotations

from optcheck.audit import Claim, Expected, Form, Proof, Relation
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._domains import CONVENTION_6, sizes_under_convention_5
from proofs_numeric.tpmdp._faces import Row, add, same_under_convention_5, tally
from proofs_numeric.tpmdp.lem_10 import as_printed as eq_10_rows


def as_printed(instance: Instance) -> list[Row]:
    """The two rows of Eq. 12."""
    n, t, required = instance.n, instance.threshold, instance.required
    eta = len(instance.active) - 1
    minus = {rank: eta + rank for rank in range(1, n - eta)}
    shared = tally(*range(1, eta + 1), *(minus[rank] for rank in range(t + 1, n - eta)))
    return [
        *(Row(add({minus[j]: 1}, shared), ">=", required[minus[j]], f"Eq. 12, {j}-") for j in range(1, t + 1)),
        Row(add({0: 1, 1: -1, minus[t]: 1}, shared), ">=", required[0], "Eq. 12, 1+"),
    ]


def proof() -> Proof:
    """The dropped row of Eq. 10 has the left side of t-'s row."""
    argument = Argument()
    for size, threshold, active in sizes_under_convention_5(7):
        rows = eq_10_rows(Instance((0,) * size, threshold, tuple(range(active))))
        argument.case("the same left side", rows[threshold - 1].terms == rows[threshold].terms)
    return argument.proof(
        "in Eq. 10 the rows of t- and of 2+ have one left side, and Convention 6 makes the right side of t- the "
        "larger one: the row of 2+ is implied, and Lemma 10 gives the rest",
        patterns_up_to=7,
    )


CLAIM = Claim(
    id="tpmdp/cor-1",
    place="Corollary 1, Eq. 12",
    title="the constraints that decide feasibility under Convention 6",
    relation=Relation.IDENTITY,
    domain=CONVENTION_6,
    printed=Form("σ feasible ⇔ σ_j² + Σ_E ≥ σ_Γj² (j = 1⁻…t⁻), σ_1⁺² + Σ_E − σ_2⁺² + σ_t⁻² ≥ σ_Γ1⁺²", as_printed),
    compare=same_under_convention_5,
    expected=Expected.HOLDS,
    proof=proof,
)
