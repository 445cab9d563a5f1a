"""Measurements in processes of their own: limits are kept and recorded, and Fig. 4 and Table I are drawn."""

from __future__ import annotations

import csv
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.busy import busy
from benchmarks.growth import fit
from benchmarks.isolation import Group, Job, Limits, Result, run_groups, run_isolated
from benchmarks.paper import typeset
from benchmarks.reproductions import fig4, table1
from benchmarks.scaling import CONTENDERS, LIMITS, THRESHOLDS, Contender, Point, growth, shifted_geometric_mean

TIGHT = Limits(seconds=100.0, megabytes=200)  # the memory is tight; a busy machine may take its time


def amount(value: float) -> float:
    return value


def work(value: float) -> float:
    """Small values are returned, larger ones are tried the hard way."""
    if value == 1:
        time.sleep(3600)
    if value == 2:
        return float(np.ones(10**8).sum())
    if value == 3:
        raise ValueError("no such number\nand more")
    if value == 4:
        return float(len(bytearray(50_000_000)))
    return value


def start_a_program(value: float) -> float:
    """Let tail keep some 60 MB."""
    with subprocess.Popen(["head", "-c", "60000000", "/dev/zero"], stdout=subprocess.PIPE) as source:
        subprocess.run(["tail", "-c", "59000000"], stdin=source.stdout, stdout=subprocess.DEVNULL, check=True)
    return value


def job(value: float, run: Callable[[Any], Any] = work, starts_programs: bool = False) -> Job:
    return Job(amount, run, (value,), (0,), starts_programs)


def test_values_times_and_peaks_come_back() -> None:
    small, large = run_isolated(job(0.5), TIGHT), run_isolated(job(4), TIGHT)
    assert (small.status, small.value, large.status) == ("ok", 0.5, "ok")
    assert 0 < small.seconds < TIGHT.seconds
    assert small.megabytes < 20 < 40 < large.megabytes < 100


def test_limits_and_failures_are_recorded() -> None:
    assert run_isolated(job(1), Limits(0.2, 200)) == Result("time", 0.2, 0.0, message="over 0.2 s")
    assert run_isolated(job(2), TIGHT).status == "memory"
    assert run_isolated(job(3), TIGHT).message == "ValueError: no such number"


def test_memory_of_programs_that_are_started_counts() -> None:
    result = run_isolated(job(0, start_a_program, starts_programs=True), TIGHT)
    assert result.status == "ok"
    assert result.megabytes > 50


def test_a_series_ends_at_its_first_point_over_the_limit() -> None:
    ticks: list[int] = []
    groups = [Group(("json",), ((job(0), job(2), job(0)), (job(3), job(0))))]
    [[first, second]] = run_groups(groups, TIGHT, 1, ticks.append)
    assert [result.status for result in first] == ["ok", "memory", "memory"]
    assert first[2].message == "not run: a smaller one was"
    assert [result.status for result in second] == ["failed", "ok"]
    assert ticks == [1, 2, 3, 4, 5]


def test_what_cannot_be_imported_fails_alone() -> None:
    groups = [Group(("json.no_such_module",), ((job(0), job(0)),)), Group(("json",), ((job(0),),))]
    [[broken], [sound]] = run_groups(groups, TIGHT, 1, lambda done: None)
    assert [result.status for result in (*broken, *sound)] == ["failed", "failed", "ok"]
    assert "json.no_such_module" in broken[0].message


def test_shifted_geometric_mean() -> None:
    assert shifted_geometric_mean([2.0, 8.0], shift=0) == pytest.approx(4)
    assert shifted_geometric_mean([0.5], shift=0.1) == pytest.approx(0.5)


def _point(n: int, seconds: float, status: str = "ok") -> Point:
    return Point("HiGHS, bulk", "t = 1", n, 1, n, Result(status, seconds, 1.0, 1.0))


def test_growth_is_fitted_where_times_stand_out() -> None:
    cubic = [_point(n, 1e-3 + 1e-6 * n**3) for n in (2, 4, 64, 128, 256)]
    found = growth(cubic, exponential=False)
    assert found is not None
    assert found.low < 3 < found.high
    assert found.exponent == pytest.approx(3, abs=0.02)
    doubling = [_point(n, 2.0**n) for n in (3, 6, 9, 12)]
    exact = growth(doubling, exponential=True)
    assert exact is not None
    assert exact.exponent == pytest.approx(1)
    assert exact.shown() == "1.00 [1.00, 1.00]"
    assert growth([_point(6, 1.0), _point(9, 9.0, "time")], exponential=True) is None


