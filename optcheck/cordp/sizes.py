"""The rule for (n, t, c), for single numbers and for arrays."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from optcheck.errors import InvalidInput

LARGEST = 2**31  # n, t, c and n*n stay exact in doubles and in int64

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def checked_sizes(n: object, t: object, c: object) -> tuple[Integers, Integers, Integers]:
    """The three as integer arrays of one shape with 0 <= c < t <= n, or InvalidInput naming the first fault."""
    users, least, colluders = np.broadcast_arrays(*(_integers(*item) for item in zip("ntc", (n, t, c), strict=True)))
    bad = (colluders < 0) | (least <= colluders) | (users < least) | (users > LARGEST)
    if bad.any():
        at = np.unravel_index(int(np.argmax(bad)), bad.shape)
        found = f"n = {users[at]}, t = {least[at]}, c = {colluders[at]}"
        raise InvalidInput(f"sizes must satisfy 0 <= c < t <= n <= 2^31, got {found}")
    return users, least, colluders


def check_one(n: int, t: int, c: int) -> None:
    """Reject a triple that breaks 0 <= c < t <= n."""
    if not all(isinstance(size, int) and not isinstance(size, bool) for size in (n, t, c)) or not 0 <= c < t <= n:
        raise InvalidInput(f"sizes must be integers with 0 <= c < t <= n, got n = {n}, t = {t}, c = {c}")


def _integers(name: str, value: object) -> Integers:
    array = np.asarray(value)
    if array.dtype.kind not in "iu":
        raise InvalidInput(f"{name} must be an integer or an array of integers, got {value!r}")
    return array.astype(np.int64)
