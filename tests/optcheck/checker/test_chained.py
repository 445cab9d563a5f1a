"""The checks of the noise game: what they establish is true, and impossible games are refused."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.chained_dp import exposure, nash_multiples
from optcheck.checker.core import check_document
from optcheck.checker.facts import Verified
from optcheck.checker.intervals import Interval
from optcheck.claims.truths import number_of
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


GAME = {"preferences": ["1", "4"], "profile": ["4", "0"], "concept": "Nash"}


def test_the_smallest_counterexample_to_theorem_1() -> None:
    proved = check("noise-game-deviation", GAME, {"user": 0, "deviation": "1"})
    assert proved.fact("profile").value == "not a Nash equilibrium"
    assert (proved.fact("cost before").value, proved.fact("cost after deviating").value) == (5, 3)
    assert proved.fact("gain").value == 2


@pytest.mark.parametrize(("user", "deviation"), [(0, "4"), (0, "1/25"), (1, "1"), (1, "0")])
def test_deviations_that_do_not_pay_are_rejected(user: int, deviation: str) -> None:
    rejected("noise-game-deviation", GAME, {"user": user, "deviation": deviation}, "cost of user")


def test_the_two_concepts_are_named() -> None:
    """(1, 1) for preferences (1, 2) is a Nash equilibrium and not the outcome of a subgame-perfect one."""
    game = {"preferences": ["1", "2"], "profile": ["1", "1"]}
    nash = check("noise-game-equilibrium", game).statement
    perfect = check(
        "noise-game-deviation", {**game, "concept": "subgame-perfect"}, {"user": 0, "deviation": "2"}
    ).statement
    assert "is a Nash equilibrium" in nash
    assert "is not the outcome of a subgame-perfect equilibrium" in perfect
    rejected("noise-game-deviation", {**game, "concept": "Nash"}, {"user": 0, "deviation": "2"}, "cost of user 1")


def test_the_same_deviation_does_not_pay_when_later_users_respond() -> None:
    perfect = {**GAME, "concept": "subgame-perfect"}
    rejected("noise-game-deviation", perfect, {"user": 0, "deviation": "1"}, "cost of user 1")
    proved = check("noise-game-deviation", {**perfect, "profile": ["1", "3"]}, {"user": 0, "deviation": "4"})
    assert (proved.fact("cost before").value, proved.fact("cost after deviating").value) == (6, 5)


def test_no_noise_is_infinitely_bad() -> None:
    nothing = {"preferences": ["1"], "profile": ["0"], "concept": "Nash"}
    proved = check("noise-game-deviation", nothing, {"user": 0, "deviation": "1"})
    assert proved.fact("cost before").value == "infinite"
    rejected("noise-game-deviation", nothing, {"user": 0, "deviation": "0"}, "finite")


def test_irrational_gains_are_enclosed() -> None:
    game = {"preferences": ["2"], "profile": ["5"], "concept": "Nash"}
    gain = check("noise-game-deviation", game, {"user": 0, "deviation": "3"}).fact("gain").value
    assert isinstance(gain, Interval)
    assert 0 < gain.low < gain.high < gain.low + Fraction(1, 10**30)
    exact = 5 + 2 * 2**1.5 / 5**0.5 - (3 + 2 * 2**1.5 / 3**0.5)
    assert abs(float(gain.low) - exact) < 1e-12


@pytest.mark.parametrize(
    ("change", "evidence", "words"),
    [
        ({"preferences": ["-1", "4"]}, {}, "preferences"),
        ({"preferences": []}, {}, "preferences"),
        ({"profile": ["4"]}, {}, "profile"),
        ({"profile": ["4", "-1"]}, {}, "profile"),
        ({"concept": "nash"}, {}, "concept"),
        ({}, {"user": 2}, "user"),
        ({}, {"deviation": "-1"}, "deviation"),
        ({}, {"deviation": None}, "deviation"),
    ],
)
def test_malformed_games_are_rejected(change: dict[str, Any], evidence: dict[str, Any], words: str) -> None:
    rejected("noise-game-deviation", {**GAME, **change}, {"user": 0, "deviation": "1", **evidence}, words)


COST = {"preferences": ["1", "4"], "profile": ["4", "0"], "user": 1, "responding": False}


def test_costs() -> None:
    assert check("noise-game-cost", COST).fact("cost").value == 12
    assert check("noise-game-cost", {**COST, "profile": ["0", "4"], "user": 0}).fact("cost").value == "infinite"
    irrational = check("noise-game-cost", {**COST, "preferences": ["2", "4"], "user": 0}).fact("cost").value
    assert str(irrational) == "4 + 2*sqrt(2)"


def test_costs_after_responses_need_best_responses() -> None:
    instance = {"preferences": ["1", "4"], "profile": ["1", "3"], "user": 0, "responding": True}
    assert check("noise-game-cost", instance).fact("cost").value == 6
    for profile in (["1", "0"], ["1", "4"], ["5", "1"]):
        rejected("noise-game-cost", {**instance, "profile": profile}, {}, "best response")


def test_the_least_total_cost_is_exact_for_squares() -> None:
    """K = 2 and A = 1 + 8: the cube is 27 * 2 * 81, and BAS costs 8 + 18/2 = 17."""
    proved = check("noise-game-least-total", {"preferences": ["1", "4"]})
    assert proved.fact("least total cost cubed").value == 4374
    assert proved.fact("total cost of BAS").value == 17
    assert proved.fact("price of anarchy cubed").value == Fraction(17**3, 4374)
    price = proved.fact("price of anarchy").value
    assert isinstance(price, Interval)
    assert Fraction(10394, 10000) < price.low < price.high < Fraction(10396, 10000)


@given(rows(most=4), st.lists(st.fractions(0, 50, max_denominator=8), min_size=4, max_size=4))
@settings(max_examples=80, deadline=None)
def test_no_profile_costs_less_than_the_least_total(row: Row, amounts: list[Fraction]) -> None:
    if max(row) == 0:
        return
    least = check("noise-game-least-total", {"preferences": texts(row)}).fact("least total cost")
    low = least.value.low if isinstance(least.value, Interval) else number_of(least)
    seen = total = Fraction(0)
    cost = 0.0
    for beta, amount in zip(row, amounts, strict=False):
        seen += amount
        cost += 0 if beta == 0 else float("inf") if seen == 0 else 2 * float(beta) ** 1.5 / float(seen) ** 0.5
    total = len(row) * seen
    assert float(low) <= float(total) + cost + 1e-6 * (1 + float(total) + cost)


def test_the_all_zero_game_has_no_price_of_anarchy() -> None:
    rejected("noise-game-least-total", {"preferences": ["0", "0"]}, {}, "preferences")


def test_reports() -> None:
    kind, instance = "noise-game-report", {"preference": "4", "others": ["1"], "report": "1"}
    proved = check(kind, instance)
    assert (proved.fact("cost").value, proved.fact("least cost").value) == (17, 12)
    assert proved.fact("report").value == "not a best report"
    assert check(kind, {**instance, "report": "4"}).fact("report").value == "a best report"
    assert check(kind, {**instance, "others": ["0"], "report": "0"}).fact("cost").value == "infinite"
    assert check(kind, {**instance, "others": ["9"], "report": "5"}).fact("report").value == "a best report"
    rejected(kind, {**instance, "report": "-1"}, {}, "report")


def test_participation() -> None:
    kind, instance = "noise-game-participation", {"preferences": ["0", "1"], "user": 0, "others": "regroup"}
    assert check(kind, instance).fact("outside - inside").relation == "="
    assert check(kind, {**instance, "preferences": ["1", "4"]}).fact("outside - inside").relation == ">"
    rejected(kind, {**instance, "preferences": ["1"]}, {}, "length of 'preferences'")
    rejected(kind, {**instance, "others": "leave"}, {}, "stay, regroup")


def test_participation_when_the_others_keep_their_noise() -> None:
    kind, instance = "noise-game-participation", {"preferences": ["1", "4"], "others": "stay"}
    first = check(kind, {**instance, "user": 0})
    assert (first.fact("cost outside").value, first.fact("cost inside").value) == (3, 5)
    assert check(kind, {**instance, "user": 1}).fact("outside - inside").relation == ">"


EXPOSURE = {"users": 3, "probability": "1/2", "attacker": "weak", "kept_back": None}


@pytest.mark.parametrize("attacker", ["weak", "strong"])
@pytest.mark.parametrize("users", [1, 2, 3, 5])
def test_exposure_is_recomputed(users: int, attacker: Any) -> None:
    instance = {**EXPOSURE, "users": users, "probability": "2/5", "attacker": attacker}
    proved = check("chain-exposure", instance)
    assert proved.fact("exposure").value == exposure(users, "2/5", attacker)
    assert attacker in proved.statement


def test_exposure_with_a_user_kept_back() -> None:
    assert check("chain-exposure", {**EXPOSURE, "kept_back": 0}).value == Fraction(1, 8)
    rejected("chain-exposure", {**EXPOSURE, "kept_back": 0, "users": 1}, {}, "orders")
    rejected("chain-exposure", {**EXPOSURE, "users": 9}, {}, r"1\.\.7")
    rejected("chain-exposure", {**EXPOSURE, "attacker": "Strong"}, {}, "weak, strong")
    for kept_back in ("1", 3, True):
        rejected("chain-exposure", {**EXPOSURE, "kept_back": kept_back}, {}, "kept_back")


def test_splits() -> None:
    instance = {"preferences": ["1", "2", "2", "3"], "split": [[0, 3], [1, 2]]}
    assert check("chain-split", instance).fact("split").value == "a best split"
    other = check("chain-split", {**instance, "preferences": ["1", "2", "3", "4"]})
    assert (other.fact("noise").value, other.fact("least noise").value) == (7, 6)
    rejected("chain-split", {**instance, "split": [[0, 3], [1, 1]]}, {}, "split")
    rejected("chain-split", {**instance, "split": [[0], [1, 2, 3]]}, {}, "split")
    rejected("chain-split", {**instance, "preferences": ["1", "2", "2", "-3"]}, {}, "preferences")


SPLIT = {"preferences": [1, 1, 1], "data": [1, 0, 0], "split": [[0], [1, 2]], "divisors": [2, 4]}


def test_errors_of_splits() -> None:
    proved = check("chain-split-error", SPLIT)
    assert proved.fact("noise of the split").value == Fraction(5, 16)
    assert proved.fact("squared bias of the split").value == Fraction(1, 36)
    assert proved.fact("error of the split - error alone").relation == ">"
    fair = check("chain-split-error", {**SPLIT, "divisors": [3, 3]})
    assert fair.fact("error of the split - error alone").relation == "<"
    rejected("chain-split-error", {**SPLIT, "split": [[0], [1]]}, {}, "split")
    rejected("chain-split-error", {**SPLIT, "divisors": [0, 3]}, {}, "divisors")


def test_data_of_a_split_has_one_number_for_each_user() -> None:
    instance = {"preferences": [1, 1], "data": [0, 0, 1000000], "split": [[0, 1]], "divisors": [2]}
    rejected("chain-split-error", instance, {}, "length of 'data': expected 2, got 3")


def test_errors_of_means() -> None:
    instance = {"variances": ["1", "4"], "coordinates": 2}
    assert check("chain-error", instance).fact("expected squared error").value == Fraction(5, 2)
    rejected("chain-error", {**instance, "variances": []}, {}, "variances")
    rejected("chain-error", {**instance, "variances": ["1", "-4"]}, {}, "variances")
