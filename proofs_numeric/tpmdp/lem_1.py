"""Lemma 1: Subcases 1 and 3 reduce to the problem with everyone active.

Statement: in Subcases 1 and 3, variances that are optimal for Eq. 6 with A_t in the place of A_t^+ (every
coalition, with or without an active member) are optimal for Eq. 6 itself.

Model: more coalitions mean more rows, so such variances are feasible; they are optimal exactly when the two
programs have the same optimum. Both programs are solved exactly: the one with everyone active gives the claimed
value. The form is the total that Theorem 2 gives for everyone active, which the comparison first checks against
the second program.

Relation: equals. Corners: n = t |U+|, |U+| = n - t + 1, |U+| = n - t, ties, zeros. Expected: holds, for all n: in
Subcase 1 every coalition has an active member, in Subcase 3 noise moves from U- to U+ at no cost until Lemma 9
applies.
"""

from __future__ import annotations

from collections.abc import Callable

from optcheck.audit import Claim, Discrepancy, Expected, Form, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument, a, eta, n, t
from proofs_numeric.tpmdp._arguments import all_active_optimum, some_active_optimum
from proofs_numeric.tpmdp._common import compare_total, with_everyone_active
from proofs_numeric.tpmdp._domains import SUBCASES_1_AND_3
from proofs_numeric.tpmdp.thm_2_value import as_printed


def compare(form: Callable[[Instance], Exact], instance: Instance) -> Discrepancy | None:
    """The value belongs to the problem with everyone active, and to the problem itself."""
    return compare_total(form, with_everyone_active(instance)) or compare_total(form, instance)


def proof() -> Proof:
    """Pigeonhole for Subcase 1; for Subcase 3 a shift that costs nothing, then Lemma 9."""
    argument = Argument()
    argument.above_zero(
        "Subcase 1: t > |U-|, so every coalition has an active member", t - (n - eta - 1), {eta: n - t + a}
    )
    all_active_optimum(argument)
    some_active_optimum(argument)
    return argument.proof(
        "Subcase 3 has n - t - t eta <= 0, so the shift does not raise the total; it ends at sigma_2+ = sigma_t-, "
        "where the variances are feasible for all coalitions (Lemma 9), so the two optima agree"
    )


CLAIM = Claim(
    id="tpmdp/lem-1",
    place="Lemma 1",
    title="Subcases 1 and 3 cost as much as the problem with everyone active",
    relation=Relation.EQUALS,
    domain=SUBCASES_1_AND_3,
    printed=Form("min v over A_t⁺ = min v over A_t  (Subcases 1 and 3)", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
