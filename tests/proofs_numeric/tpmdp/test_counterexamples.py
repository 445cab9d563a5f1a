"""The refuted statements, redone by hand: the smallest counterexample of each, with every number spelled out."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest

from optcheck.audit.trial import Bench
from optcheck.exact.numbers import Exact
from proofs_numeric.tpmdp import alg_3, eq_7_subcase_4, lem_10, lem_13_construction, lem_14, table_1_entropy, thm_5
from proofs_numeric.tpmdp._parties import FewActive, Parties, Point
from proofs_numeric.tpmdp.thm_4 import Budget, lost
from tests.proofs_numeric.judged import judged

HALF, ONE = Fraction(1, 2), Fraction(1)
SIZES = {"u": 2, "t": 1, "n": 3}
UNSORTED = {**SIZES, "plus": [1, 1], "minus": [2], "x_plus": ["1/2", 1], "x_minus": [1]}
SMALLEST: dict[str, tuple[Any, Any, Any, str]] = {
    "alg-3": (
        {"u": 2, "t": 2, "n": 5, "plus": [1, 1], "minus": [2, "3/2", 1]},
        [0, 0, "3/2", "1/2", "1/2"],
        "1/2",
        "safety",
    ),
    "eq-7-subcase-4": ({"n": 3, "t": 1, "active": [0, 1], "required": [1, 1, 2]}, 1, 1, "value"),
    "lem-10": (UNSORTED, True, 1, "text"),
    "lem-13-construction": (
        {"u": 2, "t": 2, "n": 4, "plus": [1, 1], "minus": [1, 1], "outside": [2]},
        5,
        1,
        "text",
    ),
    "lem-14": ({**SIZES, "plus": [2, 1], "minus": [1], "i": 1, "j": 1}, 0, 1, "text"),
    "thm-5": ({"m": 2, "ratio": 5, "delta": 0, "extra": "1/2"}, [5, "1/2"], "1/18", "safety"),
}


@pytest.mark.parametrize("name", sorted(SMALLEST))
def test_the_audit_finds_the_smallest_counterexample_and_the_correction(name: str) -> None:
    verdict = judged(f"tpmdp/{name}")
    found = verdict.counterexample
    assert (verdict.verdict, verdict.agrees) == ("corrected", True)
    assert found is not None
    assert (found.instance, found.claimed, found.gap, found.impact) == SMALLEST[name]


@pytest.mark.parametrize(
    ("name", "instance"),
    [
        ("cor-1", UNSORTED),
        ("lem-11", {**SIZES, "t": 3, "n": 5, "plus": [2, 2], "minus": [1, 1, 1], "outside": [0, 1], "ordered": False}),
        ("superior", {"n": 3, "t": 1, "active": [0], "required": [1, 1, 2]}),
    ],
)
def test_the_letter_that_a_reading_takes_fails(name: str, instance: Any) -> None:
    verdict = judged(f"tpmdp/{name}")
    (reading,) = verdict.readings
    assert (verdict.verdict, reading["verdict"]) == ("holds", "refuted")
    assert reading["counterexample"] is not None
    assert reading["counterexample"]["instance"] == instance


def least_outside(required: Sequence[Exact], t: int, active: set[int], x: Sequence[Exact]) -> Exact:
    """The least slack of Eq. 6, by listing the coalitions."""
    n = len(required)
    slacks = []
    for coalition in combinations(range(n), t):
        if active & set(coalition):
            outside = [j for j in range(n) if j not in coalition]
            slacks.append(sum(x[j] for j in outside) - max(required[j] for j in outside))
    return min(slacks)


def test_line_6_of_algorithm_3_leaves_a_party_unprotected() -> None:
    required, t, active = (0, 0, 2, 1, 0), 2, {0, 1}
    case = Parties(5, t, (0, 1), tuple(map(Fraction, required)))
    assert alg_3.as_printed(case) == (0, 0, 2, 0, 0)
    assert least_outside(required, t, active, [0, 0, 2, 0, 0]) == -1  # {0, 2} leaves 1, 3, 4 with nothing
    repaired = alg_3.corrected(case)
    assert repaired == (0, 0, Fraction(3, 2), HALF, HALF)
    assert least_outside(required, t, active, repaired) == 0
    weights = {(0, 2, 3): HALF, (1, 2, 4): HALF, (0, 3, 4): HALF}  # sets outside {1,4}, {0,3}, {1,2}
    loads = [sum(weight for outside, weight in weights.items() if j in outside) for j in range(5)]
    assert max(loads) == 1
    assert sum(weight * max(required[j] for j in outside) for outside, weight in weights.items()) == sum(repaired)


def test_line_6_of_algorithm_3_also_wastes_noise_on_ties() -> None:
    case = FewActive(u=2, t=2, n=5, plus=(Fraction(0),) * 2, minus=(ONE, ONE, Fraction(0)))
    assert sum(alg_3.as_printed(case)) == 2
    assert sum(alg_3.corrected(case)) == Fraction(3, 2)
    bench = Bench(alg_3.CLAIM)
    found = bench.compare(alg_3.CLAIM.printed, case)
    assert found is not None
    assert found.gap == HALF
    assert alg_3.CLAIM.corrected is not None
    assert bench.compare(alg_3.CLAIM.corrected, case) is None


def test_the_third_row_of_eq_7_forgets_the_party_that_sees_nothing() -> None:
    required = [1, 1, 2]
    parties = Parties(n=3, t=1, active=(0, 1), required=tuple(map(Fraction, required)))
    assert eq_7_subcase_4.as_printed(parties) == 1
    assert eq_7_subcase_4.corrected(parties) == 2
    assert all(  # coalition {0} or {1}: party 2 is outside, and no split of a total of 1 gives it 2
        least_outside(required, 1, {0, 1}, split) < 0 for split in ([1, 0, 0], [0, 1, 0], [0, 0, 1])
    )
    assert least_outside(required, 1, {0, 1}, [0, 0, 2]) == 0


def test_the_gamma_of_lemma_13_is_negative_noise() -> None:
    at = lem_13_construction.Target(u=2, t=2, n=4, plus=(ONE, ONE), minus=(ONE, ONE), outside=(2,))
    assert least_outside([1, 1, 1, 1], 2, {0, 1}, [0, 0, 1, 1]) == 0  # of total 2, as are the equal halves below
    gamma = lem_13_construction.as_printed(at) * (1 - 0)
    assert gamma == Fraction(2 * 4 - 1 - 2, 4 - 1 - 2) == 5
    assert (0 + gamma, 1 - gamma) == (5, -4)
    right = lem_13_construction.corrected(at) * (1 - 0)
    assert (0 + right, 1 - right) == (HALF, HALF)
    assert least_outside([1, 1, 1, 1], 2, {0, 1}, [HALF] * 4) == 0


def test_lemma_11_needs_the_sorted_variances_that_convention_5_does_not_repeat() -> None:
    x = [Fraction(3, 2), Fraction(3, 2), HALF, HALF, Fraction(3, 2)]  # sigma_2+ <= sigma_3-
    assert least_outside([2, 2, 1, 1, 1], 3, {0, 1}, x) == 0
    assert least_outside([2, 2, 2, 2, 2], 3, {0, 1}, x) == -1  # {1+, 2+, 3-} leaves 1 where 2 is asked for


def test_lemma_14_excludes_an_optimum_when_t_is_one() -> None:
    required, x = [2, 1, 1], [0, 0, 2]
    assert least_outside(required, 1, {0, 1}, x) == 0
    assert sum(x) == max(required)  # coalition {1} leaves party 0 outside, so no total is smaller
    pair = lem_14.Pair(u=2, t=1, n=3, plus=(Fraction(2), ONE), minus=(ONE,), i=1, j=1)
    assert lem_14.difference(pair, tuple(map(Fraction, x))) == 1  # 1- is asked for 1, and adds 2
    assert lem_14.corrected(pair) == (False, 0)  # the correction says nothing about t = 1


def test_the_printed_entropy_is_negative() -> None:
    share = table_1_entropy.Share(d=2, a=1, k=1)  # p = 1/2
    assert table_1_entropy.as_printed(share) == Fraction(1, 4)  # 2^(2 H) with H = -1
    assert table_1_entropy.corrected(share) == 4  # 2^(2 H) with H = 1
    assert comb(2, 1) <= table_1_entropy.corrected(share)


def test_theorem_5_promises_a_single_mechanisms_epsilon_for_two() -> None:
    # Randomised response with odds 2: two equal answers have probabilities 4/9 and 1/9.
    assert Fraction(4, 9) - 2 * Fraction(1, 9) == Fraction(2, 9)
    assert lost((Budget(Fraction(2), Fraction(0)),) * 2, Fraction(2)) == Fraction(2, 9)
    case = thm_5.Repeated(2, Fraction(2), Fraction(0), Fraction(1, 5))
    assert thm_5.as_printed(case) == (2, Fraction(1, 5))
    assert thm_5.corrected(case)[0] > 4  # more than basic composition would need: true, if weak at m = 2


def test_lemma_10_needs_the_sorted_variances_that_convention_5_does_not_repeat() -> None:
    zero = Fraction(0)
    point = Point(u=2, t=1, n=3, plus=(zero, zero), minus=(Fraction(2),), x_plus=(zero, ONE), x_minus=(ONE,))
    assert lem_10.as_printed(point)
    assert least_outside([0, 0, 2], 1, {0, 1}, [0, 1, 1]) == -1
