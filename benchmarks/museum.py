"""A museum of solver trouble: small programs on which solvers in floating point are known to slip, hang or give up.

Every exhibit says what makes it hard and what is true. The truth was worked out by hand from the data: it is what the
tests hold optcheck's answer against. Public reports of the same trouble are named where there are some. The exhibits of
``SOLVER_EXHIBITS`` come from random search (tests/soak/programs.py), shrunk, and name the version of the solver that
showed the trouble: as the packages state it, and as the program cbc within PuLP prints it ("Version: 2.10.3, Build
Date: Dec 15 2019"). Whether it still happens is not written here but decided by running the installed version:

    python -m benchmarks.museum
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from optcheck.errors import SolverFailed
from optcheck.exact.numbers import Exact
from optcheck.lp.backends import solve_floats
from optcheck.lp.program import LinearProgram, Model, Relation, Sense, Solution, Status

__all__ = ["EXHIBITS", "FREE", "SOLVER_EXHIBITS", "Bounds", "Exhibit", "Rows", "Sighting", "examine", "program"]


_TINY = Fraction(1, 10**7)
_TIMEOUT = 3.0  # seconds; a working solver takes milliseconds
_TOLERANCE = 1e-9  # relative; the error of a right answer in doubles is smaller


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A program, why it is here, and the truth about it; where known, the backend and the version that show it."""

    name: str
    trouble: str
    build: Callable[[], LinearProgram]
    status: str
    value: Exact | None = None
    backend: str = "highs"
    seen_in: str = ""


Rows = Mapping[str, tuple[Mapping[str, object], Relation, object]]
Bounds = tuple[object, object]
NOT_NEGATIVE: Bounds = (0, None)
FREE: Bounds = (None, None)


def program(
    sense: Sense,
    costs: Mapping[str, object],
    rows: Rows,
    bounds: Mapping[str, Bounds] | None = None,
    integers: Sequence[str] = (),
) -> LinearProgram:
    """A program whose columns are those with a cost, in this order; at least 0 where nothing else is said."""
    model = Model(sense)
    for name, cost in costs.items():
        low, high = (bounds or {}).get(name, NOT_NEGATIVE)
        model.variable(name, cost=cost, lower=low, upper=high, integer=name in integers)
    for name, (terms, relation, side) in rows.items():
        model.row(name, terms, relation, side)
    return model.build()


def _thin(gap: Fraction) -> LinearProgram:
    rows: Rows = {"at most": ({"x": 1, "y": 1}, "<=", 1), "at least": ({"x": 1, "y": 1}, ">=", 1 + gap)}
    return program("minimise", {"x": 1, "y": 0}, rows)


def _spread() -> LinearProgram:
    rows: Rows = {
        "mix": ({"x": 10**12, "y": 1}, ">=", 10**12 + 1),
        "small": ({"x": 1, "y": Fraction(-1, 10**12)}, "<=", 1),
    }
    return program("minimise", {"x": 10**12, "y": 1}, rows)


def _hilbert(relation: Relation, size: int) -> LinearProgram:
    """Rows of the Hilbert matrix with right sides that make x = (1, ..., 1) the only point that fits tightly."""
    names = [f"x{j}" for j in range(size)]
    table = [{name: Fraction(1, i + j + 1) for j, name in enumerate(names)} for i in range(size)]
    rows: Rows = {f"hilbert {i}": (row, relation, sum(row.values())) for i, row in enumerate(table)}
    return program("minimise", dict.fromkeys(names, 1), rows, dict.fromkeys(names, FREE))


def _near_ties() -> LinearProgram:
    """Covering rows whose right sides differ by 10^-12: the float basis often belongs to the wrong one."""
    names = [f"x{j}" for j in range(5)]
    sides = [1 + Fraction(k * k % 7, 10**12) for k in range(5)]
    rows: Rows = {
        f"all but {i},{j}": (
            {name: 1 for k, name in enumerate(names) if k not in (i, j)},
            ">=",
            max(side for k, side in enumerate(sides) if k not in (i, j)),
        )
        for i, j in combinations(range(5), 2)
    }
    return program("minimise", dict.fromkeys(names, 1), rows)


def _klee_minty(size: int) -> LinearProgram:
    rows: Rows = {
        f"side {i}": ({**{f"x{j}": 2 * 10 ** (i - j) for j in range(i)}, f"x{i}": 1}, "<=", 100**i) for i in range(size)
    }
    return program("maximise", {f"x{j}": 10 ** (size - 1 - j) for j in range(size)}, rows)


def _beale() -> LinearProgram:
    """Beale's example, on which the textbook pivot rule cycles."""
    rows: Rows = {
        "first": ({"a": "1/4", "b": -60, "c": "-1/25", "d": 9}, "<=", 0),
        "second": ({"a": "1/2", "b": -90, "c": "-1/50", "d": 3}, "<=", 0),
        "third": ({"c": 1}, "<=", 1),
    }
    return program("minimise", {"a": "-3/4", "b": 150, "c": "-1/50", "d": 6}, rows)


