"""Errors in a part of the domain only: a proof that covers the rest of it does not see them.

Where x exceeds y, the form is wrong by x - y, for any two numbers x and y among the instance's own, 0 and 1. A proof
that is about x <= y alone finds nothing wrong: there the error is 0, also for symbols.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
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


@dataclass(frozen=True, slots=True)
class _Partly(Generic[I]):
    """The form, wrong by x - y where that is positive."""

    evaluate: Formula[I]
    x: Term
    y: Term

    def __call__(self, instance: I) -> Value:
        value, error = self.evaluate(instance), self.error(instance)
        return value if error == 0 else changed(value, lambda number: number + error)

    def error(self, instance: I) -> Value:
        return largest(_number(instance, self.x) - _number(instance, self.y), 0)


def errors_in_parts(evaluate: Formula[I], instances: Sequence[I]) -> Iterator[Mutant[I]]:
    """The form with one such error, for all pairs of numbers for which some of the instances shows it."""
    terms: list[Term] = [*_numbers(instances[0]), 0, 1]
    for x, y in permutations(terms, 2):
        broken = _Partly(evaluate, x, y)
        if {x, y} != {0, 1} and any(map(broken.error, instances)):
            yield Mutant(Kind.VALUE, 0, "its value", f"more by {x} - {y} where {x} > {y}", broken)


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
