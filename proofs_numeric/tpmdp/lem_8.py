"""Lemma 8: sorting inside the active and inside the non-active parties keeps feasibility.

Statement: if variances are feasible for Eq. 6, then so is each rearrangement inside U+ and inside U- in which a
party with a larger requirement has a variance that is not smaller than that of a party of its own group.

Reading and model: as in Lemma 4 (ties in any order), with any active set and the two groups sorted apart.
Relation: identity with feasibility. Corners: one active party, |U+| = n - t, t = 1, t = n - 1, ties, zeros.
Expected: holds, for all n. The paper leaves the proof out; the exchange argument of Lemma 4 works inside a group
because trading two parties of one group never makes a set contain all active parties.
"""

from __future__ import annotations

from optcheck.audit import Claim, Expected, Form, Proof, Relation
from optcheck.exact.numbers import Exact
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._arguments import sorting_inside_groups
from proofs_numeric.tpmdp._points import Point, compare_rearranged, point_domain


def as_printed(point: Point) -> list[Exact]:
    """In each group the k-th largest variance goes to the party with the k-th largest requirement."""
    instance, arranged = point.instance, list(point.variances)
    for group in (instance.active, instance.inactive):
        by_requirement = sorted(group, key=lambda j: instance.required[j], reverse=True)
        values = sorted((point.variances[j] for j in group), reverse=True)
        for j, value in zip(by_requirement, values, strict=True):
            arranged[j] = value
    return arranged


def proof() -> Proof:
    """The exchange of two parties of one group."""
    argument = Argument()
    sorting_inside_groups(argument)
    return argument.proof(
        "so inside a group the least sum that protects a party grows with its own variance, and the rearrangement "
        "argument of Lemma 4 applies to each group, whose values stay the same as a set"
    )


CLAIM = Claim(
    id="tpmdp/lem-8",
    place="Lemma 8",
    title="sorting inside the active and inside the non-active parties keeps feasibility",
    relation=Relation.IDENTITY,
    domain=point_domain(everyone=False),
    printed=Form("σ feasible ⇒ σ̂ feasible, σ̂⁺ and σ̂⁻ the sorted rearrangements of σ⁺ and σ⁻", as_printed),
    compare=compare_rearranged,
    expected=Expected.HOLDS,
    proof=proof,
)
