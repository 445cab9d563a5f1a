"""Means from noisy sums: one record moves a share no further than planned, and without noise the mean is the mean."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import noise
from optcheck.errors import InvalidInput
from optcheck.noise.plan import steps

numbers = st.fractions(-30, 30, max_denominator=50)
RANGE = noise.Mean.of_range(-3, 7)
BALL = noise.Mean.of_ball("5/2", 2)


def _plan(mean: noise.Mean) -> noise.Plan:
    question = noise.Question.of([1, 2, "1/2"], "1e-6", mean.sensitivity, threshold=1, dimension=mean.dimension)
    return noise.make(question)


PLANS = {mean: _plan(mean) for mean in (RANGE, BALL, noise.Mean.of_range(-3, 7, counted=False))}


@given(st.data(), st.sampled_from(list(PLANS)))
@settings(max_examples=80, deadline=None)
def test_one_record_moves_a_share_no_further_than_planned(data: st.DataObject, mean: noise.Mean) -> None:
    plan = PLANS[mean]
    record = numbers if len(mean.centre) == 1 else st.tuples(numbers, numbers)
    others, one, another = data.draw(st.lists(record, max_size=4)), data.draw(record), data.draw(record)
    most = steps(mean.sensitivity, plan.grid, mean.dimension)
    neighbours = [[*others, another]] + ([others] if mean.counted else [])
    here = mean.share(plan, "party 1", [*others, one]).steps
    for records in neighbours:
        there = mean.share(plan, "party 1", records).steps
        assert sum((a - b) ** 2 for a, b in zip(here, there, strict=True)) <= most**2


@given(st.lists(st.lists(numbers, max_size=3), min_size=3, max_size=3).filter(any), st.booleans())
@settings(max_examples=40, deadline=None)
def test_without_noise_the_mean_is_that_of_the_clipped_records(tables: list[list[Fraction]], counted: bool) -> None:
    mean = noise.Mean.of_range(-3, 7, counted)
    plan = PLANS[mean]
    shares = [mean.share(plan, f"party {j}", table) for j, table in enumerate(tables, start=1)]
    sums = [noise.to_data(plan, sum(column)) for column in zip(*(share.steps for share in shares), strict=True)]
    clipped: list[Fraction] = [min(max(value, Fraction(-3)), Fraction(7)) for table in tables for value in table]
    found = mean.result(plan, sums, None if counted else len(clipped))
    truth = sum(clipped, start=Fraction(0)) / len(clipped)
    assert abs(found[0] - truth) <= 3 * plan.grid
    assert any(share.clipped for share in shares) == (clipped != [value for table in tables for value in table])


def test_vectors_are_shortened_and_means_stay_inside() -> None:
    plan = PLANS[BALL]
    share = BALL.share(plan, "party 1", [(30, 40), (1, 0)])
    assert share.clipped
    found = BALL.result(plan, [noise.to_data(plan, value) for value in share.steps])
    assert [round(float(value), 3) for value in found] == [1.25, 1.0]
    far = BALL.result(plan, [Fraction(300), Fraction(400), Fraction(5, 2)])
    assert [round(float(value), 6) for value in far] == [1.5, 2.0]


def test_what_does_not_fit_is_refused() -> None:
    plan, narrow = PLANS[RANGE], noise.make(noise.Question.of([1, 1], "1e-6", 1, threshold=1, dimension=2))
    for attempt, words in (
        (lambda: RANGE.share(narrow, "party 1", [1]), "sensitivity for 'party 1' must be at least 10, got 1"),
        (lambda: RANGE.share(PLANS[BALL], "party 1", [1]), "must have dimension 2 for this mean, got 3"),
        (lambda: BALL.share(PLANS[BALL], "party 1", [(1, 2, 3)]), "must have 2 coordinates, got 3"),
        (lambda: RANGE.share(plan, "party 1", ["many"]), "record must be a number"),
        (lambda: RANGE.result(plan, [Fraction(1)]), "there must be 2 sums and no count, got 1 and None"),
        (lambda: RANGE.result(plan, [Fraction(1), Fraction(-4)]), "too few records for this much noise"),
        (lambda: noise.Mean.of_range(1, 1), "low must be below high, got 1 and 1"),
        (lambda: noise.Mean.of_ball(0, 2), "radius must be above 0, got 0"),
    ):
        with pytest.raises(InvalidInput, match=words):
            attempt()
