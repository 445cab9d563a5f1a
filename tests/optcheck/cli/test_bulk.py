"""``optcheck allocate`` on large files and folders: the same noise as for a small file, in chunks."""

from __future__ import annotations

import csv
import importlib
import importlib.util
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from optcheck.cli import allocate
from tests.optcheck.cli.conftest import Command
from tests.optcheck.noise.parquet import needs_duckdb, read_parquet, write_parquet

EXAMPLE = Path(__file__).parents[3] / "examples" / "parties.csv"
HAS_DASK = importlib.util.find_spec("distributed") is not None
needs_dask = pytest.mark.skipif(not HAS_DASK, reason="needs the extra: pip install 'optcheck[dask]'")
pytestmark = needs_duckdb
COMPUTED = ("required_variance", "noise_variance")


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def _numbers(path: Path) -> list[tuple[str, ...]]:
    return [tuple(row[name] for name in COMPUTED) for row in _rows(path)]


def test_a_large_file_is_planned_in_chunks_with_the_same_noise(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small, large = tmp_path / "small.csv", tmp_path / "large.csv"
    options = ("-t", "2", "-d", "1", "--releases", "3")
    assert command("allocate", str(EXAMPLE), *options, "--out", str(small)).status == 0
    monkeypatch.setattr(allocate, "_LARGE", 10)
    answer = command("allocate", str(EXAMPLE), *options, "--out", str(large), "--json")
    assert answer.status == 0
    assert _numbers(large) == _numbers(small)
    assert Fraction(json.loads(answer.out)["total"]) == sum(Fraction(float(cells[1])) for cells in _numbers(small))
    assert "For a proof: --plan and --out" in command("allocate", str(EXAMPLE), *options).out
    proved = command("allocate", str(EXAMPLE), *options, "--certificate", str(tmp_path / "proof.json"))
    assert "Proved:" in proved.out


def test_a_folder_is_planned_as_one_table(command: Command, tmp_path: Path) -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines(keepends=True)
    folder, noise, whole = tmp_path / "in", tmp_path / "noise", tmp_path / "whole.csv"
    folder.mkdir()
    (folder / "a.csv").write_text("".join(lines[:3]), encoding="utf-8")
    (folder / "b.csv").write_text("".join([lines[0], *lines[3:]]), encoding="utf-8")
    assert command("allocate", str(EXAMPLE), "-t", "2", "--out", str(whole)).status == 0
    assert command("allocate", str(folder), "-t", "2", "--out", str(noise)).status == 0
    assert [cells for name in "ab" for cells in _numbers(noise / f"{name}.csv")] == _numbers(whole)


def test_three_commands_for_a_table_larger_than_memory(command: Command, tmp_path: Path) -> None:
    folder, plan, noise = tmp_path / "in", str(tmp_path / "plan.json"), str(tmp_path / "noise")
    folder.mkdir()
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "a.csv").write_text("".join(lines[:3]), encoding="utf-8")
    (folder / "b.csv").write_text("".join([lines[0], *lines[3:]]), encoding="utf-8")
    small = ("--plan", str(tmp_path / "small.json"), "--out", str(tmp_path / "small.csv"))
    assert command("allocate", str(EXAMPLE), "-t", "2", "-d", "1", *small).status == 0
    planned = command("allocate", str(folder), "-t", "2", "-d", "1", "--plan", plan, "--out", noise)
    assert "Proved: each of the 7 rows gets the (epsilon, delta) that stands in it" in planned.out
    assert "also when any 1 more has left" in command("verify", plan, "--noise", noise).out
    steps = [row["grid_variance"] for name in "ab" for row in _rows(tmp_path / "noise" / f"{name}.csv")]
    assert steps == [row["grid_variance"] for row in _rows(tmp_path / "small.csv")]
    asked = ("sample", plan, "--noise", noise, "--value", "2", "--low", "0", "--high", "1", "--party")
    drawn = command(*asked, "clinic")
    assert "was clipped" in drawn.err
    assert len(json.loads(drawn.out)["share"]) == 1
    assert "must have one row with the name 'nobody', got 0" in " ".join(command(*asked, "nobody").err.split())
    assert command("sample", plan, "--party", "clinic", "--noise-only").status == 2
    record = command("allocate", str(folder), "-t", "2", "-d", "1", "--plan", plan, "--out", noise, "--json").out
    assert json.loads(record)["price"] < 0.01


@needs_dask
@pytest.mark.filterwarnings("ignore")  # dask's own clean-up warns about sockets that it closes a moment later
def test_a_real_cluster_behind_the_command(command: Command, tmp_path: Path) -> None:
    distributed: Any = importlib.import_module("distributed")
    folder = tmp_path / "in"
    folder.mkdir()
    for part in "abc":
        (folder / f"{part}.csv").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    options = ("allocate", str(folder), "-t", "2", "-d", "1", "--out")
    assert command(*options, str(tmp_path / "here")).status == 0
    sizes = {"n_workers": 2, "threads_per_worker": 1, "processes": False, "protocol": "tcp"}
    with distributed.LocalCluster(**sizes, dashboard_address=None) as local:
        cluster = ("--dask", local.scheduler_address)
        assert command(*options, str(tmp_path / "there"), *cluster).status == 0
        planned = command(*options, str(tmp_path / "noise"), "--plan", str(tmp_path / "plan.json"), *cluster)
        assert "Proved: each of the 21 rows" in planned.out, planned.err
        (folder / "b.csv").write_text("variance\n-1\n")
        assert "must not be negative" in command(*options, str(tmp_path / "bad"), *cluster).err
    for part in "abc":
        assert (tmp_path / "here" / f"{part}.csv").read_bytes() == (tmp_path / "there" / f"{part}.csv").read_bytes()


