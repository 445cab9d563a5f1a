"""Counterexamples in words: right arithmetic, parties numbered from 1, the checker's words for other kinds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck.audit.telling import story
from optcheck.audit.telling.arithmetic import added, difference, root
from optcheck.audit.telling.chains import TELLERS as CHAINS
from optcheck.audit.telling.thresholds import TELLERS as THRESHOLDS
from optcheck.audit.telling.trainings import TELLERS as TRAININGS
from optcheck.audit.verdict import Counterexample, Verdict
from optcheck.audit.wording import numbered
from optcheck.exact.certificate import verify

FRACTIONS = st.fractions(min_value=-5, max_value=5, max_denominator=9)


@given(st.lists(FRACTIONS, min_size=2, max_size=8))
def test_a_sum_that_is_told_is_right(values: list[Fraction]) -> None:
    left, _, right = added(values).replace("−", "-").partition(" = ")
    assert (
        sum((Fraction(item.strip("()")) for item in left.split(" + ")), Fraction(0)) == Fraction(right) == sum(values)
    )


@given(FRACTIONS, FRACTIONS)
def test_a_difference_that_is_told_is_right(one: Fraction, other: Fraction) -> None:
    assert Fraction(difference(one, other).partition(" = ")[2].replace("−", "-")) == one - other


@given(st.fractions(min_value=0, max_value=9, max_denominator=9))
def test_roots(value: Fraction) -> None:
    assert root(value**2) == value
    assert root(-1 - value) is None


def point(variances: list[int], required: list[int], threshold: int, active: list[int]) -> str | None:
    instance = {
        "point": list(map(str, variances)), "required": list(map(str, required)), "threshold": threshold,
        "active": active, "denominator": 1,
    }  # fmt: skip
    return THRESHOLDS["tpmdp-point"](instance, {})


def test_the_coalition_that_sees_too_little_is_named_from_1() -> None:
    assert point([0, 0, 2, 0, 0], [0, 0, 2, 1, 0], 2, [0, 2]) == (
        "Outside {1, 3} remain 0 + 0 + 0 = 0, but party 4 needs 1."
    )
    assert "would add noise of variance −4, which is negative" in str(point([5, -4], [0, 1], 1, [0, 2]))
    assert "satisfy Eq. 6" in str(point([1, 1], [1, 1], 1, [0, 1]))


def test_a_gain_is_worked_out() -> None:
    game = {"concept": "Nash", "preferences": ["1", "4"], "profile": ["4", "0"]}
    assert CHAINS["noise-game-deviation"](game, {"deviation": "1", "user": 0}) == (
        "In units of m: user 1 adds 4 and pays 4 + 2 · 1/2 = 5; adding 1 it would pay 1 + 2 · 1/1 = 3, which is less "
        "by 5 − 3 = 2."
    )
    assert CHAINS["noise-game-deviation"]({**game, "preferences": ["2", "4"]}, {"deviation": "1", "user": 0}) is None


SQUARES = st.sampled_from([Fraction(value) for value in ("0", "1", "4", "9", "1/4", "9/4")])


@given(st.lists(st.tuples(SQUARES, SQUARES), min_size=1, max_size=4), st.data())
def test_a_cost_that_is_told_is_the_checkers(users: list[tuple[Fraction, Fraction]], data: st.DataObject) -> None:
    user = data.draw(st.integers(0, len(users) - 1))
    preferences, profile = ([str(pair[place]) for pair in users] for place in (0, 1))
    instance = {"preferences": preferences, "profile": profile, "user": user, "responding": False}
    told = CHAINS["noise-game-cost"](instance, {})
    if told is not None:
        verified = verify({"format": 1, "kind": "noise-game-cost", "instance": instance, "evidence": {}})
        assert told.endswith(f"= {verified.fact('cost').value}.")


@pytest.mark.parametrize(
    ("kind", "instance", "told"),
    [
        ("adpml-local-training", {"records": [["1", "0"], ["2", "1"]]}, "(1·0 + 2·1) / (1² + 2²) = 2/5"),
        ("adpml-sensitivity", {"clip": "1", "weight": "2/3"}, "2/3 · (1 − (−1)) = 4/3"),
        ("neighbour-privacy", {"rows": [["1/2", "1/2"], ["1/6", "5/6", "1/6"]]}, "1/6 + 5/6 + 1/6 = 7/6, not to 1"),
    ],
)
def test_trainings_and_tables(kind: str, instance: dict[str, object], told: str) -> None:
    assert told in str(TRAININGS[kind](instance, {}))


def test_indices_are_shown_from_1_and_amounts_as_they_are() -> None:
    data = {"active": [0, 1], "split": [[0], [1, 2]], "user": 0, "required": [0, 1], "observer": None, "n": 0}
    assert numbered({"instance": data, "one": 0, "other": 1, "i": [0]}) == {
        "instance": {
            "active": [1, 2], "split": [[1], [2, 3]], "user": 1, "required": [0, 1], "observer": None, "n": 0,
        },
        "one": 1,
        "other": 2,
        "i": [0],
    }  # fmt: skip


def refuted(verdicts: list[Verdict]) -> tuple[Verdict, Counterexample]:
    verdict = next(verdict for verdict in verdicts if verdict.counterexample is not None)
    assert verdict.counterexample is not None
    return verdict, verdict.counterexample


@pytest.mark.parametrize(
    ("relation", "claimed", "true", "told"),
    [
        ("equals", 1, "5/2", "gives 1; the truth is 5/2, more by 5/2 − 1 = 3/2."),
        ("at most", 2, "5/2", "says at most 2, but it is 5/2, more by 5/2 − 2 = 1/2."),
        ("less", 1, 1, "says less than 1, but it is 1 exactly."),
        ("between", [1, "8/9"], 2, "says between 1 and 8/9; it is 2."),
        ("if and only if", True, False, "says yes; the answer is no."),
        ("optimal", [1, 2], False, "So what the printed form gives is not optimal."),
        ("equals", [1, 1, 1], [1, 1, 0], "Entry 3 of the printed form is 1; the truth is 0, less by 1 − 0 = 1."),
    ],
)
def test_the_contradiction(
    sample_verdicts: list[Verdict], relation: str, claimed: object, true: object, told: str
) -> None:
    verdict, found = refuted(sample_verdicts)
    changed = replace(found, claimed=claimed, true=true, means=None)
    assert story(replace(verdict, relation=relation, counterexample=changed))[-1].endswith(told)


def test_an_unknown_kind_keeps_the_checkers_words(sample_verdicts: list[Verdict]) -> None:
    verdict, found = refuted(sample_verdicts)
    other = replace(
        found, certificate={**found.certificate, "kind": "other"}, proves="it is so; it is so; left < right: 1"
    )
    assert story(replace(verdict, counterexample=other))[0] == "It is so."
    assert story(replace(verdict, counterexample=None)) == []
