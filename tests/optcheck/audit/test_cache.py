"""Kept verdicts are believed no more than a stranger's file."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from optcheck.audit.registry import Source
from optcheck.audit.run import Cache, Ended, Plan, run, work

Damage = Callable[[dict[str, Any]], object]


def by_id(sources: tuple[Source, ...], name: str) -> Source:
    return next(source for source in sources if source.id == name)


def tampered(tmp_path: Path, source: Source, change: Damage) -> tuple[Cache, list[str]]:
    """A cache whose one file has been changed by hand, and what it warns of."""
    warnings: list[str] = []
    cache = Cache(tmp_path, warnings.append)
    cache.store(source, 0, work(source, 0))
    (file,) = tmp_path.iterdir()
    stored = json.loads(file.read_text())
    change(stored)
    file.write_text(json.dumps(stored))
    return cache, warnings


def put(*path: Any) -> Damage:
    """A change: the last item goes to the place that the others name."""

    def change(stored: dict[str, Any]) -> None:
        *places, name, value = path
        target = stored["verdict"]
        for place in places:
            target = target[place]
        target[name] = value

    return change


REFUSED = {
    "another claim": put("id", "primes/euler"),
    "no such verdict": put("verdict", "proved"),
    "an error": put("error", "x"),
    "a verdict without its evidence": put("counterexample", None),
    "evidence against what holds": put("verdict", "holds"),
    "no word of the correction": lambda stored: stored["verdict"].update(verdict="refuted", strength="proved"),
    "a strength of measurements": put("alone", "measured"),
    "figures for what is decided": put("measurement", {"reason": "x", "figures": {}}),
    "a number for a text": put("exhausted", 3),
    "a truth for a number": put("checked", True),
    "a field too much": put("more", 1),
    "a list for an object": put("proof", []),
    "another shape of proof": put("proof", {"argument": "x"}),
    "another shape of reading": put("readings", [{"name": "x"}]),
    "another shape of measurement": put("measurement", {"reason": "x"}),
    "no such strength": put("strength", "certain"),
    "a strength without a proof": put("strength", "proved"),
    "a strength without a whole set": put("alone", "exhaustive"),
    "no such impact": put("counterexample", "impact", "none"),
    "no such stage": put("counterexample", "stage", "guess"),
    "unknown marks": put("survey", "?"),
    "a false certificate": put("counterexample", "certificate", "instance", "right", "999"),
    "no certificate": put("counterexample", "certificate", {}),
    "words that were not proved": put("counterexample", "proves", "all is well"),
    "no verdict at all": lambda stored: stored.pop("verdict"),
    "a verdict that is a list": lambda stored: stored.update(verdict=[]),
}


@pytest.mark.parametrize("change", REFUSED.values(), ids=REFUSED.keys())
def test_what_cannot_be_true_is_computed_again(
    tmp_path: Path, sample_sources: tuple[Source, ...], change: Damage
) -> None:
    source = by_id(sample_sources, "sums/squares")
    cache, warnings = tampered(tmp_path, source, change)
    assert cache.load(source, 0) is None
    assert len(warnings) == 1
    assert warnings[0].startswith("ignored the kept verdict on sums/squares in ")


@pytest.mark.parametrize(("name", "word"), [("growth", "holds"), ("linear", "undecidable"), ("late", "corrected")])
def test_a_word_that_the_claim_cannot_get_is_not_taken_from_the_file(
    tmp_path: Path, sample_sources: tuple[Source, ...], name: str, word: str
) -> None:
    source = by_id(sample_sources, f"sums/{name}")
    cache, warnings = tampered(tmp_path, source, put("verdict", word))
    assert cache.load(source, 0) is None
    assert "do not fit" in warnings[0]


def test_what_the_claim_states_comes_from_the_claim(tmp_path: Path, sample_sources: tuple[Source, ...]) -> None:
    source = by_id(sample_sources, "sums/squares")
    honest = work(source, 0).verdict
    names = ("place", "title", "relation", "statement", "expected", "printed", "correction", "plot")

    def change(stored: dict[str, Any]) -> None:
        stored["verdict"].update(dict.fromkeys(names, "<script>alert(1)</script>"), rests_on=["sums/linear"])

    cache, warnings = tampered(tmp_path, source, change)
    loaded = cache.load(source, 0)
    assert loaded is not None
    assert loaded.verdict == honest
    assert warnings == []


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"null", b"[]", b"\xff", b"[" * 100_000, b'{"seconds": NaN}', b'{"fingerprint": 1, "fingerprint": 2}'],
)
def test_damaged_files_are_no_cache(tmp_path: Path, sample_sources: tuple[Source, ...], content: bytes) -> None:
    source = sample_sources[0]
    cache, _ = tampered(tmp_path, source, lambda stored: None)
    (file,) = tmp_path.iterdir()
    file.write_bytes(content)
    assert cache.load(source, 0) is None
    assert cache.last_seconds(source, 0) is None


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
        plan = Plan(sources=sample_sources[:1], cache=Cache(folder, warnings.append))
        (found,) = [event.result for event in run(plan) if isinstance(event, Ended)]
        assert found.verdict.agrees
        assert "cannot be used" in warnings[-1]
