"""The page "Audit your own paper" is followed word by word, from an empty folder: files, commands, what they print."""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_console_examples import is_shown

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
FILES: dict[str, str] = dict(re.findall(r"```python\n# (\S+)\n(.*?)```", PAGE, re.DOTALL))
PROGRAMS = {"optcheck": [sys.executable, "-m", "optcheck"], "python": [sys.executable], "python3": [sys.executable]}


def steps() -> Iterator[tuple[str, str, str]]:
    """What the page says to do, in order: ("write", file, text) or ("run", command, output)."""
    for kind, block in re.findall(r"```(python|console)\n(.*?)```", PAGE, re.DOTALL):
        if kind == "python":
            yield "write", block.partition("\n")[0].removeprefix("# "), block
        for command, _, shown in (part.partition("\n") for part in re.split(r"^\$ ", block, flags=re.M)[1:]):
            yield "run", command, shown


def run(folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    program, *words = shlex.split(command)
    environment = {**os.environ, "COLUMNS": "100"}
    environment.pop("OPTCHECK_CLAIMS", None)
    call = [*PROGRAMS[program], *words]
    return subprocess.run(call, cwd=folder, env=environment, capture_output=True, text=True, timeout=250, check=False)


@pytest.mark.long
def test_the_page_is_followed_word_by_word(tmp_path: Path) -> None:
    for kind, name, text in steps():
        if kind == "write":
            assert (tmp_path / name).parent.is_dir()
            (tmp_path / name).write_text(text, encoding="utf-8")
        else:
            done = run(tmp_path, name)
            assert done.returncode == 0, done.stdout + done.stderr
            assert is_shown(done.stdout, text), f"{name}\n{done.stdout}"
    assert sorted(path.name for path in (tmp_path / "findings").iterdir()) == [
        "README.md", "checker", "erratum.md", "erratum.tex", "mynote-eq-1",
    ]  # fmt: skip


def test_the_page_has_files_and_commands() -> None:
    assert list(FILES) == [
        "claims/mynote/eq_1.py", "claims/mynote/eq_2.py", "claims/mynote/lem_1.py", "test_claims.py",
    ]  # fmt: skip
    assert len(re.findall(r"^\$ ", PAGE, re.MULTILINE)) == 9
    assert PAGE.count("```") == 2 * len(re.findall(r"```(?:python|console)\n", PAGE))


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("claims/")])
def test_every_claim_is_short_and_every_import_is_used(name: str) -> None:
    code = FILES[name]
    assert len(code.splitlines()) <= 50
    imports = [node for node in ast.parse(code).body if isinstance(node, ast.ImportFrom)]
    rest = "\n".join(line for line in code.splitlines() if not line.startswith("from "))
    names = [item.name for node in imports for item in node.names if item.name != "*"]
    assert [one for one in names if not re.search(rf"\b{one}\b", rest)] == []


@pytest.mark.parametrize("strength", ["machine-checked", "exhaustive", "checked"])
def test_the_test_of_the_page_notices_another_strength(tmp_path: Path, strength: str) -> None:
    file = tmp_path / "claims" / "mynote" / "eq_1.py"
    file.parent.mkdir(parents=True)
    file.write_text(FILES["claims/mynote/eq_1.py"])
    call = f'test_claims = claim_tests("claims", {{"mynote/eq-1": "{strength}"}})\n'
    (tmp_path / "test_claims.py").write_text(f"from optcheck.testing import claim_tests\n\n{call}")
    done = run(tmp_path, "python -m pytest -q -p no:cacheprovider test_claims.py")
    assert done.returncode == 1
    assert f"mynote/eq-1: corrected, and the strength is proved, not {strength}" in done.stdout