def _kuhn() -> LinearProgram:
    """Kuhn's example, degenerate at the start and cycling under a natural rule."""
    rows: Rows = {
        "first": ({"a": -2, "b": -9, "c": 1, "d": 9}, "<=", 0),
        "second": ({"a": "1/3", "b": 1, "c": "-1/3", "d": -2}, "<=", 0),
        "third": ({"a": 2, "b": 3, "c": -1, "d": -12}, "<=", 2),
    }
    return program("minimise", {"a": -2, "b": -3, "c": 1, "d": 12}, rows)


def _third() -> LinearProgram:
    return program("minimise", {"x": 1}, {"thrice": ({"x": 3}, "=", 1)}, {"x": ("1/3", "1/3")})


def _decimals() -> LinearProgram:
    rows: Rows = {"at least": ({"x": 1}, ">=", "0.3"), "at most": ({"x": 1}, "<=", Fraction("0.1") + Fraction("0.2"))}
    return program("minimise", {"x": 1}, rows)


def _one_ulp() -> LinearProgram:
    rows: Rows = {"at least": ({"x": 1}, ">=", 0.1 + 0.2), "at most": ({"x": 1}, "<=", 0.3)}
    return program("minimise", {"x": 1}, rows)


def _big_m() -> LinearProgram:
    """A switch y that floats may leave off: x <= 10^9 y with x >= 1 forces y >= 10^-9."""
    rows: Rows = {"switch": ({"x": 1, "y": -(10**9)}, "<=", 0), "use": ({"x": 1}, ">=", 1)}
    return program("minimise", {"x": 0, "y": 1}, rows, {"y": (0, 1)})


def _faint_descent() -> LinearProgram:
    return program("minimise", {"x": Fraction(-1, 10**12)}, {"redundant": ({"x": 1}, ">=", 0)})


def _faint_preference() -> LinearProgram:
    rows: Rows = {"budget": ({"x": 1, "y": 1}, "<=", 1)}
    return program("maximise", {"x": 1, "y": 1 + Fraction(1, 10**11)}, rows)


def _three_covers() -> LinearProgram:
    rows: Rows = {
        "both": ({"x": 1, "y": 1}, ">=", 1),
        "left": ({"x": 1}, ">=", 1),
        "right": ({"y": 1}, ">=", 1),
    }
    return program("minimise", {"x": 1, "y": 1}, rows)


def _beyond_doubles() -> LinearProgram:
    return program("minimise", {"x": 1}, {"huge": ({"x": 10**400}, ">=", 10**401)})


def _dropped_coefficient() -> LinearProgram:
    return program("minimise", {"x": 1}, {"tiny": ({"x": Fraction(1, 10**10)}, ">=", 1)})


def _dependent_rows(shift: Fraction) -> LinearProgram:
    """Three equations of rank two; the third is the sum of the others, up to the shift."""
    rows: Rows = {
        "first": ({"x": 1, "y": 1}, "=", 1),
        "second": ({"y": 1, "z": 1}, "=", 1),
        "sum": ({"x": 1, "y": 2, "z": 1}, "=", 2 + shift),
        "floor": ({"x": 1, "y": 1, "z": 1}, ">=", "1/7"),
    }
    return program("minimise", dict.fromkeys("xyz", 1), rows, dict.fromkeys("xyz", FREE))


def _empty_row(side: Fraction) -> LinearProgram:
    return program("minimise", {"x": 1}, {"nothing": ({}, ">=", side)})


def _free_ray() -> LinearProgram:
    """Unbounded along a direction that needs two free variables in an exact ratio of thirds."""
    rows: Rows = {"line": ({"x": "1/3", "y": "-2/3"}, "=", "1/7")}
    return program("maximise", {"x": 1, "y": 1}, rows, dict.fromkeys("xy", FREE))


