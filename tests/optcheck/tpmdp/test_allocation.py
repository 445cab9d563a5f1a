"""Allocations in exact numbers and in doubles, with colluders and dropouts, against enumeration and linear programs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from lp_models.tpmdp import CoverProblem, as_printed, solve_cover
from optcheck import solve
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact
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


doubles = st.one_of(
    st.floats(0, 1e308, allow_nan=False),
    st.floats(0.5, 2),
    st.integers(0, 6).map(lambda k: 1 + k * 2.0**-52),
    st.integers(0, 6).map(lambda k: k * 5e-324),
)


@st.composite
def cases(draw: st.DrawFn, most: int) -> tuple[list[float], int, list[int]]:
    n = draw(st.integers(1, most))
    required = draw(st.lists(doubles, min_size=n, max_size=n))
    return required, draw(st.integers(0, n - 1)), draw(st.lists(st.integers(0, n - 1), unique=True))


def exact_total(allocation: Allocation) -> Fraction:
    return sum((Fraction(float(x)) for x in allocation.variances), start=Fraction(0))


def units_in_the_last_place(allocation: Allocation) -> Fraction:
    return sum((Fraction(math.ulp(x)) for x in allocation.variances), start=Fraction(0))


@given(cases(most=8))
@settings(deadline=None)
def test_every_listed_constraint_holds_exactly(case: tuple[list[float], int, list[int]]) -> None:
    required, threshold, active = case
    allocation = allocate(required, threshold, active)
    assert is_feasible(Instance.of(required, threshold, active), list(allocation.variances))


@given(cases(most=40))
@settings(deadline=None)
def test_total_exceeds_the_optimum_by_units_in_the_last_place(case: tuple[list[float], int, list[int]]) -> None:
    required, threshold, active = case
    allocation = allocate(required, threshold, active)
    optimum = allocate([Fraction(need) for need in required], threshold, active).total
    excess = exact_total(allocation) - Fraction(optimum)
    assert 0 <= excess <= 2 * units_in_the_last_place(allocation)


@given(cases(most=40))
@settings(deadline=None)
def test_certificate_states_the_exact_optimum_as_bound(case: tuple[list[float], int, list[int]]) -> None:
    required, threshold, active = case
    allocation = allocate(required, threshold, active)
    certificate = allocation.certify()
    assert certificate.verify().value == exact_total(allocation)
    optimum = allocate([Fraction(need) for need in required], threshold, active).total
    assert Fraction(str(certificate.evidence["bound"])) == optimum


@given(cases(most=20))
@settings(deadline=None)
def test_total_is_the_least_double_above_the_sum(case: tuple[list[float], int, list[int]]) -> None:
    allocation = allocate(*case)
    total = float(allocation.total)
    exact = exact_total(allocation)
    if math.isinf(total):
        assert exact > Fraction(math.nextafter(math.inf, 0))
    else:
        assert Fraction(math.nextafter(total, -math.inf)) < exact <= Fraction(total) or total == exact == 0


@pytest.mark.parametrize(
    ("threshold", "active", "subcase"),
    [
        (150, None, Subcase.MANY_ACTIVE),
        (199, None, Subcase.MANY_ACTIVE),
        (90, range(0, 200, 2), Subcase.SOME_ACTIVE),
        (120, [7], Subcase.ONE_ACTIVE),
        (1, [7], Subcase.ONE_ACTIVE),
        (3, range(20), Subcase.FEW_ACTIVE),
        (1, range(150), Subcase.FEW_ACTIVE),
    ],
)
def test_two_hundred_parties(threshold: int, active: Any, subcase: Subcase) -> None:
    required = np.random.default_rng(7).lognormal(0, 3, 200)
    allocation = allocate(required, threshold, active)
    assert allocation.subcase is subcase
    assert allocation.certify().verify().value == exact_total(allocation)


@pytest.mark.parametrize("threshold", [3, 66_000, 99_998])
def test_a_hundred_thousand_parties(threshold: int) -> None:
    rng = np.random.default_rng(threshold)
    allocation = allocate(rng.lognormal(0, 1, 100_000), threshold, rng.random(100_000) < 0.3)
    certificate = allocation.certify()
    total = certificate.verify().value
    gap = Fraction(total or 0) - Fraction(str(certificate.evidence["bound"]))
    assert 0 <= gap <= 2 * units_in_the_last_place(allocation)


def test_kinds_of_input() -> None:
    assert isinstance(allocate([1, 2.0, 3], 1).variances, np.ndarray)
    assert isinstance(allocate(np.array([1, 2, 3]), 1).variances, tuple)
    assert isinstance(allocate(np.array([1, 2, 3], dtype=np.float32), 1).variances, np.ndarray)
    assert allocate((Fraction(1, 3), 1), 1).variances == (Fraction(1, 3), 1)
    by_index = allocate([1.0, 2.0, 3.0], 1, [2, 0])
    by_mask = allocate([1.0, 2.0, 3.0], 1, np.array([True, False, True]))
    assert list(by_index.variances) == list(by_mask.variances)
    assert by_index.active.tolist() == [True, False, True]


@pytest.mark.parametrize(
    ("required", "active", "message"),
    [
        ([1.0, -2.0], None, r"required\[1\] must be finite and not negative, got -2.0"),
        ([1.0, math.nan], None, r"required\[1\] must be finite and not negative, got nan"),
        ([math.inf, 1.0], None, r"required\[0\] must be finite and not negative, got inf"),
        ([1.0, Fraction(1, 3)], None, r"required\[1\] = 1/3 is not a double"),
        ([1.0, 2**2000], None, r"is not a double"),
        ([1, -2], None, r"required\[1\] must not be negative, got -2"),
        ([[1.0], [2.0]], None, r"required\[0\] must be a finite number"),
        (np.ones((2, 2)), None, r"required must be one-dimensional, got 2"),
        (np.ones(2, dtype=np.longdouble), None, r"required must be doubles or exact numbers"),
        ([], None, r"at least one party"),
        ([1.0, 2.0], [2], r"an active party must be between 0 and n-1 = 1, got 2"),
        ([1.0, 2.0], [0.5], r"an active party must be a whole number, got 0.5"),
        ([1.0, 2.0], 1, "there must be a list, an active party each; got 1"),
        ([1.0, 2.0], "01", "there must be a list, an active party each; got '01'"),
        ([1.0, 2.0], np.array([True]), r"an active mask must have one entry for each of 2 parties"),
    ],
)
def test_bad_input_names_value_and_rule(required: Any, active: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        allocate(required, 1, active)


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
