"""The verdicts on Chained-DP, the friendlier readings, and facts that the claims' docstrings state."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import pytest

from benchmarks.chained_enumeration import enumerated_exposure, equal_splits
from optcheck.audit import registry
from optcheck.audit.trial import Bench
from optcheck.chained_dp import exposure, nash_multiples
from optcheck.chained_dp.game import cost
from optcheck.claims import Claim
from proofs_numeric.chained import cor_1, cor_3, cor_4, thm_5_optimum, thm_8
from proofs_numeric.chained._exposure import Collusion
from proofs_numeric.chained.cor_3 import SplitRow
from proofs_numeric.chained.cor_4 import EqualSplit
from tests.proofs_numeric.judged import judged

SMALLEST: dict[str, Any] = {
    "best-slicing": {"users": 3, "probability": "1/2", "coordinates": 2},
    "cor-1": {"sensitivity": 4, "variances": [1], "delta": "1/2"},
    "cor-3": {"sizes": [1, 2], "preferences": [1, 1, 1], "data": [1, 1, -1]},
    "cor-4": {"parts": 3, "size": 1, "preferences": [1, 2, "1/2"]},
    "dp-probability": {"outcomes": 2, "one": ["1/2", "1/2"], "other": [0, 1], "factor": "3/2"},
    "eq-10": {"variances": [1, 1], "dimension": 5},
    "eq-12": None,
    "eq-15": {"preference": 2, "noise": 1, "found": "1/2"},
    "eq-18": None,
    "eq-21": {"own": 1, "others": [1], "first": 2},
    "eq-25": {"top": 1, "own": "1/2", "first": False},
    "eq-26": {"cube_root": 2, "other": 2},
    "eq-3": {"epsilon": 5, "delta": "1/2", "sensitivity": 1},
    "eq-33": None,
    "eq-9": None,
    "figures": None,
    "footnote-5": None,
    "gap-efficiency": None,
    "lem-1": None,
    "mechanism-1": {"bids": [1, 2], "data": [1, 1]},
    "past-vectors": {"exposure": "1/2", "replacing": "1/2", "instead": "past"},
    "protocol-2": {"coordinates": 2, "slices": 2},
    "sec-8-preference": {"sensitivity": 1, "delta": "1/2", "deviation": 1},
    "sec-8-variance": {"deviations": [1]},
    "sensitivity": {"coordinates": 1, "bound": 1},
    "slice-sensitivity": None,
    "thm-1-nash": {"preferences": [1, 2], "user": 0, "instead": 1},
    "thm-1-subgame-perfect": None,
    "thm-2": None,
    "thm-2-proof": {"users": 2, "cube_root": 1, "other": 1},
    "thm-3": {"top": 1, "one": "1/2", "other": "1/3"},
    "thm-4": {"preferences": [0, 1], "user": 1},
    "thm-5-bound": {"roots": [1, "4/3"]},
    "thm-5-optimum": {"roots": [1, 2], "other": [2, 1]},
    "thm-5-proof-bound": None,
    "thm-6": None,
    "thm-7-delta": {"users": 3, "probability": "1/2", "slices": 2},
    "thm-7-epsilon": {"slices": 1, "bound": 2, "noise": 1, "delta": "1/2"},
    "thm-7-release": {"users": 3, "probability": "1/2", "slices": 1, "delta": "1/2"},
    "thm-8": {"users": 3, "probability": "2/3"},
    "thm-8-release": {"users": 3, "probability": "1/2", "slices": 1, "delta": "1/2"},
}


@pytest.mark.parametrize("name", sorted(SMALLEST))
def test_the_verdict_and_the_smallest_counterexample(name: str) -> None:
    verdict = judged(f"chained/{name}")
    assert verdict.agrees
    found = None if verdict.counterexample is None else verdict.counterexample.instance
    assert found == SMALLEST[name]
    assert (verdict.verdict == "holds") == (found is None)


MARKS = {
    "cor-4": [],
    "eq-26": ["as its proof uses it"],
    "thm-4": ["degenerate"],
    "thm-5-optimum": ["as its proof uses it"],
    "thm-7-delta": ["as its proof uses it"],
}


@pytest.mark.parametrize("name", sorted(MARKS))
def test_marks_stand_beside_the_verdict(name: str) -> None:
    assert judged(f"chained/{name}").marks == MARKS[name]


def holds(claim: Claim[Any], instance: object, printed: bool = True) -> bool:
    form = claim.printed if printed else claim.corrected
    assert form is not None
    return Bench(claim).compare(form, instance) is None


def test_the_largest_user_pays_more_when_it_reports_less() -> None:
    assert cost(Fraction(4), Fraction(1), Fraction(1)) == 17
    assert cost(Fraction(4), Fraction(4), Fraction(4)) == 12


def test_overstating_would_pay_if_reports_only_decided_the_order() -> None:
    truthful, overstated = nash_multiples([Fraction(1), Fraction(4)]), nash_multiples([Fraction(4), Fraction(1)])
    assert cost(Fraction(1), sum(truthful, Fraction(0)), truthful[0]) == 6
    assert cost(Fraction(1), sum(overstated, Fraction(0)), sum(overstated, Fraction(0))) == 5


def test_equal_preferences_may_pay_differently_at_the_nash_profile() -> None:
    row = (Fraction(1), Fraction(4), Fraction(1))
    profile = nash_multiples(row)
    paid = [cost(row[user], sum(profile, Fraction(0)), sum(profile[: user + 1], Fraction(0))) for user in (0, 2)]
    assert paid == [Fraction(6), Fraction(5)]


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


@pytest.mark.parametrize(("root", "printed"), [(1, True), (2, False)])
def test_the_printed_optimum_is_right_for_equal_preferences_of_one_only(root: int, printed: bool) -> None:
    users = thm_5_optimum.Planner(roots=(Fraction(root),) * 3, other=(Fraction(root**2), Fraction(0), Fraction(0)))
    assert holds(thm_5_optimum.CLAIM, users) == printed


def test_corollary_3_holds_for_equal_parts_and_in_terms_of_the_sum_of_variances() -> None:
    for instance in cor_3.CLAIM.domain.grid():
        ends = [sum(instance.sizes[: part + 1]) for part in range(len(instance.sizes))]
        tops = [max(instance.preferences[end - size : end]) for size, end in zip(instance.sizes, ends, strict=True)]
        assert sum(tops) <= sum(instance.preferences)
        if len(set(instance.sizes)) == 1:
            assert holds(cor_3.CLAIM, instance)


def test_corollary_3_fails_by_noise_and_by_bias() -> None:
    unequal, equal = tuple(map(Fraction, (1, 1, 4))), (Fraction(1),) * 3
    assert not holds(cor_3.CLAIM, SplitRow((2, 1), unequal, (Fraction(0),) * 3))
    assert holds(cor_3.CLAIM, SplitRow((1, 2), equal, (Fraction(0),) * 3))
    assert not holds(cor_3.CLAIM, SplitRow((1, 2), equal, (Fraction(1), Fraction(0), Fraction(0))))


@pytest.mark.parametrize("parts", [1, 2, 3, 6])
def test_corollary_4_holds_part_by_part_for_different_preferences(parts: int) -> None:
    preferences = tuple(Fraction(n) for n in (5, 1, 9, 2, 7, 4))
    claim = cor_4.CLAIM.read_as(cor_4.CLAIM.readings[0])
    for split in equal_splits(6, parts):
        listed = tuple(preferences[user] for part in split for user in part)
        assert holds(claim, EqualSplit(parts, 6 // parts, listed))


def test_corollary_4_fails_without_ties_by_the_letter_and_with_ties_only_by_parts() -> None:
    assert not holds(cor_4.CLAIM, EqualSplit(3, 1, tuple(map(Fraction, (1, 2, 3)))))
    (reading,) = judged("chained/cor-4").readings
    assert reading["marks"] == ["degenerate"]


def test_an_unsorted_split_can_be_best_when_preferences_tie() -> None:
    tied = EqualSplit(2, 2, tuple(Fraction(n) for n in (1, 3, 2, 2)))
    assert not cor_4.pair_by_pair(tied)
    assert cor_4.corrected(tied)
    assert holds(cor_4.CLAIM, tied, printed=False)


@pytest.mark.parametrize("constant", [1, 3, 10])
def test_no_constant_repairs_corollary_1(constant: int) -> None:
    """With noise 1/(10 c)^2 the printed order, times c, would allow the budget 10 c^2."""
    release = cor_1.Release(Fraction(1), (Fraction(1, (10 * constant) ** 2),), Fraction(1, 10))
    assert cor_1.failure(release, 10 * constant**2) > release.delta


@pytest.mark.parametrize("users", [3, 4, 5])
def test_bas_exposes_the_largest_user_more_than_printed(users: int) -> None:
    p = Fraction(1, 3)
    printed = Fraction(users - 2, users) * p**2
    assert enumerated_exposure(users, p, "weak", kept_back=0) == printed * users / (users - 1) > printed
    assert exposure(users, p, "weak", "shuffled, other") < printed


def test_the_printed_sum_of_theorem_8_is_no_probability() -> None:
    assert thm_8.as_printed(Collusion(2, Fraction(0))) == 2
    many = Collusion(3, Fraction(2, 3))
    assert (thm_8.as_printed(many), thm_8.corrected(many)) == (Fraction(-2, 3), Fraction(4, 27))
