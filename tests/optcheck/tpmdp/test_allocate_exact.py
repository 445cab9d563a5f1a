"""The closed form against the explicit programs, brute force and its own certificate, in exact arithmetic."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lp_models.tpmdp import as_printed
from optcheck import solve
from optcheck.tpmdp import Allocation, Instance, Subcase, allocate
from tests.optcheck.tpmdp.oracles import is_feasible, small_instances
from tests.strategies.coalitions import instances


def allocated(instance: Instance) -> Allocation:
    return allocate(instance.required, instance.threshold, instance.active)


@pytest.mark.parametrize(("n", "largest"), [(1, 4), (2, 4), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_every_small_instance_is_proved_optimal(n: int, largest: int) -> None:
    """The checker accepts variances and packing, and both have one value: no solver is involved."""
    for instance in small_instances(n, largest):
        allocation = allocated(instance)
        certificate = allocation.certify()
        assert certificate.verify().value == allocation.total
        assert certificate.evidence["bound"] == certificate.evidence["total"]


@given(instances())
@settings(max_examples=150, deadline=None)
def test_total_is_the_optimum_of_the_explicit_program(instance: Instance) -> None:
    allocation = allocated(instance)
    assert allocation.total == solve(as_printed(instance)).value
    assert sum(Fraction(x) for x in allocation.variances) == allocation.total


@given(instances(most=8))
@settings(deadline=None)
def test_every_listed_constraint_holds(instance: Instance) -> None:
    assert is_feasible(instance, list(allocated(instance).variances))


@given(instances(), st.randoms(use_true_random=False))
def test_parties_may_come_in_any_order(instance: Instance, random: Random) -> None:
    order = list(range(instance.n))
    random.shuffle(order)
    active = [place for place, j in enumerate(order) if j in instance.active]
    shuffled = allocate([instance.required[j] for j in order], instance.threshold, active)
    assert shuffled.total == allocated(instance).total
    assert sorted(shuffled.variances) == sorted(allocated(instance).variances)


@given(instances(), st.fractions(Fraction(1, 9), 9, max_denominator=9))
def test_requirements_scale(instance: Instance, factor: Fraction) -> None:
    scaled = allocate([factor * need for need in instance.required], instance.threshold, instance.active)
    assert tuple(scaled.variances) == tuple(factor * x for x in allocated(instance).variances)


@given(instances(), st.integers(0, 6), st.integers(0, 5))
def test_stricter_requirements_cost_no_less(instance: Instance, party: int, more: int) -> None:
    required = list(instance.required)
    required[party % instance.n] += more
    assert allocate(required, instance.threshold, instance.active).total >= allocated(instance).total


@given(instances(least=2), st.integers(0, 6))
def test_more_colluders_or_more_active_parties_cost_no_less(instance: Instance, party: int) -> None:
    total = allocated(instance).total
    if instance.threshold < instance.n - 1:
        assert allocate(instance.required, instance.threshold + 1, instance.active).total >= total
    assert allocate(instance.required, instance.threshold, {*instance.active, party % instance.n}).total >= total


@pytest.mark.parametrize(
    ("required", "threshold", "active", "variances", "subcase"),
    [
        ([7], 0, None, (0,), Subcase.NO_NOISE),
        ([7, 3], 0, None, (0, 0), Subcase.NO_NOISE),
        ([7, 3], 1, [], (0, 0), Subcase.NO_NOISE),
        ([7, 3], 1, None, (7, 3), Subcase.MANY_ACTIVE),
        ([7, 3], 1, [0], (0, 3), Subcase.ONE_ACTIVE),
        ([0, 0, 0], 2, None, (0, 0, 0), Subcase.MANY_ACTIVE),
        ([5, 5, 5], 1, None, (Fraction(5, 2),) * 3, Subcase.MANY_ACTIVE),
        ([4, 6, 1, 2, 2], 2, [0, 1], (0, 2, 2, 2, 2), Subcase.FEW_ACTIVE),
        ([9, 1, 1], 2, [1], (9, 0, 1), Subcase.ONE_ACTIVE),
    ],
)
def test_corners(
    required: list[int], threshold: int, active: list[int] | None, variances: tuple[object, ...], subcase: Subcase
) -> None:
    allocation = allocate(required, threshold, active)
    assert (allocation.variances, allocation.subcase) == (variances, subcase)


def test_the_strictest_party_may_be_inactive_in_subcase_four() -> None:
    """Here Alg. 3's beta, which forgets the second largest inactive requirement, falls short."""
    instance = Instance.of([0, 0, 6, 6, 0], 2, [0, 1])
    assert instance.subcase is Subcase.FEW_ACTIVE
    allocation = allocated(instance)
    assert is_feasible(instance, list(allocation.variances))
    assert allocation.total == solve(as_printed(instance)).value == 9
