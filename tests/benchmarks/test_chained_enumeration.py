"""The enumerations that serve as oracles for Chained-DP, on cases small enough to do by hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from benchmarks.chained_enumeration import (
    backward_induction,
    enumerated_exposure,
    equal_splits,
    grid_equilibria,
    least_split_noise,
    splits,
)
from optcheck.errors import InvalidInput

SQUARES = [Fraction(n * n) for n in range(5)]


def test_one_user_tops_up_to_its_preference() -> None:
    assert grid_equilibria([Fraction(9)], SQUARES) == [(Fraction(9),)]
    assert backward_induction([Fraction(9)], SQUARES) == (Fraction(9),)


def test_without_the_right_level_neighbouring_levels_are_compared_exactly() -> None:
    """Preference 4 between levels 1 and 9: costs are 1 + 16 and 9 + 16/3, so 9 is better."""
    assert grid_equilibria([Fraction(4)], [Fraction(0), Fraction(1), Fraction(9)]) == [(Fraction(9),)]


def test_a_later_user_with_a_larger_preference_makes_the_first_one_lead() -> None:
    row = [Fraction(1), Fraction(9), Fraction(4)]
    assert grid_equilibria(row, SQUARES) == [(Fraction(1), Fraction(8), Fraction(0))]
    assert backward_induction(row, SQUARES) == (Fraction(9), Fraction(0), Fraction(0))


def test_exposure_of_three_users_by_hand() -> None:
    """The victim stands in the middle in 2 of 6 orders; then both others must be attackers."""
    half = Fraction(1, 2)
    assert enumerated_exposure(3, half, "weak") == enumerated_exposure(3, half, "strong") == Fraction(1, 12)
    assert enumerated_exposure(3, half, "weak", kept_back=0) == Fraction(1, 8)
    assert enumerated_exposure(3, half, "weak", kept_back=1) == Fraction(1, 16)


def test_keeping_the_only_user_back_leaves_no_order() -> None:
    with pytest.raises(InvalidInput, match="no order of 1 users"):
        enumerated_exposure(1, Fraction(1, 2), "weak", kept_back=0)


def test_splits_are_counted() -> None:
    assert [sum(1 for _ in splits(n)) for n in range(6)] == [1, 1, 2, 5, 15, 52]
    assert [sum(1 for _ in equal_splits(n, n // 2)) for n in (2, 4, 6, 8)] == [1, 3, 15, 105]
    assert len(set(equal_splits(6, 2))) == 10


def test_the_least_noise_of_a_split_needs_equal_parts() -> None:
    with pytest.raises(InvalidInput, match="divide the number of users, 3; got 2"):
        least_split_noise([Fraction(1)] * 3, 2)


def _enumerated_error(deviations: Sequence[Fraction], coordinates: int) -> Fraction:
    """Expected squared error of the mean, with each Gaussian noise replaced by plus or minus its deviation.

    The expectation of a square depends on means and covariances only, so the two-point noise has the same error; it
    is averaged over all sign patterns, passing the sum from user to user as in Eq. 6 to 8.
    """
    users, total, patterns = len(deviations), Fraction(0), 0
    for signs in product((-1, 1), repeat=users * coordinates):
        patterns += 1
        for coordinate in range(coordinates):
            own = signs[coordinate * users : (coordinate + 1) * users]
            message = Fraction(0)
            for sign, deviation in zip(own, deviations, strict=True):
                message += sign * deviation
            total += (message / users) ** 2
    return total / patterns


@pytest.mark.parametrize(("users", "coordinates"), [(1, 1), (1, 3), (2, 2), (4, 2)])
def test_the_error_is_the_variance_over_the_squared_number_of_users(users: int, coordinates: int) -> None:
    deviations = [Fraction(n + 1, 2) for n in range(users)]
    assert _enumerated_error(deviations, coordinates) == coordinates * sum(d * d for d in deviations) / users**2
