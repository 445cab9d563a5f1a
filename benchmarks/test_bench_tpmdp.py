"""The closed form against one np.partition, proofs and their checking as n grows, separation against listing rows."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from benchmarks.timing import best_seconds, fitted_exponent
from lp_models.tpmdp import CoverProblem, coalition_count, compact, deduplicated, solve_separated
from optcheck import solve
from optcheck.tpmdp import Allocation, Instance, allocate

LINEAR = 1.35  # largest fitted exponent that still counts as linear on a shared machine
CASES: dict[str, Callable[[int], tuple[int, Any]]] = {
    "subcase 1, t = n/2": lambda n: (n // 2, None),
    "subcase 1, t = n-2": lambda n: (n - 2, None),
    "subcase 1, t = n-1": lambda n: (n - 1, None),
    "subcase 2": lambda n: (n // 2, [5]),
    "subcase 3": lambda n: (2 * n // 3, np.arange(n) % 10 < 3),
    "subcase 4": lambda n: (2, np.arange(n) < 10),
}


def _required(n: int) -> Any:
    return np.random.default_rng(n).lognormal(0, 1.5, n)


@pytest.mark.benchmark(group="allocate for 10^7 parties, against np.partition of the same array")
@pytest.mark.parametrize("case", ["np.partition", *CASES])
def test_bench_allocate(benchmark: Any, small: bool, case: str) -> None:
    n = 1000 if small else 10**7
    required = _required(n)
    benchmark.extra_info["baseline"] = case == "np.partition"
    if case == "np.partition":
        benchmark.pedantic(np.partition, args=(required, n // 2), rounds=3)
        return
    threshold, active = CASES[case](n)
    allocation = benchmark.pedantic(allocate, args=(required, threshold, active), rounds=3)
    assert allocation.total >= required[~allocation.active].max(initial=0)


def _allocation(n: int, case: str) -> Allocation:
    return allocate(_required(n), *CASES[case](n))


@pytest.mark.benchmark(group="certify for 10^6 parties")
@pytest.mark.parametrize("case", CASES)
def test_bench_certify(benchmark: Any, small: bool, case: str) -> None:
    sizes = [100, 1000] if small else [10**3, 10**4, 10**5, 10**6]
    allocations = [_allocation(n, case) for n in sizes]
    _note_growth(benchmark, sizes, allocations, Allocation.certify, small)
    benchmark.pedantic(allocations[-1].certify, rounds=1)


@pytest.mark.benchmark(group="verify for 10^6 parties")
@pytest.mark.parametrize("case", CASES)
def test_bench_verify(benchmark: Any, small: bool, case: str) -> None:
    sizes = [100, 1000] if small else [10**3, 10**4, 10**5, 10**6]
    certificates = [_allocation(n, case).certify() for n in sizes]
    _note_growth(benchmark, sizes, certificates, lambda certificate: certificate.verify(), small)
    assert benchmark.pedantic(certificates[-1].verify, rounds=1).value is not None


@pytest.mark.benchmark(group="allocate for 10^6 parties")
def test_bench_allocate_growth(benchmark: Any, small: bool) -> None:
    sizes = [100, 1000] if small else [10**4, 10**5, 10**6, 10**7]
    arrays = [_required(n) for n in sizes]
    _note_growth(benchmark, sizes, arrays, lambda array: allocate(array, len(array) // 2), small)
    benchmark.pedantic(allocate, args=(arrays[-2], len(arrays[-2]) // 2), rounds=3)


def _note_growth(
    benchmark: Any, sizes: list[int], inputs: list[Any], run: Callable[[Any], object], small: bool
) -> None:
    exponent = fitted_exponent(sizes, [best_seconds(run, item, rounds=1 if small else 2) for item in inputs])
    benchmark.extra_info["note"] = f"grows as n^{exponent:.2f} from {sizes[0]:,} to {sizes[-1]:,}"
    assert small or exponent <= LINEAR


def _instance(n: int) -> Instance:
    random = np.random.default_rng(n)
    return Instance.of(random.integers(1, 1000, n).tolist(), n // 2 + 1, range(n // 2))


ROUTES: dict[str, Callable[[Instance], Any]] = {
    "separated": solve_separated,
    "compact": lambda problem: solve(compact(CoverProblem.from_instance(problem))),
}


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.benchmark(group="Eq. 6 solved and proved without listing rows, as n grows")
def test_bench_growth_of_programs(benchmark: Any, small: bool, route: str) -> None:
    sizes = {"separated": [4, 16, 64, 128], "compact": [4, 16, 64, 256, 1024, 4096]}[route][: 2 if small else None]
    instances = [_instance(n) for n in sizes]
    exponent = fitted_exponent(sizes, [best_seconds(ROUTES[route], item, rounds=1) for item in instances])
    listed = math.log10(coalition_count(instances[-1]))
    benchmark.extra_info["note"] = (
        f"n = {sizes[-1]}, 10^{listed:.0f} rows if listed; grows as n^{exponent:.2f} from {sizes[0]} to {sizes[-1]}"
    )
    assert benchmark.pedantic(ROUTES[route], args=(instances[-1],), rounds=1).status == "optimal"


@pytest.mark.benchmark(group="Eq. 6 solved and proved: every row listed, rows separated, or no rows to list")
@pytest.mark.parametrize(("route", "n"), [("listed", 18)] + [(route, n) for route in ROUTES for n in (18, 100)])
def test_bench_separation(benchmark: Any, small: bool, route: str, n: int) -> None:
    instance = _instance(8 if small else n)
    run = ROUTES.get(route, lambda problem: solve(deduplicated(problem)))
    answer = benchmark.pedantic(run, args=(instance,), rounds=1)
    benchmark.extra_info["baseline"] = route == "listed"
    benchmark.extra_info["note"] = f"{answer.program.rows.count:,} of {coalition_count(instance):,} rows"
    assert answer.value == allocate(instance.required, instance.threshold, instance.active).total
