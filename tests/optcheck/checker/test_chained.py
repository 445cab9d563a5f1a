"""The checks of the noise game: true statements pass, false ones and easier problems do not."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.chained_dp import exposure, nash_multiples
from optcheck.checker.core import Verified, check_document
from optcheck.errors import CertificateRejected
from tests.strategies.chained import Row, rows


def check(kind: str, instance: dict[str, Any], evidence: dict[str, Any]) -> Verified:
    """What a reader of the file would do."""
    text = json.dumps({"format": 1, "kind": kind, "instance": instance, "evidence": evidence})
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
    instance = {"preferences": texts(row)}
    assert check("noise-game-equilibrium", instance, {"profile": texts(profile)}).value == max(row)
    moved = list(profile)
    moved[place % len(row)] += change
    rejected("noise-game-equilibrium", instance, {"profile": texts(tuple(moved))})


GAME = {"preferences": ["1", "4"], "profile": ["4", "0"], "responding": False}


def test_the_smallest_counterexample_to_theorem_1() -> None:
    assert "3 against 5" in check("noise-game-deviation", GAME, {"user": 0, "deviation": "1"}).statement


@pytest.mark.parametrize(("user", "deviation"), [(0, "4"), (0, "1/25"), (1, "1"), (1, "0")])
def test_deviations_that_do_not_pay_are_rejected(user: int, deviation: str) -> None:
    rejected("noise-game-deviation", GAME, {"user": user, "deviation": deviation}, "comparison")


def test_the_same_deviation_does_not_pay_when_later_users_respond() -> None:
    rejected("noise-game-deviation", {**GAME, "responding": True}, {"user": 0, "deviation": "1"}, "comparison")
    lazy = {**GAME, "profile": ["1", "3"], "responding": True}
    assert "5 against 6" in check("noise-game-deviation", lazy, {"user": 0, "deviation": "4"}).statement


def test_no_noise_is_infinitely_bad() -> None:
    nothing = {"preferences": ["1"], "profile": ["0"], "responding": False}
    assert "infinite" in check("noise-game-deviation", nothing, {"user": 0, "deviation": "1"}).statement
    rejected("noise-game-deviation", nothing, {"user": 0, "deviation": "0"}, "finite")


@pytest.mark.parametrize(
    ("change", "evidence", "words"),
    [
        ({"preferences": ["-1", "4"]}, {}, "preferences"),
        ({"preferences": []}, {}, "preferences"),
        ({"profile": ["4"]}, {}, "profile"),
        ({"profile": ["4", "-1"]}, {}, "profile"),
        ({"responding": 0}, {}, "responding"),
        ({}, {"user": 2}, "user"),
        ({}, {"deviation": "-1"}, "deviation"),
        ({}, {"deviation": None}, "number"),
    ],
)
def test_malformed_games_are_rejected(change: dict[str, Any], evidence: dict[str, Any], words: str) -> None:
    rejected("noise-game-deviation", {**GAME, **change}, {"user": 0, "deviation": "1", **evidence}, words)


def test_costs() -> None:
    instance = {**GAME, "user": 1}
    assert "12 against 11" in check("noise-game-cost", instance, {"claimed": "11"}).statement
    rejected("noise-game-cost", instance, {"claimed": "12"}, "comparison")
    rejected("noise-game-cost", {**GAME, "profile": ["0", "4"], "user": 0}, {"claimed": "1"}, "finite")


def test_costs_after_responses_need_best_responses() -> None:
    instance = {"preferences": ["1", "4"], "profile": ["1", "3"], "user": 0, "responding": True}
    assert "6 against 5" in check("noise-game-cost", instance, {"claimed": "5"}).statement
    for profile in (["1", "0"], ["1", "4"], ["5", "1"]):
        rejected("noise-game-cost", {**instance, "profile": profile}, {"claimed": "5"}, "best response")


def test_cheaper_profiles_refute_an_optimum() -> None:
    instance = {"preferences": ["1", "4"], "claimed": [["root", "25/4", 3], "0"]}
    assert "total cost" in check("noise-game-optimum", instance, {"better": ["11/4", "0"]}).statement
    rejected("noise-game-optimum", instance, {"better": ["9", "0"]}, "comparison")
    optimum = {"preferences": ["1", "4"], "claimed": [["root", "81/4", 3], "0"]}
    for first in ("2", "27/10", "11/4", "3"):
        rejected("noise-game-optimum", optimum, {"better": [first, "0"]}, "comparison")


def test_bounds_on_the_price_of_anarchy() -> None:
    """It is 1.0395 for preferences 1 and 4."""
    kind, upper = "noise-game-anarchy", {"preferences": ["1", "4"], "side": "upper"}
    assert check(kind, {**upper, "bound": "103/100"}, {"profile": ["11/4", "0"]})
    rejected(kind, {**upper, "bound": "104/100"}, {"profile": ["11/4", "0"]}, "comparison")
    lower = {"preferences": ["1", "4"], "side": "lower"}
    assert check(kind, {**lower, "bound": "104/100"}, {"tangent": "33021/20000"})
    rejected(kind, {**lower, "bound": "103/100"}, {"tangent": "33021/20000"}, "comparison")
    rejected(kind, {**lower, "bound": "2"}, {"tangent": "1"}, "comparison")
    rejected(kind, {**lower, "bound": "2"}, {"tangent": "0"}, "tangent")


def test_reports() -> None:
    kind, instance = "noise-game-report", {"preference": ["4"], "others": ["1"], "report": "1"}
    assert "12 against 17" in check(kind, instance, {"better": "4"}).statement
    rejected(kind, {**instance, "report": "4"}, {"better": "1"}, "comparison")
    rejected(kind, {**instance, "report": "4"}, {"better": "-1"}, "report")
    nothing = {"preference": ["4"], "others": ["0"], "report": "0"}
    assert "infinite" in check(kind, nothing, {"better": "1"}).statement
    rejected(kind, nothing, {"better": "0"}, "finite")


def test_participation() -> None:
    kind = "noise-game-participation"
    instance = {"preferences": ["0", "1"], "user": 0, "others": "regroup", "relation": "="}
    assert check(kind, instance, {})
    rejected(kind, {**instance, "relation": ">"}, {}, "comparison")
    assert check(kind, {**instance, "preferences": ["1", "4"], "relation": ">"}, {})
    rejected(kind, {**instance, "preferences": ["1"]}, {}, "two users")
    rejected(kind, {**instance, "others": "leave"}, {}, "stay or regroup")


def test_participation_when_the_others_keep_their_noise() -> None:
    kind, instance = "noise-game-participation", {"preferences": ["1", "4"], "others": "stay"}
    assert check(kind, {**instance, "user": 0, "relation": "<"}, {})
    assert check(kind, {**instance, "user": 1, "relation": ">"}, {})
    rejected(kind, {**instance, "user": 0, "relation": ">"}, {}, "comparison")


@pytest.mark.parametrize("attacker", ["weak", "strong"])
@pytest.mark.parametrize("users", [1, 2, 3, 5])
def test_exposure_is_recomputed(users: int, attacker: Any) -> None:
    instance = {"users": users, "probability": "2/5", "attacker": attacker, "relation": "="}
    true = exposure(users, "2/5", attacker)
    assert check("chain-exposure", instance, {"claimed": str(true)}).value == true
    rejected("chain-exposure", instance, {"claimed": str(true + Fraction(1, 10**9))}, "comparison")


def test_exposure_with_a_user_kept_back() -> None:
    instance = {"users": 3, "probability": "1/2", "attacker": "weak", "relation": "=", "kept_back": 0}
    assert check("chain-exposure", instance, {"claimed": "1/8"})
    rejected("chain-exposure", {**instance, "users": 1}, {"claimed": "0"}, "orders")
    rejected("chain-exposure", {**instance, "users": 9}, {"claimed": "0"}, "7 users")


def test_splits() -> None:
    instance = {"preferences": ["1", "2", "2", "3"], "split": [[0, 3], [1, 2]], "optimal": True}
    assert check("chain-split", instance, {}).value == 5
    rejected("chain-split", {**instance, "optimal": False}, {}, "noise of the split")
    rejected("chain-split", {**instance, "preferences": ["1", "2", "3", "4"]}, {}, "noise of the split")
    rejected("chain-split", {**instance, "split": [[0, 3], [1, 1]]}, {}, "split")
    rejected("chain-split", {**instance, "split": [[0], [1, 2, 3]]}, {}, "split")


def test_errors_of_splits() -> None:
    instance = {"preferences": [1, 1, 1], "data": [1, 0, 0], "split": [[0], [1, 2]], "divisors": [2, 4]}
    assert check("chain-split-error", instance, {})
    rejected("chain-split-error", {**instance, "divisors": [3, 3]}, {}, "comparison")
    rejected("chain-split-error", {**instance, "split": [[0], [1]]}, {}, "split")


def test_errors_of_means() -> None:
    instance = {"variances": ["1", "4"], "coordinates": 2, "relation": "="}
    assert check("chain-error", instance, {"claimed": "5/2"})
    rejected("chain-error", instance, {"claimed": "5"}, "comparison")
    rejected("chain-error", {**instance, "variances": []}, {"claimed": "0"}, "a user")
