"""``optcheck allocate`` on large files and folders: the same noise as for a small file, in chunks."""

from __future__ import annotations

import csv
import importlib
import importlib.util
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from optcheck.cli import _bulk
from tests.optcheck.cli.conftest import Command

EXAMPLE = Path(__file__).parents[3] / "examples" / "parties.csv"
HAS_ARROW = importlib.util.find_spec("pyarrow") is not None
needs_arrow = pytest.mark.skipif(not HAS_ARROW, reason="needs the extra: pip install 'optcheck[data]'")
COMPUTED = ("required_variance", "noise_variance")


def _numbers(path: Path) -> list[tuple[str, ...]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return [tuple(row[name] for name in COMPUTED) for row in csv.DictReader(stream)]


def test_a_large_file_is_planned_in_chunks_with_the_same_noise(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small, large = tmp_path / "small.csv", tmp_path / "large.csv"
    options = ("-t", "2", "-d", "1", "--releases", "3")
    assert command("allocate", str(EXAMPLE), *options, "--out", str(small)).status == 0
    monkeypatch.setattr(_bulk, "_LARGE", 10)
    answer = command("allocate", str(EXAMPLE), *options, "--out", str(large), "--json")
    assert answer.status == 0
    assert _numbers(large) == _numbers(small)
    assert Fraction(json.loads(answer.out)["total"]) == sum(Fraction(float(cells[1])) for cells in _numbers(small))
    assert "no proof was written" in command("allocate", str(EXAMPLE), *options).out
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


@needs_arrow
def test_parquet_in_and_out(command: Command, tmp_path: Path) -> None:
    arrow: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    table, noise = tmp_path / "in.parquet", tmp_path / "noise.parquet"
    parquet.write_table(arrow.table({"party": ["=a", "b", "c"], "variance": [3.0, 1.0, 2.0]}), table)
    answer = command("allocate", str(table), "-t", "1", "--out", str(noise))
    assert answer.status == 0
    assert "Noise for 3 parties (3 active), up to 1 colluding: total variance 4 (subcase 1)" in answer.out
    assert parquet.read_table(noise).to_pydict()["noise_variance"] == [2.0, 1.0, 1.0]
    assert command("allocate", str(table), "-t", "1", "--out", str(tmp_path / "noise.csv")).status == 0
    assert (tmp_path / "noise.csv").read_text().splitlines()[:2] == [
        "party,required_variance,noise_variance,noise_sigma",
        "'=a,3.0,2.0,1.4142135623730954",
    ]


def test_what_does_not_go_together_is_refused(command: Command, tmp_path: Path) -> None:
    def refused(*words: str) -> str:
        answer = command("allocate", *words, "-t", "1")
        assert answer.status == 2
        return " ".join(answer.err.split())

    assert "must hold .parquet or .csv files, got none" in refused(str(tmp_path))
    assert "--plan and --certificate need all parties in memory" in refused(str(tmp_path), "--plan", "plan.json")
    assert "--dask is for a folder" in refused(str(EXAMPLE), "--dask", "tcp://127.0.0.1:9")
    assert "there is no file" in refused(str(tmp_path / "no.parquet"))


def test_warnings_stay(command: Command, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("variance,active\n1,no\n")
    answer = command("allocate", str(tmp_path), "-t", "0")
    assert "threshold 0 guards against nobody" in " ".join(answer.err.split())
    assert "nobody is active" in " ".join(answer.err.split())
