"""Running: processes, the cache, interruption, and the same bytes every time."""

from __future__ import annotations

import json

from optcheck.audit.registry import Source, sources
from optcheck.audit.run import Ended, Finished, Plan, run
from optcheck.audit.verdict import Verdict, document, is_success, to_text
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
