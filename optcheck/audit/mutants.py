"""Trying mutants: each must be refuted by the kernel, or shown to be no error at all.

The mutants of many claims are tried in parallel, and a report counts their fates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cached_property, partial
from typing import Generic, TypeVar

from optcheck.audit.planted import Mutant, mutants, spread
from optcheck.audit.registry import Source, load
from optcheck.audit.run import Ended, Job, Started, run_locally
from optcheck.audit.search import Endless, explore, patience
from optcheck.audit.trial import Bench
from optcheck.audit.verdict import Discrepancy, Record, plain
from optcheck.claims.claim import Claim, Domain, Form, Formula
from optcheck.errors import InvalidInput

I = TypeVar("I")  # noqa: E741 - the instance
Compare = Callable[[Formula[I], I], Discrepancy | None]


class Fate(StrEnum):
    """What became of a mutant."""

    REFUTED = "refuted"  # a counterexample with an accepted certificate
    CRASHED = "crashed"  # it cannot be evaluated at an instance of the domain
    EQUIVALENT = "equivalent"  # the same value at every instance: not an error
    STILL_TRUE = "still true"  # other values, but the relation asserted holds for them too
    SURVIVED = "survived"  # other values, and the comparison for equality did not notice


@dataclass(frozen=True, slots=True)
class Trial:
    """A mutant of a claim and its fate; ``why`` explains it, with an instance where one decides."""

    claim: str
    kind: str
    line: int
    before: str
    after: str
    fate: Fate
    checked: int
    why: str


def try_mutants(claim: Claim[I], seed: int = 0, per_claim: int | None = None) -> list[Trial]:
    """Try the mutants of a claim's correct form: all, or ``per_claim`` of them, spread over the kinds."""
    form = claim.right_form
    if form is None:
        return []
    found = list(mutants(form.evaluate))
    chosen = found if per_claim is None else spread(found, per_claim, f"{seed} {claim.id}")
    bench = Bench(claim)
    _need_working(bench, form)
    instances, compare = _Instances(bench.instances, claim.domain, seed), _comparison(bench, form)
    return [_try(claim, form, mutant, instances, compare) for mutant in chosen]


def _need_working(bench: Bench[I], form: Form[I]) -> None:
    """Refuse a claim whose right form fails on the grid: planted errors would show nothing about it."""
    if not bench.instances:
        raise InvalidInput(f"{bench.claim.id}: the grid of its domain is empty")
    for instance in bench.instances:
        if bench.compare(form, instance) is not None or bench.open(form):
            raise InvalidInput(f"{bench.claim.id}: the form is wrong as it stands, at {plain(instance)}")


def _comparison(bench: Bench[I], form: Form[I]) -> Compare[I]:
    """How another function in the form's place is judged."""
    return lambda evaluate, instance: bench.compare(Form(evaluate, form.text, form.asserts), instance)


class _Instances(Generic[I]):
    """The instances of a domain: its grid in order, then the random ones, which are drawn when first needed."""

    def __init__(self, grid: list[I], domain: Domain[I], seed: int) -> None:
        self._grid = grid
        self._domain = domain
        self._seed = seed

    @cached_property
    def _drawn(self) -> list[I]:
        found: list[I] = []
        if self._domain.strategy is not None:
            explore(self._domain.strategy(), found.append, examples=self._domain.examples, random_seed=self._seed)
        return found

    def __iter__(self) -> Iterator[I]:
        yield from self._grid
        yield from self._drawn

    def __len__(self) -> int:
        return len(self._grid) + len(self._drawn)


def _try(claim: Claim[I], form: Form[I], mutant: Mutant[I], instances: _Instances[I], compare: Compare[I]) -> Trial:
    for count, instance in enumerate(_differing(form, mutant, instances), start=1):
        verdict = _fate_at(compare, mutant, instance)
        if verdict is not None:
            return _trial(claim, mutant, verdict[0], count, f"at {plain(instance)}: {verdict[1]}")
    return _survivor(claim, form, mutant, instances)


def _differing(form: Form[I], mutant: Mutant[I], instances: _Instances[I]) -> Iterator[I]:
    """The instances at which the mutant differs from the right form; elsewhere there is nothing to notice."""
    return (instance for instance in instances if _differs(form, mutant, instance))


