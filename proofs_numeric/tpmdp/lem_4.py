"""Lemma 4: with everyone active, sorting a feasible point by requirement keeps it feasible.

Statement: if variances are feasible for Eq. 6 with everyone active, then so is each rearrangement of them in
which a party with a larger requirement has a variance that is not smaller.

Reading: "larger or equal requirement, larger or equal variance" would force equal variances on parties with equal
requirements, and then no rearrangement might qualify; ties are therefore ordered in any way, which covers more
rearrangements than the printed words.

Model: an instance carries the requirements, sorted, and variances in any order; the form is the rearrangement.
Whenever the given variances are feasible (brute force over coalitions), the rearranged ones must be. Relation:
identity (the rearrangement has the same values) with feasibility. Corners: t = 1, t = n - 1, ties, zeros.
Expected: holds, for all n.
"""

from __future__ import annotations

from optcheck.audit import Claim, Expected, Form, Proof, Relation
from optcheck.exact.numbers import Exact
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._arguments import sorting_inside_groups
from proofs_numeric.tpmdp._points import Point, compare_rearranged, point_domain


def as_printed(point: Point) -> list[Exact]:
    """The k-th largest variance goes to the party with the k-th largest requirement."""
    required = point.instance.required
    by_requirement = sorted(range(len(required)), key=lambda j: required[j], reverse=True)
    values = sorted(point.variances, reverse=True)
    return [values[by_requirement.index(j)] for j in range(len(required))]


def proof() -> Proof:
    """What protects a party depends on its variance alone, and grows with it: a rearrangement argument."""
    argument = Argument()
    sorting_inside_groups(argument)
    return argument.proof(
        "so the least sum that protects a party grows with its own variance; the k parties of largest requirement "
        "have sums of at least the k-th requirement, hence the k-th largest of these sums is at least it, and "
        "sorting gives it to the k-th party"
    )


CLAIM = Claim(
    id="tpmdp/lem-4",
    place="Lemma 4",
    title="sorting feasible variances by requirement keeps them feasible (everyone active)",
    relation=Relation.IDENTITY,
    domain=point_domain(everyone=True),
    printed=Form("σ feasible ⇒ σ̂ feasible, σ̂ the rearrangement of σ with σ̂_i ≥ σ̂_j when σ_Γi ≥ σ_Γj", as_printed),
    compare=compare_rearranged,
    expected=Expected.HOLDS,
    proof=proof,
)
