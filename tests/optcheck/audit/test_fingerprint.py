"""The cache key changes with everything that a verdict depends on, and with nothing else."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from optcheck.audit import fingerprint as module
from optcheck.audit.fingerprint import closure, fingerprint

CLAIM = "tests.optcheck.audit.samples.sums.linear"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small package of its own whose files the test may change."""
    package = tmp_path / "sandbox"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "claim.py").write_text("from sandbox import helper\nimport json\n")
    (package / "helper.py").write_text("def f():\n    from .deep import g\n    return g\n")
    (package / "deep.py").write_text("g = 1\n")
    (package / "typed.py").write_text("")
    (package / "data" / "table.csv").write_text("1,2\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(module, "OURS", ("sandbox",))
    _forget()
    yield package
    _forget()


def _forget() -> None:
    importlib.invalidate_caches()
    for name in ("_own_imports", "_imported_names", "_file_of", "_content_hash"):
        getattr(module, name).cache_clear()


def _now() -> str:
    _forget()
    return fingerprint("sandbox.claim", 0)


def test_the_closure_follows_imports_inside_functions_and_relative_ones(project: Path) -> None:
    assert closure("sandbox.claim") == {"sandbox", "sandbox.claim", "sandbox.helper", "sandbox.deep"}


@pytest.mark.parametrize("name", ["claim.py", "helper.py", "deep.py", "__init__.py", "data/table.csv"])
def test_a_change_of_any_file_that_counts_changes_the_key(project: Path, name: str) -> None:
    before = _now()
    with (project / name).open("a") as file:
        file.write("# changed\n")
    assert _now() != before


def test_other_files_do_not_count(project: Path) -> None:
    before = _now()
    (project / "typed.py").write_text("x = 2\n")
    assert _now() == before


def test_imports_for_type_checking_only_do_not_count(project: Path) -> None:
    (project / "claim.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from sandbox import typed\n"
    )
    _forget()
    assert "sandbox.typed" not in closure("sandbox.claim")


def test_a_file_with_a_syntax_error_still_has_a_key(project: Path) -> None:
    before = _now()
    (project / "claim.py").write_text("def (")
    assert _now() != before


def test_the_seed_and_versions_count(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fingerprint(CLAIM, 0) != fingerprint(CLAIM, 1)
    before = fingerprint(CLAIM, 0)
    monkeypatch.setattr("importlib.metadata.version", lambda name: "999")
    assert fingerprint(CLAIM, 0) != before


def test_a_claim_depends_on_the_engine_and_on_every_checker() -> None:
    reached = closure(CLAIM)
    assert {"optcheck.audit.search", "optcheck.audit.judge", "optcheck.checker.linear"} <= reached
    assert "optcheck.tpmdp" not in reached


def test_importing_the_whole_library_counts_all_of_it(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "claim.py").write_text("import optcheck\n")
    monkeypatch.setattr(module, "OURS", ("sandbox", "optcheck"))
    _forget()
    assert "optcheck.errors" in closure("sandbox.claim")
