"""The checker runs in a bare interpreter: no site packages, no solver, no numpy."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import optcheck
from optcheck import Model, solve
from optcheck.checker.__main__ import main

PACKAGE = Path(optcheck.__file__).parent
CHECKER = sorted((PACKAGE / "checker").rglob("*.py"))


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder with the checker and the error types alone."""
    home = tmp_path / "optcheck"
    shutil.copytree(PACKAGE / "checker", home / "checker", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PACKAGE / "errors.py", home)
    (home / "__init__.py").write_text("")
    return tmp_path


def _run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(home)}
    command = [sys.executable, "-S", "-m", "optcheck.checker", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=home)


def test_a_saved_certificate_is_checked_with_the_standard_library_alone(bare: Path) -> None:
    model = Model("maximise")
    x = model.variable("x", cost=1, upper="22/7")
    model.row("half", {x: "1/2"}, "<=", "3/2")
    solve(model.build()).certificate.save(bare / "proof.json")
    done = _run(bare, "proof.json")
    words = "the maximum of the linear program with 1 row and 1 column is 3"
    assert (done.returncode, done.stdout) == (
        0,
        f"proof.json: proved: {words}\n",
    ), done.stderr


def test_a_false_certificate_is_rejected_there_too(bare: Path) -> None:
    (bare / "false.json").write_text('{"format": 1, "kind": "linear-program", "instance": {}, "evidence": {}}')
    (bare / "float.json").write_text('{"format": 1.0}')
    done = _run(bare, "false.json", "float.json")
    assert done.returncode == 1
    assert "false.json: REJECTED: field 'sense' of instance" in done.stderr
    assert "floats are not evidence" in done.stderr


def test_without_a_file_the_usage_is_shown(bare: Path) -> None:
    done = _run(bare)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: python -m optcheck.checker")


@pytest.mark.parametrize("name", ["\x1b[31mred.json", "bell\x07.json", "\u202eevil.json", "\udcff.json", "--\x1b[2J"])
def test_control_characters_in_names_are_not_printed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    said = []
    for content in (None, "{}", '{"format": 1.0}'):
        if content is not None:
            Path(name).write_text(content)
        with suppress(SystemExit):
            main([name])
        said.append(capsys.readouterr().err)
    assert all(text.rstrip("\n").splitlines()[-1].isprintable() and "\\" in text for text in said), said


@pytest.mark.parametrize("path", CHECKER, ids=lambda path: path.stem)
def test_the_checker_imports_the_standard_library_only(path: Path) -> None:
    allowed = sys.stdlib_module_names | {"__future__"}
    for node in ast.walk(ast.parse(path.read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            ours = name == "optcheck.errors" or name.startswith("optcheck.checker")
            assert ours or name.split(".")[0] in allowed, f"{path.name} imports {name}"


def test_the_trusted_part_is_short() -> None:
    lines = {path.stem: len(path.read_text().splitlines()) for path in CHECKER}
    core = ("core", "reading", "work", "facts", "numerals", "opening", "wording")
    assert sum(lines[name] for name in core) <= 800, lines
    assert max(lines.values()) <= 200, lines


def test_the_page_says_how_long_the_trusted_parts_are() -> None:
    page = (PACKAGE.parent / "docs" / "certificates.md").read_text(encoding="utf-8")
    parts = re.findall(r"^\| [^|]+ \| ((?:`\w+` ?)+) \| (\d+) \|$", page, re.MULTILINE)
    told: set[str] = set()
    for names, lines in parts:
        words = set(re.findall(r"\w+", names))
        found = [
            file for file in CHECKER if (file.parent.name if file.parent.name != "checker" else file.stem) in words
        ]
        assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in found) == pytest.approx(
            int(lines), rel=0.1
        )
        told |= words
    assert {file.stem for file in CHECKER if file.parent.name == "checker"} | {"families"} == told | {"__init__"}
