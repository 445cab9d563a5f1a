"""A party's side of a plan: clipping is never silent, rounding stays within the steps that the noise covers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck import noise
from optcheck.errors import InvalidInput
from optcheck.noise.grid import steps
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
