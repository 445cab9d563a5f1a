"""Claims are found wherever they lie: by the name of a package, in a folder, in one file, whatever these are called."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.audit import registry
from optcheck.audit.registry import opened
from optcheck.audit.verdict import claims_option, root_shown
from optcheck.cli.new import template
from optcheck.errors import InvalidInput


@pytest.fixture(autouse=True)
def _same_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders that a test makes visible to Python are gone after it."""
    monkeypatch.setattr(sys, "path", list(sys.path))


def write(folder: Path, paper: str = "note", name: str = "eq_1", package: bool = True) -> Path:
    """A folder of claims with one claim in it."""
    (folder / paper).mkdir(parents=True, exist_ok=True)
    file = folder / paper / f"{name}.py"
    file.write_text(template("value", f"{paper}/{name.replace('_', '-')}"))
    for place in (folder, folder / paper) if package else ():
        (place / "__init__.py").write_text("")
    return file


def found(root: str) -> list[str]:
    """The ids of the claims there, each of which can be loaded."""
    sources = registry.sources(root)
    assert [registry.load(source).id for source in sources] == [source.id for source in sources]
    return [source.id for source in sources]


@pytest.mark.parametrize("package", [True, False], ids=["package", "plain folder"])
@pytest.mark.parametrize("name", ["mine", "my claims", "my-claims", "v1.2", "json", "7", "Ansprüche", "optcheck"])
def test_a_folder_may_have_any_name(tmp_path: Path, name: str, package: bool) -> None:
    folder = tmp_path / name
    file = write(folder, package=package)
    write(folder, "other", "thm_2", package=package)
    assert found(str(folder)) == found(f"{folder}/") == ["note/eq-1", "other/thm-2"]
    assert found(str(folder / "note")) == found(str(file)) == ["note/eq-1"]


def test_paths_may_be_relative_and_lead_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "relative")
    monkeypatch.chdir(tmp_path)
    for root in ("relative", "./relative", "relative/", "relative/note", "relative/../relative/note/eq_1.py"):
        assert found(root) == ["note/eq-1"]
    monkeypatch.chdir(tmp_path / "relative" / "note")
    for root in ("..", "../note", ".", "eq_1.py"):
        assert found(root) == ["note/eq-1"]


def test_a_paper_and_its_claim_may_have_blanks_in_their_names(tmp_path: Path) -> None:
    file = write(tmp_path / "papers", "a paper", "eq 1", package=False)
    assert found(str(tmp_path / "papers")) == found(str(file)) == ["a paper/eq 1"]


def test_what_lies_beside_one_paper_is_not_touched(tmp_path: Path) -> None:
    file = write(tmp_path)
    (tmp_path / "trap").mkdir()
    (tmp_path / "trap" / "__init__.py").write_text("raise SystemExit")
    (tmp_path / "statements.tsv").write_text("id\tplace\tstatement\nnote/eq-2\tEq. 2\ta\ntrap/eq-1\tEq. 1\tb\n")
    assert found(str(tmp_path / "note")) == ["note/eq-1"]
    assert registry.missing_statements((), root=str(tmp_path / "note")) == ["note/eq-2"]
    assert registry.missing_statements((), root=str(file)) == []


def test_claims_may_import_what_is_beside_them(tmp_path: Path) -> None:
    for folder in ("beside_a", "beside-b"):
        file = write(tmp_path / folder, package=True)
        (file.parent / "_common.py").write_text("N = 1\n")
        file.write_text(file.read_text().replace("integer(1)", "integer(N)") + "\n")
        file.write_text(file.read_text().replace("import *\n", "import *\nfrom ._common import N\n"))
        assert found(str(tmp_path / folder)) == ["note/eq-1"]
    inner = write(tmp_path / "outer_package" / "claims")
    (tmp_path / "outer_package" / "__init__.py").write_text("WORD = 'Eq. 7'\n")
    text = inner.read_text().replace("import *\n", "import *\nfrom outer_package import WORD\n")
    inner.write_text(text.replace('place="Eq. 1"', "place=WORD"))
    assert opened(str(tmp_path / "outer_package" / "claims")).package == "outer_package.claims"
    assert registry.find("note/eq-1", str(inner)).place == "Eq. 7"


def test_two_folders_of_one_name_do_not_get_mixed_up(tmp_path: Path) -> None:
    write(tmp_path / "one" / "twice", "first")
    write(tmp_path / "two" / "twice", "second")
    assert found(str(tmp_path / "one" / "twice")) == ["first/eq-1"]
    assert found(str(tmp_path / "two" / "twice")) == ["second/eq-1"]
    assert found(str(tmp_path / "one" / "twice")) == ["first/eq-1"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere/claims", "there is no file or folder '.*nowhere/claims' with claims"),
        ("note/_common.py", "a claim is a file NAME.py without a leading underscore"),
        ("note/data.csv", "a claim is a file NAME.py"),
        ("note/eq.1.py", "the names of papers and claims have no dot: rename .*note/eq.1.py"),
        ("v1.2/eq_1.py", "the names of papers and claims have no dot: rename .*v1.2"),
    ],
)
def test_what_holds_no_claim_is_named(tmp_path: Path, name: str, message: str) -> None:
    for file in ("note/_common.py", "note/data.csv", "note/eq.1.py", "v1.2/eq_1.py"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text("CLAIM = 1\n")
    with pytest.raises(InvalidInput, match=message):
        registry.sources(str(tmp_path / name))


def test_a_folder_whose_own_code_fails_is_told_in_one_line(tmp_path: Path) -> None:
    for name in ("fails_at_once", "fails.at.once"):
        write(tmp_path / name)
        (tmp_path / name / "__init__.py").write_text("1 / 0\n")
        with pytest.raises(InvalidInput, match=r"cannot be imported: ZeroDivisionError: division by zero"):
            registry.sources(str(tmp_path / name))


def test_the_built_in_claims_stay_what_they_are_under_their_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(registry.SETTING, raising=False)
    monkeypatch.setenv(registry.SETTING, registry.BUILT_IN)
    registry.use(str(Path(__file__).parents[3] / "proofs_numeric"))
    assert registry.is_built_in()


def test_a_folder_of_somebody_who_calls_it_as_ours_gets_none_of_our_theorems(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(registry.SETTING, "json")
    write(tmp_path / "proofs_numeric", "adpml", "eq_20")
    monkeypatch.chdir(tmp_path)
    registry.use("./proofs_numeric")
    assert not registry.is_built_in()
    assert found(registry.root_package()) == ["adpml/eq-20"]


def test_the_path_is_shown_as_a_shell_takes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.SETTING, "json")
    write(tmp_path / "my claims")
    monkeypatch.chdir(tmp_path)
    registry.use("my claims")
    assert registry.root_package() == str(tmp_path / "my claims")
    assert (root_shown(), claims_option()) == ("my claims", " --claims 'my claims'")
    monkeypatch.chdir("/")
    assert found(registry.root_package()) == ["note/eq-1"]
    assert root_shown() == os.path.relpath(tmp_path / "my claims")


@settings(max_examples=40)
@given(st.text(max_size=12))
def test_any_other_text_is_a_clear_error(text: str) -> None:
    try:
        registry.sources(text or "-")
    except (InvalidInput, OSError):
        return
    assert Path(text).exists() or all(part.isidentifier() for part in text.rstrip("/").split("."))