EXHIBITS: tuple[Exhibit, ...] = (
    Exhibit(
        "thin-1e-7",
        "infeasible by a tenth of a tolerance (HiGHS issues 1721, 2867)",
        lambda: _thin(_TINY),
        "infeasible",
    ),
    Exhibit("thin-1e-30", "infeasible by less than any double can show", lambda: _thin(_TINY**4 / 100), "infeasible"),
    Exhibit("spread", "coefficients that differ by 10^12", _spread, "optimal", 10**12 + 1),
    Exhibit(
        "hilbert-equal", "a Hilbert system of order 8: condition number 10^10", lambda: _hilbert("=", 8), "optimal", 8
    ),
    Exhibit(
        "hilbert-12", "a Hilbert system of order 12: singular to doubles", lambda: _hilbert("=", 12), "optimal", 12
    ),
    Exhibit(
        "hilbert-cover", "Hilbert rows as inequalities over free variables", lambda: _hilbert(">=", 5), "unbounded"
    ),
    Exhibit(
        "near-ties", "right sides apart by 10^-12", _near_ties, "optimal", Fraction(5, 3) + Fraction(16, 3 * 10**12)
    ),
    Exhibit("klee-minty", "Klee and Minty's cube, sides up to 100^7", lambda: _klee_minty(8), "optimal", 100**7),
    Exhibit("beale", "cycles under the textbook rule", _beale, "optimal", Fraction(-1, 20)),
    Exhibit("kuhn", "cycles under a natural rule", _kuhn, "optimal", -2),
    Exhibit("third", "a point that no double holds", _third, "optimal", Fraction(1, 3)),
    Exhibit("decimals", "0.1 + 0.2 = 0.3, in tenths", _decimals, "optimal", Fraction(3, 10)),
    Exhibit("one-ulp", "0.1 + 0.2 > 0.3, in doubles", _one_ulp, "infeasible"),
    Exhibit("big-m", "a switch hidden below the tolerance", _big_m, "optimal", Fraction(1, 10**9)),
    Exhibit("faint-descent", "unbounded with a slope below the tolerance", _faint_descent, "unbounded"),
    Exhibit("faint-preference", "costs apart by 10^-11", _faint_preference, "optimal", 1 + Fraction(1, 10**11)),
    Exhibit("three-covers", "SymPy's linprog answered with an infeasible point", _three_covers, "optimal", 2),
    Exhibit("beyond-doubles", "data beyond 10^308", _beyond_doubles, "optimal", 10),
    Exhibit("dropped-coefficient", "HiGHS drops coefficients below 10^-9", _dropped_coefficient, "optimal", 10**10),
    Exhibit(
        "dependent-rows", "equations of deficient rank", lambda: _dependent_rows(Fraction(0)), "optimal", Fraction(1, 7)
    ),
    Exhibit(
        "dependent-conflict",
        "dependent equations in conflict by 10^-9",
        lambda: _dependent_rows(Fraction(1, 10**9)),
        "infeasible",
    ),
    Exhibit("empty-row", "0 >= 10^-9", lambda: _empty_row(Fraction(1, 10**9)), "infeasible"),
    Exhibit("free-ray", "unbounded in an exact direction", _free_ray, "unbounded"),
)


def _descent_beside_a_fixed_column() -> LinearProgram:
    rows: Rows = {"row": ({"y": "-1/3"}, ">=", "-1/3")}
    return program("minimise", {"x": 4, "y": "1/3"}, rows, {"x": FREE, "y": (0, 0)})


def _empty_contradictions() -> LinearProgram:
    rows: Rows = {"first": ({}, "=", 2), "second": ({}, "=", "-2/3"), "third": ({"x": "-2/3"}, "=", -1)}
    return program("minimise", {"x": 0}, rows, {"x": (0, 2)})


def _large_price() -> LinearProgram:
    rows: Rows = {"link": ({"x": -1, "fixed": 2 * 10**6}, "=", 0)}
    return program("maximise", {"x": Fraction(-(10**9), 3), "fixed": 0}, rows, {"fixed": ("1/3", "1/3")})


def _climb_beside_an_equation() -> LinearProgram:
    return program("maximise", {"x": 0, "climb": 1}, {"rest": ({"x": "-1/5000"}, "=", 0)}, {"x": (-1, None)})


def _lonely_free_column() -> LinearProgram:
    return program("maximise", {"x": 1}, {}, {"x": FREE})


def _fixed_against_its_row() -> LinearProgram:
    rows: Rows = {"row": ({"fixed": 1}, ">=", 0)}
    return program("maximise", {"x": 4, "fixed": 0, "climb": 1}, rows, {"x": (-1, 0), "fixed": (-1, -1)})


def _below_zero() -> LinearProgram:
    return program("maximise", {"x": 0}, {"row": ({"x": 1}, "<=", Fraction(-1, 10**7))})


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
    """The installed solver's answer to an exhibit, and whether it shows the exhibit's trouble."""

    exhibit: Exhibit
    answer: str
    still_happens: bool


def examine(exhibit: Exhibit) -> Sighting:
    """Run the exhibit's backend and compare its answer with the truth."""
    try:
        solution = solve_floats(exhibit.build().to_floats(), exhibit.backend, limit=_TIMEOUT)
    except (SolverFailed, OverflowError) as error:
        return Sighting(exhibit, f"no answer: {error}", True)
    answer = solution.status.value
    if solution.status is Status.OPTIMAL:
        answer += f", value {solution.value!r}"
    return Sighting(exhibit, answer, not _is_right(exhibit, solution))


def _is_right(exhibit: Exhibit, solution: Solution) -> bool:
    if exhibit.value is None or solution.status is not Status.OPTIMAL:
        return solution.status.value == exhibit.status
    return exhibit.status == "optimal" and abs(solution.value - exhibit.value) <= _TOLERANCE * max(
        1.0, abs(float(exhibit.value))
    )


def main() -> int:
    """Print every exhibit, the truth about it, and the answer of the installed solver."""
    for exhibit in EXHIBITS + SOLVER_EXHIBITS:
        sighting = examine(exhibit)
        today = "still happens" if sighting.still_happens else "does not happen here"
        seen = f" (seen in {exhibit.seen_in})" if exhibit.seen_in else ""
        print(f"{exhibit.name}: {exhibit.trouble}{seen}")
        print(f"  in truth {exhibit.status}; {exhibit.backend} says {sighting.answer}: {today}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
