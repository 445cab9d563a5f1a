"""What the claims' definitions share, against enumeration and closed forms."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.chained_enumeration import enumerated_exposure, grid_equilibria
from optcheck.chained_dp import nash_multiples, release_exposure
from proofs_numeric.chained import thm_1_nash
from proofs_numeric.chained._exposure import Collusion, cases, strong_exposure, weak_exposure
from proofs_numeric.chained._game import Deviation, cost_at, responded

LEVELS = [Fraction(n * n) for n in range(4)]
ROWS = st.lists(st.fractions(0, 50, max_denominator=20), min_size=1, max_size=6)


@pytest.mark.parametrize("row", list(product(LEVELS[1:], repeat=2)))
def test_the_corrected_profile_is_the_one_equilibrium_of_the_finite_game(row: tuple[Fraction, ...]) -> None:
    assert grid_equilibria(row, LEVELS) == [thm_1_nash.corrected(Deviation(row, 0, Fraction(0)))]


@given(row=ROWS)
def test_responding_users_add_up_to_the_largest_preference(row: list[Fraction]) -> None:
    assert responded(row, Fraction(0)) == max(row) == sum(nash_multiples(row))


def test_a_cost_counts_the_noise_up_to_the_user() -> None:
    preferences, profile = (Fraction(1), Fraction(4)), (Fraction(1), Fraction(3))
    assert [cost_at(preferences, profile, user) for user in (0, 1)] == [6, 12]


@pytest.mark.parametrize("users", range(2, 7))
@pytest.mark.parametrize("p", [Fraction(0), Fraction(1, 3), Fraction(9, 10)])
def test_places_give_the_same_exposure_as_all_orders_and_attackers(users: int, p: Fraction) -> None:
    at = Collusion(users, p)
    assert weak_exposure(at) == enumerated_exposure(users, p, "weak")
    assert strong_exposure(at) == enumerated_exposure(users, p, "strong")


@pytest.mark.parametrize("attacker", ["weak", "strong"])
@pytest.mark.parametrize("slices", [1, 2, 3])
def test_a_release_is_exposed_as_often_as_the_closed_form_says(
    attacker: Literal["weak", "strong"], slices: int
) -> None:
    p = Fraction(1, 3)
    for users in range(2, 6):
        hidden = sum(chance * (1 - share) ** slices for chance, share in cases(Collusion(users, p), attacker))
        assert 1 - hidden == release_exposure(users, p, slices, attacker)
