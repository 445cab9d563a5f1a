"""Statement: functions of disjoint subsets of a database that are (epsilon_i, delta_i)-private are together (max
epsilon_i, max delta_i)-private.

Model: two mechanisms, each of its own record, with two values a record can take and finitely many outcomes.
Neighbouring databases differ in one record. delta_i is the least one of mechanism i at epsilon_i; the least delta of
both outcomes together at the stated epsilon, over all pairs of neighbours, must be at most the stated one.

Corners: equal and different budgets, a mechanism that tells nothing, one that tells everything.

Readings: as stated it is right (a record stays in its subset). The paper uses it for slices of one user's vector:
there both parts change with that one user, and budgets add up instead.
"""

from collections.abc import Callable, Sequence
from itertools import product

from optcheck.claims import *

Chances = tuple[Fraction, ...]


class Part(Instance):
    """A mechanism: the chances of its outcomes for both values of its record, and e^epsilon."""

    outcomes: int = integer(2)
    one: Chances = distribution("outcomes", symbol="P")
    other: Chances = distribution("outcomes", symbol="Q")
    factor: Fraction = rational(at_least=1, symbol="e^ε")


class Parts(Instance):
    """Two mechanisms."""

    first: Part = record(Part)
    second: Part = record(Part)


def as_printed(parts: Parts) -> Value:
    return max(own_delta(parts.first), own_delta(parts.second))


def own_delta(part: Part) -> Value:
    """The least delta of one mechanism at its own budget."""
    return max(delta(part.one, part.other, part.factor), delta(part.other, part.one, part.factor))


def delta(p: Sequence[Fraction], q: Sequence[Fraction], factor: Value) -> Value:
    """The least delta of one distribution against another: what the best event gives."""
    return sum(max(a - factor * b, 0) for a, b in zip(p, q, strict=True))


def least_delta(parts: Parts, factor: Value, changed: Callable[[int, int, int, int], bool]) -> Value:
    """Of both outcomes together at a budget, over all pairs of databases that count as neighbours."""
    firsts, seconds = (parts.first.one, parts.first.other), (parts.second.one, parts.second.other)
    together = [[[a * b for a in x for b in y] for y in seconds] for x in firsts]
    pairs = [values for values in product((0, 1), repeat=4) if changed(*values)]
    return max(delta(together[a][b], together[c][d], factor) for a, b, c, d in pairs)


def is_one_record(a: int, b: int, c: int, d: int) -> bool:
    return (1 if a != c else 0) + (1 if b != d else 0) == 1


def is_any_record(a: int, b: int, c: int, d: int) -> bool:
    return a != c or b != d


def of_disjoint_records(parts: Parts) -> Value:
    """At the largest budget, if neighbours differ in one record."""
    return least_delta(parts, max(parts.first.factor, parts.second.factor), is_one_record)


class Slices(Parts):
    """Two mechanisms, and any budget for both together."""

    budget: Fraction = rational(at_least=1, symbol="e^ε'")


def as_used(slices: Slices) -> Value:
    """Whether the budget is as large as stated, and the stated delta."""
    return slices.budget >= max(slices.first.factor, slices.second.factor), as_printed(slices)


def composed(slices: Slices) -> Value:
    enough = slices.budget >= slices.first.factor * slices.second.factor
    return enough, own_delta(slices.first) + own_delta(slices.second)


def of_one_record(slices: Slices) -> Value:
    """At the budget, if both mechanisms see parts of one record, so that neighbours differ in both."""
    return least_delta(slices, slices.budget, is_any_record)


CLAIM = Statement(
    "chained/thm-6",
    place="Theorem 6",
    title="parallel composition, of disjoint records",
    domain=Parts,
    truth=definition(of_disjoint_records),
    asserts=at_most,
    printed=Form(as_printed, "(max ε_i, max δ_i)"),
    impact=Impact.SAFETY,
    argument=(
        "Only one record differs. Another record's outcome, of chance r or 1 − r, splits a − e^ε b and adds nothing, "
        "and a larger budget needs no larger delta; so that record's own delta is enough."
    ),
    effort=Effort(instances=100, drawn=20),
    readings=(
        Reading(
            name="as used: both parts are slices of one user's vector",
            domain=Slices,
            truth=definition(of_one_record),
            asserts=provided(at_most),
            printed=Form(as_used, "(max ε_i, max δ_i)"),
            corrected=Form(composed, "(Σ ε_i, Σ δ_i)"),
            argument="Basic composition: the second mechanism is private given the outcome of the first.",
            effort=Effort(instances=200, drawn=20),
        ),
    ),
)
