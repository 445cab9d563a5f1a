"""Splitting a row: the sorted rule against dynamic programming and enumeration, and against local noise."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.chained_enumeration import least_split_noise
from optcheck.chained_dp import local_noise, sorted_split, split_noise
from optcheck.errors import InvalidInput
from proofs_numeric.chained._splits import equal_splits, splits

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
