"""Validation of arguments: whole numbers, rows of numbers, seeds. Every refusal names the value and the rule."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import BeyondDoubles, InvalidInput, shown
from optcheck.exact.numbers import Exact, exact

T = TypeVar("T")


def whole_number(value: object, name: str, least: int | None = None, most: int | None = None) -> int:
    """The value as an int, if it is one (Python's or numpy's), not below ``least`` and not above ``most``.

    >>> whole_number(3, "rounds", least=1)
    3
    """
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise InvalidInput(f"{name} must be a whole number, got {shown(value)}")
    number = int(value)
    if least is not None and number < least:
        raise InvalidInput(f"{name} must be at least {least}, got {shown(number)}")
    if most is not None and number > most:
        raise InvalidInput(f"{name} must be at most {most}, got {shown(number)}")
    return number


def one_of(value: T, choices: Iterable[str], name: str) -> T:
    """The value, if it is one of the given texts.

    >>> one_of("weak", ("weak", "strong"), "attacker")
    'weak'
    """
    allowed = tuple(choices)
    if not isinstance(value, str) or value not in allowed:
        raise InvalidInput(f"{name} must be {' or '.join(map(repr, allowed))}, got {shown(value)}")
    return value


def flag(value: object, name: str) -> bool:
    """The value as a bool, if it is one (Python's or numpy's)."""
    if not isinstance(value, bool | np.bool_):
        raise InvalidInput(f"{name} must be True or False, got {shown(value)}")
    return bool(value)


def instance_of(value: object, kind: type[T], name: str) -> T:
    """The value, if it is of the given class."""
    if not isinstance(value, kind):
        raise InvalidInput(f"{name} must be a {kind.__name__}, got {shown(value)}")
    return value


def finite_double(value: object, name: str) -> float:
    """The double nearest to an exact number or float, if there is one.

    >>> finite_double("1/4", "share")
    0.25
    """
    try:
        return float(exact(value, name))
    except OverflowError:
        raise BeyondDoubles(f"{name} must not exceed the largest double, 1.8e308, got {shown(value)}") from None


def items(values: object, name: str) -> list[Any]:
    """What a list, tuple, array or iterator holds; ``name`` is what an error calls one of the items."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable) or getattr(values, "shape", None) == ():
        raise InvalidInput(f"there must be a list, {name} each; got {shown(values)}")
    return list(values)


def exact_row(values: object, name: str) -> tuple[Exact, ...]:
    """The numbers of a list, tuple, array or iterator, each as :func:`optcheck.exact.numbers.exact` reads it.

    >>> exact_row([1, "9/4"], "preference")
    (1, Fraction(9, 4))
    """
    return tuple(exact(value, name) for value in items(values, f"one {name}"))


def float_array(values: object, name: str) -> NDArray[np.float64]:
    """The numbers as an array of doubles of any shape; whether they are finite is for the caller to check.

    >>> float_array([1, 2], "preference")
    array([1., 2.])
    """
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InvalidInput(f"every {name} must be a number that a double can hold, got {shown(values)}") from None


def seeded(seed: object) -> np.random.Generator:
    """A generator of random numbers that a seed determines.

    >>> seeded(7).integers(10) == seeded(7).integers(10)
    np.True_
    """
    return np.random.default_rng(whole_number(seed, "seed", least=0))
