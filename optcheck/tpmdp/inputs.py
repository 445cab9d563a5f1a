"""Requirements and active parties as users write them: lists or arrays, floats or exact numbers, indices or masks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import items
from optcheck.exact.numbers import Exact, exact
from optcheck.tpmdp.instance import active_parties

__all__ = ["Doubles", "Exacts", "Mask", "read_active", "read_required"]

Doubles = NDArray[np.float64]
Exacts = tuple[Exact, ...]
Mask = NDArray[np.bool_]


def read_required(required: ArrayLike | Sequence[object]) -> Doubles | Exacts:
    """An array of doubles when there are floats, a tuple of exact numbers otherwise; never negative.

    >>> read_required([1, 2.5])
    array([1. , 2.5])
    """
    items: Iterable[object] = required if isinstance(required, list | tuple | np.ndarray) else np.asarray(required)
    if isinstance(items, np.ndarray) and items.ndim != 1:
        raise InvalidInput(f"required must be one-dimensional, got {items.ndim} dimensions")
    if isinstance(items, np.ndarray) and items.dtype.kind == "f":
        return _checked_doubles(items)
    listed = items.tolist() if isinstance(items, np.ndarray) else list(items)
    if any(issubclass(kind, float | np.floating) for kind in set(map(type, listed))):
        return _checked_doubles(_mixed_doubles(listed))
    return _checked_exact(listed)


def _checked_doubles(values: NDArray[np.generic]) -> Doubles:
    if values.dtype.itemsize > 8:
        raise InvalidInput(f"required must be doubles or exact numbers, got {values.dtype}")
    doubles = np.ascontiguousarray(values, dtype=np.float64)
    wrong = ~(doubles >= 0) | np.isinf(doubles)
    if wrong.any():
        j = int(np.argmax(wrong))
        raise InvalidInput(f"required[{j}] must be finite and not negative, got {doubles[j]}")
    return doubles


def _mixed_doubles(items: list[object]) -> Doubles:
    """Floats with exact numbers among them: these must be doubles too, or a requirement would be rounded."""
    try:
        doubles = np.array(items, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        doubles = np.array([_double(item, j) for j, item in enumerate(items)])
    for j, item in enumerate(items):
        if type(item) is not float:
            _double(item, j)
    return doubles


def _double(item: object, j: int) -> float:
    if isinstance(item, float):
        return item
    value = exact(item, f"required[{j}]")
    if not -(2**1023) <= value <= 2**1023 or float(value) != value:
        raise InvalidInput(f"required[{j}] = {shown(value)} is not a double: give all requirements as exact numbers")
    return float(value)


def _checked_exact(items: list[object]) -> Exacts:
    values = tuple(item if type(item) is int else exact(item, f"required[{j}]") for j, item in enumerate(items))
    if values and min(values) < 0:
        j = values.index(min(values))
        raise InvalidInput(f"required[{j}] must not be negative, got {shown(values[j])}")
    return values


def read_active(active: ArrayLike | Iterable[int] | None, n: int) -> Mask:
    """A boolean mask of the active parties; ``None`` means everyone.

    Booleans are a mask, one for each party; whole numbers are indices, each at most once. So a mask of zeros and ones
    for three or more parties is refused, not misread; [0, 1] for two parties means both.

    >>> read_active([2, 0], 3)
    array([ True, False,  True])
    >>> read_active([True, False, True], 3)
    array([ True, False,  True])
    """
    if active is None:
        return np.ones(n, dtype=np.bool_)
    given = active if isinstance(active, np.ndarray) and active.ndim == 1 else items(active, "an active party")
    is_mask = isinstance(given, np.ndarray) and given.dtype == np.bool_  # known without looking at every entry
    kinds = {np.bool_} if is_mask and len(given) else set(map(type, given))
    if not kinds & {bool, np.bool_}:
        return _mask_of_indices(given, n)
    if len(kinds) > 1:
        raise InvalidInput(f"active must be all booleans (a mask) or all indices, got both: {shown(active)}")
    if len(given) != n:
        raise InvalidInput(f"an active mask must have one entry for each of {n} parties, got {len(given)}")
    return np.array(given, dtype=np.bool_)


def _mask_of_indices(given: Iterable[object], n: int) -> Mask:
    mask = np.zeros(n, dtype=np.bool_)
    indices = given if isinstance(given, np.ndarray) and given.dtype.kind in "iu" else None
    if indices is not None and indices.size and 0 <= indices.min() <= indices.max() < n:
        mask[indices] = True
        if mask.sum() == indices.size:
            return mask
    mask[:] = False
    mask[list(active_parties(given, n))] = True
    return mask
