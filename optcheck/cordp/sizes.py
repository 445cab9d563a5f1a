"""The rule for (n, t, c), for single numbers and for arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import whole_number

LARGEST = 2**31  # n, t, c and n*n stay exact in doubles and in int64

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Figures = Any  # a number of any exact or inexact type for numbers, an array for arrays


def checked_sizes(n: object, t: object, c: object) -> tuple[Integers, Integers, Integers]:
    """The three as integer arrays of one shape with 0 <= c < t <= n, or InvalidInput naming the first fault."""
    users, least, colluders = broadcast(*(_integers(*item) for item in zip("ntc", (n, t, c), strict=True)))
    bad = (colluders < 0) | (least <= colluders) | (users < least) | (users > LARGEST)
    if bad.any():
        at = np.unravel_index(int(np.argmax(bad)), bad.shape)
        found = f"n = {users[at]}, t = {least[at]}, c = {colluders[at]}"
        raise InvalidInput(f"sizes must satisfy 0 <= c < t <= n <= 2^31, got {found}")
    return users, least, colluders


def checked_triple(n: object, t: object, c: object) -> tuple[int, int, int]:
    """One triple as ints of any size with 0 <= c < t <= n, or InvalidInput.

    >>> checked_triple(4, 3, 1)
    (4, 3, 1)
    """
    users, least, colluders = (whole_number(*item) for item in ((n, "n"), (t, "t"), (c, "c")))
    if not 0 <= colluders < least <= users:
        raise InvalidInput(
            f"sizes must satisfy 0 <= c < t <= n, got n = {shown(users)}, t = {shown(least)}, c = {shown(colluders)}"
        )
    return users, least, colluders


def broadcast(*arrays: npt.NDArray[np.generic]) -> tuple[npt.NDArray[Any], ...]:
    """The arrays in one shape, or InvalidInput naming the shapes that do not fit."""
    try:
        return np.broadcast_arrays(*arrays)
    except ValueError:
        shapes = ", ".join(str(array.shape) for array in arrays)
        raise InvalidInput(f"the arguments must have shapes that fit together, got {shapes}") from None


def _integers(name: str, value: object) -> Integers:
    array = np.asarray(value)
    if array.dtype.kind not in "iu":
        raise InvalidInput(f"{name} must be an integer of at most 64 bits or an array of such, got {shown(value)}")
    if array.dtype == np.uint64:
        array = np.minimum(array, np.uint64(2 * LARGEST))  # stays too large, and fits
    return array.astype(np.int64)
