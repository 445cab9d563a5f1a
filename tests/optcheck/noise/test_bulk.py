"""Files in bounded memory: the same doubles as all parties at once, whatever the format, the cuts and the workers."""

from __future__ import annotations

import csv
import importlib
import importlib.util
import tracemalloc
from collections.abc import Callable
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
from optcheck.noise import allocate_files, curve_files
from optcheck.noise.bulk import reading
from optcheck.noise.bulk.writing import sigma_at_least
from optcheck.tpmdp import allocate, curve, savings

HAS_ARROW = importlib.util.find_spec("pyarrow") is not None
pa: Any = importlib.import_module("pyarrow") if HAS_ARROW else None
parquet: Any = importlib.import_module("pyarrow.parquet") if HAS_ARROW else None
needs_arrow = pytest.mark.skipif(not HAS_ARROW, reason="needs the extra: pip install 'optcheck[data]'")
HAS_DASK = importlib.util.find_spec("distributed") is not None
needs_dask = pytest.mark.skipif(not HAS_DASK, reason="needs the extra: pip install 'optcheck[dask]'")

doubles = st.one_of(st.sampled_from([0.0, 1.0, 5e-324, 1e300]), st.floats(0, 1e6))
tables = st.lists(st.tuples(doubles, st.booleans()), min_size=1, max_size=30)
Table = list[tuple[float, bool]]


def _write_csv(path: Path, table: Table) -> None:
    lines = [f"{number},{need!r},{'yes' if flag else 'no'}\n" for number, (need, flag) in enumerate(table)]
    path.write_text("name,variance,active\n" + "".join(lines), encoding="utf-8")


def _write_parquet(path: Path, table: Table) -> None:
    needs, flags = [need for need, _ in table], [flag for _, flag in table]
    columns = {"name": [str(j) for j in range(len(table))], "Variance": pa.array(needs, pa.float64()), "active": flags}
    parquet.write_table(pa.table(columns), path, row_group_size=7)


def _read_csv(path: Path) -> list[float]:
    with path.open(newline="", encoding="utf-8") as stream:
        return [float(row["noise_variance"]) for row in csv.DictReader(stream)]


def _read_parquet(path: Path) -> list[float]:
    found: list[float] = parquet.read_table(path)["noise_variance"].to_pylist()
    return found


FORMATS: dict[str, tuple[Callable[[Path, Table], None], Callable[[Path], list[float]]]] = {
    "csv": (_write_csv, _read_csv),
    "parquet": (_write_parquet, _read_parquet),
}
formats = pytest.mark.parametrize("kind", ["csv", pytest.param("parquet", marks=needs_arrow)])


@formats
@settings(max_examples=40, deadline=None)
@given(table=tables, data=st.data())
def test_files_give_what_the_whole_gives(kind: str, table: Table, data: st.DataObject) -> None:
    n = len(table)
    threshold = data.draw(st.integers(0, n - 1))
    dropouts = data.draw(st.integers(0, n - 1 - threshold))
    cut = data.draw(st.integers(0, n))
    size = data.draw(st.integers(1, 9))
    write, read = FORMATS[kind]
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "_ROWS", size)
        patch.setattr(reading, "_TEXT_ROWS", size)
        inputs = [Path(name, f"{part}.{kind}") for part in "ab"]
        outputs = [Path(name, f"noise-{part}.{kind}") for part in "ab"]
        for path, part in zip(inputs, (table[:cut], table[cut:]), strict=True):
            write(path, part)
        found = allocate_files(inputs, threshold, outputs, dropouts)
        variances = [variance for path in outputs for variance in read(path)]
        assert sorted(Path(name).iterdir()) == sorted([*inputs, *outputs])
    needs = [at_least(Fraction(repr(need))) if kind == "csv" else need for need, _ in table]  # decimals are rounded up
    wanted = allocate(np.array(needs), threshold, np.array([flag for _, flag in table]), dropouts)
    assert variances == list(wanted.variances)
    assert found.total == sum(map(Fraction, wanted.variances))
    assert (found.n, found.subcase) == (n, wanted.subcase)


