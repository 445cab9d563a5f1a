"""The factors of a basis that HiGHS holds anyway when it ends, borrowed for the exact solution of the same basis.

HiGHS's basis consists of the basic columns and of a unit column for each loose row. With zeros at the loose rows its
two solves are those of the square system of tight rows and basic columns.
"""

from __future__ import annotations

from collections.abc import Callable

import highspy
import numpy as np
from numpy.typing import NDArray

from optcheck.solvers.factors import GAINS, SMALL, Factors, Unsolved
from optcheck.solvers.solution import Basis

__all__ = ["borrowed_factors"]

Doubles = NDArray[np.float64]
_Solve = Callable[[Doubles], tuple[highspy.HighsStatus, Doubles]]


def borrowed_factors(highs: highspy.Highs, basis: Basis, rows: int) -> Factors | None:
    """Solves with tight rows and basic columns by a HiGHS instance that ended at this basis; None where it has none."""
    if not basis.basic_columns or len(basis.basic_columns) != len(basis.tight_rows):
        return None  # HiGHS fails badly when it is asked about a matrix without entries
    status, variables = highs.getBasicVariables()
    if status != highspy.HighsStatus.kOk or len(variables) != rows:
        return None
    structural = np.flatnonzero(variables >= 0)
    places = structural[np.argsort(variables[structural])]  # of the basic columns, in their order
    if variables[places].tolist() != list(basis.basic_columns):
        return None
    tight = np.array(basis.tight_rows, dtype=np.int64)

    def through(solve: _Solve, r: Doubles, into: NDArray[np.int64], out: NDArray[np.int64]) -> Doubles:
        size = float(np.abs(r).max(initial=0.0)) or 1.0  # HiGHS drops what is tiny
        given = np.zeros(rows)
        given[into] = r / size
        done, found = solve(given)
        if done == highspy.HighsStatus.kError:
            raise Unsolved("HiGHS has no factors")
        return np.asarray(found[out] * size)

    return Factors(
        lambda r: through(highs.getBasisSolve, r, tight, places),
        lambda r: through(highs.getBasisTransposeSolve, r, places, tight),
        GAINS[:2] if len(tight) <= SMALL else GAINS[:3],  # our own factors are more accurate, and cheap when small
    )
