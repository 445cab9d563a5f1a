"""Planted errors against proofs: a proof that accepts a wrong form proves nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from optcheck.audit.proofs import Planted, ProofFate, plant
from optcheck.audit.registry import Source, load
from optcheck.audit.run import Ended, Job, Started, run_locally
from optcheck.audit.trial import Bench
from optcheck.audit.verdict import Record
from optcheck.claims import Claim

I = TypeVar("I")  # noqa: E741 - the instance

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Proofs:
    """What one claim's proof made of planted errors: how many met which fate, and those that it believed."""

    source: Source
    fates: dict[str, int]
    believed: tuple[str, ...]
    problem: str | None = None

    @property
    def failed(self) -> bool:
        """Whether a wrong form was believed, or nothing could be tried."""
        return self.problem is not None or bool(self.believed)


def try_proofs(
    sources: Sequence[Source], *, seed: int, per_claim: int | None, processes: int, limit: float | None
) -> Iterator[Started | Ended[Proofs]]:
    """Plant errors in the right form of every claim, and of every reading, that has a proof."""
    job = Job(partial(_try_one, seed=seed, per_claim=per_claim), _lost, limit)
    return run_locally(list(sources), job, processes)


def _try_one(source: Source, seed: int, per_claim: int | None) -> Proofs:
    try:
        return _of(source, _planted(load(source), seed, per_claim))
    except Exception as error:
        return Proofs(source, {}, (), f"{type(error).__name__}: {error}")


def _planted(claim: Claim[I], seed: int, per_claim: int | None) -> list[Planted[I]]:
    found: list[Planted[I]] = []
    for one in (claim, *map(claim.read_as, claim.readings)):
        if one.proof is not None and one.right_form is not None:
            found += plant(Bench(one), one.right_form, seed, per_claim)
    return found


def _of(source: Source, tried: list[Planted[I]]) -> Proofs:
    believed = tuple(item.why for item in tried if item.fate is ProofFate.BELIEVED)
    return Proofs(source, dict(Counter(item.fate.value for item in tried)), believed)


def _lost(source: Source, message: str, seconds: float) -> Proofs:
    return Proofs(source, {}, (), message)


def document(tried: Sequence[Proofs], seed: int) -> Record:
    """The result as JSON data: for each claim with a proof the number tried and their fates."""
    claims = {
        item.source.id: {
            "tried": sum(item.fates.values()),
            **{fate.value: item.fates.get(fate.value, 0) for fate in ProofFate},
            "wrong forms believed": list(item.believed),
        }
        for item in sorted(tried, key=lambda item: item.source.id)
        if item.fates
    }
    problems = {item.source.id: item.problem for item in tried if item.problem is not None}
    return {"format": FORMAT, "seed": seed, "claims": claims, "problems": problems}
