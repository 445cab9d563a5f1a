"""Statement: if variances are feasible for Eq. 6 with everyone active, then so is each rearrangement of them in which a
party with a larger requirement has a variance that is not smaller.

Model: an instance carries feasible variances in any order; the form is the rearrangement, and the checker decides
whether it is feasible.

Corners: t = 1, t = n - 1, ties, zeros.

Readings: "larger or equal requirement, larger or equal variance" would force equal variances on parties with equal
requirements, and then no rearrangement might qualify; ties are therefore ordered in any way, which covers more
rearrangements than the printed words.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

from optcheck.claims import Argument, Claim, Document, Domain, Form, Formula, Impact, Property, Value, says
from optcheck.claims.relations import satisfies
from optcheck.errors import InvalidInput
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import Keep, Point, is_everyone_active, is_feasible, lowered, point_document
from proofs_numeric.tpmdp._points import deciding_points, drawn_points, fitted


def as_printed(point: Point) -> Value:
    required = point.instance.required
    by_requirement = sorted(range(len(required)), key=lambda j: required[j], reverse=True)
    values = sorted(point.variances, reverse=True)
    return tuple(values[by_requirement.index(j)] for j in range(len(required)))


def sorting_inside_groups(argument: Argument, form: Formula[Point], keep: Callable[[Instance], bool]) -> None:
    """A party's least protection grows with its variance, inside its group: trade k for i in the set outside.

    S is a set outside a coalition with party k in it, and party i of k's group has no larger variance than k. Whether
    the trade works depends only on the group, on whether i is in S, and on whether S misses a third active party; five
    parties realise every combination of these, so the enumeration settles all n.
    """
    trades = [fits for size in range(1, 6) for fits in _trades(frozenset(range(size)))]
    argument.cases("a larger variance is outside whenever a smaller one of its group can be, in its place", trades)
    rows = [Instance(tuple(row), 1, tuple(range(u))) for row in product((2, 1, 0), repeat=3) for u in (1, 2, 3)]
    arranged = [_is_arranged(form, instance) for instance in filter(keep, rows)]
    argument.cases("the form gives larger variances to larger requirements of a group", arranged)


def _trades(active: frozenset[int]) -> Iterator[bool]:
    for members in product((False, True), repeat=5):
        outside = {party for party, inside in enumerate(members) if inside}
        for k, i in product(outside if not active <= outside else (), range(5)):
            if i != k and (i in active) == (k in active):
                traded = outside if i in outside else outside - {k} | {i}
                yield i in traded and len(traded) == len(outside) and not active <= traded


def _is_arranged(form: Formula[Point], instance: Instance) -> bool:
    x, required = form(Point(instance, (1, 3, 2))), instance.required
    groups = [group for group in (instance.active, instance.inactive) if group]
    pairs = [(i, j) for group in groups for i, j in product(group, repeat=2) if required[i] > required[j]]
    same = all(sorted(x[j] for j in group) == sorted((1, 3, 2)[j] for j in group) for group in groups)
    return same and all(x[i] >= x[j] for i, j in pairs)


def proof(argument: Argument, form: Formula[Point]) -> None:
    sorting_inside_groups(argument, form, is_everyone_active)
    argument.words(
        "So the least sum that protects a party grows with its own variance; the k parties of largest requirement have "
        "sums of at least the k-th requirement, hence the k-th largest of these sums is at least it, and sorting gives "
        "it to the k-th party."
    )


def feasible_points(words: str, keep: Keep) -> Domain[Point]:
    """Feasible points, in any order."""
    found = deciding_points(words, keep, lambda point: is_feasible(point.instance, point.variances))
    drawn = drawn_points(4, 6, fitted(keep)).filter(lambda point: keep(point.instance))
    enough = drawn.map(lambda point: Point(lowered(point.instance, point.variances), point.variances))
    return replace(found, strategy=lambda: enough)


def rearranged(point: Point, x: Value) -> dict[str, Document]:
    """As the checker reads it."""
    if not isinstance(x, tuple) or sorted(x) != sorted(point.variances):
        raise InvalidInput(f"{x} is no rearrangement of {point.variances}")
    return {"tpmdp-point": point_document(point.instance, x)}


FEASIBLE_REARRANGEMENT: Property[Point] = Property(
    name="feasibility", holds=says("feasible"), describe=rearranged, gap="gap"
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
    proof=proof,
)
