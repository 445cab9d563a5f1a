"""Public reports of wrong answers, replayed: the program of the report, what was answered, and what is true.

Each program is rebuilt from its report, small enough to be checked by hand. ``answer`` is what the report says that the
solver said. ``rerun`` names versions that were installed and gave the same answer here; where it is empty, the report
alone is the witness. The verdict is not written here: it is computed by :func:`optcheck.judge` from program and answer.

    python -m benchmarks.replays
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from benchmarks.museum import FREE, Bounds, Rows, program
from optcheck.exact.numbers import Exact, to_text
from optcheck.lp.answer import Judgement
from optcheck.lp.judge import judge
from optcheck.lp.program import LinearProgram, Relation

__all__ = ["REPLAYS", "Replay", "judged", "table"]


@dataclass(frozen=True, slots=True)
class Replay:
    """A report, the program, the answer of the report (a status, or values by name), and what is true."""

    report: str
    version: str
    build: Callable[[], LinearProgram]
    truth: str
    value: Exact | None = None
    status: str = ""
    answer: Mapping[str, object] = field(default_factory=dict)
    rerun: str = ""

    @property
    def url(self) -> str:
        """Where the report stands."""
        project, _, number = self.report.partition("#")
        return f"https://github.com/{project}/issues/{number}"


def _one_of_each() -> LinearProgram:
    rows: Rows = {"need": ({"x": 1, "z": 1}, ">=", "4.5")}
    return program("minimise", {"x": 2, "z": 3}, rows, {"x": (0, 10), "z": (0, 10)}, ["z"])


def _a_dearer_tenth() -> LinearProgram:
    rows: Rows = {"need": ({"x": 1, "y": 1}, ">=", "20.1")}
    return program("minimise", {"x": 1, "y": 2}, rows, {"x": (0, 20), "y": (8, 20)}, ["x"])


def _switch() -> LinearProgram:
    rows: Rows = {"demand": ({"a": 1, "b": 1}, "=", 10), "switch": ({"a": 1, "y": -100}, "<=", 0)}
    return program("minimise", {"a": 0, "b": 2, "y": 99999}, rows, {"y": (0, 1)}, ["y"])


def _gap() -> LinearProgram:
    rows: Rows = {
        "r0": ({"gap": 1, "x": 1}, "=", 3),
        "r1": ({"x": 1, "t": -1}, "<=", 0),
        "r2": ({"x": -1, "t": -1}, "<=", 0),
        "r3": ({"x": 1}, "<=", 3),
        "r4": ({"x": -1}, "<=", "-0.45"),
    }
    return program("minimise", {"gap": 100, "t": "0.01", "x": 0}, rows, {"t": FREE}, ["x"])


def _two_slots() -> LinearProgram:
    rows: Rows = {
        "link 0": ({"z0": 1, "x0": -1000}, "<=", 0),
        "link 1": ({"z1": 1, "x1": -1000}, "<=", 0),
        "balance 0": ({"z0": 1, "d0": 1}, "=", 1000),
        "balance 1": ({"z1": 1, "d1": 1}, "=", 1000),
        "one slot": ({"x0": 1, "x1": 1}, "<=", 1),
    }
    costs = {"x0": 0, "x1": 0, "z0": 0, "z1": 0, "d0": 10, "d1": 8}
    bounds: dict[str, Bounds] = {name: (0, 1 if name[0] == "x" else 1000) for name in costs}
    return program("minimise", costs, rows, bounds, ["x0", "x1"])


def _modified() -> LinearProgram:
    rows: Rows = {"need": ({"x": 2, "y": 1}, ">=", 10)}
    return program("minimise", {"x": 2, "y": 1}, rows, {"x": (0, 1), "y": (9, None)}, ["x"])


def _table(rows: Sequence[Sequence[int]], relation: Relation, sides: Sequence[int]) -> Rows:
    parts = enumerate(zip(rows, sides, strict=True))
    return {f"r{i}": ({f"x{j}": a for j, a in enumerate(row) if a}, relation, side) for i, (row, side) in parts}


def _bound_broken() -> LinearProgram:
    rows = dict(_table([[3, 2, 2, -2, 0, 1], [-3, -2, -4, 2, 0, 1]], "<=", [0, 0]))
    rows["sum"] = ({"x0": 1, "x1": 1, "x2": 1, "x3": 1, "x4": -1}, "=", 1)
    bounds: dict[str, Bounds] = {**{f"x{j}": (0, 3) for j in range(4)}, "x4": (0, 2), "x5": (0, 1)}
    costs = {f"x{j}": -1 if j == 5 else 0 for j in range(6)}
    return program("minimise", costs, rows, bounds, [f"x{j}" for j in range(5)])


def _lights() -> LinearProgram:
    rows = [
        [0, 1, 1, 0, 1, 0, 0, 0],
        [0, 0, 1, 1, 1, 0, 1, 1],
        [1, 1, 1, 1, 1, 1, 0, 1],
        [0, 1, 0, 1, 1, 1, 0, 0],
        [0, 1, 0, 0, 1, 1, 0, 1],
        [0, 1, 1, 1, 0, 1, 1, 0],
    ]
    costs = {f"x{j}": 1 for j in range(8)}
    return program("minimise", costs, _table(rows, "=", [42, 252, 277, 41, 222, 48]), None, list(costs))


def _zero_row() -> LinearProgram:
    rows = {**_table([[2], [5]], "<=", [4, 4])}
    rows |= {f"e{name}": part for name, part in _table([[0], [-8], [9]], "=", [3, 2, 10]).items()}
    return program("minimise", {"x0": 4}, rows)


def _cutting() -> LinearProgram:
    rows: Rows = {"length": ({"x1": 392, "x2": 1347}, "<=", 6000)}
    return program("maximise", {"x1": 392, "x2": 1347}, rows, {"x1": (1, 15), "x2": (1, 4)}, ["x1", "x2"])


def _shift() -> LinearProgram:
    rows: Rows = {
        "first": ({"x_0": 1, "c_1": 1}, "=", 1),
        "second": ({"x_0": 1, "c_0": 1}, ">=", 1),
        "third": ({"x_1": 1, "c_1": 1}, "<=", 1),
        "fourth": ({"c_0": 1, "c_1": 1}, "<=", 1),
        "fifth": ({"x_2": 1}, "=", 1),
        "hours": ({"x_1": 9000, "x_2": 7200, "c_1": 10800}, ">=", 16200),
    }
    costs = {"x_0": 0, "x_1": 0, "x_2": 0, "c_0": 1, "c_1": 1}
    return program("minimise", costs, rows, dict.fromkeys(costs, (0, 1)), list(costs))


def _window() -> LinearProgram:
    rows: Rows = {
        "sum": ({"X1": 1, "X2": 1}, "<=", 5),
        "upper": ({"X1": "0.63", "X2": "1.27"}, "<=", "1.28"),
        "lower": ({"X1": "0.63", "X2": "1.27"}, ">=", "0.65"),
    }
    return program("minimise", {"X1": 9856, "X2": 444}, rows, None, ["X1", "X2"])


def _divisor() -> LinearProgram:
    rows: Rows = {"positive": ({"A": 9, "B": 27}, ">=", 1)}
    return program("minimise", {"A": 9, "B": 27}, rows, {"A": FREE, "B": FREE}, ["A", "B"])


def _shares() -> LinearProgram:
    rows: Rows = {
        "first": ({"a": 4, "b": 4, "obj": 1}, ">=", 3),
        "second": ({"c": 4, "obj": 1}, ">=", 1),
        "shares": ({"a": 1, "b": 1, "c": 1}, "=", 1),
    }
    return program("minimise", {"a": 0, "b": 0, "c": 0, "obj": 1}, rows, {"a": (0, 1)}, ["a"])


def _above_its_bound() -> LinearProgram:
    return program("minimise", {"x": 0}, {"r0": ({"x": 1}, ">=", 20)}, {"x": (0, 10)}, ["x"])


def _downhill() -> LinearProgram:
    rows: Rows = {"balance": ({"a": 1, "b": -1, "c": 1}, "=", 0)}
    return program("minimise", {"a": 11, "b": "-9.5", "c": "7.27"}, rows, dict.fromkeys("abc", (1, None)))


def _wedge() -> LinearProgram:
    rows: Rows = {
        "r0": ({"x": "-4.29", "y": "5.14"}, "<=", "828.8"),
        "r1": ({"x": "1.36", "y": "8.76"}, "<=", "271.2"),
        "r2": ({"x": "-4.45", "y": "-2.4"}, "<=", "-430.23"),
        "r3": ({"x": "0.65", "y": "4.37"}, "<=", "-281.35"),
    }
    return program("maximise", {"x": "8.77", "y": -1}, rows, {"x": FREE, "y": FREE})


def _one_point() -> LinearProgram:
    rows: Rows = {
        "r0": ({"x0": 1, "x1": "0.1"}, "<=", 10),
        "r1": ({"x0": -1, "x1": "-0.1"}, "<=", -10),
        "r2": ({"x0": 1, "x1": 1}, "<=", 10),
    }
    return program("maximise", {"x0": "-392.62555556", "x1": "1260.73744444"}, rows)


def _not_negative() -> LinearProgram:
    rows: Rows = {
        "ub0": ({"x0": 1, "x1": 2}, "<=", "-13/10"),
        "ub1": ({"x0": "1/10", "x1": 1}, "<=", "-1/10"),
        "ub2": ({"x0": "-1/5", "x1": 1}, "<=", "1/2"),
    }
    return program("minimise", {"x0": 1, "x1": 1}, rows)


def _lower_sides() -> LinearProgram:
    table = [
        [5, 0, 0],
        [6, 0, 0],
        [0, 2, 0],
        [1, 2, 0],
        [2, 2, 0],
        [0, 3, 0],
        [0, 0, 1],
        [1, 0, 1],
        [0, 1, 1],
        [0, 0, 2],
    ]
    sides = [-101, 101, -101, -101, 101, 101, -101, -101, 101, 101]
    costs = {"x0": 1, "x1": 1, "x2": 1}
    return program("minimise", costs, _table(table, ">=", sides), None, list(costs))


def _values(*numbers: object) -> dict[str, object]:
    return {f"x{j}": number for j, number in enumerate(numbers)}


_NEW_CBC = "PuLP 2.7.0, 3.3.2 (CBC 2.10.3)"
REPLAYS: tuple[Replay, ...] = (
    Replay(
        "ERGO-Code/HiGHS#3043",
        "HiGHS 1.14.0",
        _one_of_each,
        "optimal",
        9,
        answer={"x": 0, "z": 5},
        rerun="highspy 1.14.0",
    ),
    Replay(
        "ERGO-Code/HiGHS#2957",
        "HiGHS 1.14.0",
        _a_dearer_tenth,
        "optimal",
        Fraction(141, 5),
        answer={"x": 13, "y": 8},
        rerun="highspy 1.14.0",
    ),
    Replay(
        "ERGO-Code/HiGHS#2975",
        "HiGHS 1.14.0",
        _switch,
        "optimal",
        20,
        answer={"a": 10, "b": 0, "y": 1},
        rerun="highspy 1.14.0",
    ),
    Replay(
        "ERGO-Code/HiGHS#3073",
        "HiGHS 1.14.0",
        _gap,
        "optimal",
        Fraction(3, 100),
        answer={"x": 1, "gap": 2, "t": 1},
        rerun="highspy 1.14.0",
    ),
    Replay(
        "ERGO-Code/HiGHS#3094",
        "HiGHS 1.14.0",
        _two_slots,
        "optimal",
        8000,
        answer={"x0": 0, "x1": 1, "d0": 1000, "d1": 0, "z0": 0, "z1": 1000},
        rerun="highspy 1.14.0",
    ),
    Replay(
        "PyPSA/linopy#648", "HiGHS 1.14.0", _modified, "optimal", 10, answer={"x": 1, "y": 9}, rerun="highspy 1.14.0"
    ),
    Replay(
        "scipy/scipy#22812",
        "scipy 1.14.1",
        _bound_broken,
        "optimal",
        0,
        answer=_values(0, 0, 0, 0, -1, 0),
        rerun="scipy 1.9.3, 1.14.1",
    ),
    Replay(
        "scipy/scipy#24141",
        "scipy 1.16.3",
        _lights,
        "optimal",
        277,
        answer=_values(16, 1, 10, 1, 31, 8, 0, 182),
        rerun="scipy 1.16.3, highspy 1.7.2",
    ),
    Replay("scipy/scipy#8664", "scipy 1.0.1", _zero_row, "infeasible", answer={"x0": "0.51034483"}),
    Replay("coin-or/pulp#238", "PuLP of 2019", _cutting, "optimal", 5830, answer={"x1": 5, "x2": 3}),
    Replay("coin-or/pulp#662", "PuLP 2.7.0", _shift, "optimal", 0, status="Infeasible", rerun=_NEW_CBC),
    Replay("coin-or/Cbc#293", "CBC of 2020", _window, "optimal", 444, answer={"X1": 2, "X2": 0}, rerun=_NEW_CBC),
    Replay(
        "coin-or/Cbc#685",
        "CBC of 2024",
        _divisor,
        "optimal",
        9,
        answer={"A": -12345679000, "B": 4115226300},
        rerun=_NEW_CBC,
    ),
    Replay("coin-or/Cbc.old#21", "CBC of 2018", _shares, "optimal", 0, answer={"a": 1, "b": 0, "c": 0, "obj": 1}),
    Replay(
        "google/or-tools#1460",
        "OR-Tools 7.2, BOP",
        _above_its_bound,
        "infeasible",
        answer={"x": 0},
        rerun="ortools 9.5, 9.6, 9.15",
    ),
    Replay(
        "google/or-tools#3654",
        "OR-Tools 9.4, GLOP",
        _downhill,
        "unbounded",
        status="INFEASIBLE",
        rerun="ortools 9.5, 9.6, 9.15",
    ),
    Replay("google/or-tools#3721", "OR-Tools 9.5, GLOP", _wedge, "unbounded", status="INFEASIBLE"),
    Replay(
        "QuantEcon/QuantEcon.py#725",
        "QuantEcon of 2024",
        _one_point,
        "optimal",
        Fraction("-3926.2555556"),
        answer=_values(0, 10),
    ),
    Replay("scipy/scipy#22592", "scipy 1.15", _not_negative, "infeasible", status="infeasible"),
    Replay("scipy/scipy#19421", "scipy 1.11", _lower_sides, "optimal", 118, answer=_values(17, 50, 51)),
)


def judged(replay: Replay, limit: float = 60.0) -> Judgement:
    """What optcheck says of the reported answer."""
    return judge(replay.build(), replay.answer, replay.status, limit=limit)


def caught(judgement: Judgement) -> str:
    """What came of the report: the wrong answer was caught or missed, or the answer was right all along."""
    if judgement.verdict in ("right", "right within"):
        return "the answer is right"
    return "missed" if judgement.verdict == "undecided" else "caught"


def table() -> str:
    """All replays as a table in Markdown."""
    lines = [
        "| report | version | it said | in truth | judged | | same answer here with |",
        "|---|---|---|---|---|---|---|",
    ]
    for replay in REPLAYS:
        judgement = judged(replay)
        said = replay.status.lower() or "optimal, " + ", ".join(f"{n} = {x}" for n, x in replay.answer.items())
        assert judgement.answer is not None, "every replay is small enough to be proved"
        value = judgement.answer.value
        truth = judgement.answer.status if value is None else f"optimal, {to_text(value)}"
        verdict = judgement.sentence.partition(":")[0]
        link = f"[{replay.report}]({replay.url})"
        cells = (link, replay.version, said, truth, verdict, caught(judgement), replay.rerun or "-")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> int:
    """Print the table."""
    print(table())
    return 0


if __name__ == "__main__":
    sys.exit(main())
