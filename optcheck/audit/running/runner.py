"""Running an audit: cached verdicts first, then the rest on local processes or on a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from optcheck.audit.registry import Source, sources
from optcheck.audit.running.cache import Cache, Finished
from optcheck.audit.running.cluster import judge_on_cluster
from optcheck.audit.running.work import lost, work
from optcheck.audit.running.workers import Ended, Job, Started, run_locally
from optcheck.audit.strengths import open_foundations, settled
from optcheck.audit.verdict import Verdict

Event = Started | Ended[Finished]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to judge and how. ``address`` names a dask scheduler, ``limit`` the most seconds for one claim."""

    sources: tuple[Source, ...]
    seed: int = 0
    jobs: int = 1
    address: str | None = None
    cache: Cache | None = None
    limit: float | None = None


def run(plan: Plan) -> Iterator[Event]:
    """Judge every source of the plan; each finished verdict goes to the cache before it is reported."""
    open_sources = []
    for source in plan.sources:
        known = plan.cache.load(source, plan.seed) if plan.cache is not None else None
        if known is None:
            open_sources.append(source)
        else:
            yield Ended(source, known)
    for event in _compute(plan, _longest_first(plan, open_sources)):
        if isinstance(event, Ended) and plan.cache is not None:
            plan.cache.store(event.source, plan.seed, event.result)
        yield event


def with_foundations(verdicts: list[Verdict], plan: Plan) -> list[Verdict]:
    """The verdicts as strong as what they rest on lets them be; that is judged too, where it was not."""
    known, every = list(verdicts), {source.id: source for source in sources()}
    while wanted := tuple(every[name] for name in open_foundations(known) if name in every):
        known += [event.result.verdict for event in run(replace(plan, sources=wanted)) if isinstance(event, Ended)]
    asked = {verdict.id for verdict in verdicts}
    return [verdict for verdict in settled(known) if verdict.id in asked]


def _compute(plan: Plan, sources: list[Source]) -> Iterator[Event]:
    if not sources:
        return iter(())
    if plan.address is not None:
        return judge_on_cluster(sources, plan.seed, plan.address)
    job = Job(partial(work, seed=plan.seed), lost, plan.limit)
    return run_locally(sources, job, plan.jobs)


def _longest_first(plan: Plan, sources: list[Source]) -> list[Source]:
    """Claims of unknown length first, then the longest of last time: no long one is left for the end."""

    def last(source: Source) -> float:
        seconds = plan.cache.last_seconds(source, plan.seed) if plan.cache is not None else None
        return float("inf") if seconds is None else seconds

    return sorted(sources, key=last, reverse=True)
