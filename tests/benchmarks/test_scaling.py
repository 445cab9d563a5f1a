"""Measurements in processes of their own: limits are kept and recorded, and Fig. 4 and Table I are drawn."""

from __future__ import annotations

import csv
import subprocess
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import scaling
from benchmarks.algorithm3 import variance_of
from benchmarks.isolation import Group, Job, Ledger, Limits, Result, meter_floor, run_groups, run_isolated
from benchmarks.paper import typeset
from benchmarks.reproductions import fig4, table1
from benchmarks.reproductions._fig4_statements import _judged
from benchmarks.scaling import (
    CONTENDERS,
    GENERIC,
    LINES,
    QUICK,
    READERS,
    THRESHOLDS,
    Contender,
    Scope,
    arrays,
    growth,
)
from benchmarks.timing import busy, fit, median_interval, shifted_mean, spread
from benchmarks.utility.statements import Check
from lp_models.tpmdp import as_printed
from optcheck.tpmdp import Instance, allocate
from tests.strategies.coalitions import instances

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


def test_shifted_mean() -> None:
    assert shifted_mean([2.0, 8.0], shift=0) == pytest.approx(4)
    assert shifted_mean([0.5], shift=0.1) == pytest.approx(0.5)


def test_growth_is_fitted_where_times_stand_out() -> None:
    found = growth([(n, 1e-3 + 1e-6 * n**3) for n in (2, 4, 64, 128, 256)], exponential=False)
    assert found is not None
    assert found.low < 3 < found.high
    assert found.exponent == pytest.approx(3, abs=0.02)
    exact = growth([(n, 2.0**n) for n in (3, 6, 9, 12)], exponential=True)
    assert exact is not None
    assert exact.exponent == pytest.approx(1)
    assert exact.shown() == "1.00 [1.00, 1.00]"
    assert growth([(6, 1.0)], exponential=True) is None


def test_the_meter_sees_small_blocks() -> None:
    # Other work on the machine may disturb a reading. In megabytes; the high-water mark is blind to half of one.
    assert any(meter_floor() <= 0.25 for _ in range(4))


def test_the_traced_peak_counts_bytes() -> None:
    result = run_isolated(Job(amount, work, (4,), (0,), traced=True), TIGHT)
    assert result.traced == pytest.approx(50_000_000 / (1 << 20), rel=0.01)


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    def series(*values: float) -> list[Group]:
        return [Group(("json",), (tuple(replace(job(value), key=f"{value}") for value in values),))]

    def once(groups: list[Group], name: str = "a") -> list[Result]:
        ledger = Ledger.open(tmp_path / "raw.jsonl", {"run": name})
        return run_groups(groups, TIGHT, 1, lambda done: None, ledger)[0][0]

    first = once(series(0, 3))
    with (tmp_path / "raw.jsonl").open("a") as stream:
        stream.write('{"key": "0.5", "sta')  # where it was killed
    again = once(series(0, 3, 0.25))
    assert [result.status for result in again] == ["ok", "failed", "ok"]
    assert again[0].times == pytest.approx(first[0].times, rel=1e-3)  # not measured again
    assert set(Ledger.read(tmp_path / "raw.jsonl").results) == {"0", "3", "0.25"}
    assert len(once(series(0), "b")[0].times) > 1
    assert set(Ledger.read(tmp_path / "raw.jsonl").results) == {"0"}


def _ledger(path: Path, scope: Scope) -> None:
    """A ledger with times and memory by formula; OR-Tools was not there, some points were over a limit."""
    header = {"version": "1.2.3", "scope": scaling._plain(asdict(scope))}
    ledger = Ledger.open(path, header)
    ledger.add("machine", Result("ok", 0.0, 1 / 64))
    for one in CONTENDERS:
        if one.name == "OR-Tools GLOP":
            continue
        for active, threshold in scaling._settings(one):
            for n in one.sizes(scope):
                size = one.size(n, THRESHOLDS[threshold](n), READERS[active](n))
                seconds = 1e-4 if size is None else 1e-5 * size.nonzeros
                result = Result("ok", seconds, 100 * seconds, 1.0, traced=0.003 if one.traced else None)
                over = Result("time", scope.limits.seconds, 0.0)
                ledger.add(scaling._key(one, active, threshold, n), over if seconds > scope.limits.seconds else result)
    for name, active, n in scaling._pair_settings(scope):
        times = {threshold: [1.0 + place % 2 / 50 for place in range(64)] for threshold in THRESHOLDS}
        ledger.add(scaling._pair_key(name, active, n), Result("ok", 1.0, 0.0, times))


def test_figure_4_is_drawn_from_its_ledger_with_every_point_in_its_table(tmp_path: Path) -> None:
    _ledger(tmp_path / fig4.LEDGER, QUICK)
    paths = fig4.redraw(tmp_path, tmp_path)
    assert {path.suffix for path in paths} == {".csv", ".md", ".pdf", ".png", ".svg", ".tex"}
    assert all(path.stat().st_size > 200 for path in paths)
    rows = _rows(tmp_path / "fig4.csv")
    assert len(rows) == sum(len(one.sizes(QUICK)) * len(one.readers) * len(one.thresholds) for one in CONTENDERS)
    assert {row["status"] for row in rows} == {"missing", "ok", "time"}
    assert "OR-Tools GLOP (not installed)" in (tmp_path / "fig4-contenders.svg").read_text()
    assert "OR-Tools GLOP,as printed,not installed,0," in (tmp_path / "fig4-summary.csv").read_text()
    verdicts = {row["statement"]: row["verdict"] for row in _rows(tmp_path / "fig4-statements.csv")}
    assert verdicts["Alg. 3's time is constant in t"] == "reproduced"
    assert verdicts["the generic solver's memory grows with t at every n"] == "partly"  # not at n = 6
    assert "Version 1.2.3" in (tmp_path / "fig4-statements.md").read_text()
    assert {row["within 1.1"] for row in _rows(tmp_path / "fig4-independence.csv")} == {"yes"}


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def test_eq_6_as_printed_is_what_the_generic_solver_gets() -> None:
    """At t = 1, n = 15 the print has 210 rows."""
    generic = next(one for one in CONTENDERS if one.name == GENERIC)
    size = generic.size(15, 1, 15)
    assert size is not None
    assert size.rows == 210 == as_printed(generic.prepare(15, 1, 15)).rows.count


