"""Domains that are written in a line for each part of an instance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import TypeVar

from optcheck.claims.claim import Domain, Ordered, simple_first
from optcheck.claims.grids import amounts

I = TypeVar("I")  # noqa: E741 - the instance


Part = str | Iterable[object]  # exact numbers written in a line, or anything


def each(make: Callable[..., I], *parts: Part) -> Callable[[], Iterator[I]]:
    """A grid of all combinations of the parts.

    >>> list(each(divmod, (7,), (2, 3))())
    [(3, 1), (2, 1)]
    """
    rows = [amounts(part) if isinstance(part, str) else tuple(part) for part in parts]
    return lambda: (make(*case) for case in product(*rows))


def every(
    description: str, make: Callable[..., I], *parts: Part, order: Callable[[I], Ordered] = simple_first
) -> Domain[I]:
    """The domain of every combination of the parts; simple ones first.

    >>> from dataclasses import make_dataclass
    >>> Budget = make_dataclass("Budget", ["epsilon", "times"])
    >>> list(every("two budgets", Budget, "1 1/2", [3]).grid())
    [Budget(epsilon=Fraction(1, 1), times=3), Budget(epsilon=Fraction(1, 2), times=3)]
    """
    return Domain(description=description, grid=each(make, *parts), order=order)
