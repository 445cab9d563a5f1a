"""Every call comes back: solvers that hang, crash, lie or explode are hints that are missing, and nothing more."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import highspy
import numpy as np
import pytest

from benchmarks.museum import SOLVER_EXHIBITS, Exhibit
from optcheck import Model
from optcheck.errors import InvalidInput, NotCertified, SolverFailed, TooCostly
from optcheck.exact.files import Certificate
from optcheck.lp import backends, limits
from optcheck.lp import solve as certify
from optcheck.lp.backends import BACKENDS, FALLBACKS, solve_floats
from optcheck.lp.limits import call_in_worker, within
from optcheck.lp.program import LinearProgram, Optimal, Solution, Status
from optcheck.lp.solve import solve


def _diet(copies: int = 1) -> LinearProgram:
    model = Model("minimise")
    for k in range(copies):
        bread, milk = model.variable(f"bread {k}", cost="1/2"), model.variable(f"milk {k}", cost="2/3")
        model.row(f"energy {k}", {bread: 3, milk: 2}, ">=", 7)
        model.row(f"protein {k}", {bread: 1, milk: 3}, ">=", 5)
    return model.build()


def _nothing(program: object, limit: float, memory: int) -> Solution:
    raise SolverFailed("no answer")


def _answers(primal: object, dual: object) -> Callable[[object, float, int], Solution]:
    def answer(program: object, limit: float, memory: int) -> Solution:
        return Solution("odd", Status.OPTIMAL, 0.0, np.array(primal), np.array(dual))

    return answer


def _raises(program: object, limit: float, memory: int) -> Solution:
    raise KeyError("deep inside")


def _without_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BACKENDS, "highs", _nothing)
    for name in FALLBACKS:
        monkeypatch.setitem(FALLBACKS, name, _nothing)


ODD = {
    "fails": _nothing,
    "raises": _raises,
    "not finite": _answers([np.nan, 1.0], [0.0, 0.0]),
    "too short": _answers([1.0], [0.0, 0.0]),
    "no multipliers": _answers([1.0, 1.0], []),
}


@pytest.mark.parametrize("name", sorted(ODD))
def test_a_hint_that_is_missing_or_nonsense_is_survived(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BACKENDS, "odd", ODD[name])
    answer = solve(_diet(), "odd")
    assert (answer.value, answer.solution) == (Fraction(65, 42), None)
    assert answer.route == "basis of highs"
    assert [stage.name for stage in answer.stages] == ["odd", "highs", "exact basis", "check"]
    assert answer.stages[0].outcome.startswith("odd: ")


@pytest.mark.parametrize("exhibit", SOLVER_EXHIBITS[:2], ids=lambda e: e.name)
def test_programs_that_never_come_back_are_answered(exhibit: Exhibit) -> None:
    answer = solve(exhibit.build(), exhibit.backend, limit=6)
    assert (answer.status, answer.value) == (exhibit.status, exhibit.value)


@pytest.mark.parametrize(
    ("job", "said"),
    [
        ("sleep", "stopped after 0.3 s without an answer"),
        ("abort", "crashed with SIGABRT"),
        ("leave", "ended with status 3"),
        ("explode", "out of memory"),
        ("refuse", "ValueError: no"),
    ],
)
def test_what_becomes_of_a_worker_is_told(job: str, said: str) -> None:
    with pytest.raises(SolverFailed, match=said):
        call_in_worker("tests.optcheck.lp.odd_jobs:" + job, (), 0.3 if job == "sleep" else 200, 2**30)


@pytest.mark.parametrize("backend", sorted(name for name in BACKENDS if name != "highs"))
def test_a_worker_gets_the_limit_that_was_asked_for(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[float] = []

    def note(job: str, arguments: tuple[object, ...], limit: float, memory: int) -> object:
        handed.append(limit)
        raise SolverFailed("late")

    monkeypatch.setattr(backends, "call_in_worker", note)
    with pytest.raises(SolverFailed, match="late"):
        solve_floats(_diet().to_floats(), backend, limit=500)
    answer = solve(_diet(), backend, limit=500)
    assert (handed[0], handed[1] > 240, answer.value) == (500, True, Fraction(65, 42))


def test_workers_are_used_again_and_ended_at_the_end() -> None:
    floats = _diet().to_floats()
    solve_floats(floats, "highs-ipm")
    first = limits._idle[-1].process.pid
    solve_floats(floats, "highs-ipm")
    assert limits._idle[-1].process.pid == first
    os.kill(first, signal.SIGKILL)
    limits._idle[-1].process.wait()
    assert solve_floats(floats, "highs-ipm").status is Status.OPTIMAL


def test_threads_do_not_share_a_worker() -> None:
    found: list[object] = []
    tasks = [threading.Thread(target=lambda: found.append(solve(_diet(), "highs-ipm").value)) for _ in range(3)]
    for task in tasks:
        task.start()
    for task in tasks:
        task.join()
    assert found == [Fraction(65, 42)] * 3


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_forked_child_starts_workers_of_its_own() -> None:
    solve_floats(_diet().to_floats(), "highs-ipm")
    child = os.fork()
    if not child:
        value = solve(_diet(), "highs-ipm").value
        limits._end_idle()
        os._exit(0 if value == Fraction(65, 42) else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert solve(_diet(), "highs-ipm").value == Fraction(65, 42)


def test_a_plain_script_without_a_guard(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from optcheck import Model, solve\nmodel = Model()\nmodel.variable('x', cost=1, lower='1/3')\n"
        "print(solve(model.build(), 'highs-ipm').value)\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, cwd=tmp_path, timeout=250)
    assert (done.stdout, done.stderr) == ("1/3\n", "")


def test_a_simplex_run_that_ignores_its_limit_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    at_last = threading.Event()
    monkeypatch.setattr(backends, "_GRACE", 0.05)
    monkeypatch.setattr(highspy.Highs, "run", lambda self: at_last.wait(60))
    try:
        with pytest.raises(SolverFailed, match="beyond its limit"):
            solve_floats(_diet().to_floats(), "highs", limit=0.05)
    finally:
        at_last.set()


def test_what_work_in_a_thread_raises_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        within(60, lambda: 1 // 0)


def test_without_time_nothing_is_returned_but_the_story() -> None:
    with pytest.raises(NotCertified, match=r"60 rows and 60 columns: the limit of 1e-09 seconds is reached; tried: "):
        solve(_diet(30), limit=1e-9)


def test_without_memory_nothing_is_returned_but_the_story(monkeypatch: pytest.MonkeyPatch) -> None:
    _without_hints(monkeypatch)
    with pytest.raises(NotCertified, match=r"limit of 0\.001 GB of memory.*tried: highs: highs: no answer"):
        solve(_diet(400), memory=0.001)


def test_a_first_answer_that_leads_nowhere_is_followed_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BACKENDS, "highs", _nothing)
    answer = solve(_diet(30))
    assert (answer.value, answer.route) == (30 * Fraction(65, 42), "basis of highs, own scaling")


def test_large_programs_without_hints_still_have_the_exact_simplex_method(monkeypatch: pytest.MonkeyPatch) -> None:
    _without_hints(monkeypatch)
    answer = solve(_diet(30), limit=60)
    assert (answer.value, answer.route) == (30 * Fraction(65, 42), "exact simplex")


@pytest.mark.parametrize("bad", [0, -1, float("nan"), float("inf"), True, "60"])
def test_limits_are_positive_numbers(bad: object) -> None:
    with pytest.raises(InvalidInput, match="limit must be a positive number of seconds"):
        solve(_diet(), limit=bad)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(InvalidInput, match="memory must be a positive number of gigabytes"):
        solve(_diet(), memory=bad)  # type: ignore[arg-type]  # on purpose


def test_crossed_bounds_are_an_infeasible_program_with_a_proof() -> None:
    model = Model("maximise")
    model.variable("x", cost=1)
    model.variable("w", lower=2, upper=1)
    answer = solve(model.build())
    assert (answer.status, answer.route) == ("infeasible", "bounds")
    assert answer.certificate.evidence == {"status": "infeasible", "column": 1}


def test_a_proof_that_the_checker_rejects_is_not_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Optimal(0, (0, 0), {})
    monkeypatch.setattr(certify, "outcome_of", lambda *_: (wrong, "a mistake"))
    answer = solve(_diet())
    assert (answer.value, answer.route) == (Fraction(65, 42), "exact simplex")
    assert "expected >= 7" in answer.stages[1].outcome


def test_a_proof_that_is_too_costly_to_check_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def dear(self: Certificate, limit: float) -> object:
        raise TooCostly

    monkeypatch.setattr(Certificate, "accept", dear)
    with pytest.raises(
        NotCertified, match="a proof was found, but it is too costly to check within the limit; tried: "
    ):
        solve(_diet())


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("entry", [Fraction(1, 10**300), Fraction(1, 10**310), Fraction(1, 10**320)])
@pytest.mark.parametrize("cost", [Fraction(1, 10**305), 1, 10**300])
def test_numbers_at_the_ends_of_the_doubles_are_no_error_and_no_warning(cost: Fraction, entry: Fraction) -> None:
    model = Model("maximise")
    x, y = model.variable("x", cost=Fraction(7, 10**17)), model.variable("y", cost=cost)
    model.row("nothing", {}, ">=", 0)
    model.row("fixed", {x: entry}, "=", 0)
    assert solve(model.build()).status == "unbounded"
    model.row("bounded", {x: 10**300, y: entry}, "<=", 10**300)
    assert solve(model.build()).value == cost * 10**300 / entry
