"""Calibration of the Gaussian mechanism: speed per party, the guarantee on 90 cells, and growth with the parties."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.calibrators import CALIBRATORS, GRID, accuracy, missing
from benchmarks.timing import best_seconds, fitted_exponent
from optcheck.gaussian import required_variance

PEERS = sorted(set(CALIBRATORS) - {"optcheck"})


def _budgets(parties: int) -> NDArray[np.float64]:
    """Distinct epsilons of the usual size."""
    return np.random.default_rng(1).uniform(0.1, 5.0, parties)


@pytest.mark.benchmark(group="calibrate 300 parties; accuracy on the 90 cells")
@pytest.mark.parametrize("name", ["optcheck", *PEERS])
def test_bench_calibration(benchmark: Any, small: bool, name: str) -> None:
    reason = missing(name)
    if reason is not None:
        pytest.skip(reason)
    epsilons = _budgets(3 if small else 300)
    if name == "optcheck":
        benchmark.pedantic(required_variance, args=(epsilons, 1e-6), rounds=1 if small else 7)
    else:
        calibrator = CALIBRATORS[name]
        parties = epsilons.tolist()
        benchmark.pedantic(lambda: [calibrator(e, 1e-6) for e in parties], rounds=1 if small else 3)
    cells = GRID[::30] if small else GRID
    judged = accuracy(CALIBRATORS[name], cells)
    benchmark.extra_info["baseline"] = name == "optcheck"
    benchmark.extra_info["note"] = str(judged)
    assert judged.cells == len(cells)
    if name == "optcheck":
        assert (judged.too_small, judged.failed, judged.most_excess) == (0, 0, 0)


@pytest.mark.benchmark(group="calibrate many distinct parties")
@pytest.mark.parametrize("parties", [100, 1_000, 10_000, 100_000])
def test_bench_many_parties(benchmark: Any, small: bool, parties: int) -> None:
    epsilons = _budgets(parties // 100 if small else parties)
    variances = benchmark.pedantic(required_variance, args=(epsilons, 1e-6), rounds=1 if small else 3)
    benchmark.extra_info["baseline"] = parties == 100
    assert (np.diff(variances[np.argsort(epsilons)]) <= 0).all()


@pytest.mark.benchmark(group="growth of calibration, 10^2 to 10^5 parties")
def test_bench_growth(benchmark: Any, small: bool) -> None:
    sizes = [10, 20, 40] if small else [100, 1_000, 10_000, 100_000]
    seconds = benchmark.pedantic(
        lambda: [best_seconds(lambda e: required_variance(e, 1e-6), _budgets(n), rounds=1) for n in sizes],
        rounds=1,
    )
    exponent = fitted_exponent(sizes, seconds)
    benchmark.extra_info["note"] = f"fitted exponent {exponent:.2f}"
    assert exponent < 2 or small
