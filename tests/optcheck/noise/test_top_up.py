"""Topping up after somebody left: safe against every coalition, minimal, and proved as a plan of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import Model, noise, solve
from optcheck.errors import InvalidInput
from optcheck.noise import Plan, Question
from optcheck.noise.plan import LEAST_SHARE
from optcheck.noise.share import OnGrid, share_of
from optcheck.sampling import testing
from tests.optcheck.noise.test_plan import lacking

GRID = Fraction(1, 4)


@st.composite
def departures(draw: st.DrawFn) -> tuple[Plan, list[str]]:
    n = draw(st.integers(2, 5))
    epsilons = draw(st.lists(st.sampled_from(["1/2", 1, 3]), min_size=n, max_size=n))
    threshold = draw(st.integers(0, n - 1))
    active = draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=n, unique=True))
    plan = noise.make(Question.of(epsilons, "1/1000", threshold=threshold, active=active), GRID)
    left = draw(st.lists(st.sampled_from(plan.question.names), min_size=1, max_size=n - 1, unique=True))
    return plan, left


@given(departures())
@settings(max_examples=60, deadline=None)
def test_topped_up_plans_are_safe_proved_and_minimal(case: tuple[Plan, list[str]]) -> None:
    plan, left = case
    new = noise.top_up(plan, left)
    assert not lacking(new)
    new.certify().verify()
    assert new.earlier is not None
    added = sum(new.variances) - sum(new.earlier)
    least = _least_extra(new)
    assert least <= added <= least + new.question.n * LEAST_SHARE


def _least_extra(plan: Plan) -> Fraction:
    """The explicit program: one row for each coalition of exactly t parties with an active one."""
    question = plan.question
    assert plan.earlier is not None
    model = Model("minimise")
    added = [model.variable(f"y[{j}]", cost=1) for j in range(question.n)]
    for members in combinations(range(question.n), question.threshold):
        if set(members) & set(question.active):
            outside = [j for j in range(question.n) if j not in members]
            need = max(plan.required[j] + plan.smoothing if plan.required[j] else 0 for j in outside)
            side = need - sum(plan.earlier[j] for j in outside)
            model.row(f"{members}", {added[j]: 1 for j in outside}, ">=", side)
    value = solve(model.build()).value
    assert value is not None
    return Fraction(value)


def test_only_the_missing_part_is_drawn() -> None:
    plan = noise.make(Question.of([1, 1, 1], "1e-5", threshold=1, names=["a", "b", "c"]))
    same = noise.top_up(plan, [])
    assert same.variances == plan.variances
    assert noise.draw(same, "a") == [0]
    alone = noise.top_up(plan, ["b", "c"])
    assert alone.question.threshold == 0


def test_somebody_must_remain() -> None:
    plan = noise.make(Question.of([1, 1], "1e-5", threshold=1, names=["a", "b"]))
    with pytest.raises(InvalidInput, match="somebody must remain"):
        noise.top_up(plan, ["a", "b"])
    with pytest.raises(InvalidInput, match="knows no party 'z'"):
        noise.top_up(plan, ["z"])


PLAN = noise.make(Question.of([1, 1, 1, 1], "1e-5", threshold=1, names=["a", "b", "c", "d"]))
TOPPED_UP = noise.top_up(PLAN, ["d"])
VECTORS = noise.top_up(noise.make(Question.of([1, 1, 1], "1e-5", 2, threshold=1, dimension=2)), ["party 3"])
TAKERS: dict[str, Callable[[], object]] = {
    "clip_to_range": lambda: noise.clip_to_range(TOPPED_UP, "a", "0.75", 0, 1),
    "clip_to_ball": lambda: noise.clip_to_ball(VECTORS, "party 1", [0, 0], 1),
    "Mean.share": lambda: noise.Mean.of_range(0, 2).share(VECTORS, "party 1", [1]),
    "share_of": lambda: share_of(TOPPED_UP, "a", OnGrid((768,), False), inside_secure_sum=True),
}


@pytest.mark.parametrize("taker", TAKERS)
def test_nothing_makes_a_share_of_a_value_with_the_noise_of_a_top_up(taker: str) -> None:
    with pytest.raises(InvalidInput, match="tops up shares that were drawn before, and the value is in these already"):
        TAKERS[taker]()


@given(departures())
@settings(max_examples=30, deadline=None)
def test_the_draw_of_a_top_up_has_the_variance_of_the_rest(case: tuple[Plan, list[str]]) -> None:
    """A seeded source gives the same integers for a plan of just the rest."""
    plan, left = case
    new = noise.top_up(plan, left)
    assert new.earlier is not None
    rest = tuple(whole - before for whole, before in zip(new.variances, new.earlier, strict=True))
    alone = replace(new, variances=rest, earlier=None)
    for name in new.question.names:
        added, wanted = (noise.draw(one, name, source=testing.seeded(7)) for one in (new, alone))
        assert added == wanted


def test_a_third_draw_is_refused() -> None:
    with pytest.raises(InvalidInput, match="is a second plan already; a third draw is not covered by the proof"):
        noise.top_up(TOPPED_UP, ["c"])


def test_the_proof_says_what_was_drawn_before() -> None:
    said = TOPPED_UP.certify().verify().statement
    assert "was drawn before and the rest is added to it" in said
    assert "drawn before" not in PLAN.certify().verify().statement
