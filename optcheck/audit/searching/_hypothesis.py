"""Hypothesis as a search engine: deterministic, without a database, without deadlines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar
from unittest import mock

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from hypothesis.strategies import SearchStrategy

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

    with _no_constants_from_loaded_modules():
        seed(random_seed)(configured(given(strategy)(body)))()


@contextmanager
def _no_constants_from_loaded_modules() -> Iterator[None]:
    # Hypothesis also draws constants found in whatever local modules happen to be imported. That would make
    # a verdict depend on which claims the same process judged before, so the pool is empty here.
    providers.CONSTANTS_CACHE.cache.clear()
    with mock.patch.object(providers, "_get_local_constants", Constants):
        yield
    providers.CONSTANTS_CACHE.cache.clear()
