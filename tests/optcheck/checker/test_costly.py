"""Small files that once kept the checker busy: each is answered, in bounded time and memory, by the bare checker."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import optcheck
from optcheck import verify
from optcheck.checker import reals
from optcheck.checker.gaussian import closeness, twice_delta
from optcheck.errors import CertificateRejected, InvalidInput, TooCostly

MEMORY = 500 * 10**6
PATIENCE = 120  # seconds: ten on an idle machine, and this one may be busy


def _document(kind: str, instance: dict[str, Any], evidence: dict[str, Any]) -> dict[str, Any]:
    return {"format": 1, "kind": kind, "instance": instance, "evidence": evidence}


def _optimum() -> dict[str, Any]:
    instance = {"n": 1000, "t": 501, "c": 500, "sigma2_min": 1}
    return _document("cordp-optimum", instance, {"pair": ["2 + 1*sqrt(7)", "0"], "dual": [1, 0, 0]})


def _response() -> dict[str, Any]:
    lambdas = ["1" + "0" * 4499 + str(k) + "/1" + "0" * 4498 + "3" for k in range(8)]
    instance = {"lambdas": lambdas, "table": [0, 1] * 128, "weights": [[1, 0], [0, 1]], "criterion": "worst"}
    evidence = {"nu": ["1/256"] * 256, "mu": ["1/256"] * 256, "rule": [[["1/2", "1/2"]] * 256]}
    return _document("randomized-response-optimum", {**instance, "observer": None}, evidence)


def _track() -> dict[str, Any]:
    instance = {"denominator": 1, "required": [1] * 10**5, "threshold": 1, "active": [0, 10**5]}
    tracks = [{"machines": 99999, "runs": [0, 10**5] * 6000, "last": 1}]
    evidence = {
        "variances": {"denominator": 1, "runs": [1, 10**5]},
        "total": 10**5,
        "bound": 1,
        "unit": 1,
        "horizon": 1,
        "tracks": tracks,
        "leaders": {"start": 0, "parties": [0], "durations": [1, 1]},
    }
    return _document("tpmdp-allocation", instance, evidence)


def _program(costs: list[Any], terms: list[Any], primal: list[Any]) -> dict[str, Any]:
    """One row, at least 0, and the point with the value 0."""
    n = len(costs)
    instance = {
        "sense": "minimise",
        "columns": ["x"] * n,
        "costs": costs,
        "lower": [0] * n,
        "upper": [None] * n,
        "rows": ["r"],
        "relations": [">="],
        "rhs": [0],
        "terms": [terms],
    }
    return _document("linear-program", instance, {"status": "optimal", "value": 0, "primal": primal, "dual": [0]})


def _plan() -> dict[str, Any]:
    n = 10**4
    instance = {
        "names": [f"p{j}" for j in range(n)],
        "epsilon": [1] * n,
        "delta": ["1/1000"] * n,
        "sensitivity": [1] * n,
        "active": [0, n],
        "threshold": 1,
        "dropouts": 0,
        "releases": 1,
        "dimension": 1,
    }
    smoothing = "1" + "0" * 99_998 + "/" + "9" * 99_998
    evidence = {"grid": 1, "smoothing": smoothing, "required": [10**6] * n, "variances": [10**6] * n}
    return _document("noise-plan", instance, evidence)


def _decisions() -> dict[str, Any]:
    size = 1 << 14
    instance = {"lambdas": [2] * 14, "table": [0] * size, "weights": [["1/3"] * 800], "criterion": "average"}
    evidence = {"nu": [f"1/{size}"] * size, "mu": [0] * size, "columns": [[[1] * 14, [0], 1]]}
    return _document("signature-protocol", {**instance, "observer": None}, evidence)


def _silent(bound: str) -> dict[str, Any]:
    """Ten parties say nothing, which is as good as anything; right for the bound 1/1024 on every input."""
    instance = {"lambdas": [2] * 10, "table": [0] * 1024, "weights": [[1]], "criterion": "average", "observer": None}
    evidence = {"nu": ["1/1024"] * 1024, "mu": [bound] * 1024, "columns": [[[1] * 10, [0], 1]]}
    return _document("signature-protocol", instance, evidence)


P = 2**61 - 1  # numbers that differ by a multiple of it have one hash
MANY = 30_000
ONE = _program([0], [[0, 1]], [0])["instance"]
PAIR = {"primal": [0], "dual": [0]}


def _dense_ranges() -> dict[str, Any]:
    """One row of 1,700 columns, and a range for each of them whose direction touches the row."""
    columns = 1700
    instance = _program(["1/3"] * columns, [[j, 1] for j in range(columns)], [0] * columns)["instance"]
    named = {**instance, "columns": [f"x{j}" for j in range(columns)]}
    ranges = [[j, "1/3", "1/3", [[0, 0]]] for j in range(columns)]
    evidence = {"primal": [0] * columns, "dual": [0], "cost_ranges": ranges, "side_ranges": []}
    return _document("linear-program-ranging", named, evidence)


def _long_ranges() -> dict[str, Any]:
    """1,700 rows of one column, and a range for each right side whose direction moves the column."""
    rows = 1700
    instance = {**ONE, "rows": [f"r{i}" for i in range(rows)], "relations": [">="] * rows, "rhs": [0] * rows}
    ranges = [[i, 0, 0, [[0, 0]]] for i in range(rows)]
    evidence = {"primal": [0], "dual": [0] * rows, "cost_ranges": [], "side_ranges": ranges}
    return _document("linear-program-ranging", {**instance, "terms": [[[0, 1]]] * rows}, evidence)


def _budgets(epsilon: list[Any], delta: list[Any]) -> dict[str, Any]:
    n = len(epsilon)
    instance = {
        "names": [f"p{j}" for j in range(n)],
        "epsilon": epsilon,
        "delta": delta,
        "sensitivity": [1] * n,
        "active": [0, n],
        "threshold": 1,
        "dropouts": 0,
        "releases": 1,
        "dimension": 1,
    }
    evidence = {"grid": 1, "smoothing": 1000, "required": [10**6 + j for j in range(n)], "variances": [3 * 10**6] * n}
    return _document("noise-plan", instance, evidence)


def _at_the_edge(count: int) -> dict[str, Any]:
    """Deltas that 900 bits part from what the variances give."""
    margin = closeness(count, 3 * 10**6, 1000)
    assert margin is not None
    deltas = []
    for j in range(count):
        twice = twice_delta(0, Fraction(1, 2), Fraction(10**6 + j), 1024)
        wanted = (twice.high / 2 + 4 * margin) / (1 - margin)
        deltas.append(f"{-(-wanted.numerator * 2**900 // wanted.denominator)}/{2**900}")
    return _budgets([0] * count, deltas)


def _subsystem(members: list[Any], points: list[Any]) -> dict[str, Any]:
    return _document("irreducible-infeasible-subsystem", ONE, {"members": members, "points": points})


def _ranging(**ranges: Any) -> dict[str, Any]:
    return _document("linear-program-ranging", ONE, {**PAIR, "cost_ranges": [], "side_ranges": [], **ranges})


def _evaluation(claimed: str, true: str) -> dict[str, Any]:
    sides = {name: f"def {name}(p):\n    return {text}\n" for name, text in (("claimed", claimed), ("true", true))}
    return _document("evaluation", {"instance": {"one": 1}, **sides, "relation": "equals"}, {})


FILES = {
    "a range for each of many columns": _dense_ranges(),
    "a range for each of many rows": _long_ranges(),
    "members of one hash": _subsystem([["row", i * P, 0] for i in range(MANY)], []),
    "points of one hash": _subsystem([["row", 0, 0]], [[[i * P, 0] for i in range(MANY)]]),
    "ranges of one hash": _ranging(cost_ranges=[[i * P, 0, 0, []] for i in range(MANY)]),
    "directions of one hash": _ranging(side_ranges=[[0, 0, 0, [[i * P, 0] for i in range(MANY)]]]),
    "budgets of one hash": _budgets([1 + i * P for i in range(MANY)], ["1/1000"] * MANY),
    "budgets at the edge": _at_the_edge(155),
    "many budgets at the edge": _at_the_edge(450),
    "the root of a long number": _evaluation("sqrt(3 ** 104000 * p.one)", "p.one"),
    "the logarithm next to 1": _evaluation("log(1 + p.one / 10 ** 40)", "p.one - 1"),
    "a thousand users": _optimum(),
    "responses of long numbers": _response(),
    "one run six thousand times": _track(),
    "a tower of powers": _evaluation("(exp(p.one) ** 99999) ** 99999", "p.one"),
    "a root of high degree": _evaluation("root(exp(p.one) ** 99999, 1000)", "p.one"),
    "denominators without end": _document(
        "noise-game-equilibrium",
        {"preferences": [0] * 3000, "profile": [f"1/{10**3000 + k}" for k in range(3000)]},
        {},
    ),
    "an exponential of a large number": _evaluation("exp(-(10 ** 6) * p.one)", "exp(-(10 ** 6) - p.one)"),
    "a program of long numbers": _program(
        [f"1/{10**999 + j}" for j in range(300)],
        [[j, f"1/{10**998 + j}"] for j in range(300)],
        [f"1/{10**997 + j}" for j in range(300)],
    ),
    "a row of many denominators": _program([0] * 5000, [[j, f"1/{10**99 + j}"] for j in range(5000)], [0] * 5000),
    "denominators of one hash": _program([0] * 40_000, [], [f"1/{(2**61 - 1) * (j + 1)}" for j in range(40_000)]),
    "one long denominator for everybody": _program([0] * 50_000, [], ["1/7" + "0" * 99_998] + [1] * 49_999),
    "one long denominator for a row": _program(
        [0] * 10**5, [[0, "1/" + "7" * 9000], *([j, 1] for j in range(1, 10**5))], [0] * 10**5
    ),
    "rows of rows": _evaluation(
        "tower((p.one,), 60)\ndef tower(t, k):\n    return tower((t, t), k - 1) if k else t", "p.one"
    ),
    "a plan of long numbers": _plan(),
    "eight hundred decisions": _decisions(),
    "a game of many users": _document(
        "noise-game-equilibrium", {"preferences": [1] * 40_000, "profile": [1] + [0] * 39_999}, {}
    ),
}


@pytest.mark.timeout(PATIENCE + 60)
@pytest.mark.parametrize("name", FILES)
def test_costly_files_are_answered(name: str, tmp_path: Path) -> None:
    file = tmp_path / "costly.json"
    file.write_text(json.dumps(FILES[name]), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-S", "-m", "optcheck.checker", str(file)],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(Path(optcheck.__file__).parent.parent)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )
    said = done.stdout + done.stderr
    assert done.returncode in (0, 1, 2), said[-2000:]
    assert any(word in said for word in (": proved: ", ": REJECTED: ", ": NOT CHECKED: ")), said[-2000:]
    assert "Traceback" not in said
    assert "MemoryError" not in said


def test_wide_expressions_are_given_up_before_they_are_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three million parts once took half a gigabyte before the first of them was paid for."""
    monkeypatch.setattr(reals, "evaluate", pytest.fail)
    with pytest.raises(TooCostly):
        verify(_evaluation("sum(exp(p.one) for i in range(10 ** 5))", "p.one"), limit=1)


