"""Kronecker transforms of vectors of long non-negative integers, many of them packed into each Python integer.

Numbers that no machine word holds are kept in slots of a fixed width, wide enough that nothing carries over. A row of
slots is one Python integer, and multiplying or adding rows handles all their slots in one step. Half of the factors act
between rows; then rows and slots change places and the other half acts.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from optcheck.randomized_response.transforms import Kernel

__all__ = ["sum_of_largest", "wide_kronecker"]

Slots = NDArray[np.uint64]  # one row for each number: its limbs, lowest first
LIMB = 64


def wide_kronecker(values: Sequence[int], table: NDArray[np.int64], kernels: Sequence[Kernel], largest: int) -> Slots:
    """Apply the Kronecker product of non-negative integer kernels to the vector values[table[x]].

    ``largest`` bounds every entry of the result; the entries on the way are not larger, because kernels only add.
    """
    limbs = -(-max(1, largest.bit_length()) // LIMB)
    small = np.array([_limbs(value, limbs) for value in values], dtype=np.uint64)
    half = len(kernels) // 2
    grid = small[table].reshape(1 << half, -1, limbs)
    grid = _between_rows(grid, kernels[:half]).transpose(1, 0, 2)
    grid = _between_rows(np.ascontiguousarray(grid), kernels[half:]).transpose(1, 0, 2)
    return np.ascontiguousarray(grid).reshape(len(table), limbs)


def _limbs(value: int, count: int) -> list[int]:
    return [value >> LIMB * place & (1 << LIMB) - 1 for place in range(count)]


def _between_rows(grid: NDArray[np.uint64], kernels: Sequence[Kernel]) -> NDArray[np.uint64]:
    rows = [int.from_bytes(row.astype("<u8", copy=False).tobytes(), "little") for row in grid]
    step = len(rows)
    for (a, b), (c, d) in kernels:
        step //= 2
        for start in range(0, len(rows), 2 * step):
            for i in range(start, start + step):
                low, high = rows[i], rows[i + step]
                rows[i], rows[i + step] = a * low + b * high, c * low + d * high
    size = grid[0].size * 8
    packed = b"".join(row.to_bytes(size, "little") for row in rows)
    return np.frombuffer(packed, dtype="<u8").reshape(grid.shape)


def sum_of_largest(vectors: Sequence[Slots]) -> int:
    """The sum over entries of the largest of several vectors.

    >>> sum_of_largest([np.array([[5], [1]], dtype=np.uint64), np.array([[3], [4]], dtype=np.uint64)])
    9
    """
    best = vectors[0]
    for vector in vectors[1:]:
        best = np.where(_is_larger(vector, best)[:, None], vector, best)
    low, high = best & np.uint64((1 << 32) - 1), best >> np.uint64(32)
    return sum(
        (int(low[:, place].sum()) + (int(high[:, place].sum()) << 32)) << LIMB * place for place in range(best.shape[1])
    )


def _is_larger(left: Slots, right: Slots) -> NDArray[np.bool_]:
    """Compare limb by limb, the highest first."""
    larger = np.zeros(len(left), dtype=bool)
    undecided = np.ones(len(left), dtype=bool)
    for place in reversed(range(left.shape[1])):
        larger |= undecided & (left[:, place] > right[:, place])
        undecided &= left[:, place] == right[:, place]
    return larger
