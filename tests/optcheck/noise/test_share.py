"""A party's side of a plan: clipping is never silent, rounding stays within the steps that the noise covers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import noise
from optcheck.errors import InvalidInput
from optcheck.noise.plan import LEAST_SHARE, steps
from optcheck.noise.share import share_of
from optcheck.sampling import testing

PLAN = noise.make(noise.Question.of([1, 2, 1], "1e-5", [10, 3, "1/7"], threshold=1, names=["a", "b", "c"]))
VECTORS = noise.make(noise.Question.of([1, 2, 1], "1e-5", 2, threshold=1, dimension=3, names=["a", "b", "c"]))
numbers = st.fractions(-50, 50)


@given(numbers, numbers, numbers)
def test_clipped_values_differ_by_at_most_the_planned_steps(low: Fraction, first: Fraction, second: Fraction) -> None:
    one, other = (noise.clip_to_range(PLAN, "a", value, low, low + 10) for value in (first, second))
    assert abs(one.steps[0] - other.steps[0]) <= steps(10, PLAN.grid, 1)
    assert one.clipped == (not low <= first <= low + 10)


@given(st.tuples(numbers, numbers, numbers), st.tuples(numbers, numbers, numbers))
def test_clipped_vectors_differ_by_at_most_the_planned_steps(
    first: tuple[Fraction, ...], second: tuple[Fraction, ...]
) -> None:
    one, other = (noise.clip_to_ball(VECTORS, "a", vector, 1) for vector in (first, second))
    distance = sum((a - b) ** 2 for a, b in zip(one.steps, other.steps, strict=True))
    assert distance <= steps(2, VECTORS.grid, 3) ** 2
    assert one.clipped == (sum(x * x for x in first) > 1)
    if not one.clipped:
        assert all(
            abs(noise.to_data(VECTORS, s) - x) <= VECTORS.grid / 2 for s, x in zip(one.steps, first, strict=True)
        )


def test_noise_is_drawn_for_every_coordinate_and_afresh() -> None:
    assert len(noise.draw(VECTORS, "b")) == 3
    assert noise.draw(PLAN, "a") != noise.draw(PLAN, "a") or noise.draw(PLAN, "a") != noise.draw(PLAN, "a")
    first, second = (noise.draw(PLAN, "a", source=testing.seeded(1)) for _ in range(2))
    assert first == second


def test_ranges_wider_than_the_noise_are_refused() -> None:
    with pytest.raises(InvalidInput, match="the range of 'a' must be no wider than its sensitivity 10, got 0 to 11"):
        noise.clip_to_range(PLAN, "a", 5, 0, 11)
    with pytest.raises(InvalidInput, match="twice the radius of 'a' must be at most its sensitivity 2, got radius 2"):
        noise.clip_to_ball(VECTORS, "a", [0, 0, 0], 2)
    with pytest.raises(InvalidInput, match="vectors of 3 coordinates, got 2"):
        noise.clip_to_ball(VECTORS, "a", [0, 0], 1)
    with pytest.raises(InvalidInput, match="knows no party 'z'; it knows a, b, c"):
        noise.draw(PLAN, "z")


SILENT = noise.Question.of([1, 1, "0.5"], "1e-5", [1, 1, 2], threshold=1, active=[0, 1], names=["a", "b", "c"])


def test_a_raw_value_is_no_share_but_inside_a_secure_sum() -> None:
    plan = noise.make(SILENT)
    assert plan.variances[:2] == (0, 0)
    mine = noise.clip_to_range(plan, "a", "0.3125", 0, 1)
    with pytest.raises(InvalidInput, match="the plan gives 'a' no noise: its share would be its raw value"):
        share_of(plan, "a", mine)
    assert share_of(plan, "a", mine, inside_secure_sum=True) == [320]
    shares = {share_of(plan, "c", noise.clip_to_range(plan, "c", 1, 0, 2))[0] for _ in range(5)}
    assert len(shares) > 1


@given(st.fractions(0, 300), st.lists(st.sampled_from(["1/2", 1, 3]), min_size=2, max_size=5))
@settings(deadline=None)
def test_a_least_variance_holds_for_everybody_and_the_proof_too(least: Fraction, epsilons: list[object]) -> None:
    question = noise.Question.of(epsilons, "1e-3", threshold=1, active=[0])
    bare, plan = noise.make(question), noise.make(question, least_variance=least)
    floor = max(LEAST_SHARE, -(-least // plan.grid**2)) if least else 0
    assert plan.variances == tuple(max(share, floor) for share in bare.variances)
    assert all(plan.noise_variance(j) >= least for j in range(question.n))
    assert plan.certify().verify().value == plan.total


def test_a_negative_least_variance_is_refused() -> None:
    with pytest.raises(InvalidInput, match="least_variance must be at least 0, got -1"):
        noise.make(SILENT, least_variance=-1)
