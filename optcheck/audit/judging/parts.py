"""Errors in a part of the domain only: a proof that covers the rest of it does not see them.

Where x exceeds y, the form is wrong by x - y, for any two numbers x and y among the instance's own, 0 and 1; and it is
wrong by what x leaves when it is divided by 1 or 2. A proof that is about x <= y alone, or about whole numbers, finds
nothing wrong: there the error is 0, also for symbols.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import partial
from itertools import permutations
from typing import Generic, TypeVar

from optcheck.audit.judging.sabotage import changed
from optcheck.audit.mutation.operators import Kind
from optcheck.audit.mutation.rewrite import Mutant
from optcheck.claims.claim import Formula
from optcheck.claims.functions import largest
from optcheck.claims.rows import Row
from optcheck.claims.values import Value

I = TypeVar("I")  # noqa: E741 - the instance
Term = str | int  # a field's name, or a number
LARGE = 1000  # more than a bound has to spare, on the small instances of a grid


@dataclass(frozen=True, slots=True)
class _Partly(Generic[I]):
    """The form, wrong by a multiple of an error that is 0 in a part of the domain."""

    evaluate: Formula[I]
    error: Callable[[I], Value]
    factor: int

    def __call__(self, instance: I) -> Value:
        value, error = self.evaluate(instance), self.factor * self.error(instance)
        return value if error == 0 else changed(value, lambda number: number + error)


def errors_in_parts(evaluate: Formula[I], instances: Sequence[I], *, one_sided: bool) -> Iterator[Mutant[I]]:
    """The form with one such error, for each that some of the instances shows.

    Where the relation is one-sided, an error in its direction would be true, and a small one as well: both directions
    are tried, with a large error.
    """
    for words, error in _errors(_numbers(instances[0])):
        if any(map(error, instances)):
            for factor in (LARGE, -LARGE) if one_sided else (1,):
                times = "" if factor == 1 else f"{factor} times "
                yield Mutant(Kind.VALUE, 0, "its value", f"more by {times}{words}", _Partly(evaluate, error, factor))


def _errors(names: list[str]) -> Iterator[tuple[str, Callable[[object], Value]]]:
    terms: list[Term] = [*names, 0, 1]
    for x, y in permutations(terms, 2):
        if {x, y} != {0, 1}:
            yield f"{x} - {y} where {x} > {y}", partial(_excess, x, y)
    for x in names:
        for step in (1, 2):
            yield f"{x} modulo {step}", partial(_remainder, x, step)


def _excess(x: Term, y: Term, instance: object) -> Value:
    return largest(_number(instance, x) - _number(instance, y), 0)


def _remainder(x: str, step: int, instance: object) -> Value:
    return _number(instance, x) % step


def _numbers(instance: object) -> list[str]:
    if not is_dataclass(instance):
        return []
    return [item.name for item in fields(instance) if _is_number(getattr(instance, item.name))]


def _is_number(value: object) -> bool:
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


def _number(instance: object, term: Term) -> Value:
    return getattr(instance, term) if isinstance(term, str) else term


def is_symbolic(value: object) -> bool:
    """Whether symbols, or rows of which only symbols are known, stand in an instance."""
    if isinstance(value, Row) or getattr(value, "free_symbols", None):
        return True
    if isinstance(value, list | tuple):
        return any(map(is_symbolic, value))
    if is_dataclass(value):
        return any(is_symbolic(getattr(value, item.name)) for item in fields(value))
    return any(map(is_symbolic, getattr(value, "__dict__", {}).values()))  # a stand-in for an instance


def left_out(used: Sequence[object], instances: Sequence[object]) -> str | None:
    """A field with a value on the grid that was not used, and for which no symbol stood."""
    for item in fields(instances[0]) if is_dataclass(instances[0]) else ():
        seen = [getattr(one, item.name) for one in used if hasattr(one, item.name)]  # a stand-in may lack it
        for value in (getattr(one, item.name) for one in instances if seen):
            if not any(_covers(one, value) for one in seen):
                return f"it leaves out {item.name} = {value}"
    return None


def _covers(seen: object, value: object) -> bool:
    """Whether a proof that put this in speaks about the value: symbols stand for all, rows for rows of their length."""
    if isinstance(seen, list | tuple) and isinstance(value, list | tuple):
        return len(seen) == len(value) and all(map(_covers, seen, value))
    return is_symbolic(seen) or bool(seen == value)
