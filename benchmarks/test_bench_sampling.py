"""Exact integer noise: other exact samplers on the same number of draws, and a million draws at every spread."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.samplers import SAMPLERS, missing
from optcheck.sampling import discrete_gaussian

DRAWS = 2_000
NAMES = sorted(SAMPLERS, key=lambda name: name != "optcheck")


@pytest.mark.benchmark(group="2,000 exact draws of the discrete Gaussian, sigma 1,000")
@pytest.mark.parametrize("name", NAMES)
def test_bench_discrete_gaussian(benchmark: Any, small: bool, name: str) -> None:
    reason = missing(name)
    if reason is not None:
        pytest.skip(reason)
    count = 20 if small else DRAWS
    draws = benchmark.pedantic(SAMPLERS[name], args=(1000, count), rounds=1 if small else 3)
    benchmark.extra_info["baseline"] = name == "optcheck"
    assert len(draws) == count


@pytest.mark.benchmark(group="a million exact draws of the discrete Gaussian")
@pytest.mark.parametrize("sigma", [2, 1000, 10**6, 10**12])
def test_bench_a_million(benchmark: Any, small: bool, sigma: int) -> None:
    count = 1000 if small else 1_000_000
    draws = benchmark.pedantic(discrete_gaussian, args=(sigma * sigma, count), rounds=1 if small else 3)
    benchmark.extra_info["baseline"] = sigma == 2
    assert len(draws) == count
