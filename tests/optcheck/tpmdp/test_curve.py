"""Baselines, curves and savings: points are allocations, totals grow, removing the costliest party saves most."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from optcheck.errors import InvalidInput
from optcheck.tpmdp import (
    Instance,
    allocate,
    curve,
    minimum,
    non_threshold,
    savings,
    tmdp,
)
from tests.strategies.coalitions import instances


@given(instances())
def test_baselines_bracket_the_optimum(instance: Instance) -> None:
    total = allocate(instance.required, instance.threshold, instance.active).total
    assert non_threshold(instance.required, instance.active).total >= total
    assert tmdp(instance.required, instance.threshold, instance.active).total >= total
    if instance.threshold and len(instance.active) == instance.n:
        assert minimum(instance.required) <= total


def test_baselines_keep_doubles() -> None:
    required = np.array([1.5, 0.25, 4.0])
    assert non_threshold(required).total == 5.75
    assert tmdp(required, 1).total == 6.0
    assert minimum(required) == 4.0


@pytest.mark.parametrize("baseline", [non_threshold, minimum])
def test_no_parties_is_an_error(baseline: object) -> None:
    with pytest.raises(InvalidInput, match="at least one party"):
        baseline([])  # type: ignore[operator]  # both take the requirements alone


@given(instances())
def test_points_are_optimal_totals_and_never_fall(instance: Instance) -> None:
    points = curve(instance.required, instance.active)
    assert [point.missing for point in points] == list(range(instance.n))
    totals = [point.total for point in points]
    assert totals == [allocate(instance.required, k, instance.active).total for k in range(instance.n)]
    assert totals == sorted(totals)


@given(instances())
def test_savings_are_differences_of_totals(instance: Instance) -> None:
    found = savings(instance.required, instance.threshold, instance.active, most=instance.n)
    assert sorted(j for j, _ in found) == list(range(instance.n))
    assert [saved for _, saved in found] == sorted((saved for _, saved in found), reverse=True)
    assert all(saved >= 0 for _, saved in found)
    party, saved = found[0]
    without = [0 if j == party else need for j, need in enumerate(instance.required)]
    total = allocate(instance.required, instance.threshold, instance.active).total
    assert total - allocate(without, instance.threshold, instance.active).total == saved


def test_many_parties_give_some_points() -> None:
    points = curve(np.linspace(1, 2, 5000))
    assert 100 < len(points) <= 201
    assert (points[0].missing, points[-1].missing) == (0, 4999)