@pytest.mark.parametrize(
    "document", [_at_the_edge(20), _evaluation("sum(exp(p.one / (i + 1)) for i in range(2000))", "p.one")]
)
def test_every_number_of_a_long_row_is_paid_for(document: dict[str, Any]) -> None:
    """Each of these once cost as much as a handful of numbers, and larger ones kept the checker busy for minutes."""
    with pytest.raises(TooCostly):
        verify(document, limit=0.1)
    verify(document, limit=60)


def test_the_limit_decides_and_not_the_truth() -> None:
    document = _at_the_edge(20)
    document["evidence"]["required"][0] //= 2
    with pytest.raises(TooCostly, match="too costly to check within the limit"):
        verify(document, limit=-10)
    with pytest.raises(CertificateRejected):
        verify(document, limit=60)


@pytest.mark.parametrize("limit", [float("nan"), float("inf"), None, "5", True])
def test_the_limit_is_a_finite_number(limit: object) -> None:
    with pytest.raises(InvalidInput, match="limit must be a finite number of seconds"):
        verify(FILES["the logarithm next to 1"], limit=limit)  # type: ignore[arg-type]  # on purpose


def test_the_count_of_steps_does_not_depend_on_the_machine() -> None:
    """A limit is found below which the check is too costly and above which it passes, twice the same."""
    document = _document("noise-game-equilibrium", {"preferences": list(range(1, 50)), "profile": [1] * 49}, {})

    def least() -> int:
        low, high = 0, 10**8
        while low + 1 < high:
            middle = (low + high) // 2
            try:
                verify(document, limit=middle / 10**8)
                high = middle
            except TooCostly:
                low = middle
        return high

    assert least() == least()
