"""Linear programs from highspy."""

from __future__ import annotations

from collections.abc import Iterable

import highspy

from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact, exact
from optcheck.exact.program import LinearProgram, Sense
from optcheck.files.draft import Column, Row, build
from optcheck.files.handed import lower_bound, refuse_integers, upper_bound

__all__ = ["from_highspy"]

_CONTINUOUS, _INTEGER = int(highspy.HighsVarType.kContinuous), int(highspy.HighsVarType.kInteger)


def from_highspy(highs: highspy.Highs, relax: bool = False) -> LinearProgram:
    """The program inside a ``highspy.Highs``; integer columns only with ``relax``; rows without sides are left out.

    HiGHS keeps doubles, and they are taken as they are: :mod:`optcheck.files.handed`.
    """
    if not isinstance(highs, highspy.Highs):
        raise InvalidInput(f"highs must be a highspy.Highs, got {type(highs).__name__}")
    if highs.getModel().hessian_.dim_:
        raise InvalidInput("highs must hold a linear program, got one with a quadratic objective")
    model = highs.getLp()
    names = _distinct(model.col_names_) or [f"x{j}" for j in range(model.num_col_)]
    labels = _distinct(model.row_names_) or [f"r{i}" for i in range(model.num_row_)]
    kinds = dict(zip(names, map(int, model.integrality_), strict=False))
    if not set(kinds.values()) <= {_CONTINUOUS, _INTEGER}:
        raise InvalidInput("highs must hold a linear program, got one with semi-continuous columns")
    refuse_integers([name for name, kind in kinds.items() if kind == _INTEGER], relax)
    columns = [
        Column(name, lower_bound(float(low), name), upper_bound(float(high), name))
        for name, low, high in zip(names, model.col_lower_, model.col_upper_, strict=True)
    ]
    entries = _highs_entries(model)
    sides = zip(labels, entries, model.row_lower_, model.row_upper_, strict=True)
    rows = [row for label, terms, low, high in sides for row in _highs_row(label, terms, float(low), float(high))]
    sense: Sense = "maximise" if model.sense_ == highspy.ObjSense.kMaximize else "minimise"
    costs = {j: exact(float(cost), f"cost of {names[j]}") for j, cost in enumerate(model.col_cost_)}
    return build(sense, costs, exact(float(model.offset_), "offset"), columns, rows)


def _distinct(names: Iterable[str]) -> list[str]:
    """The names if they are all there and differ, which HiGHS does not ask of them."""
    found = list(names)
    return found if "" not in found and len(set(found)) == len(found) else []


def _highs_entries(model: highspy.HighsLp) -> list[dict[int, Exact]]:
    """HiGHS keeps its matrix by columns or by rows."""
    entries: list[dict[int, Exact]] = [{} for _ in range(model.num_row_)]
    matrix = model.a_matrix_
    by_column = matrix.format_ == highspy.MatrixFormat.kColwise
    starts, index, values = list(matrix.start_), list(matrix.index_), list(matrix.value_)
    for k in range(len(starts) - 1):
        for p in range(starts[k], starts[k + 1]):
            i, j = (index[p], k) if by_column else (k, index[p])
            entries[i][j] = exact(float(values[p]), "matrix entry")
    return entries


def _highs_row(label: str, terms: dict[int, Exact], low: float, high: float) -> list[Row]:
    least, most = lower_bound(low, label), upper_bound(high, label)
    if least is None:
        return [] if most is None else [Row(label, "<=", terms, most)]
    return [Row(label, "=" if most == least else ">=", terms, least, None if most == least else most)]
