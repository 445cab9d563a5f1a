"""Linear programs as certificates spell them out. Standard library only."""

from __future__ import annotations

from dataclasses import dataclass

from optcheck.checker import lists, reading
from optcheck.checker.numerals import Exact
from optcheck.checker.reading import Record, choice, needed, require, same_length, sequence
from optcheck.checker.sums import IntegerRow, over_integers
from optcheck.checker.wording import quoted

_NAMES = sequence(reading.text(1000))


class Instance(Record):
    """A linear program, column by column and row by row."""

    sense = needed(choice("minimise", "maximise"))
    columns = needed(_NAMES)
    costs = needed(lists.numbers())
    lower = upper = needed(lists.bounds())
    rows = needed(_NAMES)
    relations = needed(sequence(choice("<=", "=", ">=")))
    rhs = needed(lists.numbers())
    terms = needed(lists.terms())


@dataclass(frozen=True, slots=True)
class Program:
    """A linear program as an instance spells it out."""

    sign: int  # 1 minimises, -1 maximises
    columns: list[str]
    rows: list[str]
    costs: list[Exact]
    lower: list[Exact | None]
    upper: list[Exact | None]
    relations: list[str]
    sides: list[Exact]
    terms: list[list[tuple[int, Exact]]]

    def column(self, index: int) -> str:
        """The name of a column as a message shows it."""
        return quoted(self.columns[index])

    def row(self, index: int) -> str:
        """The name of a row as a message shows it."""
        return quoted(self.rows[index])

    def in_integers(self) -> list[IntegerRow]:
        """The rows, each over the denominator of its own coefficients."""
        return [over_integers(terms) for terms in self.terms]


def program_of(instance: Instance) -> Program:
    """The program of an instance whose lists have the lengths that belong together."""
    columns, rows = len(instance.columns), len(instance.rows)
    for name in ("costs", "lower", "upper"):
        same_length(name, getattr(instance, name), columns)
    for name in ("relations", "rhs", "terms"):
        same_length(name, getattr(instance, name), rows)
    last = max((column for terms in instance.terms for column, _ in terms), default=-1)
    require(last < columns, "column index", f"0..{columns - 1}", last)
    return Program(
        sign=1 if instance.sense == "minimise" else -1,
        columns=instance.columns,
        rows=instance.rows,
        costs=instance.costs,
        lower=instance.lower,
        upper=instance.upper,
        relations=instance.relations,
        sides=instance.rhs,
        terms=instance.terms,
    )
