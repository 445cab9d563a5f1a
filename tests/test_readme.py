"""The README is short and true. Its console examples are run by test_console_examples.py, its other promises here."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import typer

from docs.notebook_pages import read
from optcheck.cli import app
from proofs_numeric.adpml._experiments import TableRow, experiment
from proofs_numeric.adpml.eq_20 import corrected_for_paper, printed_for_paper
from tests.proofs_numeric.judged import judged
from tests.test_console_examples import SETTING_UP, sessions

ROOT = Path(__file__).parent.parent
PATH = ROOT / "README.md"
README = PATH.read_text(encoding="utf-8")
PROSE = re.sub(r"```.*?```", "", README, flags=re.DOTALL)
TYPED = re.findall(r"`([^`\n]+)`", PROSE)  # commands and files in the running text


def test_it_is_short() -> None:
    assert len(PATH.read_bytes()) <= 8_000


def test_every_example_is_of_a_kind_that_is_run() -> None:
    assert set(re.findall(r"^```(\w*)$", README, re.MULTILINE)) == {"console", "python", ""}
    assert len(re.findall(r"^```\w+$", README, re.MULTILINE)) == len(re.findall(r"^```$", README, re.MULTILINE))


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", README, re.DOTALL))
def test_the_examples_in_python_run(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {})


def test_what_sets_up_is_there() -> None:
    commands = [command for command, _ in sessions(PATH)]
    assert set(SETTING_UP) <= set(commands)
    assert "VENV := .venv\n" in (ROOT / "Makefile").read_text()


@pytest.mark.parametrize("command", sorted({line for line in [*TYPED, *SETTING_UP] if line.startswith("make ")}))
def test_make_knows_its_targets(command: str) -> None:
    done = subprocess.run([*command.split(), "--dry-run"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_commands_in_the_text_exist() -> None:
    known = set(typer.main.get_command(app()).commands)  # type: ignore[attr-defined]
    named = {line.split()[1] for line in TYPED if line.startswith("optcheck ")}
    assert named
    assert named <= known


def test_what_pip_is_asked_for_exists() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    asked = [line for line in TYPED if line.startswith("pip ")]
    assert asked == ["pip install .", "pip install '.[all]'"]
    assert "all" in extras


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#]+)", README))))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).is_file()


def test_what_was_measured_is_on_the_page() -> None:
    section = README.partition("## What was measured")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")]
    assert rows
    assert set(rows) <= set((ROOT / "docs" / "measured.md").read_text().splitlines())


def test_the_notebook_shows_the_float_solver_that_is_wrong() -> None:
    cells = read(ROOT / "docs" / "notebooks" / "exact-lp.ipynb")["cells"]
    printed = "".join(text for cell in cells for output in cell.get("outputs", ()) for text in output["text"])
    assert "optimal 9\n" in printed
    assert "True 2.45" in printed
    assert "reports success\nwith 2.45 where the optimum is 9" in README


def test_python_alone_checks_the_counterexample_that_the_audit_finds() -> None:
    certificate = ROOT / "examples" / "eq-20.json"
    found = judged("adpml/eq-20").counterexample
    assert found is not None
    assert json.loads(certificate.read_text()) == found.certificate
    bare = [sys.executable, "-S", "-m", "optcheck.checker", str(certificate)]
    assert subprocess.run(bare, cwd=ROOT, capture_output=True, check=False).returncode == 0


def test_the_formula_that_is_wrong_gives_these_numbers() -> None:
    run = TableRow("MNIST", 90)
    assert experiment(run).adaptive_rounds == 16
    claimed, true = (float(form(run).decimal(6)) for form in (printed_for_paper, corrected_for_paper))
    assert f"answers **−{-claimed:.1f}**" in README
    assert f"The truth is {true:.2f}." in README