def test_the_curve_of_a_folder_is_that_of_the_whole(command: Command, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    whole, parts = (command("curve", path, "-t", "2", "-d", "1").out for path in (str(EXAMPLE), str(tmp_path)))
    assert parts == whole
    assert "hospital (" in parts


def test_parquet_in_and_out(command: Command, tmp_path: Path) -> None:
    table, noise = tmp_path / "in.parquet", tmp_path / "noise.parquet"
    write_parquet(table, {"party": ["=a", "b", "c"], "variance": [3.0, 1.0, 2.0]})
    answer = command("allocate", str(table), "-t", "1", "--out", str(noise))
    assert answer.status == 0
    assert "a standard deviation of 2 (variance 4): 3 parties, of whom 3 see the result" in answer.out
    assert read_parquet(noise)["noise_variance"] == [2.0, 1.0, 1.0]
    assert command("allocate", str(table), "-t", "1", "--out", str(tmp_path / "noise.csv")).status == 0
    assert (tmp_path / "noise.csv").read_text().splitlines()[:2] == [
        "party,required_variance,noise_variance,noise_sigma",
        "'=a,3.0,2.0,1.4142135623730951",
    ]


def test_a_failure_is_one_line(tmp_path: Path) -> None:
    """Also where a database was open, whose package complains about what is not cleaned up."""
    (tmp_path / "a.csv").write_text("variance\n-1\n")
    words = [sys.executable, "-m", "optcheck.cli", "allocate", str(tmp_path), "-t", "0"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"optcheck: {tmp_path}/a.csv, line 2, column 'variance': must not be negative, got -1\n"


def test_what_does_not_go_together_is_refused(command: Command, tmp_path: Path) -> None:
    def refused(*words: str) -> str:
        answer = command("allocate", *words, "-t", "1")
        assert answer.status == 2
        return " ".join(answer.err.split())

    assert "must hold .parquet or .csv files, got none" in refused(str(tmp_path))
    assert "--certificate needs all parties in memory" in refused(str(tmp_path), "--certificate", "proof.json")
    (tmp_path / "a.csv").write_text("variance\n1\n2\n")
    assert "give --out noise.csv as well as --plan" in refused(str(tmp_path), "--plan", "plan.json")
    out = ("--plan", str(tmp_path / "plan.json"), "--out", str(tmp_path / "noise"))
    assert "line 2, column 'variance': a plan needs epsilon and delta" in refused(str(tmp_path), *out)
    assert not (tmp_path / "plan.json").exists()
    assert "--dask is for a folder" in refused(str(EXAMPLE), "--dask", "tcp://127.0.0.1:9")
    assert "there is no file" in refused(str(tmp_path / "no.parquet"))


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize("planned", [True, False])
def test_large_deltas_are_named(command: Command, tmp_path: Path, kind: str, planned: bool) -> None:
    table: dict[str, list[float]]
    table, folder = {"epsilon": [1.0, 1.0], "delta": [1e-6, 0.125], "records": [100, 100]}, tmp_path / "in"
    folder.mkdir()
    if kind == "csv":
        lines = [",".join(table), *(",".join(map(str, row)) for row in zip(*table.values(), strict=True))]
        (folder / "a.csv").write_text("\n".join(lines) + "\n")
    else:
        write_parquet(folder / "a.parquet", table)
    plan = ("--plan", str(tmp_path / "plan.json")) if planned else ()
    said = " ".join(command("allocate", str(folder), "-t", "1", "--out", str(tmp_path / "noise"), *plan).err.split())
    assert "is above 1/100, one over the number of records: it allows publishing somebody's record" in said
    assert said.count("one over the number of records") == 1


def test_warnings_stay(command: Command, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("variance,active\n1,no\n")
    answer = command("allocate", str(tmp_path), "-t", "0")
    assert "threshold 0 guards against nobody" in " ".join(answer.err.split())
    assert "nobody is active" in " ".join(answer.err.split())


def test_a_plan_made_in_bulk_is_named_where_it_cannot_be_used(command: Command, tmp_path: Path) -> None:
    plan, folder = str(tmp_path / "plan.json"), tmp_path / "in"
    folder.mkdir()
    (folder / "a.csv").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    assert command("allocate", str(folder), "-t", "2", "--plan", plan, "--out", str(tmp_path / "noise")).status == 0
    replan = ("replan", plan, "--left", "gym", "--plan", str(tmp_path / "second.json"))
    for words in (("export", plan), replan, ("sample", plan, "--party", "gym", "--noise-only")):
        answer = command(*words)
        assert answer.status == 2
        assert "is a plan made in bulk" in answer.err
        assert "replan and export need a plan that holds its parties" in answer.err


@needs_dask
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_without_workers_is_refused_before_anything_is_made(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed: Any = importlib.import_module("distributed")
    monkeypatch.setattr("optcheck.noise.bulk._WORKER_SECONDS", 0.5)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.csv").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    sizes = {"n_workers": 0, "processes": False, "protocol": "tcp", "dashboard_address": None}
    with distributed.LocalCluster(**sizes) as empty:
        words = ("allocate", str(tmp_path / "in"), "-t", "2", "--out", str(tmp_path / "noise"))
        answer = command(*words, "--dask", empty.scheduler_address)
    assert answer.status == 2
    assert "the dask scheduler has no workers" in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["in"]