@needs_arrow
def test_budgets_texts_and_gaps_in_parquet(tmp_path: Path) -> None:
    typed, mixed = tmp_path / "typed.parquet", tmp_path / "mixed.parquet"
    parquet.write_table(pa.table({"eps": [0.1, 1.0], "delta": [1e-6, 1e-6], "place": ["x", "y"]}), typed)
    parquet.write_table(
        pa.table({"epsilon": pa.array([None, "2"]), "delta": [None, 1e-6], "variance": ["1/3", None]}), mixed
    )
    outputs = [tmp_path / "one.csv", tmp_path / "two.parquet"]
    allocate_files([typed, mixed], 1, outputs)
    with outputs[0].open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["place"] for row in rows] == ["x", "y"]
    required = [float(row["required_variance"]) for row in rows]
    assert required == gaussian.required_variance([0.1, 1.0], 1e-6).tolist()
    others = parquet.read_table(outputs[1])["required_variance"].to_pylist()
    assert Fraction(1, 3) <= Fraction(others[0]) < Fraction(1, 3) + Fraction(1, 10**16)
    assert others[1] == gaussian.required_variance(2.0, 1e-6)
    again = tmp_path / "again.parquet"
    allocate_files(outputs, 1, [tmp_path / "again.csv", again])  # what is written can be read
    assert parquet.read_table(again) == parquet.read_table(outputs[1])


