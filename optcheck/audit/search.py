"""Counterexample search: the grid in its order, random larger instances, shrinking.

Hypothesis draws and shrinks: deterministically, without a database, without deadlines. ``cpu_limit`` ends code that may
never come back by itself, such as a mutated loop.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import product
from types import FrameType
from typing import Generic, TypeVar
from unittest import mock

from hypothesis import HealthCheck, Phase, given, seed, settings, target
from hypothesis.errors import Unsatisfiable
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from hypothesis.strategies import SearchStrategy

from optcheck.audit.verdict import Discrepancy, key_of
from optcheck.claims.claim import Domain
from optcheck.claims.expressions import Value
from optcheck.errors import InvalidInput

I = TypeVar("I")  # noqa: E741 - the instance

SEARCH = (Phase.generate, Phase.target)
SHRINK = (Phase.generate, Phase.target, Phase.shrink)


def explore(
    strategy: SearchStrategy[I],
    visit: Callable[[I], None],
    *,
    examples: int,
    random_seed: int,
    phases: tuple[Phase, ...] = SEARCH,
) -> None:
    """Call ``visit`` on instances drawn from ``strategy``, until it raises.

    With the shrink phase, instances on which it raises are made smaller first. The same seed draws the same
    instances, in any process.
    """
    configured = settings(
        max_examples=examples,
        phases=phases,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        print_blob=False,
    )

    def body(instance: I) -> None:
        visit(instance)

    with _no_constants_from_loaded_modules(), suppress(Unsatisfiable):  # which leaves nothing to be drawn
        seed(random_seed)(configured(given(strategy)(body)))()


@contextmanager
def _no_constants_from_loaded_modules() -> Iterator[None]:
    # Hypothesis also draws constants found in whatever local modules happen to be imported. That would make
    # a verdict depend on which claims the same process judged before, so the pool is empty here.
    providers.CONSTANTS_CACHE.cache.clear()
    with mock.patch.object(providers, "_get_local_constants", Constants):
        yield
    providers.CONSTANTS_CACHE.cache.clear()


SECONDS = 20


class Endless(BaseException):
    """Something took longer than it is allowed to; not an Exception, so that no handler on the way swallows it."""


@contextmanager
def cpu_limit(seconds: float | None = None) -> Iterator[None]:
    """End the block after ``SECONDS`` of computing, or as given, however busy the machine is, by raising Endless.

    Only the main thread of a process can be ended so.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    limit = SECONDS if seconds is None else seconds
    before, hook = signal.signal(signal.SIGPROF, _give_up), sys.unraisablehook
    sys.unraisablehook = lambda raised: None if raised.exc_type is Endless else hook(raised)
    # Every second again: what is raised in a callback of the collector or of a weak reference is swallowed.
    signal.setitimer(signal.ITIMER_PROF, limit, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        sys.unraisablehook = hook


def _give_up(_signal: int, _frame: FrameType | None) -> None:
    raise Endless(f"no end after {SECONDS} s")


Compare = Callable[[I], Discrepancy | None]

SHRINK_ROUNDS = 12
MOST_MARKS = 300


class Stage(StrEnum):
    """Which stage produced the counterexample that is reported."""

    GRID = "grid"
    RANDOM = "random"
    SHRUNK = "shrunk"


@dataclass(frozen=True, slots=True)
class Hit(Generic[I]):
    """An instance at which the form is wrong."""

    instance: I
    discrepancy: Discrepancy
    stage: Stage


@dataclass(frozen=True, slots=True)
class Search(Generic[I]):
    """What was looked at: how many instances of the grid and drawn at random, and the smallest failure."""

    grid: int
    random: int
    hit: Hit[I] | None

    @property
    def checked(self) -> int:
        """Instances compared in all."""
        return self.grid + self.random


def search(domain: Domain[I], instances: Iterable[I], compare: Compare[I], seed: int) -> Search[I]:
    """Look for the smallest instance at which the comparison finds something wrong; first in the domain's grid."""
    run = _RandomSearch(domain, compare)
    count = 0
    for count, instance in enumerate(instances, start=1):
        discrepancy = compare(instance)
        if discrepancy is not None:
            return Search(count, 0, Hit(instance, discrepancy, Stage.GRID))
    if domain.effort.drawn == 0:
        return Search(count, 0, None)
    _sample(run, seed)
    if run.best is not None:
        _shrink(run, seed)
        _round(run)
    return Search(count, run.compared, run.best)


def survey(instances: Sequence[I], is_right: Callable[[I], bool], failing: int = 0) -> str:
    """Where on the grid a form is wrong: one mark an instance, in order, evenly thinned out on large grids.

    "." stands for right, "x" for wrong, "!" for a form or comparison that raises there. The instance at the position
    ``failing`` is among those that are kept.
    """
    step = -(-len(instances) // MOST_MARKS) or 1
    return "".join(_mark(is_right, instance) for instance in instances[failing % step :: step])


def _mark(is_right: Callable[[I], bool], instance: I) -> str:
    try:
        return "." if is_right(instance) else "x"
    except Exception:  # a form that is known to be wrong may also be undefined; the survey only counts
        return "!"


@dataclass(slots=True)
class _RandomSearch(Generic[I]):
    """The random part of one search: what has been compared, and the smallest failure so far."""

    domain: Domain[I]
    ask: Compare[I]
    best: Hit[I] | None = None
    seen: dict[str, Discrepancy | None] = field(default_factory=dict)

    @property
    def compared(self) -> int:
        return len(self.seen)

    def compare(self, instance: I, stage: Stage) -> Discrepancy | None:
        key = key_of(instance)
        if key not in self.seen:
            self.seen[key] = self.ask(instance)
        discrepancy = self.seen[key]
        if discrepancy is not None and self.is_smaller(instance):
            self.best = Hit(instance, discrepancy, stage)
        return discrepancy

    def is_smaller(self, instance: I) -> bool:
        order = self.domain.order
        return self.best is None or bool(order(instance) < order(self.best.instance))


class _Smaller(Exception):
    """Raised for a failing instance that is smaller than the best one, so that Hypothesis shrinks it."""


def _sample(run: _RandomSearch[I], seed: int) -> None:
    def visit(instance: I) -> None:
        discrepancy = run.compare(instance, Stage.RANDOM)
        if discrepancy is not None:
            target(_guidance(discrepancy.gap), label="gap")

    _explore(run, visit, seed)


def _shrink(run: _RandomSearch[I], seed: int) -> None:
    """Let Hypothesis shrink a failure; then ask for failures below the best so far, until none is found."""
    bound: tuple[object, ...] | None = None
    for round_number in range(SHRINK_ROUNDS):
        try:
            _explore(run, _raise_below(run, bound), seed + round_number, shrink=True)
        except _Smaller:
            assert run.best is not None
            bound = run.domain.order(run.best.instance)
            continue
        return


def _raise_below(run: _RandomSearch[I], bound: tuple[object, ...] | None) -> Callable[[I], None]:
    def visit(instance: I) -> None:
        is_below = bound is None or run.domain.order(instance) < bound
        if is_below and run.compare(instance, Stage.SHRUNK) is not None:
            raise _Smaller

    return visit


ROUND = tuple(Fraction(digit) * Fraction(10) ** power for power in range(-8, 3) for digit in (1, 2, 5))


def _round(run: _RandomSearch[I]) -> None:
    """Put round numbers into one field after the other, as long as a smaller failure is found."""
    while any(run.is_smaller(one) and run.compare(one, Stage.SHRUNK) is not None for one in _rounder(run)):
        pass


def _rounder(run: _RandomSearch[I]) -> Iterator[I]:
    assert run.best is not None
    known = vars(run.best.instance)
    for name, number in product(known, ROUND):
        whole = type(known[name]) is int and number.denominator == 1
        if whole or type(known[name]) is Fraction:
            with suppress(InvalidInput):  # outside the domain
                yield run.domain.changed(known, name, number.numerator if whole else number)


def _explore(run: _RandomSearch[I], visit: Callable[[I], None], seed: int, *, shrink: bool = False) -> None:
    phases = {"phases": SHRINK} if shrink else {}
    explore(run.domain.strategy(), visit, examples=run.domain.effort.drawn, random_seed=seed, **phases)


def _guidance(gap: Value) -> float:
    """The gap as a float that steers the random search; it decides nothing."""
    try:
        size = abs(float(Fraction(gap) if isinstance(gap, str) else gap))
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        return 0.0
    return min(size, 1e300)
