"""The accuracy problem behind signature certificates, read from its instance. Standard library only.

Inputs are numbered lexicographically, the first party's bit first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from optcheck.checker import work
from optcheck.checker.core import Exact, require, shown
from optcheck.checker.reading import Record, choice, integer, needed, nullable, number, same_length, sequence

MOST_PARTIES = 20
MOST_ROWS = 12  # of weights that a sentence shows
Kernel = tuple[tuple[Exact, Exact], tuple[Exact, Exact]]

LAMBDAS = sequence(number(least=1), least=1, most=MOST_PARTIES)


class Instance(Record):
    """Privacy levels, a function's values, the weights of decisions, criterion and reader."""

    lambdas = needed(LAMBDAS)
    table = needed(sequence(integer(0)))
    weights = needed(sequence(sequence(number(), least=1), least=1))
    criterion = needed(choice("average", "worst"))
    observer = needed(nullable(integer(0)))


@dataclass(frozen=True, slots=True)
class Problem:
    """Privacy levels, payoffs, criterion and reader."""

    lambdas: list[Exact]
    payoffs: list[list[Exact]]  # one row for each decision: its accuracy on every input
    average: bool
    observer: int | None  # None sees the transcript only; i sees bit i as well
    function: str  # in words: its values, and what decisions are worth

    def own_bit(self, x: int) -> int:
        """The bit of input x that the reader knows; 0 for a central observer."""
        return 0 if self.observer is None else x >> (len(self.lambdas) - 1 - self.observer) & 1

    @property
    def views(self) -> range:
        """The values of the own bit, one for a central observer."""
        return range(1 if self.observer is None else 2)

    @property
    def goal(self) -> str:
        """What is optimised, in words."""
        who = "a central observer" if self.observer is None else f"party {self.observer + 1}"
        kind = "average" if self.average else "worst-case"
        return f"the optimal {kind} accuracy of {who} about {self.function} at lambdas {shown(tuple(self.lambdas))}"


def problem_of(instance: Instance) -> Problem:
    """Rebuild the problem from the instance alone."""
    parties, rows = len(instance.lambdas), instance.weights
    same_length("table", instance.table, 1 << parties)
    require(len({len(row) for row in rows}) == 1, "weights", "rows of one length")
    for truth in instance.table:
        require(truth < len(rows), "table", f"entries in 0..{len(rows) - 1}", truth)
    known = instance.observer is None or instance.observer < parties
    require(known, "observer", f"null or 0..{parties - 1}", instance.observer)
    work.spend(len(rows[0]) * len(instance.table) * 20)
    payoffs = [[rows[truth][decision] for truth in instance.table] for decision in range(len(rows[0]))]
    return Problem(instance.lambdas, payoffs, instance.criterion == "average", instance.observer, _words(instance))


def _words(instance: Instance) -> str:
    """The function by its values; where a decision is not just right or wrong, also by the weights of the decisions."""
    rows, function = instance.weights, f"the function {shown(tuple(instance.table))}"
    if all(weight == (i == j) for i, row in enumerate(rows) for j, weight in enumerate(row)):
        return function
    more = f", ... {len(rows)} in all" if len(rows) > MOST_ROWS else ""
    return f"{function} with weights {', '.join(shown(tuple(row)) for row in rows[:MOST_ROWS])}{more}"


def transform(vector: Sequence[Exact], kernels: Sequence[Kernel]) -> list[Exact]:
    """Multiply by the Kronecker product of 2x2 matrices, one factor at a time."""
    values, width = list(vector), len(vector)
    for (a, b), (c, d) in kernels:
        width //= 2
        work.spend(len(values) * 2 * (work.size(a) + work.size(b) + work.size(c) + work.size(d)) ** 2)
        for start in range(0, len(values), 2 * width):
            for i in range(start, start + width):
                low, high = values[i], values[i + width]
                values[i], values[i + width] = a * low + b * high, c * low + d * high
                work.pay(values[i], values[i + width], times=4)
    return values
