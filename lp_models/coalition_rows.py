"""All coalitions of exactly t parties that hold an active one, as one table, and the room that they take."""

from __future__ import annotations

import os
from math import comb

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import ModelTooLarge
from optcheck.tpmdp.instance import Instance

__all__ = ["check_size", "coalition_count", "coalition_table", "k_subsets", "outsiders"]

_BYTES_PER_NONZERO = 32  # column, coefficient, and the two index arrays that live while they are made


def coalition_count(instance: Instance) -> int:
    """How many coalitions of exactly t parties have an active member.

    >>> coalition_count(Instance.of([1] * 4, threshold=2, active=[0]))
    3
    """
    n, t = instance.n, instance.threshold
    return comb(n, t) - comb(n - len(instance.active), t)


def k_subsets(n: int, k: int) -> NDArray[np.int32]:
    """All k-subsets of 0..n-1 in lexicographic order, one a row, built a whole column at a time.

    >>> k_subsets(3, 2).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    table = np.zeros((1, 0), dtype=np.int32)
    for position in range(k):
        first = table[:, -1] + 1 if position else np.zeros(1, dtype=np.int32)
        choices = (n - k + position + 1) - first
        step = np.arange(choices.sum()) - np.repeat(np.cumsum(choices) - choices, choices)
        column = (np.repeat(first, choices) + step).astype(np.int32)
        table = np.column_stack([np.repeat(table, choices, axis=0), column])
    return table


def coalition_table(instance: Instance) -> NDArray[np.bool_]:
    """Membership of party j (column) in each coalition (row) that Eq. 6 speaks of."""
    n, t = instance.n, instance.threshold
    inside = t <= n - t  # list the smaller side
    listed = k_subsets(n, t if inside else n - t)
    table = np.zeros((len(listed), n), dtype=np.bool_)
    np.put_along_axis(table, listed, True, axis=1)
    members = table if inside else ~table
    return members[members[:, list(instance.active)].any(axis=1)]


def outsiders(members: NDArray[np.bool_]) -> NDArray[np.int32]:
    """The parties outside each coalition, one row a coalition (all coalitions have one size)."""
    count, n = members.shape
    size = n - int(members[0].sum()) if count else n
    flat = np.flatnonzero(~members)
    np.remainder(flat, n, out=flat)
    return flat.astype(np.int32).reshape(count, size)


def check_size(rows: int, per_row: int, limit: int | None) -> None:
    """Refuse a model that would not fit: by default in half of the machine's memory."""
    need = rows * per_row * _BYTES_PER_NONZERO
    room = _half_of_memory() if limit is None else limit
    if need > room:
        raise ModelTooLarge(
            f"the explicit model must fit in {room:,} bytes: it has {rows:,} rows of {per_row} nonzeros "
            f"and would take about {need:,} bytes; the separated model lists no rows"
        )


def _half_of_memory() -> int:
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