def _differs(form: Form[I], mutant: Mutant[I], instance: I) -> bool:
    right = form.evaluate(instance)
    try:
        with patience():
            return repr(mutant.evaluate(instance)) != repr(right)
    except (Exception, Endless):
        return True


def _fate_at(compare: Compare[I], mutant: Mutant[I], instance: I) -> tuple[Fate, str] | None:
    try:
        with patience():
            found = compare(mutant.evaluate, instance)
    except (Exception, Endless) as error:
        return Fate.CRASHED, f"{type(error).__name__}: {error}"
    if found is None:
        return None
    return Fate.REFUTED, f"claimed {_short(found.claimed)}, true {_short(found.true)}"


def _survivor(claim: Claim[I], form: Form[I], mutant: Mutant[I], instances: _Instances[I]) -> Trial:
    """Nothing was wrong with the mutant anywhere: say why that is."""
    differing = next(_differing(form, mutant, instances), None)
    count = len(instances)
    if differing is None:
        return _trial(claim, mutant, Fate.EQUIVALENT, count, f"the same value at all {count} instances")
    values = f"at {plain(differing)} it gives {_short(mutant.evaluate(differing))}"
    reason = _reason(claim, form)
    why = f"{values} instead of {_short(form.evaluate(differing))}; {reason or 'the comparison did not notice'}"
    return _trial(claim, mutant, Fate.STILL_TRUE if reason else Fate.SURVIVED, count, why)


def _reason(claim: Claim[I], form: Form[I]) -> str | None:
    """Why a form with other values can be true: its relation, which held wherever it was asked, allows several."""
    relation = form.asserts or claim.asserts
    return f"the relation ({relation.name}) holds for it at every instance" if relation.one_sided else None


def _trial(claim: Claim[I], mutant: Mutant[I], fate: Fate, checked: int, why: str) -> Trial:
    return Trial(claim.id, mutant.kind.value, mutant.line, mutant.before, mutant.after, fate, checked, why)


def _short(value: object, longest: int = 120) -> str:
    text = str(value)
    return text if len(text) <= longest else text[:longest] + " …"


FORMAT = 1
FAILURES = (Fate.SURVIVED,)


@dataclass(frozen=True, slots=True)
class Tried:
    """All trials of one claim, or why there are none."""

    source: Source
    trials: tuple[Trial, ...]
    problem: str | None = None

    @property
    def failed(self) -> bool:
        """Whether a wrong formula went unnoticed, or nothing could be tried."""
        return self.problem is not None or any(trial.fate in FAILURES for trial in self.trials)


def try_all(
    sources: Sequence[Source], *, seed: int, per_claim: int | None, processes: int, limit: float | None
) -> Iterator[Started | Ended[Tried]]:
    """Try the mutants of every claim."""
    job = Job(partial(_try_one, seed=seed, per_claim=per_claim), _lost, limit)
    return run_locally(list(sources), job, processes)


def _try_one(source: Source, seed: int, per_claim: int | None) -> Tried:
    try:
        return Tried(source, tuple(try_mutants(load(source), seed, per_claim)))
    except Exception as error:
        return Tried(source, (), f"{type(error).__name__}: {error}")


def _lost(source: Source, message: str, seconds: float) -> Tried:
    return Tried(source, (), message)


def counts(tried: Sequence[Tried]) -> dict[str, Counter[Fate]]:
    """How many mutants of each paper met which fate."""
    table: dict[str, Counter[Fate]] = {}
    for item in tried:
        table.setdefault(item.source.paper, Counter()).update(trial.fate for trial in item.trials)
    return table


def document(tried: Sequence[Tried], seed: int) -> Record:
    """The result as JSON data: counts per paper, every trial, and what could not be tried.

    ``untouched`` claims have no right form, or one without anything to change.
    """
    ordered = sorted(tried, key=lambda item: item.source.id)
    return {
        "format": FORMAT,
        "seed": seed,
        "counts": {paper: dict(sorted(found.items())) for paper, found in sorted(counts(ordered).items())},
        "mutants": [asdict(trial) for item in ordered for trial in item.trials],
        "untouched": [item.source.id for item in ordered if not item.trials and item.problem is None],
        "problems": {item.source.id: item.problem for item in ordered if item.problem is not None},
    }
