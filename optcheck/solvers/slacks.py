"""Rows with slack columns of their own, so that a multiplier that is already known can be taken out of the costs.

A row A x >= b with multiplier y leaves the costs c - A'y to the columns and the cost y to the slack A x - b. Only with
both is the rest of the program the same program, with small costs in place of large ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from optcheck.exact.program import FloatProgram
from optcheck.solvers.solution import Basis, Place, Solution

__all__ = ["Slacks"]


@dataclass(frozen=True, slots=True, eq=False)
class Slacks:
    """Slack columns, after the others, for some rows that are no equations."""

    rows: NDArray[np.int64]
    at_least: NDArray[np.bool_]
    first: int

    @classmethod
    def of(cls, program: FloatProgram, multipliers: NDArray[np.float64]) -> Slacks:
        """A slack for each inequality with a multiplier."""
        inequality = program.row_lower != program.row_upper
        rows = np.flatnonzero(inequality & (multipliers != 0))
        return cls(rows, np.isfinite(program.row_lower[rows]), len(program.costs))

    def extended(self, program: FloatProgram, multipliers: NDArray[np.float64]) -> FloatProgram:
        """The program with the slacks, each at the cost of its row's multiplier."""
        sides = np.where(self.at_least, program.row_lower[self.rows], program.row_upper[self.rows])
        row_lower, row_upper = program.row_lower.copy(), program.row_upper.copy()
        row_lower[self.rows] = row_upper[self.rows] = sides
        ends, more = program.starts[self.rows + 1], np.zeros(len(program.starts), dtype=np.int64)
        more[self.rows + 1] = 1
        return replace(
            program,
            costs=np.append(program.costs, multipliers[self.rows]),
            lower=np.append(program.lower, np.where(self.at_least, 0.0, -np.inf)),
            upper=np.append(program.upper, np.where(self.at_least, np.inf, 0.0)),
            row_lower=row_lower,
            row_upper=row_upper,
            starts=program.starts + np.cumsum(more),
            columns=np.insert(program.columns, ends, self.first + np.arange(len(self.rows), dtype=np.int32)),
            values=np.insert(program.values, ends, -1.0),
        )

    def extended_basis(self, basis: Basis) -> Basis:
        """The same basis with slacks: basic where the row is loose, at zero where it is tight."""
        tight, basic, places = set(basis.tight_rows), list(basis.basic_columns), dict(basis.places)
        for k, (i, at_least) in enumerate(zip(self.rows.tolist(), self.at_least.tolist(), strict=True)):
            if i in tight:
                places[self.first + k] = Place.LOWER if at_least else Place.UPPER
            else:
                basic.append(self.first + k)
        return Basis(tuple(basic), tuple(sorted(tight | set(self.rows.tolist()))), places)

    def restricted(self, solution: Solution) -> Solution:
        """The answer without the slacks: a row whose slack is basic is loose."""
        basis = solution.basis
        if basis is not None:
            loose = {int(self.rows[j - self.first]) for j in basis.basic_columns if j >= self.first}
            basis = Basis(
                tuple(j for j in basis.basic_columns if j < self.first),
                tuple(i for i in basis.tight_rows if i not in loose),
                {j: place for j, place in basis.places.items() if j < self.first},
            )
        return replace(solution, primal=solution.primal[: self.first], basis=basis)
