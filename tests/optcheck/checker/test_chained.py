"""The checks of the noise game: what they establish is true, and impossible games are refused."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.chained_dp import nash_multiples
from optcheck.checker.core import Verified, check_document
from optcheck.errors import CertificateRejected
from tests.strategies.chained import Row, rows


def check(kind: str, instance: dict[str, Any], evidence: dict[str, Any] | None = None) -> Verified:
    """What a reader of the file would do."""
    text = json.dumps({"format": 1, "kind": kind, "instance": instance, "evidence": evidence or {}})
    return check_document(json.loads(text))


def texts(values: tuple[Fraction, ...] | list[int]) -> list[str]:
    return [str(value) for value in values]


def rejected(kind: str, instance: dict[str, Any], evidence: dict[str, Any], words: str | None = None) -> None:
    with pytest.raises(CertificateRejected, match=words):
        check(kind, instance, evidence)


@given(rows(most=6), st.integers(0, 5), st.sampled_from([Fraction(1, 10**9), Fraction(-1, 7), Fraction(1)]))
@settings(max_examples=80, deadline=None)
def test_only_the_equilibrium_passes_as_one(row: Row, place: int, change: Fraction) -> None:
    profile = nash_multiples(row)
    instance = {"preferences": texts(row), "profile": texts(profile)}
    proved = check("noise-game-equilibrium", instance)
    assert proved.fact("total noise").value == max(row)
    assert proved.fact("profile").value == "a Nash equilibrium"
    moved = list(profile)
    moved[place % len(row)] += change
    rejected("noise-game-equilibrium", {**instance, "profile": texts(tuple(moved))}, {})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"profile": ["4", "0"]}, "best response 0: expected 1, got 4"),
        ({"profile": ["1", "4"]}, "best response 1: expected 4, got 5"),
        ({"profile": ["1", "0"]}, "best response 1: expected 4, got 1"),
        ({"profile": ["1"]}, "length of 'profile'"),
        ({"profile": ["1", "-3"]}, "profile"),
        ({"preferences": ["1", "-4"]}, "preferences"),
        ({"preferences": [], "profile": []}, "preferences"),
    ],
)
def test_what_is_no_equilibrium_is_rejected(change: dict[str, Any], words: str) -> None:
    game = {"preferences": ["1", "4"], "profile": ["1", "3"]}
    assert check("noise-game-equilibrium", game).fact("total noise").value == 4
    rejected("noise-game-equilibrium", {**game, **change}, {}, words)


def test_users_without_a_preference_add_nothing() -> None:
    assert check("noise-game-equilibrium", {"preferences": [0, 0], "profile": [0, 0]}).fact("total noise").value == 0
    rejected("noise-game-equilibrium", {"preferences": [0, 0], "profile": [1, 0]}, {}, "best response 0")
