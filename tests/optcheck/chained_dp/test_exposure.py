"""Exposure and splits of Chained-DP against enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.chained_enumeration import enumerated_exposure, equal_splits, least_split_noise, splits
from benchmarks.chained_simulation import simulated_exposure
from optcheck.chained_dp import (
    exposure,
    exposure_floats,
    local_noise,
    release_exposure,
    sorted_split,
    split_noise,
    threshold,
)
from optcheck.chained_dp.exposure import Attacker, Order
from optcheck.errors import InvalidInput
from tests.strategies.chained import probabilities

ATTACKERS: tuple[Attacker, ...] = ("weak", "strong")


@given(st.integers(1, 6), probabilities(), st.sampled_from(ATTACKERS))
@settings(max_examples=60, deadline=None)
def test_uniform_order(users: int, p: Fraction, attacker: Attacker) -> None:
    assert exposure(users, p, attacker) == enumerated_exposure(users, p, attacker)


@given(st.integers(2, 6), probabilities(), st.sampled_from(ATTACKERS))
@settings(max_examples=60, deadline=None)
def test_the_order_of_bas(users: int, p: Fraction, attacker: Attacker) -> None:
    largest, other = (enumerated_exposure(users, p, attacker, kept_back=kept) for kept in (0, 1))
    assert exposure(users, p, attacker, "shuffled, largest") == largest
    assert exposure(users, p, attacker, "shuffled, other") == other
    assert largest >= exposure(users, p, attacker) >= other


ORDERS: dict[int | None, Order] = {None: "uniform", 0: "shuffled, largest", 1: "shuffled, other"}


RELEASES = [(users, slices, kept) for users, slices in ((2, 3), (3, 2), (4, 3), (5, 2)) for kept in ORDERS]


@pytest.mark.parametrize("attacker", ATTACKERS)
@pytest.mark.parametrize(("users", "slices", "kept_back"), [(1, 2, None), *RELEASES])
def test_a_whole_release(users: int, slices: int, attacker: Attacker, kept_back: int | None) -> None:
    p, orders = Fraction(2, 5), [row for row in permutations(range(users)) if row[0] != kept_back]
    order = ORDERS[kept_back]
    total = Fraction(0)
    for size in range(users):
        for group in combinations(range(1, users), size):
            shown = sum(_exposed(row, set(group), attacker) for row in orders)
            safe = (1 - Fraction(shown, len(orders))) ** slices
            total += p**size * (1 - p) ** (users - 1 - size) * (1 - safe)
    assert release_exposure(users, p, slices, attacker, order) == total
    assert release_exposure(users, p, 1, attacker, order) == exposure(users, p, attacker, order)


def _exposed(order: tuple[int, ...], attackers: set[int], attacker: Attacker) -> bool:
    place = order.index(0)
    reach = 1 if attacker == "weak" else len(order)
    before, after = order[max(place - reach, 0) : place], order[place + 1 : place + 1 + reach]
    return bool(attackers.intersection(before)) and bool(attackers.intersection(after))


@pytest.mark.parametrize("attacker", ATTACKERS)
@pytest.mark.parametrize(
    ("largest", "order"), [(None, "uniform"), (True, "shuffled, largest"), (False, "shuffled, other")]
)
def test_simulation_of_larger_rows(attacker: Attacker, largest: bool | None, order: str) -> None:
    expected = float(exposure(9, "3/10", attacker, cast(Order, order)))
    trials = 40_000
    seen = simulated_exposure(9, 0.3, trials, seed=11, attacker=attacker, largest=largest)
    assert abs(seen - expected) < 5 * (expected * (1 - expected) / trials) ** 0.5


@given(st.integers(1, 40), st.lists(st.floats(0, 1), min_size=1, max_size=4), st.sampled_from(ATTACKERS))
@settings(max_examples=40, deadline=None)
def test_floats_do_not_cancel(users: int, p: list[float], attacker: Attacker) -> None:
    exact = [float(exposure(users, value, attacker)) for value in p]
    assert exposure_floats(users, np.array(p), attacker) == pytest.approx(exact, rel=1e-11, abs=1e-300)


@pytest.mark.parametrize("attacker", ATTACKERS)
@pytest.mark.parametrize("order", ["uniform", "shuffled, largest", "shuffled, other"])
@pytest.mark.parametrize("users", [3, 4, 10, 57])
def test_thresholds_are_enclosed(users: int, attacker: Attacker, order: Order) -> None:
    found, target = threshold(users, attacker, order), Fraction(1, users**2)
    assert exposure(users, found.low, attacker, order) <= target < exposure(users, found.high, attacker, order)
    assert found.high - found.low <= found.low / 2**52
    assert Fraction(float(found)) == found.low


def test_the_weak_threshold_is_eq_33() -> None:
    for users in (3, 4, 25):
        found, square = threshold(users, "weak"), Fraction(1, users * (users - 2))
        assert found.low**2 <= square < found.high**2


def test_everything_is_bearable_between_two_users_and_nothing_at_target_zero() -> None:
    assert threshold(2, "strong").low == 1
    assert threshold(3, "weak", target=0).low == 0


def test_thresholds_of_long_rows_are_enclosed_and_ties_are_decided_exactly() -> None:
    many = float(threshold(10**12))
    assert many == pytest.approx(6**0.5 / 10**24, rel=1e-6)
    assert threshold(5, target=exposure(5, "1/4")).low == Fraction(1, 4)


def test_fixed_attackers_expose_some_slice_far_more_often_than_one() -> None:
    one, fifty = release_exposure(10, "1/10", 1, "weak"), release_exposure(10, "1/10", 50, "weak")
    assert fifty > 10 * one


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: exposure(3, 2), "between 0 and 1, got 2"),
        (
            lambda: exposure(1, "1/2", "weak", "shuffled, largest"),
            "order must be at least 2, got 1",
        ),
        (lambda: exposure(0, "1/2"), "users of a row in uniform order must be at least 1, got 0"),
        (lambda: exposure(3, "1/2", cast(Attacker, "odd")), "attacker must be"),
        (lambda: exposure(3, "1/2", "weak", cast(Order, "odd")), "order must be"),
        (lambda: release_exposure(3, "1/2", 0), "slices must be at least 1, got 0"),
        (lambda: exposure_floats(3, [0.5, 1.5]), "probabilities must lie between 0 and 1"),
        (lambda: exposure_floats(3, [0.5], cast(Attacker, "odd")), "attacker must be"),
        (lambda: release_exposure(3, "1/2", 1, cast(Attacker, "odd")), "attacker must be"),
        (lambda: simulated_exposure(3, 0.5, 0, seed=0), "trials must be at least 1, got 0"),
        (lambda: simulated_exposure(3, 0.5, 1, seed=0, attacker=cast(Attacker, "odd")), "attacker must be"),
        (lambda: threshold(0), "users of a row in uniform order must be at least 1, got 0"),
        (lambda: exposure(10**30, "1/2"), "users of an exact exposure must be at most"),
        (lambda: threshold(cast(int, 3.5)), "must be a whole number, got 3.5"),
        (lambda: threshold(3, target=-1), "target must be at least 0, got -1"),
    ],
)
def test_bad_questions_are_refused(call: object, words: str) -> None:
    assert callable(call)
    with pytest.raises(InvalidInput, match=words):
        call()


PREFERENCES = st.lists(st.fractions(0, 9, max_denominator=3), min_size=6, max_size=6)


@given(PREFERENCES, st.sampled_from((1, 2, 3, 6)))
@settings(max_examples=60, deadline=None)
def test_sorting_is_best_among_equal_parts(preferences: list[Fraction], parts: int) -> None:
    best = min(split_noise(preferences, split) for split in equal_splits(6, parts))
    assert split_noise(preferences, sorted_split(preferences, parts)) == best
    assert least_split_noise(preferences, parts) == best * 36


@given(st.lists(st.fractions(0, 9, max_denominator=3), min_size=1, max_size=5))
@settings(max_examples=40, deadline=None)
def test_weighted_splits_never_do_worse_than_local_noise(preferences: list[Fraction]) -> None:
    for split in splits(len(preferences)):
        assert split_noise(preferences, split) <= local_noise(preferences)


def test_plain_averages_of_unequal_parts_can() -> None:
    assert split_noise([4, 1, 1], ((0,), (1, 2)), weighted=False) == Fraction(17, 16)
    assert local_noise([4, 1, 1]) == Fraction(2, 3)


def test_plain_and_weighted_averages_agree_for_equal_parts() -> None:
    for split in equal_splits(4, 2):
        assert split_noise([3, 1, 4, 1], split) == split_noise([3, 1, 4, 1], split, weighted=False)


def test_one_part_and_single_users() -> None:
    assert split_noise([3, 1], ((0, 1),)) == Fraction(3, 4)
    assert split_noise([3, 1], ((0,), (1,))) == local_noise([3, 1])


@pytest.mark.parametrize("parts", [0, 4])
def test_parts_must_divide_the_users(parts: int) -> None:
    calls = (
        lambda: sorted_split([1] * 6, parts),
        lambda: list(equal_splits(6, parts)),
        lambda: least_split_noise([Fraction(1)] * 6, parts),
    )
    for call in calls:
        with pytest.raises(InvalidInput, match=f"divide the number of users, 6; got {parts}"):
            call()


@pytest.mark.parametrize("split", [((0,),), ((0, 1), (1,)), ((0, 1), ())])
def test_a_split_holds_everybody_once(split: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(InvalidInput, match="exactly one part"):
        split_noise([1, 2], split)
