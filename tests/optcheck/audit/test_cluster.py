"""A real dask cluster on this machine gives the same verdicts."""

from __future__ import annotations

import pytest

from optcheck.audit.document import document, to_text
from optcheck.audit.registry import Source
from optcheck.audit.runner import Plan, run
from optcheck.audit.verdict import Verdict
from optcheck.audit.workers import Ended
from optcheck.errors import InvalidInput, MissingExtra

distributed = pytest.importorskip("distributed", reason="install the extra: pip install 'optcheck[dask]'")


@pytest.mark.filterwarnings("ignore")  # dask's own clean-up warns about sockets that it closes a moment later
def test_a_local_cluster_gives_the_same_bytes(
    sample_sources: tuple[Source, ...], sample_verdicts: list[Verdict]
) -> None:
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        plan = Plan(sources=sample_sources, address=cluster.scheduler_address)
        found = [event.result.verdict for event in run(plan) if isinstance(event, Ended)]
    assert to_text(document(found, seed=0)) == to_text(document(sample_verdicts, seed=0))


@pytest.mark.filterwarnings("ignore")
def test_an_address_without_a_scheduler_is_named(
    sample_sources: tuple[Source, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("optcheck.audit.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(InvalidInput, match=r"no dask scheduler answers at 'tcp://127\.0\.0\.1:9'"):
        list(run(Plan(sources=sample_sources, address="tcp://127.0.0.1:9")))


def test_a_missing_extra_says_how_to_install_it(
    sample_sources: tuple[Source, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(MissingExtra, match=r"pip install 'optcheck\[dask\]'"):
        list(run(Plan(sources=sample_sources, address="tcp://127.0.0.1:9")))
