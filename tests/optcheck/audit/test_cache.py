"""The journal of an interrupted run is believed no more than a stranger's file, and gone when the run ends."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from optcheck.audit.registry import Source
from optcheck.audit.run import Ended, Journal, Plan, _digest, run, work

Damage = Callable[[dict[str, Any]], object]


def by_id(sources: tuple[Source, ...], name: str) -> Source:
    return next(source for source in sources if source.id == name)


def tampered(tmp_path: Path, source: Source, change: Damage) -> tuple[Journal, list[str]]:
    """A cache whose one file has been changed by hand, and what it warns of."""
    warnings: list[str] = []
    cache = Journal(tmp_path, warnings.append)
    cache.store(source, 0, work(source, 0))
    (file,) = tmp_path.iterdir()
    stored = json.loads(file.read_text())
    change(stored)
    file.write_text(json.dumps(stored))
    return cache, warnings


def put(*path: Any) -> Damage:
    """A change: the last item replaces what the others lead to."""

    def change(stored: dict[str, Any]) -> None:
        *keys, name, value = path
        target = stored["verdict"]
        for key in keys:
            target = target[key]
        target[name] = value

    return change


def signed(change: Damage) -> Damage:
    """The same by somebody who also computes the digest."""

    def change_and_sign(stored: dict[str, Any]) -> None:
        change(stored)
        stored["digest"] = _digest(stored["key"], stored["verdict"])

    return change_and_sign


REFUSED = {
    "a stronger verdict": put("strength", "proved"),
    "another count": put("checked", 10**6),
    "a verdict without its evidence": put("counterexample", None),
    "another title": put("title", "x"),
    "another claim": signed(put("id", "primes/euler")),
    "an error": signed(put("verdict", "error")),
    "a false certificate": signed(put("counterexample", "certificate", "instance", "right", "999")),
    "no certificate": signed(put("counterexample", "certificate", {})),
    "words that were not proved": signed(put("counterexample", "proves", "all is well")),
    "no verdict at all": lambda stored: stored.pop("verdict"),
    "a verdict that is a list": lambda stored: stored.update(verdict=[]),
    "no number of seconds": lambda stored: stored.update(seconds="x"),
}


@pytest.mark.parametrize("change", REFUSED.values(), ids=REFUSED.keys())
def test_what_was_changed_is_computed_again(tmp_path: Path, sample_sources: tuple[Source, ...], change: Damage) -> None:
    source = by_id(sample_sources, "sums/squares")
    cache, warnings = tampered(tmp_path, source, change)
    assert cache.load(source, 0) is None
    assert len(warnings) == 1
    assert warnings[0].startswith(f"ignored {tmp_path}")


def test_what_was_not_changed_comes_back_as_it_was(tmp_path: Path, sample_sources: tuple[Source, ...]) -> None:
    for source in sample_sources:
        cache, finished = Journal(tmp_path), work(source, 0)
        cache.store(source, 0, finished)
        loaded = cache.load(source, 0)
        assert loaded is not None
        assert loaded.verdict == finished.verdict
        assert loaded.cached


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"null", b"[]", b"\xff", b"[" * 100_000, b'{"seconds": NaN}', b'{"key": 1, "key": 2}'],
)
def test_damaged_files_are_no_cache(tmp_path: Path, sample_sources: tuple[Source, ...], content: bytes) -> None:
    source = sample_sources[0]
    cache, _ = tampered(tmp_path, source, lambda stored: None)
    (file,) = tmp_path.iterdir()
    file.write_bytes(content)
    assert cache.load(source, 0) is None


def _make_folder(file: Path) -> None:
    file.mkdir()


def _make_pipe(file: Path) -> None:
    os.mkfifo(file)


def _make_loop(file: Path) -> None:
    file.symlink_to(file)


@pytest.mark.parametrize("make", [_make_folder, _make_pipe, _make_loop])
def test_what_is_no_file_is_no_cache(
    tmp_path: Path, sample_sources: tuple[Source, ...], make: Callable[[Path], None]
) -> None:
    source = sample_sources[0]
    cache, warnings = tampered(tmp_path, source, lambda stored: None)
    (file,) = tmp_path.iterdir()
    file.unlink()
    make(file)
    assert cache.load(source, 0) is None
    assert len(warnings) == 1


def test_a_file_that_others_may_write_is_no_cache(tmp_path: Path, sample_sources: tuple[Source, ...]) -> None:
    source = sample_sources[0]
    cache, warnings = tampered(tmp_path, source, lambda stored: None)
    assert cache.load(source, 0) is not None
    (file,) = tmp_path.iterdir()
    file.chmod(0o666)
    assert cache.load(source, 0) is None
    assert "somebody else may have written it" in warnings[0]


def test_an_unusable_folder_does_not_stop_an_audit(tmp_path: Path, sample_sources: tuple[Source, ...]) -> None:
    warnings: list[str] = []
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "inside"):
        warnings.clear()
        plan = Plan(sources=sample_sources[:1], cache=Journal(folder, warnings.append))
        (found,) = [event.result for event in run(plan) if isinstance(event, Ended)]
        assert found.verdict.agrees
        assert "is unusable" in warnings[-1]
