"""What ``--help`` says: every command has examples, and these run, in a folder with the files that they name."""

from __future__ import annotations

import gzip
import io
import re
import shlex
import shutil
from pathlib import Path

import pytest

from optcheck import cli
from optcheck.cli import main

ROOT = Path(__file__).parents[3]
HELP = {outline.__name__.replace("_", "-"): outline.__doc__ or "" for outline in cli.outlines()}
EXAMPLES = {name: re.findall(r"^ *- `(optcheck [^`]+)`", text, re.MULTILINE) for name, text in HELP.items()}
TOO_LONG = ("audit", "bench", "errata", "mutants", "reproduce", "show")  # minutes; other tests run them on samples
LEFT_OUT = ("--claims", "--dask", "--serve", "--with", "bulk.", "verdicts", "*.")  # not here, or without an end
STATUS = {"optcheck check model.mps highs.sol": 1}  # it is no optimum


def run(line: str) -> int:
    """The exit status of a line as a shell would run it."""
    words = shlex.split(line.partition(" < ")[0].partition(" > ")[0])
    with pytest.raises(SystemExit) as ended:
        main(words[1:])
    return ended.value.code if isinstance(ended.value.code, int) else 0


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the examples name."""
    here = tmp_path_factory.mktemp("help")
    for name, source in {
        "parties.csv": "parties.csv", "patients.csv": "patients.csv", "model.mps": "diet.mps", "model.lp": "diet.lp",
        "highs.sol": "diet.sol", "integers.lp": "knapsack.lp", "proof.json": "eq-20.json", "large.json": "eq-20.json",
    }.items():  # fmt: skip
        shutil.copy(ROOT / "examples" / source, here / name)
    (here / "model.lp.gz").write_bytes(gzip.compress((here / "model.lp").read_bytes()))
    (here / "stays.csv").write_text((here / "parties.csv").read_text().replace("1e-6,1,", "1e-6,30,"))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(here)
        for line in (
            "optcheck solve integers.lp --vipr proof.vipr",
            "optcheck solve model.mps --certificate proof.json --out answer.json",
            "optcheck allocate parties.csv -t 2 -d 1 --releases 8 --plan plan.json --out noise.csv",
            "optcheck allocate parties.csv -t 2 --dimension 3 --plan histogram.json",
            "optcheck allocate stays.csv -t 2 --dimension 2 --plan mean.json",
            "optcheck sample plan.json --party clinic --count 3 --ledger ledger.jsonl",
        ):
            assert run(line) == 0
    for month in ("january", "february"):
        shutil.copy(here / "ledger.jsonl", here / f"{month}.jsonl")
    return here


@pytest.mark.parametrize("command", HELP)
def test_every_command_has_an_example_of_its_own(command: str) -> None:
    assert any(line.split()[1] == command for line in EXAMPLES[command]), command


@pytest.mark.parametrize("command", [name for name in HELP if name not in TOO_LONG])
def test_examples_run(command: str, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shutil.copytree(files, tmp_path / "files"))
    for line in EXAMPLES[command]:
        if not any(word in line for word in LEFT_OUT):
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO((files / "parties.csv").read_bytes())))
            assert run(line) == STATUS.get(line, 0), line
