"""The checker runs in a bare interpreter: no site packages, no solver, no numpy, nothing of the current folder."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

import optcheck
from optcheck import Model, solve
from optcheck.checker.__main__ import main

PACKAGE = Path(optcheck.__file__).parent
CHECKER = sorted((PACKAGE / "checker").rglob("*.py"))
LINEAR = ("__init__", "__main__", "core", "errors", "linear", "reading", "work")
MOST_LINEAR = 1000  # lines that a proof about a linear program loads
PAGE = PACKAGE.parent / "docs" / "howto" / "recheck.md"


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder with the checker alone."""
    shutil.copytree(
        PACKAGE / "checker", tmp_path / "optcheck" / "checker", ignore=shutil.ignore_patterns("__pycache__")
    )
    return tmp_path


def _run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", "-S", str(home / "optcheck" / "checker"), *arguments]
    return subprocess.run(command, env={}, capture_output=True, text=True, check=False, cwd=home)


def _save_proof(path: Path) -> None:
    model = Model("maximise")
    x = model.variable("x", cost=1, upper="22/7")
    model.row("half", {x: "1/2"}, "<=", "3/2")
    solve(model.build()).certificate.save(path)


def test_a_saved_certificate_is_checked_with_the_standard_library_alone(bare: Path) -> None:
    _save_proof(bare / "proof.json")
    done = _run(bare, "proof.json")
    words = "the maximum of the linear program with 1 row and 1 column is 3"
    assert (done.returncode, done.stdout) == (0, f"proof.json: proved: {words}\n"), done.stderr


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


def test_the_page_says_which_files_a_linear_program_needs_and_they_suffice(tmp_path: Path) -> None:
    """The commands of the page, in an empty folder."""
    page = PAGE.read_text(encoding="utf-8")
    listed = re.search(r"checker/\{([\w,]+)\}\.py", page)
    assert listed is not None
    assert sorted(listed[1].split(",")) == sorted(LINEAR)
    home = tmp_path / "empty" / "optcheck" / "checker"
    home.mkdir(parents=True)
    for name in LINEAR:
        shutil.copy(PACKAGE / "checker" / f"{name}.py", home)
    _save_proof(tmp_path / "empty" / "proof.json")
    done = _run(tmp_path / "empty", "proof.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert "python -I optcheck/checker proof.json" in page


def test_an_integer_program_needs_one_file_more(tmp_path: Path) -> None:
    assert "An integer program needs `integer.py` beside them" in PAGE.read_text(encoding="utf-8")
    home = tmp_path / "optcheck" / "checker"
    home.mkdir(parents=True)
    for name in (*LINEAR, "integer"):
        shutil.copy(PACKAGE / "checker" / f"{name}.py", home)
    model = Model("maximise")
    x = model.variable("x", cost=1, integer=True)
    model.row("half", {x: 2}, "<=", 5)
    solve(model.build()).certificate.save(tmp_path / "proof.json")
    done = _run(tmp_path, "proof.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert "the maximum of the integer program with 1 row and 1 column (1 integer) is 2" in done.stdout


def test_a_linear_program_loads_no_more_than_these_files(bare: Path) -> None:
    _save_proof(bare / "proof.json")
    code = (
        "import sys; sys.path.append('.'); from optcheck.checker.__main__ import main; main(['proof.json']); "
        "print(*sorted(name for name in sys.modules if name.startswith('optcheck.checker.')))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True, cwd=bare)
    loaded = {name.rpartition(".")[2] for name in done.stdout.splitlines()[-1].split()}
    assert loaded == set(LINEAR) - {"__init__"}
    lines = sum(len((PACKAGE / "checker" / f"{name}.py").read_text().splitlines()) for name in LINEAR)
    assert lines <= MOST_LINEAR


@pytest.mark.parametrize("way", ["module", "folder"])
def test_nothing_of_the_current_folder_is_run(way: str, bare: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Once a fractions.py beside the proof was imported."""
    folder = tmp_path_factory.mktemp("stranger")
    _save_proof(folder / "proof.json")
    for name in sorted(sys.stdlib_module_names - {"sys", "builtins"}):
        (folder / f"{name}.py").write_text(f"open('ran', 'a').write({name!r} + ' ')\n")
    started = ["-m", "optcheck.checker"] if way == "module" else ["-I", str(bare / "optcheck" / "checker")]
    done = subprocess.run(
        [sys.executable, *started, "proof.json"],
        env={"PATH": os.environ["PATH"], **({"PYTHONPATH": str(PACKAGE.parent)} if way == "module" else {})},
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert not (folder / "ran").exists(), (folder / "ran").read_text()


def test_a_silent_pipe_is_not_waited_for(bare: Path) -> None:
    os.mkfifo(bare / "pipe")
    writer = threading.Thread(target=lambda: _hold_open(bare / "pipe"), daemon=True)
    writer.start()
    descriptor = os.open(bare / "pipe", os.O_RDONLY | os.O_NONBLOCK)  # lets the writer in
    done = _run(bare, "pipe", "--limit", "1")
    os.close(descriptor)
    assert done.returncode == 2
    assert "pipe: cannot be read: nobody wrote into it for 1 seconds" in done.stderr


def _hold_open(path: Path) -> None:
    with path.open("wb"):
        threading.Event().wait(30)


def test_a_file_that_is_too_large_is_not_rejected(bare: Path) -> None:
    _save_proof(bare / "proof.json")
    done = _run(bare, "proof.json", "--most-bytes", "100")
    assert done.returncode == 6
    assert 'proof.json: NOT CHECKED: "proof.json" has more than 100 bytes (--most-bytes allows more)' in done.stderr
    assert _run(bare, "proof.json", "--most-bytes", "100000").returncode == 0


def test_a_name_cannot_forge_a_line(bare: Path) -> None:
    name = "x.json\nproof.json: proved: everything"
    (bare / name).write_text("{}")
    done = _run(bare, name)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1


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
            ours = name.startswith("optcheck.checker")
            assert ours or name.split(".")[0] in allowed, f"{path.name} imports {name}"


def test_the_readme_says_how_long_the_trusted_part_is() -> None:
    readme = (PACKAGE.parent / "README.md").read_text(encoding="utf-8")
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in CHECKER}
    definitions = sum(count for path, count in lines.items() if path.parent.name == "definitions")
    linear = sum(count for path, count in lines.items() if path.stem in LINEAR and path.parent.name == "checker")
    form = r"([\d,]+) lines of rules, ([\d,]+) of definitions.*?([\d,]+)\s+for a linear program"
    said = re.search(form, readme, re.DOTALL)
    assert said is not None
    rules = sum(lines.values()) - definitions
    assert [int(number.replace(",", "")) for number in said.groups()] == [rules, definitions, linear]


def test_the_page_says_how_long_each_part_is() -> None:
    """To the nearest ten or so; the README has the whole to the line."""
    page = (PACKAGE.parent / "docs" / "certificates.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [^|]+ \| ((?:`\w+` ?)+) \| ([\d,]+) \|$", page, re.MULTILINE)
    lines = {path.stem: 0 for path in CHECKER} | {"definitions": 0}
    for path in CHECKER:
        name = "definitions" if path.parent.name == "definitions" else path.stem
        lines[name] += len(path.read_text(encoding="utf-8").splitlines())
    named = [name for files, _ in rows for name in re.findall(r"\w+", files)]
    assert sorted(named) == sorted(name for name, count in lines.items() if count > 1)
    for files, said in rows:
        true = sum(lines[name] for name in re.findall(r"\w+", files))
        assert abs(int(said.replace(",", "")) - true) <= 30, (files, true)
