"""Planted errors in the right forms of the papers' formulas: the audit must not believe them.

Every third claim of each paper is tried here with two mutants; ``optcheck mutants`` tries them all.
"""

from __future__ import annotations

from collections import Counter

import pytest

from optcheck.audit import registry
from optcheck.audit.mutants import Fate, Mutant, mutants, try_mutants
from optcheck.audit.registry import Source

PER_CLAIM = 2
CHOSEN = [
    source
    for paper in registry.papers()
    for source in [source for source in registry.sources() if source.paper == paper][::3]
]


def test_there_is_something_to_break_in_every_paper() -> None:
    tried = Counter(source.paper for source in CHOSEN for _ in _planted(source)[:PER_CLAIM])
    assert set(tried) == set(registry.papers())
    assert tried.total() >= 70


def _planted(source: Source) -> list[Mutant[object]]:
    form = registry.load(source).right_form
    return [] if form is None else list(mutants(form.evaluate))


@pytest.mark.parametrize("source", CHOSEN, ids=lambda source: source.id)
def test_no_wrong_mutant_is_believed(source: Source) -> None:
    trials = try_mutants(registry.load(source), seed=0, per_claim=PER_CLAIM)
    believed = [trial for trial in trials if trial.fate is Fate.SURVIVED]
    assert believed == []
