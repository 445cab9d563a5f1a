"""The newer wing of the museum: small programs on which a named version of a solver hangs, gives up or errs.

They were found by random search (tests/soak/programs.py) and shrunk. The versions are those that the packages state
and that the program cbc within PuLP prints ("Version: 2.10.3, Build Date: Dec 15 2019"). Whether it still happens is
not written here: it is found by running the installed version.

    python -m lp_models.museum_solvers
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from fractions import Fraction

from lp_models.museum import EXHIBITS, Exhibit
from optcheck.errors import SolverFailed
from optcheck.lp.backends import solve_floats
from optcheck.lp.program import LinearProgram, Model
from optcheck.lp.solution import Solution, Status

__all__ = ["SOLVER_EXHIBITS", "Sighting", "look_at"]

_PATIENCE = 3.0  # seconds for programs that take milliseconds when all is well
_OFF = 1e-9  # a relative error that a double need not have


def _descent_beside_a_fixed_column() -> LinearProgram:
    model = Model("minimise")
    model.variable("x", cost=4, lower=None)
    y = model.variable("y", cost="1/3", lower=0, upper=0)
    model.row("row", {y: "-1/3"}, ">=", "-1/3")
    return model.build()


def _empty_contradictions() -> LinearProgram:
    model = Model("minimise")
    x = model.variable("x", upper=2)
    model.row("first", {}, "=", 2)
    model.row("second", {}, "=", "-2/3")
    model.row("third", {x: "-2/3"}, "=", -1)
    return model.build()


def _large_price() -> LinearProgram:
    model = Model("maximise")
    x = model.variable("x", cost=Fraction(-(10**9), 3))
    fixed = model.variable("fixed", lower="1/3", upper="1/3")
    model.row("link", {x: -1, fixed: 2 * 10**6}, "=", 0)
    return model.build()


def _climb_beside_an_equation() -> LinearProgram:
    model = Model("maximise")
    x = model.variable("x", lower=-1)
    model.variable("climb", cost=1)
    model.row("rest", {x: "-1/5000"}, "=", 0)
    return model.build()


def _lonely_free_column() -> LinearProgram:
    model = Model("maximise")
    model.variable("x", cost=1, lower=None)
    return model.build()


def _fixed_against_its_row() -> LinearProgram:
    model = Model("maximise")
    model.variable("x", cost=4, lower=-1, upper=0)
    fixed = model.variable("fixed", lower=-1, upper=-1)
    model.variable("climb", cost=1)
    model.row("row", {fixed: 1}, ">=", 0)
    return model.build()


def _below_zero() -> LinearProgram:
    model = Model("maximise")
    x = model.variable("x")
    model.row("row", {x: 1}, "<=", Fraction(-1, 10**7))
    return model.build()


SOLVER_EXHIBITS: tuple[Exhibit, ...] = (
    Exhibit(
        "descent-beside-a-fixed-column",
        "the interior-point method hangs, whatever its time limit",
        _descent_beside_a_fixed_column,
        "unbounded",
        backend="highs-ipm",
        seen_in="HiGHS 1.15.1",
    ),
    Exhibit(
        "empty-contradictions",
        "the interior-point method goes on until it is stopped",
        _empty_contradictions,
        "infeasible",
        backend="highs-ipm",
        seen_in="HiGHS 1.15.1",
    ),
    Exhibit(
        "large-price",
        "called infeasible, though its only point is in plain sight",
        _large_price,
        "optimal",
        Fraction(-2 * 10**15, 9),
        backend="cvxpy-clarabel",
        seen_in="Clarabel 0.11.1, cvxpy 1.9.3",
    ),
    Exhibit(
        "climb-beside-an-equation",
        "called infeasible, but x = 0 satisfies it and climbs for ever",
        _climb_beside_an_equation,
        "unbounded",
        backend="pulp-cbc",
        seen_in="CBC 2.10.3, PuLP 3.3.2",
    ),
    Exhibit(
        "lonely-free-column",
        "one column, no row: the solver gives up with an error",
        _lonely_free_column,
        "unbounded",
        backend="pulp-cbc",
        seen_in="CBC 2.10.3, PuLP 3.3.2",
    ),
    Exhibit(
        "fixed-against-its-row",
        "called unbounded, but -1 >= 0 admits no point",
        _fixed_against_its_row,
        "infeasible",
        backend="cvxpy-clarabel",
        seen_in="Clarabel 0.11.1, cvxpy 1.9.3",
    ),
    Exhibit(
        "below-zero",
        "called optimal, but x >= 0 and x <= -10^-7 admit no point",
        _below_zero,
        "infeasible",
        backend="pulp-cbc",
        seen_in="CBC 2.10.3, PuLP 3.3.2",
    ),
)


@dataclass(frozen=True, slots=True)
class Sighting:
    """What the installed solver says about an exhibit, and whether that is the trouble it is here for."""

    exhibit: Exhibit
    said: str
    still_happens: bool


def look_at(exhibit: Exhibit) -> Sighting:
    """Run the exhibit's backend and compare its answer with the truth."""
    try:
        solution = solve_floats(exhibit.build().to_floats(), exhibit.backend, limit=_PATIENCE)
    except (SolverFailed, OverflowError) as error:
        return Sighting(exhibit, f"no answer: {error}", True)
    said = solution.status.value
    if solution.status is Status.OPTIMAL:
        said += f", value {solution.value!r}"
    return Sighting(exhibit, said, not _right(exhibit, solution))


def _right(exhibit: Exhibit, solution: Solution) -> bool:
    if exhibit.value is None or solution.status is not Status.OPTIMAL:
        return solution.status.value == exhibit.status
    return exhibit.status == "optimal" and abs(solution.value - exhibit.value) <= _OFF * max(
        1.0, abs(float(exhibit.value))
    )


def main() -> int:
    """Print every exhibit, what is true, and what the installed solver says today."""
    for exhibit in EXHIBITS + SOLVER_EXHIBITS:
        sighting = look_at(exhibit)
        today = "still happens" if sighting.still_happens else "does not happen here"
        seen = f" (seen in {exhibit.seen_in})" if exhibit.seen_in else ""
        print(f"{exhibit.name}: {exhibit.trouble}{seen}")
        print(f"  in truth {exhibit.status}; {exhibit.backend} says {sighting.said}: {today}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
