"""The cache key changes with everything that a verdict may depend on."""

from __future__ import annotations

import importlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from optcheck.audit import run as module
from optcheck.audit.run import changed_since, fingerprint

CLAIM = "tests.optcheck.audit.samples.sums.linear"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small package of its own whose files the test may change."""
    package = tmp_path / "sandbox"
    (package / "data").mkdir(parents=True)
    for name in ("__init__.py", "claim.py", "data/table.csv"):
        (package / name).write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(module, "OURS", ("sandbox",))
    monkeypatch.setattr(module, "root_package", lambda: "sandbox")
    _forget()
    yield package
    _forget()


def _forget() -> None:
    importlib.invalidate_caches()
    module._contents.cache_clear()


def _now(seed: int = 0) -> str:
    _forget()
    return fingerprint("sandbox.claim", seed)


@pytest.mark.parametrize("name", ["claim.py", "__init__.py", "data/table.csv", "new.v"])
def test_a_change_of_any_file_changes_the_key(project: Path, name: str) -> None:
    before = _now()
    with (project / name).open("a") as file:
        file.write("# changed\n")
    assert _now() != before


def test_modules_beside_a_package_of_ones_own_count(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "OURS", ())
    before = _now()
    (project.parent / "helper.py").write_text("x = 1\n")
    assert _now() != before


@pytest.mark.parametrize("name", ["claim.pyc", "__pycache__/claim.pyc", "__pycache__/claim.cpython-311.pyc.4711"])
def test_compiled_files_do_not_count(project: Path, name: str) -> None:
    """Not even half-written ones: another process may compile at any moment, and rename its file a moment later."""
    before, moment = _now(), time.time() + 60
    (project / name).parent.mkdir(exist_ok=True)
    (project / name).write_text("x")
    os.utime(project / name, (moment + 60, moment + 60))
    assert _now() == before
    assert changed_since(moment) is None


def test_the_seed_the_claim_and_versions_count(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = _now()
    assert _now(seed=1) != before
    assert fingerprint("sandbox.other", 0) != before
    monkeypatch.setattr(module, "_installed", lambda: "numpy 999")
    assert fingerprint("sandbox.claim", 0) != before


def test_a_changed_file_is_named(project: Path) -> None:
    assert changed_since(time.time() + 60) is None
    assert changed_since(0) in {"__init__.py", "claim.py", "table.csv"}


def test_formal_proofs_and_the_checker_count() -> None:
    names = {path.name for path in module._files("proofs_numeric")}
    assert {"manifest.json", "linear.py", "statements.tsv"} <= names
