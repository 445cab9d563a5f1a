"""The accuracy problem behind signature certificates, read from its instance. Standard library only.

Inputs are numbered lexicographically, the first party's bit first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from optcheck.checker.core import Document, Exact, field, numbers, parse_number, require

Kernel = tuple[tuple[Exact, Exact], tuple[Exact, Exact]]


@dataclass(frozen=True, slots=True)
class Problem:
    """Privacy levels, payoffs, criterion and reader."""

    lambdas: list[Exact]
    payoffs: list[list[Exact]]  # one row for each decision: its accuracy on every input
    average: bool
    observer: int | None  # None sees the transcript only; i sees bit i as well

    def own_bit(self, x: int) -> int:
        """The bit of input x that the reader knows; 0 for a central observer."""
        return 0 if self.observer is None else x >> (len(self.lambdas) - 1 - self.observer) & 1

    @property
    def views(self) -> range:
        """The values of the own bit, one for a central observer."""
        return range(1 if self.observer is None else 2)


def read_problem(instance: Document) -> Problem:
    """Rebuild the problem from the instance alone."""
    lambdas = numbers(instance, "lambdas")
    require(bool(lambdas) and all(value >= 1 for value in lambdas), "lambdas", "at least one, all >= 1", lambdas)
    table, weights = field(instance, "table", list), field(instance, "weights", list)
    require(len(table) == 1 << len(lambdas), "length of 'table'", 1 << len(lambdas), len(table))
    rows = [[parse_number(entry, "weight") for entry in row] for row in weights]
    require(len({len(row) for row in rows}) == 1 and bool(rows[0]), "weights", "rows of one length", len(rows))
    for truth in table:
        require(type(truth) is int and 0 <= truth < len(rows), "table", f"entries in 0..{len(rows) - 1}", truth)
    criterion, observer = field(instance, "criterion", str), instance.get("observer")
    require(criterion in ("average", "worst"), "criterion", "average or worst", criterion)
    known = observer is None or (type(observer) is int and 0 <= observer < len(lambdas))
    require(known, "observer", f"null or 0..{len(lambdas) - 1}", observer)
    payoffs = [[rows[truth][decision] for truth in table] for decision in range(len(rows[0]))]
    return Problem(lambdas, payoffs, criterion == "average", observer)


def transform(vector: Sequence[Exact], kernels: Sequence[Kernel]) -> list[Exact]:
    """Multiply by the Kronecker product of 2x2 matrices, one factor at a time."""
    values, width = list(vector), len(vector)
    for (a, b), (c, d) in kernels:
        width //= 2
        for start in range(0, len(values), 2 * width):
            for i in range(start, start + width):
                low, high = values[i], values[i + width]
                values[i], values[i + width] = a * low + b * high, c * low + d * high
    return values
