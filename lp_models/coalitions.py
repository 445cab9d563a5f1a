"""Eq. 6 of TPMDP as an explicit linear program, in two forms with the same optimum.

``as_printed`` has a row for each pair of a coalition and a party outside it; ``deduplicated`` has one for each
coalition, with the largest requirement outside it on the right. Variable j is party j's noise variance. Certificates
are of kind ``coalition-cover``: they carry the instance, not the rows. ``lp_models.coalition_separation`` solves the
same problem without listing rows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from lp_models.coalition_cover import CoverProblem, cover_certificate
from lp_models.coalition_rows import check_size, coalition_count, coalition_table, outsiders
from optcheck.lp.program import LazyLabels, LinearProgram, SparseRows, object_array
from optcheck.tpmdp.instance import Instance

__all__ = ["as_printed", "deduplicated"]


def as_printed(instance: Instance, memory_limit: int | None = None) -> LinearProgram:
    """Eq. 6 literally: for party j and coalition A without j, the variances outside A reach j's requirement.

    >>> program = as_printed(Instance.of([3, 1, 2], threshold=1))
    >>> program.rows.count, program.row_labels[0]
    (6, 'party[1], coalition[{0}]')
    """
    size = instance.outside
    check_size(coalition_count(instance) * size, size, memory_limit)
    outside = outsiders(coalition_table(instance))
    parties = outside.ravel()

    def label(row: int) -> str:
        return f"party[{parties[row]}], {_coalition_label(outside[row // size], instance.n)}"

    return _program(instance, np.repeat(outside, size, axis=0), parties, label)


def deduplicated(instance: Instance, memory_limit: int | None = None) -> LinearProgram:
    """Eq. 6 with a row for each coalition: the variances outside reach the largest requirement outside.

    >>> deduplicated(Instance.of([3, 1, 2], threshold=1)).rows.count
    3
    """
    check_size(coalition_count(instance), instance.outside, memory_limit)
    outside = outsiders(coalition_table(instance))
    strictest = outside[np.arange(len(outside)), np.argmax(_ranks(instance)[outside], axis=1)]
    return _program(instance, outside, strictest, lambda row: _coalition_label(outside[row], instance.n))


def _ranks(instance: Instance) -> NDArray[np.int64]:
    """Position of each party when sorted by requirement: compares exact numbers through integers."""
    order = sorted(range(instance.n), key=lambda j: instance.required[j])
    ranks = np.empty(instance.n, dtype=np.int64)
    ranks[order] = np.arange(instance.n)
    return ranks


def _program(
    instance: Instance,
    outside: NDArray[np.int32],
    parties: NDArray[np.int32],
    label: Callable[[int], str],
) -> LinearProgram:
    rows, n = len(outside), instance.n
    rhs = object_array(instance.required)[parties]
    return LinearProgram(
        sense="minimise",
        costs=(1,) * n,
        rows=SparseRows(
            starts=np.arange(rows + 1, dtype=np.int64) * outside.shape[1],
            columns=outside.ravel(),
            values=np.ones(outside.size, dtype=np.int64),
        ),
        relations=np.ones(rows, dtype=np.int8),
        rhs=rhs,
        lower=(0,) * n,
        upper=(None,) * n,
        column_labels=tuple(f"x[{j}]" for j in range(n)),
        row_labels=LazyLabels(rows, label),
        certifier=partial(cover_certificate, CoverProblem.from_instance(instance)),
    )


def _coalition_label(outside: NDArray[np.int32], n: int) -> str:
    members = sorted(set(range(n)) - set(outside.tolist()))
    return "coalition[{" + ",".join(map(str, members)) + "}]"