@needs_arrow
@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"variance": [1.0, -1.0]}, r"row 2, column 'variance': must not be negative"),
        ({"variance": [1.0, float("nan")]}, r"row 2, column 'variance': must be a number"),
        ({"variance": [1.0, None]}, r"row 2, column 'variance': a number is missing"),
        ({"variance": [1.0, 2.0], "active": ["yes", "maybe"]}, r"row 2, column 'active': must be yes or no"),
        ({"variance": [1.0, 2.0], "required": [1.0, 2.0]}, "must appear once, variance is there twice"),
        ({"sensitivty": [1.0]}, "did you mean 'sensitivity'"),
        ({"epsilon": [1.0], "delta": [2.0]}, r"row 1, column 'delta': must be above 0 and below 1"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_left_behind(
    columns: dict[str, list[object]], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "in.parquet"
    parquet.write_table(pa.table(columns), path)
    with pytest.raises(InvalidInput, match=message):
        allocate_files([path], 1, [tmp_path / "out.parquet"])
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
    if HAS_ARROW:
        path.rename(tmp_path / "in.parquet")
        with pytest.raises(InvalidInput, match="not a Parquet file"):
            allocate_files([tmp_path / "in.parquet"], 0)


def test_without_pyarrow_parquet_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "in.parquet"
    path.write_bytes(b"")
    monkeypatch.setitem(importlib.import_module("sys").modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"pip install 'optcheck\[data\]'"):
        allocate_files([path], 0)


def test_a_file_that_changes_meanwhile_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "in.csv"
    _write_csv(path, [(1.0, True)] * 3)
    counted = importlib.import_module("optcheck.noise.bulk.plan").counted

    def grows(*arguments: Any) -> Any:
        _write_csv(path, [(9.0, True)] * 4)
        return counted(*arguments)

    monkeypatch.setattr("optcheck.noise.bulk.plan.counted", grows)
    with pytest.raises(InvalidInput, match="has changed while it was planned: 3 parties, then 4"):
        allocate_files([path], 1, [tmp_path / "out.csv"])
    assert list(tmp_path.iterdir()) == [path]


def test_memory_does_not_grow_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_TEXT_ROWS", 200)
    monkeypatch.setattr("optcheck.noise.bulk.spilled._AT_ONCE", 200)

    def peak(rows: int) -> int:
        path = tmp_path / f"{rows}.csv"
        _write_csv(path, [(1.0 + j / 7, True) for j in range(rows)])
        tracemalloc.start()
        allocate_files([path], 2, [tmp_path / f"noise-{rows}.csv"])
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(400)  # what is imported or cached for the first time does not count
    assert peak(8000) < 1.5 * peak(1000)


@needs_arrow
def test_memory_does_not_grow_with_a_parquet_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(7)
    typed = reading._Typed
    held: list[int] = []

    def watched(*arguments: Any) -> Any:
        held.append(pa.total_allocated_bytes() - before)
        return typed(*arguments)

    monkeypatch.setattr(reading, "_ROWS", 20_000)
    monkeypatch.setattr(reading, "_Typed", watched)

    def most_held(groups: int) -> int:
        path = tmp_path / f"{groups}.parquet"
        parquet.write_table(pa.table({"variance": random.random(groups * 20_000)}), path, row_group_size=20_000)
        held.clear()
        allocate_files([path], 2, [tmp_path / f"noise-{groups}.parquet"])
        return max(held)

    before = pa.total_allocated_bytes()
    assert most_held(40) < 1.5 * most_held(8)


@given(table=tables, data=st.data())
@settings(max_examples=40, deadline=None)
def test_curves_of_files_are_those_of_the_whole(table: Table, data: st.DataObject) -> None:
    n = len(table)
    threshold = data.draw(st.integers(0, n - 1))
    cut = data.draw(st.integers(0, n))
    needs = [Fraction(at_least(Fraction(repr(need)))) for need, _ in table]  # decimals are rounded up to doubles
    active = [flag for _, flag in table]
    with TemporaryDirectory() as name:
        paths = [Path(name) / "a.csv", Path(name) / "b.csv"]
        for path, part in zip(paths, (table[:cut], table[cut:]), strict=True):
            _write_csv(path, part)
        found = curve_files(paths, threshold)
    assert found.points == curve(needs, active)
    saved = savings(needs, threshold, active)
    assert sorted(cost for _, cost in found.expensive) == sorted(cost for _, cost in saved)
    assert (found.n, found.viewers) == (n, sum(active))


@needs_dask
@pytest.mark.filterwarnings("ignore")  # dask's own clean-up warns about sockets that it closes a moment later
def test_workers_of_a_cluster_give_the_same_files(tmp_path: Path) -> None:
    distributed: Any = importlib.import_module("distributed")
    random = np.random.default_rng(5)
    inputs = [tmp_path / f"{part}.csv" for part in range(3)]
    for path in inputs:
        _write_csv(path, [(need, bool(j % 3)) for j, need in enumerate(random.lognormal(0, 2, 50).tolist())])
    here, there = ([tmp_path / f"{where}-{part}.csv" for part in range(3)] for where in ("here", "there"))
    wanted = allocate_files(inputs, 40, here, 3)
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None) as local,
        distributed.Client(local, set_as_default=False) as client,
    ):
        assert allocate_files(inputs, 40, there, 3, client=client) == wanted
        inputs[1].write_text("variance\n-1\n")
        with pytest.raises(InvalidInput, match=r"1\.csv, line 2, column 'variance': must not be negative"):
            allocate_files(inputs, 40, there, 3, client=client)
    assert [path.read_bytes() for path in here] == [path.read_bytes() for path in there]


@given(st.lists(st.floats(0, allow_infinity=False, allow_nan=False), min_size=1))
def test_standard_deviations_are_rounded_up(variances: list[float]) -> None:
    for variance, sigma in zip(variances, sigma_at_least(np.array(variances)).tolist(), strict=True):
        assert Fraction(sigma) ** 2 >= variance
        lower = np.nextafter(np.nextafter(sigma, 0), 0)
        assert sigma == 0 or Fraction(float(lower)) ** 2 < variance
