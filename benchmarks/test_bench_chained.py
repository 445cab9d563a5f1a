"""Chained-DP: closed forms against the solvers and enumerations that they replace, and how far the protocols scale."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from benchmarks import chained_simulation
from benchmarks.chained_enumeration import (
    backward_induction,
    enumerated_exposure,
    exposed_counts,
    grid_equilibria,
    least_split_noise,
)
from lp_models.chained import centralised_program
from optcheck import chained_dp
from optcheck.chained_dp.game import Floats


def _preferences(users: int) -> Floats:
    return np.random.default_rng(7).uniform(0.1, 1.3, users)


def _squares(users: int) -> tuple[Fraction, ...]:
    return tuple(Fraction((5 * user) % 7 + 1) ** 2 for user in range(users))


@pytest.mark.benchmark(group="Chained-DP: both equilibria of 4 users")
@pytest.mark.parametrize("road", ["closed form", "enumeration", "backward induction"])
def test_bench_small_games(benchmark: Any, small: bool, road: str) -> None:
    users = _squares(2 if small else 4)
    levels = [Fraction(root) ** 2 for root in range(9)]
    roads = {
        "closed form": lambda: chained_dp.nash_multiples(users),
        "enumeration": lambda: grid_equilibria(users, levels)[0],
        "backward induction": lambda: backward_induction(users, levels),
    }
    found = benchmark(roads[road])
    benchmark.extra_info["baseline"] = road == "closed form"
    assert sum(found) == max(users)


@pytest.mark.benchmark(group="Chained-DP: equilibria, costs and price of anarchy, by number of users")
@pytest.mark.parametrize("users", [1_000, 100_000, 1_000_000])
def test_bench_large_games(benchmark: Any, small: bool, users: int) -> None:
    preferences = _preferences(100 if small else users)
    solved = benchmark(chained_dp.equilibrium, preferences)
    benchmark.extra_info["baseline"] = users == 1_000
    assert solved.nash.sum() == pytest.approx(chained_dp.M * preferences.max())


@pytest.mark.benchmark(group="Chained-DP: centralised optimum of 100 users")
@pytest.mark.parametrize("road", ["closed form", "cvxpy, CLARABEL"])
def test_bench_centralised_optimum(benchmark: Any, small: bool, road: str) -> None:
    preferences = _preferences(3 if small else 100)
    if road == "closed form":
        total = benchmark(lambda: chained_dp.centralised_variance(preferences) / chained_dp.M)
    else:
        rounds = 1 if small else 3
        total = float(benchmark.pedantic(lambda: centralised_program(preferences).solve(), rounds=rounds).sum())
    exact = chained_dp.centralised_variance(preferences) / chained_dp.M
    benchmark.extra_info["baseline"] = road == "closed form"
    benchmark.extra_info["note"] = f"relative error {abs(total / exact - 1):.0e}"
    assert total == pytest.approx(exact, rel=1e-3)


@pytest.mark.benchmark(group="Chained-DP: exposure of one of 7 users to the strong attacker")
@pytest.mark.parametrize("road", ["closed form, exact", "enumeration", "simulation, 100,000 trials"])
def test_bench_exposure(benchmark: Any, small: bool, road: str) -> None:
    users, p = 4 if small else 7, Fraction(1, 3)
    roads = {
        "closed form, exact": lambda: chained_dp.exposure(users, p),
        "enumeration": lambda: _enumerate_past_the_cache(users, p),
        "simulation, 100,000 trials": lambda: chained_simulation.simulated_exposure(users, 1 / 3, 100_000, seed=1),
    }
    value = benchmark(roads[road])
    benchmark.extra_info["baseline"] = road == "closed form, exact"
    assert float(value) == pytest.approx(float(chained_dp.exposure(users, p)), rel=0.05)


def _enumerate_past_the_cache(users: int, p: Fraction) -> Fraction:
    exposed_counts.cache_clear()
    return enumerated_exposure(users, p, "strong")


@pytest.mark.benchmark(group="Chained-DP: threshold on the collusion probability, exact bisection")
@pytest.mark.parametrize("users", [10, 100, 1000])
def test_bench_threshold(benchmark: Any, small: bool, users: int) -> None:
    count = 10 if small else users
    found = benchmark.pedantic(chained_dp.threshold, args=(count,), rounds=1 if small else 3)
    benchmark.extra_info["baseline"] = users == 10
    assert 0 < found.low < found.high


@pytest.mark.benchmark(group="Chained-DP: best equal split of 12 users into 4 parts")
@pytest.mark.parametrize("road", ["sort and cut", "dynamic programming"])
def test_bench_splitting(benchmark: Any, small: bool, road: str) -> None:
    users, parts = (_squares(6), 2) if small else (_squares(12), 4)
    roads = {
        "sort and cut": lambda: chained_dp.split_noise(users, chained_dp.sorted_split(users, parts)) * len(users) ** 2,
        "dynamic programming": lambda: least_split_noise(users, parts),
    }
    noise = benchmark(roads[road])
    benchmark.extra_info["baseline"] = road == "sort and cut"
    assert noise == least_split_noise(users, parts)


@pytest.mark.benchmark(group="Chained-DP: protocols on vectors of 1,000 dimensions")
@pytest.mark.parametrize("protocol", ["BAS", "SAR, 100 slices", "SAR, 1,000 slices"])
def test_bench_protocols(benchmark: Any, small: bool, protocol: str) -> None:
    users, width = (5, 1_000) if small else (100, 1_000)
    vectors, bids = np.random.default_rng(3).uniform(-1, 1, (users, width)), _preferences(users)
    runs = {
        "BAS": lambda: chained_simulation.broadcast_and_shuffle(vectors, bids, seed=1),
        "SAR, 100 slices": lambda: chained_simulation.slice_and_recombine(vectors, bids, 100, seed=1),
        "SAR, 1,000 slices": lambda: chained_simulation.slice_and_recombine(vectors, bids, 1_000, seed=1),
    }
    run = benchmark(runs[protocol])
    benchmark.extra_info["baseline"] = protocol == "BAS"
    assert np.abs(run.estimate - vectors.mean(axis=0)).max() < 6 * (chained_dp.M * bids.max()) ** 0.5 / users


@pytest.mark.benchmark(group="Chained-DP: proof of the Nash equilibrium of 10,000 users")
@pytest.mark.parametrize("part", ["solve", "write the certificate", "check it"])
def test_bench_certificates(benchmark: Any, small: bool, part: str) -> None:
    preferences = _preferences(10 if small else 10_000)
    solved = chained_dp.equilibrium(preferences)
    certificate = solved.certify()
    parts = {
        "solve": lambda: chained_dp.equilibrium(preferences),
        "write the certificate": solved.certify,
        "check it": certificate.verify,
    }
    benchmark.pedantic(parts[part], rounds=1 if small else 3)
    benchmark.extra_info["baseline"] = part == "solve"
    assert certificate.verify().value == max(Fraction(value) for value in preferences.tolist())
