"""Running: processes, the cache, interruption, and the same bytes every time."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from optcheck.audit.documents import document, is_success, to_text
from optcheck.audit.registry import Source, sources
from optcheck.audit.run import Ended, Finished, Journal, Plan, default_folder, run, work
from optcheck.audit.verdict import Verdict
from tests.optcheck.audit.conftest import BROKEN


def finished(plan: Plan) -> list[Finished]:
    return [event.result for event in run(plan) if isinstance(event, Ended)]


def text_of(results: list[Finished]) -> str:
    return to_text(document([item.verdict for item in results], seed=0))


def test_processes_give_the_bytes_that_this_process_gives(
    sample_sources: tuple[Source, ...], sample_verdicts: list[Verdict]
) -> None:
    expected = to_text(document(sample_verdicts, seed=0))
    for jobs in (1, 2):
        assert text_of(finished(Plan(sources=sample_sources, jobs=jobs))) == expected


def test_the_order_of_work_does_not_show(sample_sources: tuple[Source, ...], sample_verdicts: list[Verdict]) -> None:
    backwards = Plan(sources=tuple(reversed(sample_sources)), jobs=1)
    assert text_of(finished(backwards)) == to_text(document(sample_verdicts, seed=0))


def test_the_document_has_every_field_and_no_timings(sample_verdicts: list[Verdict]) -> None:
    content = json.loads(to_text(document(sample_verdicts, seed=5, missing=["x/y"])))
    assert (content["format"], content["seed"], content["missing"]) == (1, 5, ["x/y"])
    fields = {tuple(sorted(entry)) for entry in content["claims"]}
    assert len(fields) == 1
    names = set(fields.pop())
    assert names >= {"id", "verdict", "strength", "checked", "counterexample", "claimed", "true", "correction"}
    assert names >= {"impact", "stage", "gap", "certificate", "proves", "exhausted", "correction_checked"}
    assert not names & {"timings", "plot", "seconds"}


def test_faults_are_reported_for_their_claim_and_stop_nothing() -> None:
    slow = tuple(source for source in sources(BROKEN) if source.id == "bad/slow")
    others = tuple(source for source in sources(BROKEN) if source not in slow)
    results = finished(Plan(sources=others, jobs=2)) + finished(Plan(sources=slow, limit=2.5))
    verdicts = {item.verdict.id: item.verdict for item in results}
    errors = {name: verdict.error for name, verdict in verdicts.items() if verdict.verdict == "error"}
    assert errors["bad/dies"] == "the worker process ended with status 3"
    assert errors["bad/slow"] == "stopped at the limit of 2.5 s"
    assert errors["bad/raises"] is not None
    assert errors["bad/raises"].startswith("bad/raises at Count(n=1): its form: TypeError: ")
    assert errors["bad/raises"].endswith("(raises.py:9)")
    assert set(verdicts) - set(errors) == {"bad/unexpected"}
    assert not verdicts["bad/unexpected"].agrees
    assert not is_success(verdicts.values())


def test_success_needs_agreement_and_completeness(sample_verdicts: list[Verdict]) -> None:
    assert is_success(sample_verdicts)
    assert not is_success(sample_verdicts, ["x/y"])


def test_an_interrupted_run_is_resumed_and_a_finished_one_is_not(
    tmp_path: Path, sample_sources: tuple[Source, ...]
) -> None:
    plan = Plan(sources=sample_sources, jobs=1, cache=Journal(tmp_path))
    interrupted = run(plan)
    first = next(event for event in interrupted if isinstance(event, Ended))
    interrupted.close()
    resumed = finished(plan)
    assert [item.verdict.id for item in resumed if item.cached] == [first.source.id]
    assert list(tmp_path.iterdir()) == []
    again = finished(plan)
    assert not any(item.cached for item in again)
    assert text_of(again) == text_of(resumed)


def test_another_seed_is_another_run(tmp_path: Path, sample_sources: tuple[Source, ...]) -> None:
    cache = Journal(tmp_path)
    source = sample_sources[0]
    cache.store(source, 0, work(source, 0))
    assert cache.load(source, 0) is not None
    assert cache.load(source, 1) is None


@pytest.mark.parametrize("content", ["", "{}", "null", '{"key": 3}', "\x00"])
def test_damaged_cache_files_are_ignored(tmp_path: Path, sample_sources: tuple[Source, ...], content: str) -> None:
    cache, source = Journal(tmp_path), sample_sources[0]
    cache.store(source, 0, work(source, 0))
    (stored,) = tmp_path.iterdir()
    stored.write_text(content)
    assert cache.load(source, 0) is None
    cache.store(source, 0, work(source, 0))
    assert cache.load(source, 0) is not None


def test_errors_are_not_cached(tmp_path: Path) -> None:
    source = next(source for source in sources(BROKEN) if source.id == "bad/raises")
    Journal(tmp_path).store(source, 0, work(source, 0))
    assert list(tmp_path.iterdir()) == []


def test_the_cache_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OPTCHECK_CACHE", str(tmp_path / "here"))
    assert default_folder() == tmp_path / "here"
    monkeypatch.delenv("OPTCHECK_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "optcheck"


INTERRUPTED = """
import sys
from pathlib import Path
from optcheck.audit import registry
from optcheck.audit.run import Journal
from optcheck.audit.run import Plan, run

if __name__ == "__main__":
    chosen = [source for root in sys.argv[2:] for source in registry.sources(root)]
    wanted = [source for source in chosen if source.id in ("bad/slow", "primes/euler", "sums/linear")]
    for event in run(Plan(sources=tuple(wanted), jobs=2, cache=Journal(Path(sys.argv[1])))):
        print(event.source.id, flush=True)
"""


def test_an_interrupted_run_loses_nothing_that_was_finished(tmp_path: Path) -> None:
    script, cache = tmp_path / "script.py", tmp_path / "cache"
    script.write_text(INTERRUPTED)
    root = Path(__file__).parents[3]
    process = subprocess.Popen(
        [sys.executable, str(script), str(cache), "tests.optcheck.audit.samples", BROKEN],
        cwd=root,
        env={"PYTHONPATH": str(root), "PATH": ""},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline and len(list(cache.glob("*.json"))) < 2:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=90) != 0
    stored = sorted(path.name.partition("-")[0] for path in cache.glob("*.json"))
    assert stored == ["euler", "linear"]
