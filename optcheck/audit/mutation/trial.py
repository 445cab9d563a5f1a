"""Trying mutants: each must be refuted by the claim's own comparison, or shown to be no error at all."""

from __future__ import annotations

import itertools
import random
import signal
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from optcheck.audit._hypothesis import explore
from optcheck.audit.claim import Claim, Expected, Form, Relation
from optcheck.audit.mutation.rewrite import Mutant, mutants
from optcheck.audit.plain import plain
from optcheck.audit.search import in_order
from optcheck.errors import InvalidInput
from optcheck.exact.certificate import verify

PATIENCE = 20  # seconds for one comparison; a mutated loop may never end


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


class _Endless(Exception):
    """A comparison took longer than it is allowed to."""


def correct_form(claim: Claim) -> Form | None:
    """The form of a claim that is expected to be right, if there is one."""
    if claim.expected is Expected.CORRECTED:
        return claim.corrected
    return claim.printed if claim.expected is Expected.HOLDS else None


def try_mutants(claim: Claim, seed: int = 0, per_claim: int | None = None) -> list[Trial]:
    """Try the mutants of a claim's correct form: all, or ``per_claim`` of them, spread over the kinds."""
    form = correct_form(claim)
    if form is None:
        return []
    try:
        found = list(mutants(form.evaluate))
    except InvalidInput:
        return []
    chosen = found if per_claim is None else _spread(found, per_claim, f"{seed} {claim.id}")
    instances = _instances(claim, seed) if chosen else []
    return [_try(claim, form, mutant, instances) for mutant in chosen]


def _spread(found: list[Mutant], count: int, seed: str) -> list[Mutant]:
    """``count`` mutants, the kinds in turn, at random within a kind but the same for the same seed."""
    by_kind: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in found:
        by_kind[mutant.kind].append(mutant)
    generator = random.Random(seed)
    kinds = [generator.sample(group, len(group)) for group in by_kind.values()]
    generator.shuffle(kinds)
    turns = itertools.zip_longest(*kinds)
    return [mutant for turn in turns for mutant in turn if mutant is not None][:count]


def _instances(claim: Claim, seed: int) -> list[Any]:
    """The instances of the claim's domain: its grid in order, then the random ones."""
    drawn: list[Any] = []
    if claim.domain.strategy is not None:
        explore(claim.domain.strategy(), drawn.append, examples=claim.domain.examples, random_seed=seed)
    return [*in_order(claim.domain), *drawn]


def _try(claim: Claim, form: Form, mutant: Mutant, instances: list[Any]) -> Trial:
    for count, instance in enumerate(_differing_first(form, mutant, instances), start=1):
        verdict = _fate_at(claim, mutant, instance)
        if verdict is not None:
            return _trial(claim, mutant, verdict[0], count, f"at {plain(instance)}: {verdict[1]}")
    return _survivor(claim, form, mutant, instances)


def _differing_first(form: Form, mutant: Mutant, instances: list[Any]) -> Iterator[Any]:
    """The instances at which the mutant differs from the right form; elsewhere there is nothing to notice."""
    return (instance for instance in instances if _differs(form, mutant, instance))


def _differs(form: Form, mutant: Mutant, instance: Any) -> bool:
    right = form.evaluate(instance)
    try:
        with _limited():
            return repr(mutant.evaluate(instance)) != repr(right)
    except Exception:
        return True


def _fate_at(claim: Claim, mutant: Mutant, instance: Any) -> tuple[Fate, str] | None:
    try:
        with _limited():
            found = claim.compare(mutant.evaluate, instance)
    except Exception as error:
        return Fate.CRASHED, f"{type(error).__name__}: {error}"
    if found is None:
        return None
    verify(found.certificate)
    return Fate.REFUTED, f"claimed {_short(found.claimed)}, true {_short(found.true)}"


def _survivor(claim: Claim, form: Form, mutant: Mutant, instances: list[Any]) -> Trial:
    """Nothing was wrong with the mutant anywhere: say why that is."""
    differing = next(_differing_first(form, mutant, instances), None)
    count = len(instances)
    if differing is None:
        return _trial(claim, mutant, Fate.EQUIVALENT, count, f"the same value at all {count} instances")
    values = f"at {plain(differing)} it gives {_short(mutant.evaluate(differing))}"
    why = f"{values} instead of {_short(form.evaluate(differing))}, and the relation ({claim.relation}) still holds"
    fate = Fate.SURVIVED if claim.relation in (Relation.EQUALS, Relation.IDENTITY) else Fate.STILL_TRUE
    return _trial(claim, mutant, fate, count, why)


def _trial(claim: Claim, mutant: Mutant, fate: Fate, checked: int, why: str) -> Trial:
    return Trial(claim.id, mutant.kind.value, mutant.line, mutant.before, mutant.after, fate, checked, why)


def _short(value: Any, longest: int = 120) -> str:
    text = str(value)
    return text if len(text) <= longest else text[:longest] + " …"


@contextmanager
def _limited() -> Iterator[None]:
    """Interrupt what runs inside after ``PATIENCE`` seconds, where the system can."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _give_up)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _give_up(*_: object) -> None:
    raise _Endless(f"no end after {PATIENCE} s")