def _measured_by_formula(chosen: Sequence[Contender], thresholds: Any, workers: int, progress: Any) -> list[Point]:
    def result(n: int, t: int) -> Result:
        seconds = 1e-4 * 2 ** min(n, 4 * t, 60)
        return Result("ok", seconds, seconds, 1.0) if seconds < LIMITS.seconds else Result("time", LIMITS.seconds, 0.0)

    gone = Result("missing", LIMITS.seconds, 0.0, message="not installed: ortools")
    return [
        Point(one.name, name, n, t, 1, gone if one.name == "OR-Tools GLOP" else result(n, t))
        for one in chosen
        for name in thresholds
        for n, t in ((n, THRESHOLDS[name](n)) for n in one.sizes)
    ]


def test_figure_4_is_drawn_with_every_point_in_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fig4, "measure", _measured_by_formula)
    paths = fig4.run(tmp_path, lambda message: None)
    assert {path.suffix for path in paths} == {".csv", ".md", ".pdf", ".png", ".svg"}
    assert all(path.stat().st_size > 200 for path in paths)
    with (tmp_path / "fig4.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == sum(len(one.sizes) for one in CONTENDERS) * len(THRESHOLDS)
    assert {row["status"] for row in rows} == {"missing", "ok", "time"}
    assert "OR-Tools GLOP (not installed)" in (tmp_path / "fig4-contenders.svg").read_text()
    assert "OR-Tools GLOP,not installed,0," in (tmp_path / "fig4-summary.csv").read_text()


def test_a_verdict_does_not_hang_on_a_small_factor_or_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    points = _measured_by_formula(CONTENDERS, THRESHOLDS, 1, None)

    def verdicts(factor: float, is_busy: bool = False) -> list[str]:
        slower = [replace(p, result=replace(p.result, seconds=p.result.seconds * factor)) for p in points[::2]]
        return [one.verdict for one in fig4._statements(sorted([*slower, *points[1::2]], key=str), is_busy)]

    assert verdicts(1.0) == verdicts(1.3)
    assert verdicts(1.0, is_busy=True)[2] == "not measured"


def test_a_busy_machine_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    monkeypatch.setattr("os.getloadavg", lambda: (9.0, 1.0, 1.0))
    assert busy() == "The machine was busy (load 9.0 on 4 cores): times are upper bounds."
    monkeypatch.setattr("os.getloadavg", lambda: (1.0, 9.0, 9.0))
    assert busy() is None


def test_two_points_have_no_interval() -> None:
    assert fit([1, 2], [1.0, 4.0]).shown() == "2.00"


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("parties n", "parties $n$"),
        ("t = 0.2n", "$t$ = 0.2$n$"),
        ("n^2 2^(nH(p))", "$n^{2}$ $2^{nH(p)}$"),
        ("time to build and solve (s)", "time to build and solve (s)"),
        ("a party's own $x$", "a party's own $x$"),
    ],
)
def test_labels_are_typeset(label: str, shown: str) -> None:
    assert typeset(label) == shown


def test_table_1_counts_what_is_built() -> None:
    for n in range(2, 8):
        for t in range(1, n):
            built = table1.count(n, t)
            rows = comb(n, t) * (n - t)
            assert (built.rows, built.nonzeros, built.rank) == (rows, rows * (n - t), n)


def test_table_1_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(progress: Any) -> list[list[Result]]:
        sizes = [entry.timed for entry in table1.ENTRIES] + [table1.CLOSED_FORM_SIZES]
        return [[Result("ok", n * 1e-6, n * 1e-5) for n in many] for many in sizes]

    monkeypatch.setattr(table1, "_measure", measured)
    paths = table1.run(tmp_path, lambda message: None)
    assert all(path.stat().st_size > 200 for path in paths)
    with (tmp_path / "table1.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert rows[0]["counts grow as"] == "n^3.000"
    latex = (tmp_path / "table1.tex").read_text(encoding="utf-8")
    body = latex[latex.index(r"\begin{tabular}") :]
    assert body.count(r" \\") == len(rows) + 1
    assert all(line.count(" & ") == 7 for line in body.splitlines() if line.endswith(r"\\"))
    assert body.count("$") % 2 == 0
    assert rows[-1]["times grow as"] == "n^p, p = 1.00 [1.00, 1.00], for n = 10,000..10,000,000"


def test_table_1_says_where_nothing_ended_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    over = Result("time", 8.0, 0.0)
    sizes = [entry.timed for entry in table1.ENTRIES] + [table1.CLOSED_FORM_SIZES]
    monkeypatch.setattr(table1, "_measure", lambda progress: [[over for _ in many] for many in sizes])
    monkeypatch.setattr(table1, "count", lambda n, t: table1.Count(n, t, n, n * n, n))
    monkeypatch.setattr(table1, "save_figure", lambda *_: [])  # drawn by the test before
    table1.run(tmp_path, lambda message: None)
    with (tmp_path / "table1.csv").open(newline="") as stream:
        assert list(csv.DictReader(stream))[-1]["times grow as"] == table1.TOO_FEW
