"""CorDP-DME: the closed form against the cone programs, its growth, the exact optimum with proof, a protocol round."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from benchmarks.timing import best_seconds, fitted_exponent
from lp_models.cordp import eigenvalue_program, full_program, symmetric_program
from optcheck.cordp import exact_noise, least_effective_variance, optimal_noise, simulate_round

Integers = npt.NDArray[np.int64]
TRIPLES = [(5, 4, 1), (6, 4, 1), (6, 5, 2), (7, 5, 1)]
PROGRAMS = {"definitions": symmetric_program, "eigenvalues": eigenvalue_program, "no symmetry": full_program}


def _triples(count: int) -> tuple[Integers, Integers, Integers]:
    """Random sizes up to 10^6 with 0 <= c < t <= n."""
    rng = np.random.default_rng(2)
    n = rng.integers(1, 10**6, count)
    t = rng.integers(1, n, endpoint=True)
    return n, t, rng.integers(0, t)


def _closed_form(n: Integers, t: Integers, c: Integers) -> Any:
    return optimal_noise(n, t, c, sigma2_min=1.0)


@pytest.mark.benchmark(group="optimal noise: 10^6 triples by the closed form, 4 triples by every other route")
@pytest.mark.parametrize("route", ["closed form, arrays", "closed form, single", "exact with proof", *PROGRAMS])
def test_bench_against_cone_programs(benchmark: Any, small: bool, route: str) -> None:
    triples = TRIPLES[:1] if small else TRIPLES
    least = np.array([float(least_effective_variance(*triple)) for triple in triples])
    wide = tuple(np.tile(sizes, 10 if small else 250_000) for sizes in np.array(triples).T)
    if route == "closed form, arrays":
        found = benchmark.pedantic(_closed_form, args=wide, rounds=1 if small else 5)
        effective, count = found.effective_variance[: len(triples)], wide[0].size
    else:
        effective = benchmark.pedantic(_one_by_one, args=(route, triples), rounds=1 if small else 3)
        count = len(triples)
    off = float(np.abs(np.asarray(effective) / least - 1).max())
    benchmark.extra_info["baseline"] = route == "closed form, arrays"
    benchmark.extra_info["note"] = f"{_each(benchmark, count, wide)}, off by {off:.0e}"
    assert off < 1e-6


def _each(benchmark: Any, count: int, wide: tuple[Integers, ...]) -> str:
    """The median time for one triple and its ratio to the closed form in arrays, where times were taken."""
    if benchmark.stats is None:
        return ""
    each, bulk = benchmark.stats.stats.median / count, best_seconds(lambda sizes: _closed_form(*sizes), wide)
    return f"{each:.2g} s per triple, {each * wide[0].size / bulk:.2g} times the closed form in arrays"


def _one_by_one(route: str, triples: list[tuple[int, int, int]]) -> list[float]:
    if route == "closed form, single":
        return [optimal_noise(*triple, sigma2_min=1.0).effective_variance for triple in triples]
    if route == "exact with proof":
        return [_proved(*triple) for triple in triples]
    return [PROGRAMS[route](n, t, c, 1.0).solve().error * (t - c) for n, t, c in triples]


def _proved(n: int, t: int, c: int) -> float:
    noise = exact_noise(n, t, c, 1)
    noise.certify().verify()
    return float(noise.effective_variance)


@pytest.mark.benchmark(group="closed form in bulk")
def test_bench_a_million_triples(benchmark: Any, small: bool) -> None:
    sizes = _triples(1_000 if small else 10**6)
    noise = benchmark.pedantic(_closed_form, args=sizes, rounds=1 if small else 7)
    if benchmark.stats is not None:
        benchmark.extra_info["note"] = f"{sizes[0].size / benchmark.stats.stats.median:.3g} triples per second"
    assert (noise.covariance <= 0).all()
    assert (noise.effective_variance > 0).all()


@pytest.mark.benchmark(group="growth of the closed form, 10^3 to 10^6 triples")
def test_bench_growth(benchmark: Any, small: bool) -> None:
    counts = [100, 200, 400] if small else [10**3, 10**4, 10**5, 10**6]
    seconds = benchmark.pedantic(
        lambda: [best_seconds(lambda sizes: _closed_form(*sizes), _triples(count)) for count in counts],
        rounds=1,
    )
    exponent = fitted_exponent(counts, seconds)
    benchmark.extra_info["note"] = f"time grows like triples^{exponent:.2f}"
    assert small or exponent < 1.5  # tiny sizes only show that it runs: their times are noise


@pytest.mark.benchmark(group="one protocol round, d = 1000")
@pytest.mark.parametrize("users", [10, 40])
def test_bench_protocol(benchmark: Any, small: bool, users: int) -> None:
    count = 4 if small else users
    noise = optimal_noise(count, count - 1, 1, sigma2_min=1.0)
    vectors = np.zeros((count, 1000))
    done = benchmark.pedantic(
        simulate_round, args=(vectors, noise.variance, noise.covariance), rounds=1 if small else 3
    )
    benchmark.extra_info["baseline"] = users == 10
    benchmark.extra_info["note"] = f"{count * (count - 1)} key agreements"
    assert (done.pair_terms.sum(axis=(0, 1)) == 0).all()
