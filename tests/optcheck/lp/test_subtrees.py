"""Trees that worker processes search: the same certificate whatever their number."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.errors import InvalidInput, SolverFailed
from optcheck.lp import integer, limits, subtrees
from optcheck.lp.integer import solve_integer
from optcheck.lp.limits import Exhausted, map_in_workers
from optcheck.lp.program import LinearProgram, Model
from tests.strategies.integer_programs import integer_programs, optimum


def _packing(seed: int, mixed: bool = False) -> LinearProgram:
    """Five dense knapsack rows over 25 columns: a tree of some hundred nodes."""
    draw, model = Random(seed), Model("maximise")
    names = [
        model.variable(f"x{j}", cost=draw.randint(40, 60), upper=1, integer=not mixed or j % 12 > 0) for j in range(25)
    ]
    for i in range(5):
        terms = {name: draw.randint(20, 60) for name in names}
        model.row(f"r{i}", terms, "<=", sum(terms.values()) // 2)
    return model.build()


@pytest.mark.parametrize("program", [_packing(1), _packing(5), _packing(8, mixed=True)], ids=["one", "two", "mixed"])
def test_the_number_of_processes_does_not_matter(monkeypatch: pytest.MonkeyPatch, program: LinearProgram) -> None:
    monkeypatch.setattr(integer, "_ALONE", 20)
    monkeypatch.setattr(integer, "cut_root", lambda search: None)  # a larger tree in less time
    one, two = (solve_integer(program, jobs=jobs) for jobs in (1, 2))
    assert one.status == "optimal"
    assert one.nodes > 60  # several tasks took part
    assert json.dumps(one.certificate.document()) == json.dumps(two.certificate.document())


@settings(max_examples=20)
@given(program=integer_programs(), budget=st.integers(1, 4))
def test_trees_of_many_tasks_prove_what_enumeration_says(program: LinearProgram, budget: int) -> None:
    """Every node by a task, in this process: cut short after a few nodes, and grafted."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(integer, "_ALONE", 0)
        patch.setattr(subtrees, "_VISITS", budget)
        patch.setattr(subtrees, "map_in_workers", _here)
        answer = solve_integer(program)
    expected = optimum(program)
    assert (answer.status, answer.value) == ("infeasible" if expected is None else "optimal", expected)


def _here(
    job: str, calls: list[tuple[bytes, subtrees.Task]], jobs: int, limit: Callable[[], float], *_: object
) -> object:
    for shared, task in calls:
        yield subtrees.work(shared, task, limit=limit())


def test_a_worker_that_fails_leaves_its_nodes_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> object:
        raise SolverFailed("crashed")

    monkeypatch.setattr(integer, "_ALONE", 20)
    monkeypatch.setattr(integer, "cut_root", lambda search: None)
    monkeypatch.setattr(subtrees, "map_in_workers", failing)
    answer = solve_integer(_packing(1))
    assert answer.status == "bounds"
    assert answer.value is not None
    assert answer.bound is not None
    assert answer.value < answer.bound


def test_a_call_has_the_time_that_is_left_when_it_begins() -> None:
    """All had what was left at first, one after another: eight tasks in one process took eight times the limit."""
    left = iter([900.0, 600.0, 300.0])
    told = map_in_workers("tests.optcheck.lp.odd_jobs:tell", [(), (), ()], 1, lambda: next(left), 2**32, lambda: False)
    assert list(told) == [900, 600, 300]


def test_calls_that_are_stopped_end() -> None:
    with pytest.raises(Exhausted):
        list(map_in_workers("tests.optcheck.lp.odd_jobs:sleep", [(), ()], 2, lambda: 900, 2**32, lambda: True))


def test_calls_that_are_stopped_while_their_worker_starts_end(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(limits._Worker):
        def __init__(self) -> None:
            time.sleep(0.5)  # the others have been ended by then
            super().__init__()

    monkeypatch.setattr(limits, "_Worker", Slow)
    monkeypatch.setattr(limits, "_idle", deque())
    with pytest.raises(Exhausted):
        list(map_in_workers("tests.optcheck.lp.odd_jobs:sleep", [(), ()], 2, lambda: 900, 2**32, lambda: True))


def test_jobs_are_validated() -> None:
    with pytest.raises(InvalidInput, match="jobs must be at least 1, got 0"):
        solve_integer(_packing(1), jobs=0)
