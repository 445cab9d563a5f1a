"""The verdicts on Chained-DP, the friendlier readings, and facts that the claims' docstrings state."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest
import sympy
from flint import arb

from lp_models.chain_protocols import enumerated_exposure, equal_splits
from optcheck.audit import judge, registry
from optcheck.audit.search import in_order
from optcheck.chained_dp import exposure, nash_multiples
from optcheck.chained_dp.game import cost
from proofs_numeric.chained import _algebra, cor_1, cor_3, cor_4, eq_21, eq_25, thm_4, thm_5_optimum, thm_8
from proofs_numeric.chained._budget import judge_budget
from proofs_numeric.chained._common import OneUser, Users, cost_of
from proofs_numeric.chained._exposure import Collusion
from proofs_numeric.chained.cor_3 import SplitRow
from proofs_numeric.chained.cor_4 import EqualSplit

SMALLEST: dict[str, Any] = {
    "cor-1": {"sensitivity": 4, "variances": [1], "delta": "1/2"},
    "cor-3": {"preferences": [1, 1, 4], "data": [0, 0, 0], "split": [[0, 1], [2]]},
    "cor-4": {"preferences": [1, 2, 2, 3], "split": [[0, 1], [2, 3]]},
    "eq-10": {"deviations": [1, 1], "dimension": 5},
    "eq-18": None,
    "eq-21": {"preferences": [1, 1], "first": 4},
    "eq-25": {"preferences": [1, 4], "user": 0},
    "eq-33": None,
    "lem-1": None,
    "thm-1-nash": {"preferences": [1, 4]},
    "thm-1-subgame-perfect": None,
    "thm-2": None,
    "thm-3": {"preferences": [1, 4], "one": 0, "other": 1},
    "thm-4": {"preferences": [1, 4], "user": 0, "others": "stay"},
    "thm-5-bound": {"preferences": [9, 16]},
    "thm-5-optimum": {"preferences": [1, 4]},
    "thm-5-proof-bound": None,
    "thm-7-delta": None,
    "thm-7-epsilon": {"slices": 1, "bound": 1, "noise": 50, "delta": "1/1000"},
    "thm-8": {"users": 2, "probability": 0},
}


@pytest.mark.parametrize("name", sorted(SMALLEST))
def test_the_verdict_and_the_smallest_counterexample(name: str) -> None:
    verdict = judge(registry.find(f"chained/{name}"), seed=0)
    assert verdict.agrees
    found = None if verdict.counterexample is None else verdict.counterexample.instance
    assert found == SMALLEST[name]
    assert (verdict.verdict == "holds") == (found is None)


@pytest.mark.parametrize(
    ("module", "survives"), [(eq_21, False), (eq_25, False), (thm_5_optimum, True)], ids=["eq-21", "eq-25", "optimum"]
)
def test_reading_alpha_for_beta_saves_only_the_optimum(module: ModuleType, survives: bool) -> None:
    instances = in_order(module.CLAIM.domain)
    clean = all(module.compare(module.as_printed_with_alpha, instance) is None for instance in instances)
    assert clean == survives


def test_the_smallest_counterexamples_do_not_depend_on_that_reading() -> None:
    assert eq_21.compare(eq_21.as_printed_with_alpha, eq_21.FirstMove((Fraction(1), Fraction(1)), Fraction(4)))
    assert eq_25.compare(eq_25.as_printed_with_alpha, OneUser((Fraction(1), Fraction(4)), 0))


def test_the_largest_user_pays_more_when_it_reports_less() -> None:
    assert cost(Fraction(4), Fraction(1), Fraction(1)) == 17
    assert cost(Fraction(4), Fraction(4), Fraction(4)) == 12


def test_overstating_would_pay_if_reports_only_decided_the_order() -> None:
    truthful, overstated = nash_multiples([Fraction(1), Fraction(4)]), nash_multiples([Fraction(4), Fraction(1)])
    assert cost(Fraction(1), sum(truthful, Fraction(0)), truthful[0]) == 6
    assert cost(Fraction(1), sum(overstated, Fraction(0)), sum(overstated, Fraction(0))) == 5


def test_theorem_4_holds_for_positive_preferences_if_the_others_regroup() -> None:
    regrouping = [one for one in in_order(thm_4.CLAIM.domain) if one.others == "regroup"]
    wrong = [one for one in regrouping if thm_4.compare(thm_4.as_printed, one) is not None]
    assert len(regrouping) > 500
    assert wrong
    assert all(0 in one.preferences for one in wrong)


def test_leaving_pays_for_every_first_user_if_the_others_keep_their_noise() -> None:
    for one in in_order(thm_4.CLAIM.domain):
        found = thm_4.compare(thm_4.as_printed, one)
        if one.others == "stay" and one.user == 0:
            assert found is not None
            assert found.true < 0


def test_equal_preferences_may_pay_differently_at_the_nash_profile() -> None:
    row = (Fraction(1), Fraction(4), Fraction(1))
    profile = nash_multiples(row)
    assert [cost_of(row, profile, user) for user in (0, 2)] == [Fraction(6), Fraction(5)]


@pytest.mark.parametrize("name", ["thm-1-nash", "thm-8"])
def test_drawings_are_small_and_well_formed(name: str) -> None:
    draw = registry.find(f"chained/{name}").plot
    assert draw is not None
    drawing = draw()
    assert len(drawing) < 40_000
    assert {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(drawing)} == {
        "title",
        "text",
        "path",
        "polyline",
    }


def test_the_printed_optimum_is_right_for_equal_preferences_of_one_only() -> None:
    for value, right in ((1, True), (4, False)):
        users = Users((Fraction(value),) * 3)
        assert (thm_5_optimum.compare(thm_5_optimum.as_printed, users) is None) == right


def test_corollary_3_holds_for_equal_parts_and_in_terms_of_the_sum_of_variances() -> None:
    for instance in in_order(cor_3.CLAIM.domain):
        tops = [max(instance.preferences[user] for user in part) for part in instance.split]
        assert sum(tops) <= sum(instance.preferences)
        if len({len(part) for part in instance.split}) == 1:
            assert cor_3.compare(cor_3.as_printed, instance) is None


def test_corollary_3_fails_by_bias_too() -> None:
    equal = (Fraction(1),) * 3
    assert cor_3.compare(cor_3.as_printed, SplitRow(equal, (0, 0, 0), ((0,), (1, 2)))) is None
    assert cor_3.compare(cor_3.as_printed, SplitRow(equal, (1, 0, 0), ((0,), (1, 2)))) is not None


@pytest.mark.parametrize("parts", [1, 2, 3, 6])
def test_corollary_4_holds_for_different_preferences(parts: int) -> None:
    preferences = tuple(Fraction(n) for n in (5, 1, 9, 2, 7, 4))
    for split in equal_splits(6, parts):
        assert cor_4.compare(cor_4.as_printed, EqualSplit(preferences, split)) is None


def test_an_unsorted_split_can_be_best_when_preferences_tie() -> None:
    tied = EqualSplit(tuple(Fraction(n) for n in (1, 2, 2, 3)), ((0, 3), (1, 2)))
    assert not cor_4.as_printed(tied)
    assert cor_4.corrected(tied)
    assert cor_4.compare(cor_4.corrected, tied) is None


def test_the_classical_budget_is_enough_where_it_is_at_most_one() -> None:
    checked = 0
    for instance in in_order(cor_1.CLAIM.domain):
        if cor_1.as_printed(instance) <= 1:
            checked += 1
            assert cor_1.compare(cor_1.as_printed, instance) is None
    assert checked >= 40


@pytest.mark.parametrize("constant", [1, 3, 10])
def test_no_constant_repairs_corollary_1(constant: int) -> None:
    variance = Fraction(1, (10 * constant) ** 2)
    claimed = arb(constant) * arb(10 * constant)
    found = judge_budget(lambda: claimed, Fraction(1), variance, Fraction(1, 10))
    assert found is not None
    found.certificate.verify()


@pytest.mark.parametrize("users", [3, 4, 5])
def test_bas_exposes_the_largest_user_more_than_printed(users: int) -> None:
    p = Fraction(1, 3)
    printed = Fraction(users - 2, users) * p**2
    assert enumerated_exposure(users, p, "weak", kept_back=0) == printed * users / (users - 1) > printed
    assert exposure(users, p, "weak", "shuffled, other") < printed


def test_the_printed_sum_of_theorem_8_is_no_probability() -> None:
    grid = in_order(thm_8.CLAIM.domain)
    assert max(thm_8.as_printed(instance) for instance in grid) == 2
    assert min(thm_8.as_printed(instance) for instance in grid) < -10
    many = Collusion(3, Fraction(2, 3))
    assert (thm_8.as_printed(many), thm_8.corrected(many)) == (Fraction(-2, 3), Fraction(4, 27))


@pytest.mark.parametrize("broken", [lambda s: s**2, lambda s: s + 1])
def test_the_algebra_notices_what_is_no_identity(broken: Callable[[Any], Any]) -> None:
    s = sympy.Symbol("s", positive=True)
    with pytest.raises(Exception, match="not an identity"):
        _algebra.require_identity(s, broken(s))
    with pytest.raises(Exception, match="a negative coefficient"):
        _algebra.require_positive_coefficients(-broken(s), s)
