"""Domains that are written in a line for each part of an instance."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import astuple
from itertools import product
from typing import Any, TypeVar

from optcheck.claims.claim import Domain
from optcheck.claims.grids import amounts, simplicity

I = TypeVar("I")  # noqa: E741 - the instance


def every(
    description: str, make: Callable[..., I], *parts: str | Iterable[Any], order: Callable[[I], Any] | None = None
) -> Domain[I]:
    """Every combination of the parts, each exact numbers written in a line or a row of anything; simple ones first.

    >>> from dataclasses import make_dataclass
    >>> Budget = make_dataclass("Budget", ["epsilon", "times"])
    >>> list(every("two budgets", Budget, "1 1/2", [3]).grid())
    [Budget(epsilon=Fraction(1, 1), times=3), Budget(epsilon=Fraction(1, 2), times=3)]
    """
    rows = [amounts(part) if isinstance(part, str) else tuple(part) for part in parts]
    return Domain(
        description=description,
        grid=lambda: (make(*case) for case in product(*rows)),
        order=order or (lambda instance: simplicity(astuple(instance))),  # type: ignore[call-overload]
    )
