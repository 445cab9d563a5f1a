"""The relaxation inside HiGHS, in floats: bounds change, rows come and go, and each run starts where the last ended.

Nothing here is trusted. A run that does not come back is given up, and the relaxation with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread

import highspy
import numpy as np
from numpy.typing import NDArray

from optcheck.checker.families.integer_program import Row
from optcheck.errors import SolverFailed
from optcheck.exact.numbers import Exact
from optcheck.exact.program import FloatProgram

__all__ = ["Relaxation", "Relaxed", "mip_point"]

Floats = NDArray[np.float64]
_GRACE = 10.0  # seconds that a run may take beyond its limit
_OPTIONS = {"output_flag": False, "presolve": "off", "solver": "simplex", "threads": 1, "parallel": "off"}
_OPTIMAL = highspy.HighsModelStatus.kOptimal
_LIMITED = (highspy.HighsModelStatus.kIterationLimit, highspy.HighsModelStatus.kTimeLimit)


@dataclass(frozen=True, slots=True)
class Relaxed:
    """What a run says: "optimal", "infeasible", "unbounded", "limit" or "failed"; a point, and multipliers of rows."""

    status: str
    value: float
    primal: Floats
    dual: Floats


class Relaxation:
    """A model in HiGHS, always a minimum."""

    def __init__(self, program: FloatProgram) -> None:
        self._highs = highspy.Highs()
        for name, value in _OPTIONS.items():
            self._highs.setOptionValue(name, value)
        costs = -program.costs if program.maximise else program.costs
        self.columns, self.rows = len(costs), len(program.row_lower)
        self._aside = _Aside()
        status = self._highs.passModel(
            self.columns,
            self.rows,
            len(program.values),
            int(highspy.MatrixFormat.kRowwise),
            int(highspy.ObjSense.kMinimize),
            0.0,
            costs,
            program.lower,
            program.upper,
            program.row_lower,
            program.row_upper,
            program.starts[:-1].astype(np.int32),
            program.columns.astype(np.int32, copy=False),
            program.values,
            np.zeros(self.columns, dtype=np.int32),
        )
        if status == highspy.HighsStatus.kError:
            raise SolverFailed("HiGHS did not accept the model")
        self.program_rows = self.rows

    def add_rows(self, rows: Sequence[Row]) -> None:
        """Append derived rows, each divided by its largest coefficient."""
        for row in rows:
            size = max(1, *map(abs, row.factors)) if row.factors else 1
            values = np.array([factor / size for factor in row.factors], dtype=np.float64)
            self._highs.addRow(row.side / size, np.inf, len(values), np.array(row.columns, dtype=np.int32), values)
        self.rows += len(rows)

    def remove_rows(self, rows: Sequence[int]) -> None:
        """Delete rows by their numbers."""
        if rows:
            self._highs.deleteRows(len(rows), np.array(rows, dtype=np.int32))
            self.rows -= len(rows)

    def bound(self, columns: Sequence[int], lower: Sequence[float], upper: Sequence[float]) -> None:
        """Give columns other bounds."""
        if columns:
            numbers = np.array(columns, dtype=np.int32)
            self._highs.changeColsBounds(len(numbers), numbers, np.array(lower), np.array(upper))

    def solve(self, limit: float, iterations: int = 2**31 - 1) -> Relaxed:
        """Run the dual simplex method from the present basis."""
        highs = self._highs
        highs.setOptionValue("time_limit", highs.getRunTime() + max(limit, 0.0))
        highs.setOptionValue("simplex_iteration_limit", iterations)
        self._run(limit)
        status = highs.getModelStatus()
        if status == highspy.HighsModelStatus.kUnknown or status == highspy.HighsModelStatus.kSolveError:
            highs.clearSolver()
            self._run(limit)
            status = highs.getModelStatus()
        solution = highs.getSolution()
        primal, dual = np.array(solution.col_value), np.array(solution.row_dual)
        if len(primal) != self.columns or len(dual) != self.rows:
            primal, dual = np.zeros(self.columns), np.zeros(self.rows)
        return Relaxed(_word(status), highs.getObjectiveValue(), primal, dual)

    def ray(self) -> Floats | None:
        """Row multipliers that show infeasibility, after a run that found it."""
        _, exists, values = self._highs.getDualRay()
        return np.array(values, dtype=np.float64) if exists else None

    def basis_row(self, position: int) -> Floats:
        """A row of the inverse of the basis matrix."""
        return np.array(self._highs.getBasisInverseRow(position)[1], dtype=np.float64)

    def basic_variables(self) -> list[int]:
        """The basic variable of each row of the basis matrix: a column, or -1 - i for row i."""
        if self._highs.getNumNz() == 0:  # solved without a basis matrix: HiGHS would crash
            return []
        return [int(variable) for variable in self._highs.getBasicVariables()[1]]

    def _run(self, limit: float) -> None:
        if not self._aside.done(self._highs.run, limit + _GRACE):
            raise SolverFailed(f"HiGHS went on {_GRACE:g} seconds beyond its limit")


class _Aside:
    """A thread for native code that ought to end by itself; where it does not, it is left behind."""

    def __init__(self) -> None:
        self._work: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._ends: SimpleQueue[BaseException | None] = SimpleQueue()
        Thread(target=self._serve, args=(self._work, self._ends), daemon=True).start()

    @staticmethod
    def _serve(work: SimpleQueue[Callable[[], object] | None], ends: SimpleQueue[BaseException | None]) -> None:
        while (job := work.get()) is not None:
            try:
                job()
                ends.put(None)
            except BaseException as failure:
                ends.put(failure)

    def done(self, job: Callable[[], object], seconds: float) -> bool:
        """Whether the job was done in time; what it raises is raised."""
        self._work.put(job)
        try:
            failure = self._ends.get(timeout=min(seconds, 1e6))
        except Empty:
            return False
        if failure is not None:
            raise failure
        return True

    def __del__(self) -> None:
        self._work.put(None)


def _word(status: highspy.HighsModelStatus) -> str:
    if status in (_OPTIMAL, highspy.HighsModelStatus.kModelEmpty):
        return "optimal"
    if status == highspy.HighsModelStatus.kInfeasible:
        return "infeasible"
    if status in (highspy.HighsModelStatus.kUnbounded, highspy.HighsModelStatus.kUnboundedOrInfeasible):
        return "unbounded"
    return "limit" if status in _LIMITED else "failed"


def mip_point(
    program: FloatProgram, integers: Iterable[int], seed: int, limit: float = 10.0
) -> tuple[str, Floats | None]:
    """HiGHS's own answer to the integer program: a status and a point, both hints."""
    highs = highspy.Highs()
    kinds = np.zeros(len(program.costs), dtype=np.int32)
    kinds[list(integers)] = 1
    for name, value in {
        "output_flag": False,
        "threads": 1,
        "time_limit": 0.8 * limit,
        "mip_rel_gap": 0.0,
        "random_seed": seed,
    }.items():
        highs.setOptionValue(name, value)
    highs.passModel(
        len(program.costs),
        len(program.row_lower),
        len(program.values),
        int(highspy.MatrixFormat.kRowwise),
        int(highspy.ObjSense.kMaximize if program.maximise else highspy.ObjSense.kMinimize),
        0.0,
        program.costs,
        program.lower,
        program.upper,
        program.row_lower,
        program.row_upper,
        program.starts[:-1].astype(np.int32),
        program.columns.astype(np.int32, copy=False),
        program.values,
        kinds,
    )
    highs.run()
    point = np.array(highs.getSolution().col_value, dtype=np.float64)
    valid = highs.getInfo().primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
    return str(highs.getModelStatus()), point if valid else None


def nearest(bound: Exact | None, infinite: float) -> float:
    """A bound as a double."""
    return infinite if bound is None else float(bound)
