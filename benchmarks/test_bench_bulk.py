"""Noise for a file larger than one would keep in memory, against reading the same file once.

10^6 parties by default; OPTCHECK_BULK_PARTIES=100000000 for the full size (800 MB of doubles, on disk for the run).
"""

from __future__ import annotations

import csv
import importlib.util
import os
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from optcheck.noise import allocate_files

HAS_DUCKDB = importlib.util.find_spec("duckdb") is not None
needs_duckdb = pytest.mark.skipif(not HAS_DUCKDB, reason="needs the extra: pip install 'optcheck[data]'")


def _parties(small: bool) -> int:
    return 10_000 if small else int(os.environ.get("OPTCHECK_BULK_PARTIES", "1000000"))


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Parquet file of requirements that are all different, one party in ten not active."""
    n = _parties(bool(request.config.getoption("--small")))
    path = tmp_path_factory.mktemp("bulk") / "parties.parquet"
    _query(f"COPY (SELECT exp(3 * random()) AS variance, i % 10 > 0 AS active FROM range({n}) t(i)) TO '{path}'")
    return path


def _query(text: str) -> int:
    import duckdb

    with duckdb.connect() as opened:
        row = opened.execute(text).fetchone()
    return int(row[0]) if row else 0


def _read(path: Path) -> int:
    """Every number of the file once."""
    return _query(f"SELECT count(*) FILTER (variance >= 0) FROM '{path}'")


def _copied(path: Path) -> int:
    """Every number once, and three columns of doubles written: the least that any plan with an output does."""
    return _query(f"COPY (SELECT variance AS a, variance AS b, variance AS c FROM '{path}') TO '{path}.copy.parquet'")


def _planned(path: Path) -> int:
    return allocate_files([path], 1000).n


def _written(path: Path) -> int:
    return allocate_files([path], 1000, [path.with_name("noise.parquet")]).n


ROUTES: dict[str, Callable[[Path], int]] = {
    "reading the file once": _read,
    "reading once, writing three columns": _copied,
    "planned": _planned,
    "planned and written": _written,
}


@needs_duckdb
@pytest.mark.benchmark(group="noise for a Parquet file of many parties, against reading it once")
@pytest.mark.parametrize("route", ROUTES)
def test_bench_bulk(benchmark: Any, small: bool, table: Path, route: str) -> None:
    n = benchmark.pedantic(ROUTES[route], args=(table,), rounds=1)
    benchmark.extra_info["baseline"] = route == "reading the file once"
    peak = (
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    )  # of the process so far: routes come in this order
    benchmark.extra_info["note"] = f"{n:,} parties, {table.stat().st_size >> 20} MB file, peak memory so far {peak} MB"
    assert n == _parties(small)


def _read_csv(path: Path) -> int:
    with path.open(newline="", encoding="utf-8") as stream:
        return sum(1 for _ in csv.reader(stream)) - 1


CSV_ROUTES: dict[str, Callable[[Path], int]] = {"csv.reader": _read_csv, "planned": _planned}


@needs_duckdb
@pytest.mark.benchmark(group="noise for a CSV file, a hundredth as many parties, against csv.reader")
@pytest.mark.parametrize("route", CSV_ROUTES)
def test_bench_bulk_csv(benchmark: Any, small: bool, tmp_path: Path, route: str) -> None:
    n, path = max(_parties(small) // 100, 2000), tmp_path / "parties.csv"
    numbers = np.random.default_rng(n).lognormal(0, 1.5, n).tolist()
    path.write_text("variance\n" + "".join(f"{number}\n" for number in numbers), encoding="utf-8")
    benchmark.extra_info["baseline"] = route == "csv.reader"
    assert benchmark.pedantic(CSV_ROUTES[route], args=(path,), rounds=1) == n
