"""Certificates of the noise game and failures of a release, against enumeration and closed forms."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Literal

import pytest

from benchmarks.chained_enumeration import grid_equilibria
from optcheck.chained_dp import release_exposure
from proofs_numeric.chained._exposure import release_failure
from proofs_numeric.chained._game import best_responses, nash_certificate

LEVELS = [Fraction(n * n) for n in range(4)]


@pytest.mark.parametrize("row", list(product(LEVELS[1:], repeat=2)))
def test_only_the_equilibria_of_the_finite_game_are_certified(row: tuple[Fraction, ...]) -> None:
    stable = grid_equilibria(row, LEVELS)
    assert best_responses(row) in stable
    for profile in product(LEVELS, repeat=2):
        profile_is = nash_certificate(row, profile).verify().fact("profile").value
        assert (profile_is == "a Nash equilibrium") == (profile == best_responses(row))


@pytest.mark.parametrize("attacker", ["weak", "strong"])
@pytest.mark.parametrize("slices", [1, 2, 3])
def test_a_release_fails_as_often_as_the_closed_form_says(attacker: Literal["weak", "strong"], slices: int) -> None:
    p, delta = Fraction(1, 3), Fraction(1, 10)
    for users in range(2, 6):
        hidden = 1 - release_exposure(users, p, slices, attacker)
        assert release_failure(users, slices, p, delta, attacker) == 1 - hidden * (1 - delta)
