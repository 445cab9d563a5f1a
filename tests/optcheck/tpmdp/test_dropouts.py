"""Dropouts: colluders and those who left, listed one by one; the total against the explicit program."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from lp_models.tpmdp import CoverProblem, solve_cover
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact
from optcheck.tpmdp import Instance, allocate
from tests.strategies.coalitions import instances


def missing_sets(instance: Instance, dropouts: int) -> set[frozenset[int]]:
    """Everybody whose noise can be missing: up to t colluders with an active one, and up to d others."""
    everybody = range(instance.n)
    found = set()
    for size in range(1, instance.threshold + 1):
        for colluders in combinations(everybody, size):
            if set(colluders) & set(instance.active):
                others = [j for j in everybody if j not in colluders]
                for count in range(dropouts + 1):
                    found |= {frozenset(colluders) | set(gone) for gone in combinations(others, count)}
    return found


def withstands(instance: Instance, dropouts: int, variances: Sequence[Exact] | NDArray[np.float64]) -> bool:
    for missing in missing_sets(instance, dropouts):
        left = [j for j in range(instance.n) if j not in missing]
        if left and sum(Fraction(variances[j]) for j in left) < max(instance.required[j] for j in left):
            return False
    return True


@st.composite
def with_dropouts(draw: st.DrawFn) -> tuple[Instance, int]:
    instance = draw(instances(most=6))
    return instance, draw(st.integers(0, instance.n - 1 - instance.threshold))


@given(with_dropouts())
def test_exact_allocations_withstand_and_are_optimal(case: tuple[Instance, int]) -> None:
    instance, dropouts = case
    found = allocate(instance.required, instance.threshold, instance.active, dropouts=dropouts)
    assert withstands(instance, dropouts, found.variances)
    listed = [sorted(missing) for missing in missing_sets(instance, dropouts) if len(missing) < instance.n]
    assert found.total == solve_cover(CoverProblem.listed(instance.required, listed)).value
    assert found.certify().verify().value == found.total


@given(with_dropouts())
def test_doubles_withstand(case: tuple[Instance, int]) -> None:
    instance, dropouts = case
    required = [float(need) for need in instance.required]
    found = allocate(np.array(required), instance.threshold, instance.active, dropouts=dropouts)
    as_doubles = Instance.of(required, instance.threshold, instance.active)
    assert withstands(as_doubles, dropouts, found.variances)
    found.certify().verify()


def test_without_dropouts_two_lost_parties_break_budgets() -> None:
    required = [5, 4, 3, 3, 2, 2, 1, 1]
    instance = Instance.of(required, threshold=2)
    assert not withstands(instance, 2, allocate(required, 2).variances)
    assert withstands(instance, 2, allocate(required, 2, dropouts=2).variances)


@pytest.mark.parametrize("dropouts", [-1, 2, 1.0, True])
def test_bad_dropouts_are_refused(dropouts: object) -> None:
    with pytest.raises(InvalidInput, match="dropouts must be"):
        allocate([1, 2, 3], 1, dropouts=dropouts)  # type: ignore[arg-type]
