"""Files in bounded memory: the same doubles as all parties at once, whatever the format and the workers."""

from __future__ import annotations

import csv
import importlib
import importlib.util
import sys
import tracemalloc
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import gaussian
from optcheck.errors import InvalidInput, MissingExtra
from optcheck.exact.rounding import at_least
from optcheck.noise import allocate_files, bulk, curve_files
from optcheck.noise.tables import variances_of
from optcheck.tpmdp import allocate, curve, savings
from tests.optcheck.noise.parquet import needs_duckdb, read_parquet, write_parquet

HAS_DASK = importlib.util.find_spec("distributed") is not None
needs_dask = pytest.mark.skipif(not HAS_DASK, reason="needs the extra: pip install 'optcheck[dask]'")
pytestmark = needs_duckdb

doubles = st.one_of(st.sampled_from([0.0, 1.0, 5e-324, 1e300]), st.floats(0, 1e6))
tables = st.lists(st.tuples(doubles, st.booleans()), min_size=1, max_size=30)
Table = list[tuple[float, bool]]


def _write(path: Path, table: Table) -> None:
    if path.suffix == ".csv":
        lines = [f"{number},{need!r},{'yes' if flag else 'no'}\n" for number, (need, flag) in enumerate(table)]
        path.write_text("name,variance,active\n" + "".join(lines), encoding="utf-8")
    else:
        needs, flags = [need for need, _ in table], [flag for _, flag in table]
        write_parquet(path, {"name": [str(j) for j in range(len(table))], "Variance": needs, "active": flags})


def _noise(path: Path) -> list[float]:
    if path.suffix == ".parquet":
        return [float(str(value)) for value in read_parquet(path)["noise_variance"]]
    with path.open(newline="", encoding="utf-8") as stream:
        return [float(row["noise_variance"]) for row in csv.DictReader(stream)]


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@settings(max_examples=20, deadline=None)
@given(table=tables, data=st.data())
def test_files_give_what_the_whole_gives(kind: str, table: Table, data: st.DataObject) -> None:
    n = len(table)
    threshold = data.draw(st.integers(0, n - 1))
    dropouts = data.draw(st.integers(0, n - 1 - threshold))
    cut = data.draw(st.integers(1, n))
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        patch.setattr(bulk, "_BATCH", data.draw(st.integers(1, 9)))
        inputs = [Path(name, f"{part}.{kind}") for part in "ab"[: 1 + (cut < n)]]
        outputs = [path.with_stem(f"noise-{path.stem}") for path in inputs]
        for path, part in zip(inputs, (table[:cut], table[cut:]), strict=False):
            _write(path, part)
        bulk_allocation = allocate_files(inputs, threshold, outputs, dropouts)
        variances = [variance for path in outputs for variance in _noise(path)]
        assert sorted(Path(name).iterdir()) == sorted([*inputs, *outputs])
    needs = [at_least(Fraction(repr(need))) if kind == "csv" else need for need, _ in table]  # decimals are rounded up
    wanted = allocate(np.array(needs), threshold, np.array([flag for _, flag in table]), dropouts)
    assert variances == list(wanted.variances)
    assert bulk_allocation.total == sum(map(Fraction, wanted.variances))
    assert (bulk_allocation.n, bulk_allocation.subcase) == (n, wanted.subcase)


@settings(max_examples=20, deadline=None)
@given(table=tables, data=st.data())
def test_curves_of_files_are_those_of_the_whole(table: Table, data: st.DataObject) -> None:
    n = len(table)
    threshold = data.draw(st.integers(0, n - 1))
    cut = data.draw(st.integers(0, n))
    needs = [Fraction(at_least(Fraction(repr(need)))) for need, _ in table]  # decimals are rounded up to doubles
    active = [flag for _, flag in table]
    with TemporaryDirectory() as name:
        paths = [Path(name) / "a.csv", Path(name) / "b.csv"]
        for path, part in zip(paths, (table[:cut], table[cut:]), strict=True):
            _write(path, part)
        bulk_curve = curve_files(paths, threshold)
    assert bulk_curve.points == curve(needs, active)
    saved = savings(needs, threshold, active)
    assert sorted(cost for _, cost in bulk_curve.expensive) == sorted(cost for _, cost in saved)
    assert (bulk_curve.n, bulk_curve.viewers) == (n, sum(active))


def test_budgets_texts_and_gaps_in_parquet(tmp_path: Path) -> None:
    typed, mixed = tmp_path / "typed[1].parquet", tmp_path / "it's.parquet"
    write_parquet(typed, {"eps": [0.1, 1.0], "delta": [1e-6, 1e-6], "place": ["x", "=y"], "row": [-1, -2]})
    write_parquet(mixed, {"epsilon": [None, "2"], "delta": [None, 1e-6], "variance": ["1/3", None]})
    outputs = [tmp_path / "one.csv", tmp_path / "two.parquet"]
    allocate_files([typed, mixed], 1, outputs)
    with outputs[0].open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["place"], row["row"]) for row in rows] == [("x", "-1"), ("'=y", "-2")]
    assert [float(row["required_variance"]) for row in rows] == gaussian.required_variance([0.1, 1.0], 1e-6).tolist()
    first, second = (float(str(value)) for value in read_parquet(outputs[1])["required_variance"])
    assert Fraction(1, 3) <= Fraction(first) < Fraction(1, 3) + Fraction(1, 10**16)
    assert second == gaussian.required_variance(2.0, 1e-6)
    again = tmp_path / "again.parquet"
    allocate_files(outputs, 1, [tmp_path / "again.csv", again])  # what is written can be read
    assert read_parquet(again) == read_parquet(outputs[1])


