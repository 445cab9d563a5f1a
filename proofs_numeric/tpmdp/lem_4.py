"""Lemma 4: with everyone active, sorting a feasible point by requirement keeps it feasible.

Statement: if variances are feasible for Eq. 6 with everyone active, then so is each rearrangement of them in which a
party with a larger requirement has a variance that is not smaller.

Model: an instance carries feasible variances in any order; the form is the rearrangement, and the checker decides
whether it is feasible.

Corners: t = 1, t = n - 1, ties, zeros.

Readings: "larger or equal requirement, larger or equal variance" would force equal variances on parties with equal
requirements, and then no rearrangement might qualify; ties are therefore ordered in any way, which covers more
rearrangements than the printed words.
"""

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Outcome, Value
from optcheck.claims.relations import satisfies
from proofs_numeric.tpmdp._eq6 import FEASIBLE_REARRANGEMENT, Point, is_everyone_active
from proofs_numeric.tpmdp._points import feasible_points
from proofs_numeric.tpmdp._steps import sorting_inside_groups


def as_printed(point: Point) -> Value:
    required = point.instance.required
    by_requirement = sorted(range(len(required)), key=lambda j: required[j], reverse=True)
    values = sorted(point.variances, reverse=True)
    return tuple(values[by_requirement.index(j)] for j in range(len(required)))


def proof(argument: Argument, form: Formula[Point]) -> None:
    sorting_inside_groups(argument, form, is_everyone_active)
    argument.words(
        "So the least sum that protects a party grows with its own variance; the k parties of largest requirement have "
        "sums of at least the k-th requirement, hence the k-th largest of these sums is at least it, and sorting gives "
        "it to the k-th party."
    )


CLAIM = Claim(
    id="tpmdp/lem-4",
    place="Lemma 4",
    title="sorting feasible variances by requirement keeps them feasible (everyone active)",
    domain=feasible_points("everyone active", is_everyone_active),
    truth=FEASIBLE_REARRANGEMENT,
    asserts=satisfies("feasible"),
    printed=Form(as_printed, "σ feasible ⇒ σ̂ feasible, σ̂ the rearrangement of σ with σ̂_i ≥ σ̂_j when σ_Γi ≥ σ_Γj"),
    impact=Impact.SAFETY,
    expected=Outcome.HOLDS,
    proof=proof,
)
