"""Statement: if variances are feasible for Eq. 6, then so is each rearrangement inside U+ and inside U- in which a
party with a larger requirement has a variance that is not smaller than that of a party of its own group.

Model: as in Lemma 4, with any active set and the two groups sorted apart.

Corners: one active party, |U+| = n - t, t = 1, t = n - 1, ties, zeros.

Readings: ties in any order, as in Lemma 4. The paper leaves the proof out; the exchange argument of Lemma 4 works
inside a group because trading two parties of one group never makes a set contain all active parties.
"""

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.relations import satisfies
from proofs_numeric.tpmdp._eq6 import Point
from proofs_numeric.tpmdp.lem_4 import FEASIBLE_REARRANGEMENT, feasible_points, sorting_inside_groups


def as_printed(point: Point) -> Value:
    instance, arranged = point.instance, list(point.variances)
    for group in (instance.active, instance.inactive):
        by_requirement = sorted(group, key=lambda j: instance.required[j], reverse=True)
        values = sorted((point.variances[j] for j in group), reverse=True)
        for j, value in zip(by_requirement, values, strict=True):
            arranged[j] = value
    return tuple(arranged)


def proof(argument: Argument, form: Formula[Point]) -> None:
    sorting_inside_groups(argument, form, lambda _: True)
    argument.words(
        "So inside a group the least sum that protects a party grows with its own variance, and the rearrangement "
        "argument of Lemma 4 applies to each group, whose values stay the same as a set."
    )


CLAIM = Claim(
    id="tpmdp/lem-8",
    place="Lemma 8",
    title="sorting inside the active and inside the non-active parties keeps feasibility",
    domain=feasible_points("every active set (n = 4, 5: t = 2)", lambda at: at.n in (2, 3, 6) or at.threshold == 2),
    truth=FEASIBLE_REARRANGEMENT,
    asserts=satisfies("feasible"),
    printed=Form(as_printed, "σ feasible ⇒ σ̂ feasible, σ̂⁺ and σ̂⁻ the sorted rearrangements of σ⁺ and σ⁻"),
    impact=Impact.SAFETY,
    proof=proof,
)
