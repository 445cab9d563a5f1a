"""A real dask cluster on this machine gives the same verdicts."""

from __future__ import annotations

import importlib
import importlib.util
import json
import time
from pathlib import Path
from typing import Any

import pytest

from optcheck.audit import run as cluster
from optcheck.audit.registry import Source
from optcheck.audit.run import Ended, Finished, Plan, fingerprint, run, work_if_same
from optcheck.audit.verdict import Verdict, document, to_text
from optcheck.errors import InvalidInput, MissingExtra

HAS_DASK = importlib.util.find_spec("distributed") is not None
distributed: Any = importlib.import_module("distributed") if HAS_DASK else None
needs_dask = pytest.mark.skipif(not HAS_DASK, reason="needs the extra: pip install 'optcheck[dask]'")


@needs_dask
@pytest.mark.filterwarnings("ignore")  # dask's own clean-up warns about sockets that it closes a moment later
def test_a_local_cluster_gives_the_same_bytes(
    sample_sources: tuple[Source, ...], sample_verdicts: list[Verdict]
) -> None:
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None) as local:
        plan = Plan(sources=sample_sources, address=local.scheduler_address)
        found = [event.result.verdict for event in run(plan) if isinstance(event, Ended)]
    assert to_text(document(found, seed=0)) == to_text(document(sample_verdicts, seed=0))


@needs_dask
@pytest.mark.filterwarnings("ignore")
def test_a_worker_with_other_code_is_refused(
    sample_sources: tuple[Source, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("optcheck.audit.run.fingerprint", lambda module, seed: "the client's own")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None) as local:
        plan = Plan(sources=sample_sources[:2], address=local.scheduler_address)
        found = [event.result.verdict for event in run(plan) if isinstance(event, Ended)]
    assert [verdict.verdict for verdict in found] == ["error", "error"]
    assert all("the worker has other code, data or versions than the client" in str(item.error) for item in found)


def test_a_worker_whose_files_have_changed_is_refused(
    sample_sources: tuple[Source, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = sample_sources[0]
    same = fingerprint(source.module, 0)
    monkeypatch.setattr("optcheck.audit.run._LOADED", time.time() + 1)
    assert work_if_same(source, 0, same).verdict.agrees
    monkeypatch.setattr("optcheck.audit.run._LOADED", 0.0)
    with pytest.raises(InvalidInput, match=r"must be started anew: .* has changed since it was loaded"):
        work_if_same(source, 0, same)


def test_what_a_worker_returns_is_checked(sample_sources: tuple[Source, ...], sample_verdicts: list[Verdict]) -> None:
    other = Finished(sample_verdicts[1], 1.0)
    refused = cluster._checked(sample_sources[0], other).verdict
    assert (refused.id, refused.verdict) == (sample_sources[0].id, "error")
    assert str(refused.error).startswith("what the worker returned is refused: it is no verdict on ")


DAMAGES: dict[str, tuple[str | object, ...]] = {  # the last item replaces what the others lead to
    "another claim": ("id", "primes/euler"),
    "other evidence": ("evidence", "own"),
    "a false certificate": ("counterexample", "certificate", "instance", "right", "999"),
    "no certificate": ("counterexample", "certificate", {}),
    "words that were not proved": ("counterexample", "proves", "all is well"),
    "no counterexample": ("counterexample", None),
}


@pytest.mark.parametrize("path", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_verdict_that_was_tampered_with_is_refused(
    sample_sources: tuple[Source, ...], sample_verdicts: list[Verdict], path: tuple[Any, ...]
) -> None:
    source = next(source for source in sample_sources if source.id == "sums/squares")
    right = next(verdict for verdict in sample_verdicts if verdict.id == source.id)
    assert cluster._checked(source, Finished(right, 1.0)).verdict == right
    record = json.loads(json.dumps(right.to_record()))
    *keys, name, value = path
    part = record
    for key in keys:
        part = part[key]
    part[name] = value
    refused = cluster._checked(source, Finished(Verdict.from_record(record), 1.0)).verdict
    assert refused.verdict == "error"
    assert str(refused.error).startswith("what the worker returned is refused: ")


@needs_dask
@pytest.mark.filterwarnings("ignore")
def test_an_address_without_a_scheduler_is_named(
    sample_sources: tuple[Source, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("optcheck.audit.run.CONNECT_SECONDS", 1)
    with pytest.raises(InvalidInput, match=r"no dask scheduler answers at 'tcp://127\.0\.0\.1:9'"):
        list(run(Plan(sources=sample_sources, address="tcp://127.0.0.1:9")))


def test_a_missing_extra_says_how_to_install_it(
    sample_sources: tuple[Source, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(MissingExtra, match=r"pip install 'optcheck\[dask\]'"):
        list(run(Plan(sources=sample_sources, address="tcp://127.0.0.1:9")))
