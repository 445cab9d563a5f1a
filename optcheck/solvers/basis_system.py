"""The square system of a basis in integers, tight rows over basic columns, solved exactly in both directions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from optcheck.exact.numbers import Exact
from optcheck.exact.ratios import Ratios, over_one_denominator
from optcheck.solvers.elimination import solve_sparse
from optcheck.solvers.lifting import LiftedSystem, Unsolved
from optcheck.solvers.problem import Problem
from optcheck.solvers.solution import Basis

__all__ = ["BasisSystem"]


class BasisSystem:
    """Rows times their multipliers, restricted to the basic columns. ZeroDivisionError when it is singular."""

    def __init__(self, problem: Problem, basis: Basis) -> None:
        if len(basis.basic_columns) != len(basis.tight_rows):
            raise ZeroDivisionError("a basis has as many tight rows as basic columns")
        self._check = problem.run.check
        self._starts, self._columns, self._values = _restricted(problem, basis)
        self._lifted = self._factored()

    def _factored(self) -> LiftedSystem | None:
        try:
            return LiftedSystem(self._starts, self._columns, self._values)
        except Unsolved:
            return None

    def solve(self, sides: Sequence[Exact]) -> Ratios:
        """The x with matrix @ x = sides."""
        return self._solve(over_one_denominator(sides), transposed=False)

    def solve_transposed(self, sides: Sequence[Exact]) -> Ratios:
        """The y with y @ matrix = sides."""
        return self._solve(over_one_denominator(sides), transposed=True)

    def _solve(self, sides: Ratios, transposed: bool) -> Ratios:
        whole = list(sides.numerators)
        if not any(whole):
            return Ratios(whole, 1)
        try:
            found = self._by_lifting(whole, transposed)
        except Unsolved:
            rows = self._transposed() if transposed else self._maps()
            found = over_one_denominator(solve_sparse(rows, whole, self._check))
        return Ratios(found.numerators, found.denominator * sides.denominator)

    def _by_lifting(self, sides: list[int], transposed: bool) -> Ratios:
        if self._lifted is None:
            raise Unsolved("no factors")
        return (self._lifted.solve_transposed if transposed else self._lifted.solve)(sides, self._check)

    def _maps(self) -> list[dict[int, Exact]]:
        spans = pairwise(self._starts)
        return [dict(zip(self._columns[a:b], self._values[a:b], strict=True)) for a, b in spans]

    def _transposed(self) -> list[dict[int, Exact]]:
        turned: list[dict[int, Exact]] = [{} for _ in range(len(self._starts) - 1)]
        for i, row in enumerate(self._maps()):
            for j, a in row.items():
                turned[j][i] = a
        return turned


def _restricted(problem: Problem, basis: Basis) -> tuple[list[int], list[int], list[int]]:
    rows = problem.integers
    places = {column: place for place, column in enumerate(basis.basic_columns)}
    starts, columns, values = [0], list[int](), list[int]()
    for i in basis.tight_rows:
        span = slice(rows.starts[i], rows.starts[i + 1])
        for j, a in zip(rows.columns[span], rows.values[span], strict=True):
            if a and j in places:
                columns.append(places[j])
                values.append(a)
        starts.append(len(columns))
    return starts, columns, values
