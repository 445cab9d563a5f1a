"""What callers hand over, checked at the door: whole numbers, rows of numbers, seeds.

Every refusal is an InvalidInput that names the value and the rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact, exact

__all__ = ["exact_row", "float_array", "seeded", "whole_number"]


def whole_number(value: object, name: str, least: int | None = None, most: int | None = None) -> int:
    """The value as an int, if it is one (Python's or numpy's), not below ``least`` and not above ``most``.

    >>> whole_number(3, "rounds", least=1)
    3
    """
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise InvalidInput(f"{name} must be a whole number, got {value!r}")
    number = int(value)
    if least is not None and number < least:
        raise InvalidInput(f"{name} must be at least {least}, got {number}")
    if most is not None and number > most:
        raise InvalidInput(f"{name} must be at most {most}, got {number}")
    return number


def exact_row(values: object, name: str) -> tuple[Exact, ...]:
    """The numbers of a list, tuple, array or iterator, each as :func:`optcheck.exact.numbers.exact` reads it.

    >>> exact_row([1, "9/4"], "preference")
    (1, Fraction(9, 4))
    """
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InvalidInput(f"there must be a row of numbers, one {name} each; got {values!r}")
    return tuple(exact(value, name) for value in values)


def float_array(values: object, name: str) -> NDArray[np.float64]:
    """The numbers as an array of doubles of any shape; whether they are finite is for the caller to ask.

    >>> float_array([1, 2], "preference")
    array([1., 2.])
    """
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InvalidInput(f"every {name} must be a number that a double can hold, got {values!r}") from None


def seeded(seed: object) -> np.random.Generator:
    """A generator of random numbers that a seed determines.

    >>> seeded(7).integers(10) == seeded(7).integers(10)
    np.True_
    """
    return np.random.default_rng(whole_number(seed, "seed", least=0))
