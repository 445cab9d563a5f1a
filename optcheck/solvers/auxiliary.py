"""Two programs that always have an optimum and decide feasibility and boundedness: least violation, steepest ray."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from optcheck.exact.numbers import Exact
from optcheck.exact.program import LinearProgram, SparseRows, object_array

__all__ = ["elastic", "recession"]


def elastic(program: LinearProgram) -> LinearProgram:
    """Minimise the total violation of the rows. A positive optimum's multipliers are a Farkas proof."""
    relations = program.relations
    extra = [(i, sign) for sign in (1, -1) for i in np.flatnonzero(relations * sign >= 0).tolist()]
    entries = [[*program.rows.row(i)] for i in range(program.rows.count)]
    for column, (i, sign) in enumerate(extra, start=len(program.costs)):
        entries[i].append((column, sign))
    return replace(
        program,
        sense="minimise",
        costs=(0,) * len(program.costs) + (1,) * len(extra),
        rows=_sparse(entries),
        lower=program.lower + (0,) * len(extra),
        upper=program.upper + (None,) * len(extra),
        column_labels=(*program.column_labels, *(f"violation[{k}]" for k in range(len(extra)))),
        certifier=None,
    )


def recession(program: LinearProgram) -> LinearProgram:
    """Minimise the slope over directions that stay feasible, with slope at least -1: the optimum is 0 or -1."""
    entries = [[*program.rows.row(i)] for i in range(program.rows.count)]
    slope = [(j, program.sign * cost) for j, cost in enumerate(program.costs) if cost]
    return replace(
        program,
        sense="minimise",
        costs=tuple(program.sign * cost for cost in program.costs),
        rows=_sparse([*entries, slope]),
        relations=np.append(program.relations, np.int8(1)),
        rhs=object_array([0] * program.rows.count + [-1]),
        lower=tuple(None if low is None else 0 for low in program.lower),
        upper=tuple(None if high is None else 0 for high in program.upper),
        row_labels=(*program.row_labels, "slope"),
        certifier=None,
    )


def _sparse(entries: list[list[tuple[int, Exact]]]) -> SparseRows:
    flat = [entry for row in entries for entry in row]
    return SparseRows(
        starts=np.cumsum([0] + [len(row) for row in entries], dtype=np.int64),
        columns=np.array([column for column, _ in flat], dtype=np.int32),
        values=object_array([value for _, value in flat]),
    )
