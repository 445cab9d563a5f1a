"""The page "Audit your own paper" works from an empty folder: verdict, certificate, mutants, report, tests."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parent.parent / "docs" / "claims.md").read_text(encoding="utf-8")
CLAIM, TEST, PROVED, PROPERTY = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as the page describes it."""
    paper = tmp_path / "claims" / "mynote"
    paper.mkdir(parents=True)
    for place in (paper, paper.parent):
        (place / "__init__.py").write_text("")
    (paper / "eq_1.py").write_text(CLAIM)
    return tmp_path


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "optcheck.cli", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=250, check=False)


def test_the_claim_is_short() -> None:
    assert len(CLAIM.splitlines()) <= 75
    assert sum(bool(line.strip()) for line in CLAIM.partition('"""\n\nfrom')[2].splitlines()) <= 60


def test_from_an_empty_folder_to_a_verdict_with_a_report(folder: Path) -> None:
    done = run(folder, "audit", "--claims", "claims", "--no-cache", "--html", "report.html")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 corrected" in done.stdout
    assert "Eq. 1" in (folder / "report.html").read_text(encoding="utf-8")


def test_the_claim_with_a_proof_is_proved_and_the_one_with_a_property_is_corrected(folder: Path) -> None:
    for name, code in (("eq_2", PROVED), ("thm_1", PROPERTY)):
        (folder / "claims" / "mynote" / f"{name}.py").write_text(code)
    done = run(folder, "audit", "--claims", "claims/", "--no-cache", "--json", "audit.json")
    assert done.returncode == 0, done.stdout + done.stderr
    found = {claim["id"]: claim for claim in json.loads((folder / "audit.json").read_text())["claims"]}
    assert (found["mynote/eq-2"]["verdict"], found["mynote/eq-2"]["strength"]) == ("holds", "proved")
    assert found["mynote/thm-1"]["verdict"] == "corrected"
    done = run(folder, "mutants", "--claims", "claims")
    assert done.returncode == 0, done.stdout + done.stderr
    done = run(folder, "errata", "mynote", "--claims", "claims")
    assert "--certificate proof.json --claims claims && optcheck verify proof.json" in done.stdout


@pytest.mark.parametrize("code", [CLAIM, PROVED, PROPERTY])
def test_every_import_is_used(code: str) -> None:
    imports = [node for node in ast.parse(code).body if isinstance(node, ast.ImportFrom)]
    rest = "\n".join(line for line in code.splitlines() if not line.startswith("from "))
    unused = [item.name for node in imports for item in node.names if not re.search(rf"\b{item.name}\b", rest)]
    assert unused == []


def test_a_float_form_is_refused(folder: Path) -> None:
    wrong = CLAIM.replace("return parties.n * Fraction(1, 2)\n", "return parties.n / 2\n", 1)
    (folder / "claims" / "mynote" / "eq_1.py").write_text(wrong)
    done = run(folder, "audit", "--claims", "claims", "--no-cache")
    assert done.returncode == 1
    assert "only exact values are judged, got the float" in " ".join(done.stdout.split())


def test_the_claims_are_tests_of_their_own(folder: Path) -> None:
    (folder / "test_claims.py").write_text(TEST)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_claims.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=250, check=False)
    assert done.returncode == 0, done.stdout


def test_new_writes_a_claim_that_runs(tmp_path: Path) -> None:
    assert run(tmp_path, "new", "mine/eq-7").returncode == 0
    done = run(tmp_path, "audit", "--claims", "claims", "--no-cache")
    assert done.returncode == 0, done.stdout + done.stderr
    again = run(tmp_path, "new", "mine/eq-7")
    assert again.returncode == 2
    assert "already there" in again.stderr
    assert run(tmp_path, "new", "../x").returncode == 2
