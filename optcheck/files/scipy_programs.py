"""Linear programs in the form of scipy.optimize.linprog."""

from __future__ import annotations

import numpy as np

from optcheck.errors import InvalidInput
from optcheck.exact.inputs import exact_row
from optcheck.exact.numbers import Exact, exact
from optcheck.exact.program import LinearProgram, Relation
from optcheck.extras import missing_extra
from optcheck.files.draft import Column, Row, build
from optcheck.files.handed import lower_bound, upper_bound

try:
    from scipy.sparse import csr_array, issparse
except ModuleNotFoundError as error:
    raise missing_extra("from_scipy", error) from error

__all__ = ["from_scipy", "sparse_entries"]


def from_scipy(
    c: object,
    A_ub: object = None,
    b_ub: object = None,
    A_eq: object = None,
    b_eq: object = None,
    bounds: object = (0, None),
) -> LinearProgram:
    """The program that ``scipy.optimize.linprog`` solves for these arguments; columns x0, x1, ..., rows ub0, eq0, ...

    Floats are taken as the doubles that they are, ints and Fractions as they are: :mod:`optcheck.files.handed`.

    >>> from_scipy([1, 1], A_ub=[[-1, -2]], b_ub=[-3]).row_labels
    ('ub0',)
    """
    costs = _vector(c, "cost")
    columns = [Column(f"x{j}", low, high) for j, (low, high) in enumerate(_bounds(bounds, len(costs)))]
    rows = _scipy_rows("ub", "<=", A_ub, b_ub, len(costs)) + _scipy_rows("eq", "=", A_eq, b_eq, len(costs))
    return build("minimise", dict(enumerate(costs)), 0, columns, rows)


def _vector(values: object, name: str) -> list[Exact]:
    """The numbers of a vector; a matrix of one row or column is one, as for scipy."""
    table = np.asarray(values, dtype=object)
    return list(exact_row(table.reshape(-1) if table.ndim == 2 and 1 in table.shape else values, name))


def _bounds(bounds: object, count: int) -> list[tuple[Exact | None, Exact | None]]:
    """None for all, one pair for all, or a pair for each column."""
    table = np.array([(0, None)] if bounds is None else bounds, dtype=object)
    table = table.reshape(1, 2) if table.shape == (2,) else table
    if table.ndim != 2 or table.shape[1] != 2 or len(table) not in (1, count):
        raise InvalidInput(f"bounds must be one pair or {count} pairs (least, most), got shape {table.shape}")
    pairs = [(lower_bound(low, f"x{j}"), upper_bound(high, f"x{j}")) for j, (low, high) in enumerate(table)]
    return pairs * count if len(pairs) == 1 else pairs


def _scipy_rows(kind: str, relation: Relation, matrix: object, sides: object, count: int) -> list[Row]:
    if matrix is None and sides is None:
        return []
    values = _vector(np.atleast_1d(np.asarray(sides, dtype=object)), f"right side b_{kind}")
    entries = sparse_entries(matrix, f"A_{kind}") if issparse(matrix) else _dense_entries(matrix, kind, count)
    if len(entries) != len(values) or (issparse(matrix) and csr_array(matrix).shape[1] != count):
        raise InvalidInput(f"A_{kind} must have {len(values)} rows, as b_{kind} has, and {count} columns")
    return [Row(f"{kind}{i}", relation, row, side) for i, (row, side) in enumerate(zip(entries, values, strict=True))]


def sparse_entries(matrix: object, name: str) -> list[dict[int, Exact]]:
    """The nonzero entries of each row of a scipy matrix."""
    rows = csr_array(matrix, copy=True)
    rows.sum_duplicates()
    parts = zip(rows.indptr[:-1].tolist(), rows.indptr[1:].tolist(), strict=True)
    return [{int(rows.indices[k]): exact(rows.data[k], name) for k in range(start, stop)} for start, stop in parts]


def _dense_entries(matrix: object, kind: str, count: int) -> list[dict[int, Exact]]:
    table = np.atleast_2d(np.asarray(matrix, dtype=object))
    if table.ndim != 2 or table.shape[1] != count:
        raise InvalidInput(f"A_{kind} must have {count} columns, got shape {table.shape}")
    return [{j: value for j, value in enumerate(exact_row(row, f"A_{kind}")) if value} for row in table]