@pytest.mark.parametrize("one", CONTENDERS, ids=lambda one: one.name)
def test_every_contender_reaches_the_optimum(one: Contender) -> None:
    if scaling._absent(one) or one.name == "OR-Tools GLOP":
        pytest.skip("not installed, or not beside highspy")
    for active in (5, 3):
        value = one.run(one.prepare(5, 2, active))
        required, t, _ = arrays(5, 2, active)
        allocation = allocate(required, t, range(active))
        best = allocation.variances[0] if one.name == LINES else allocation.total
        assert value == pytest.approx(float(best), rel=1e-6)


@settings(deadline=None, max_examples=150)
@given(instances(most=7, least=2))
def test_the_printed_lines_give_the_optimum(problem: Instance) -> None:
    active = [j in problem.active for j in range(problem.n)]
    required = [Fraction(need) for need in problem.required]
    shares = [variance_of(required, problem.threshold, active, j) for j in range(problem.n)]
    assert sum(shares) == allocate(problem.required, problem.threshold, problem.active).total


def test_a_difference_is_found_and_its_absence_too() -> None:
    slow = {"a": [1.0 + i % 3 / 100 for i in range(64)], "b": [2.0 + i % 5 / 100 for i in range(64)]}
    assert spread(slow).within(1.5) is False
    assert spread({"a": slow["a"], "b": slow["a"][::-1]}).within(1.1) is True
    assert spread({name: times[:4] for name, times in slow.items()}).within(1.5) is None  # too few rounds
    assert spread({"a": [1.0] * 3}).within(1.1) is True  # nothing to differ from


@given(st.integers(1, 40), st.sampled_from([0.05, 0.01, 0.001]))
def test_an_interval_of_the_median_has_its_level(count: int, level: float) -> None:
    low, high = median_interval(range(count), level)
    if low >= 0:
        outside = 2 * sum(comb(count, i) for i in range(int(low) + 1))
        assert outside <= level * 2**count
        assert high == count - 1 - low
    else:
        assert level * 2**count < 2


def test_a_verdict_does_not_hang_on_a_small_factor() -> None:
    assert _judged("x", [1.2, 0.9, 2.0], "text") == Check("x", 1, 1, "text; 2 left open")
    assert _judged("x", [1.2, 0.9], "text", sure=1) == Check("x", 1, 2, "text")


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


def _table_ledger(path: Path, over: bool = False) -> None:
    ledger = Ledger.open(path, {"version": "1.2.3", "short": True, "limits": {"seconds": 2.0, "megabytes": 100}})
    ledger.add("machine", Result("ok", 0.0, 0.0))
    for group in table1._groups(short=True):
        for one in group.series[0]:
            n = one.arguments[0]
            good = Result("ok", n * 1e-6, n * 1e-5, 1.0, traced=n * 1e-5 if one.traced else None)
            ledger.add(one.key, Result("time", 2.0, 0.0) if over else good)


def test_table_1_is_written(tmp_path: Path) -> None:
    _table_ledger(tmp_path / table1.LEDGER)
    paths = table1.redraw(tmp_path, tmp_path)
    assert all(path.stat().st_size > 200 for path in paths)
    rows = _rows(tmp_path / "table1.csv")
    assert rows[0]["counts grow as"] == "n^3.000"
    latex = (tmp_path / "table1.tex").read_text(encoding="utf-8")
    body = latex[latex.index(r"\begin{tabular}") :]
    assert body.count(r" \\") == len(rows) + 1
    assert all(line.count(" & ") == 7 for line in body.splitlines() if line.endswith(r"\\"))
    assert body.count("$") % 2 == 0
    assert rows[-1]["measured as"] == "n^p, p = 1.00 [1.00, 1.00], for n = 50..1,600"
    verdicts = {row["statement"]: row["verdict"] for row in _rows(tmp_path / "table1-statements.csv")}
    assert verdicts["Alg. 3 takes O(n) time"] == "reproduced"
    assert verdicts["H(p) = p log p + (1-p) log(1-p) is the entropy"] == "not reproduced"
    assert "All of the exponential baseline is self-made" in (tmp_path / "table1-statements.md").read_text()


def test_table_1_says_where_nothing_ended_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _table_ledger(tmp_path / table1.LEDGER, over=True)
    monkeypatch.setattr(table1, "count", lambda n, t: table1.Count(n, t, n, n * n, n))
    monkeypatch.setattr(table1, "save_figure", lambda *_: [])  # drawn by the test before
    table1.redraw(tmp_path, tmp_path)
    assert _rows(tmp_path / "table1.csv")[-1]["measured as"] == table1.TOO_FEW
