"""Optimal accuracies: transforms against the full matrix, the signature program by many roads, exact proofs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from benchmarks.signature_grids import solve_grid
from benchmarks.timing import best_seconds, fitted_exponent
from lp_models.kairouz import signature_grid, signature_program, solve_by_columns
from optcheck import solve
from optcheck.exact.numbers import Exact
from optcheck.lp.backends import solve_floats
from optcheck.randomized_response import Problem, accuracy_function, make_problem, symmetric_accuracy
from optcheck.randomized_response.average import average_accuracy, average_accuracy_floor
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Criterion


def _problem(k: int, lambdas: list[Exact], criterion: Criterion = "average", values: int = 2) -> Problem:
    table = np.random.default_rng(k).integers(0, values, 1 << k).tolist()
    return make_problem(table, lambdas, criterion)[0]


def _full_matrix(problem: Problem) -> float:
    """The direct way in doubles: all 4^k transcript probabilities, then the best decision."""
    matrix = np.ones((1, 1))
    for value in problem.lambdas:
        keep = float(value) / (1 + float(value))
        matrix = np.kron(matrix, np.array([[keep, 1 - keep], [1 - keep, keep]]))
    payoffs = np.array([[float(entry) for entry in row] for row in problem.payoffs])
    return float((payoffs @ matrix).max(axis=0).mean())


def _double_sum(problem: Problem) -> Fraction:
    """The direct way in rationals, entry by entry."""
    size, total = 1 << problem.k, Fraction(0)
    keep = [Fraction(value) / (1 + Fraction(value)) for value in reversed(problem.lambdas)]
    for response in range(size):
        sums = [Fraction(0)] * problem.decisions
        for x in range(size):
            chance = Fraction(1)
            for party, share in enumerate(keep):
                chance *= share if not (x ^ response) >> party & 1 else 1 - share
            for d, row in enumerate(problem.payoffs):
                sums[d] += chance * row[x]
        total += max(sums)
    return total / size


WAYS: dict[str, Callable[[Problem], Any]] = {
    "transform, exact": average_accuracy,
    "transform, doubles rounded down": average_accuracy_floor,
    "full matrix, doubles": _full_matrix,
    "double sum, exact": _double_sum,
}


@pytest.mark.benchmark(group="average accuracy by transforms and by all 4^k terms (k = 12; 7 for rationals)")
@pytest.mark.parametrize("way", WAYS)
def test_bench_average(benchmark: Any, small: bool, way: str) -> None:
    largest = 7 if way == "double sum, exact" else 12
    problem = _problem(4 if small else largest, [2] * (4 if small else largest))
    benchmark.extra_info["baseline"] = way == "transform, exact"
    benchmark.extra_info["note"] = f"k = {problem.k}"
    value = benchmark.pedantic(WAYS[way], args=(problem,), rounds=1 if way == "double sum, exact" else 3)
    assert abs(float(value) - float(average_accuracy(problem))) < 1e-12


@pytest.mark.benchmark(group="average accuracy for 20 parties (4^20 = 1.1e12 terms in the full matrix)")
@pytest.mark.parametrize("level", ["2", "17/11"])
@pytest.mark.parametrize("way", ["transform, exact", "transform, doubles rounded down"])
def test_bench_twenty_parties(benchmark: Any, small: bool, way: str, level: str) -> None:
    k = 6 if small else 20
    problem = _problem(k, [Fraction(level)] * k)
    benchmark.extra_info["baseline"] = (way, level) == ("transform, exact", "2")
    benchmark.extra_info["note"] = "machine integers" if level == "2" else "big integers"
    value = benchmark.pedantic(WAYS[way], args=(problem,), rounds=1)
    assert 0.5 <= float(value) < 1


@pytest.mark.benchmark(group="growth of the average accuracy by transforms, 2^9 to 2^19 values of the function")
@pytest.mark.parametrize("way", ["transform, exact", "transform, doubles rounded down"])
def test_bench_growth(benchmark: Any, small: bool, way: str) -> None:
    parties = [3, 4, 5] if small else [9, 11, 13, 15, 17, 19]
    problems = [_problem(k, [2] * k) for k in parties]
    seconds = benchmark.pedantic(lambda: [best_seconds(WAYS[way], problem) for problem in problems], rounds=1)
    exponent = fitted_exponent([1 << k for k in parties], seconds)
    benchmark.extra_info["note"] = f"grows as (2^k)^{exponent:.2f} from k = {parties[0]} to {parties[-1]}"
    assert small or exponent < 1.5


ROADS = ("highs", "highs-ipm", "pulp-highs", "pulp-cbc", "cvxpy-highs", "cvxpy-clarabel")


@pytest.mark.benchmark(group="signature program, 4 parties, 625 signatures for each decision: solving in doubles")
@pytest.mark.parametrize("criterion", ["average", "worst"])
@pytest.mark.parametrize("road", ROADS)
def test_bench_signature_program(benchmark: Any, small: bool, road: str, criterion: Criterion) -> None:
    problem = replace(_mixed(small), criterion=criterion)
    floats = signature_program(problem, signature_grid(problem.lambdas, 2 if small else 5)).to_floats()
    benchmark.extra_info["baseline"] = (road, criterion) == ("highs", "average")
    solution = benchmark.pedantic(solve_floats, args=(floats, road), rounds=3)
    gap = abs(solution.value - float(solve_problem(problem).value))
    benchmark.extra_info["note"] = f"off by {gap:.0e}"
    assert gap < 1e-5


def _mixed(small: bool) -> Problem:
    lambdas: list[Exact] = [2, 3, Fraction(3, 2), 2]
    return _problem(2 if small else 4, lambdas[: 2 if small else 4])


EXACT: dict[str, Callable[[Problem, int], Any]] = {
    "library": lambda problem, points: solve_problem(problem).value,
    "build the grid program": lambda problem, points: (
        signature_program(problem, signature_grid(problem.lambdas, points)).costs
    ),
    "grid program, HiGHS and exact proof": lambda problem, points: (
        solve(signature_program(problem, signature_grid(problem.lambdas, points))).value
    ),
    "column generation, no grid": lambda problem, points: solve_by_columns(problem).value,
}


@pytest.mark.benchmark(group="signature program, 4 parties: exact optimum, from problem to proof")
@pytest.mark.parametrize("criterion", ["average", "worst"])
@pytest.mark.parametrize("way", EXACT)
def test_bench_exact_optimum(benchmark: Any, small: bool, way: str, criterion: Criterion) -> None:
    problem = replace(_mixed(small), criterion=criterion)
    benchmark.extra_info["baseline"] = (way, criterion) == ("grid program, HiGHS and exact proof", "average")
    value = benchmark.pedantic(EXACT[way], args=(problem, 2 if small else 5), rounds=2)
    assert isinstance(value, tuple) or value == solve_problem(problem).value


PROOFS: dict[str, tuple[Criterion, int]] = {"worst case, k = 6": ("worst", 6), "average, k = 10": ("average", 10)}


@pytest.mark.benchmark(group="certificates for the whole box")
@pytest.mark.parametrize("step", ["solve", "certify", "verify"])
@pytest.mark.parametrize("case", PROOFS)
def test_bench_certificate(benchmark: Any, small: bool, case: str, step: str) -> None:
    criterion, k = PROOFS[case]
    k = 2 if small else k
    problem = _problem(k, [(2, Fraction(3, 2), 3)[party % 3] for party in range(k)], criterion)
    benchmark.extra_info["baseline"] = (case, step) == ("worst case, k = 6", "solve")
    best = solve_problem(problem)
    actions = {"solve": lambda: solve_problem(problem), "certify": best.certify, "verify": best.certify().verify}
    benchmark.pedantic(actions[step], rounds=1)
    assert best.certify().verify().value == best.value


@pytest.mark.benchmark(group="functions of the number of ones, exact")
@pytest.mark.parametrize("criterion", ["average", "worst"])
@pytest.mark.parametrize("k", [20, 50, 200])
def test_bench_symmetric(benchmark: Any, small: bool, k: int, criterion: Criterion) -> None:
    k = min(k, 8) if small else k
    majority = [int(2 * j > k) for j in range(k + 1)]
    benchmark.extra_info["baseline"] = (k, criterion) == (20, "average")
    benchmark.extra_info["note"] = f"majority, k = {k}"
    value = benchmark.pedantic(symmetric_accuracy, args=(majority, Fraction(3, 2), criterion), rounds=1)
    assert Fraction(1, 2) < value < 1


@pytest.mark.benchmark(group="lambda as an unknown: the accuracy as a piecewise rational function")
@pytest.mark.parametrize("k", [2, 3, 4])
def test_bench_piecewise(benchmark: Any, small: bool, k: int) -> None:
    k = min(k, 2) if small else k
    table = np.random.default_rng(k).integers(0, 3, 1 << k).tolist()
    curve = benchmark.pedantic(accuracy_function, args=(table, k), rounds=2)
    benchmark.extra_info["note"] = f"{len(curve.pieces)} pieces"
    assert curve(2) == average_accuracy(make_problem(table, [2] * k)[0])


@pytest.mark.benchmark(group="the signature program on a grid of a million columns, k = 3, exact")
@pytest.mark.parametrize("corners", [False, True])
def test_bench_grid(benchmark: Any, small: bool, corners: bool) -> None:
    points = 6 if small else 100
    problem = _problem(3, [2, 2, 2], "average")
    found = benchmark.pedantic(solve_grid, args=(problem, points), kwargs={"corners": corners}, rounds=1)
    benchmark.extra_info["baseline"] = not corners
    benchmark.extra_info["note"] = f"{found.size} columns"
    best = solve_problem(problem).value
    assert found.value == best if corners else found.value <= best
