"""Lemma 11, Eq. 11: raising the small requirements of 1-, ..., t- to sigma_Gamma_2+ changes nothing.

Statement: under Convention 5, variances are feasible for Eq. 6 if and only if they are feasible after the
requirements of 1-, ..., t- are replaced by their maximum with sigma_Gamma_2+.

Reading: Convention 5 together with Convention 3, as in Lemma 10. Model: the form gives the new requirements; the
rows of the two versions of Eq. 6 are minimised over each other's polyhedron inside the cone of the conventions
(exact linear programs, all real variances). Relation: identity. Corners: |U+| = n - t, t = 1, sigma_Gamma_2+
larger than all of U-, ties, zeros. Expected: holds, for all n: some set with 2+ in it is never larger than any
set with j- in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from optcheck.audit import Claim, Discrepancy, Expected, Form, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._domains import CONVENTION_5, sizes_under_convention_5
from proofs_numeric.tpmdp._faces import compare_equivalence, convention_5_rows, eq_6_rows
from proofs_numeric.tpmdp.lem_10 import as_printed as eq_10_rows


def as_printed(instance: Instance) -> list[Exact]:
    """The requirements after Eq. 11."""
    t, required, size = instance.threshold, instance.required, len(instance.active)
    return [max(required[i], required[1]) if size <= i < size + t else required[i] for i in range(instance.n)]


def compare(form: Callable[[Instance], Sequence[Exact]], instance: Instance) -> Discrepancy | None:
    """Both versions of Eq. 6 describe the same points, and the new requirements are those of Convention 6."""
    raised = Instance(tuple(form(instance)), instance.threshold, instance.active)
    return compare_equivalence(lambda _: eq_6_rows(raised), instance, convention_5_rows(instance))


def proof() -> Proof:
    """Rows of Eq. 10: the one of 2+ is no stronger than any of 1-, ..., t-."""
    argument = Argument()
    for size, threshold, active in sizes_under_convention_5(7):
        rows = eq_10_rows(Instance((0,) * size, threshold, tuple(range(active))))
        for rank, row in enumerate(rows[:threshold]):
            own = {
                active + rank: 1,
                **{j: a for j, a in rows[threshold].terms.items() if j != active + threshold - 1},
            }
            argument.case("2+'s row has t- in the place of j-", row.terms == own)
    return argument.proof(
        "the left side of 2+'s row in Eq. 10 is that of j-'s row with sigma_t- in the place of sigma_j-, hence no "
        "larger, so the row already demands sigma_Gamma_2+ of each j-; lowering requirements back only relaxes",
        patterns_up_to=7,
    )


CLAIM = Claim(
    id="tpmdp/lem-11",
    place="Lemma 11, Eq. 11",
    title="raising small requirements of U- to sigma_Gamma_2+ changes nothing under Convention 5",
    relation=Relation.IDENTITY,
    domain=CONVENTION_5,
    printed=Form("σ feasible ⇔ σ feasible with σ̃_Γi = max{σ_Γi, σ_Γ2⁺} for i = 1⁻…t⁻, else σ_Γi", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
    also_true="Raising fewer requirements, or also those of parties after t-, up to sigma_Gamma_2+ changes nothing "
    "either.",
)
