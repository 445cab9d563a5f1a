"""Eq. 6 with one row per coalition: our bulk route against modelling layers, and exact answers against exact peers."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.contenders import EXACT, FLOAT, example, missing
from benchmarks.isolation import Group, Job, Limits, run_groups
from lp_models.tpmdp import deduplicated
from optcheck.lp import backends
from optcheck.lp.limits import Run
from optcheck.lp.recovery import Problem, optimum_of_basis

_SLOW = {"cvxpy, rows", "z3", "pycddlib", "QSopt_ex"}  # minutes at n = 18: measured once
_SMALLER = 14  # parties at which the memory of the slow ones is measured
_REFUSED_AT_SIZE = {"Gurobi, no licence"}  # more than 2,000 rows need a licence


def _rounds(name: str, small: bool) -> int:
    return 1 if small or name in _SLOW else 5


def _skip_if_missing(name: str) -> None:
    reason = missing(name)
    if reason is not None:
        pytest.skip(reason)


def _peak_megabytes(name: str, n: int) -> float:
    """Peak memory of a fresh process that does just this, above what it held after imports and a tiny case."""
    job = Job(example, FLOAT[name], (n,), (6,), starts_programs=name == "PuLP, CBC")
    group = Group(("optcheck.lp.solve",), ((job,),))
    [[result]] = run_groups([group], Limits(seconds=300, megabytes=8000), 1, lambda done: None)[0]
    assert result.status == "ok", result.message
    return result.megabytes


@pytest.mark.benchmark(group="Eq. 6, n = 18, t = 9, build and solve in floats")
@pytest.mark.parametrize("name", sorted(set(FLOAT) - _REFUSED_AT_SIZE))
def test_bench_float_routes(benchmark: Any, small: bool, name: str) -> None:
    _skip_if_missing(name)
    n = 8 if small else 18
    instance = example(n)
    value = benchmark.pedantic(FLOAT[name], args=(instance,), rounds=_rounds(name, small))
    benchmark.extra_info["baseline"] = name == "HiGHS, bulk"
    if not small:
        weighed = _SMALLER if name in _SLOW else n  # once more in a process of its own: not minutes again
        where = f" at n = {weighed}" if weighed != n else ""
        benchmark.extra_info["note"] = f"peak {_peak_megabytes(name, weighed):.0f} MB{where}"
    assert abs(value - float(EXACT["optcheck"](instance))) <= 1e-4 * value  # a hint, no more


@pytest.mark.parametrize("name", sorted(EXACT))
@pytest.mark.parametrize("n", [14, 18])
def test_bench_exact_routes(benchmark: Any, small: bool, n: int, name: str) -> None:
    _skip_if_missing(name)
    benchmark.group = f"Eq. 6, n = {n}, t = n/2, exact optimum"
    instance = example(6 if small else n)
    value = benchmark.pedantic(EXACT[name], args=(instance,), rounds=_rounds(name, small))
    benchmark.extra_info["baseline"] = name == "optcheck"
    assert value == EXACT["optcheck"](instance)


@pytest.mark.parametrize("n", [14, 18, 20])
@pytest.mark.parametrize("part", ["solve in floats", "recover and check"])
def test_bench_recovery(benchmark: Any, small: bool, n: int, part: str) -> None:
    benchmark.group = f"Eq. 6, n = {n}, t = n/2, what exactness costs"
    program = deduplicated(example(6 if small else n))
    floats = program.to_floats()
    solution = backends.solve_simplex(floats)
    assert solution.basis is not None
    basis = solution.basis

    def recover_and_check() -> object:
        outcome = optimum_of_basis(Problem(program, floats, Run(600, 4)), basis)
        assert outcome is not None
        return program.certificate(outcome).verify()

    action = recover_and_check if part != "solve in floats" else lambda: backends.solve_simplex(floats)
    rounds = {14: 50, 18: 10, 20: 5}[n]  # short runs need many rounds for a steady median
    benchmark.pedantic(action, rounds=1 if small else rounds, warmup_rounds=0 if small else 1)
    benchmark.extra_info["baseline"] = part == "solve in floats"