def test_equal_budgets_are_calibrated_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = [tmp_path / f"{part}.csv" for part in "ab"]
    for path in inputs:
        path.write_text("name,epsilon,delta\n" + "".join(f"p{j},{1 + j % 3},1e-6\n" for j in range(60)))
    asked: list[int] = []

    def counted(budgets: Any) -> Any:
        asked.append(len(budgets))
        return calibrate(budgets)

    calibrate = variances_of
    monkeypatch.setattr(bulk, "variances_of", counted)
    assert allocate_files(inputs, 5).n == 120
    assert sum(asked) == 3


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"variance": [1.0, -1.0]}, r"row 2, column 'variance': must not be negative"),
        ({"variance": [1.0, float("nan")]}, r"row 2, column 'variance': a number is missing"),
        ({"variance": [1.0, None]}, r"row 2, column 'variance': a number is missing"),
        ({"variance": [1.0, 2.0], "active": ["yes", "maybe"]}, r"row 2, column 'active': must be yes or no"),
        ({"variance": [1.0, 2.0], "required": [1.0, 2.0]}, "must appear once, variance is there twice"),
        ({"sensitivty": [1.0]}, "did you mean 'sensitivity'"),
        ({"town": [1.0]}, r"there is no column 'epsilon'.*the columns are 'town'"),
        ({"epsilon": [1.0], "delta": [2.0]}, r"row 1, column 'delta': must be above 0 and below 1"),
        ({"epsilon": [1.0, 1e12], "delta": [0.5, 0.5]}, r"in.parquet, row 2: epsilon must"),
        ({"variance": [1.0, 1.7e308]}, r"in.parquet, row 2: the variance required exceeds the largest double"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_left_behind(
    columns: dict[str, list[object]], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "in.parquet"
    write_parquet(path, columns)
    with pytest.raises(InvalidInput, match=message):
        allocate_files([path], 1, [tmp_path / "out.parquet"], releases=2)
    assert list(tmp_path.iterdir()) == [path]


def test_wrong_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_text("variance\n")
    with pytest.raises(InvalidInput, match="at least one party"):
        allocate_files([path], 0)
    with pytest.raises(InvalidInput, match="must not overwrite the input"):
        allocate_files([path], 0, [path])
    with pytest.raises(InvalidInput, match="there is no file"):
        allocate_files([tmp_path / "no.csv"], 0)
    with pytest.raises(InvalidInput, match="one file for each of 1 inputs, got 0"):
        allocate_files([path], 0, [])
    with pytest.raises(InvalidInput, match=r"must end in \.parquet or \.csv"):
        allocate_files([path], 0, [tmp_path / "out.json"])
    path.write_text("variance,Town,town\n1,a,b\n")
    with pytest.raises(InvalidInput, match="column 'town': must differ by more than case from 'Town'"):
        allocate_files([path], 0)
    path.rename(tmp_path / "in.parquet")
    with pytest.raises(InvalidInput, match="not a Parquet file"):
        allocate_files([tmp_path / "in.parquet"], 0)


def test_without_duckdb_it_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "in.csv"
    path.write_text("variance\n1\n")
    monkeypatch.setitem(sys.modules, "duckdb", None)
    monkeypatch.setattr("optcheck.errors.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'optcheck\[data\]'"):
        allocate_files([path], 0)


def test_python_holds_one_batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "_BATCH", 200)

    def peak(rows: int) -> int:
        path = tmp_path / f"{rows}.csv"
        _write(path, [(1.0 + j / 7, True) for j in range(rows)])
        tracemalloc.start()
        allocate_files([path], 2, [tmp_path / f"noise-{rows}.csv"])
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(400)  # what is imported or cached for the first time does not count
    assert peak(8000) < 1.5 * peak(1000)


@needs_dask
@pytest.mark.filterwarnings("ignore")  # dask's own clean-up warns about sockets that it closes a moment later
def test_workers_of_a_cluster_give_the_same_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed: Any = importlib.import_module("distributed")
    random = np.random.default_rng(5)
    inputs = [tmp_path / f"{part}.csv" for part in range(3)]
    for path in inputs:
        _write(path, [(need, bool(j % 3)) for j, need in enumerate(random.lognormal(0, 2, 50).tolist())])
    here, there = ([tmp_path / f"{where}-{part}.csv" for part in range(3)] for where in ("here", "there"))
    wanted = allocate_files(inputs, 40, here, 3)
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None) as local,
        distributed.Client(local, set_as_default=False) as client,
    ):
        assert allocate_files(inputs, 40, there, 3, client=client) == wanted
        assert [path.read_bytes() for path in here] == [path.read_bytes() for path in there]
        inputs[1].write_text("variance\n-1\n")
        with pytest.raises(InvalidInput, match=r"1\.csv, line 2, column 'variance': must not be negative"):
            allocate_files(inputs, 40, there, 3, client=client)
        before = sorted(tmp_path.iterdir())
    monkeypatch.setattr(bulk, "_WORKER_SECONDS", 0.5)
    with (
        distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=None) as empty,
        distributed.Client(empty, set_as_default=False) as client,
        pytest.raises(InvalidInput, match="has no workers"),
    ):
        allocate_files(inputs[:1], 1, [tmp_path / "never.csv"], client=client)
    assert sorted(tmp_path.iterdir()) == before
