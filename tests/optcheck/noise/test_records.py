"""What records put in: one record moves a share no further than planned, and without noise the answers are exact."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

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
        (lambda: RANGE.share(PLANS[BALL], "party 1", [1]), "must have dimension 2 for these records, got 3"),
        (lambda: BALL.share(PLANS[BALL], "party 1", [(1, 2, 3)]), "must have 2 coordinates, got 3"),
        (lambda: RANGE.share(plan, "party 1", ["many"]), "record must be a number"),
        (lambda: RANGE.result(plan, [Fraction(1)]), "there must be 2 sums and no count, got 1 and None"),
        (lambda: RANGE.result(plan, [Fraction(1), Fraction(-4)]), "too few records for this much noise"),
        (lambda: noise.Mean.of_range(1, 1), "low must be below high, got 1 and 1"),
        (lambda: noise.Mean.of_ball(0, 2), "radius must be above 0, got 0"),
    ):
        with pytest.raises(InvalidInput, match=words):
            attempt()


EDGES = (Fraction(0), Fraction(18), Fraction(65, 2), Fraction(120))
RECORDS = st.lists(st.fractions(-20, 140, max_denominator=4), max_size=8)


def _plan_for(sensitivity: object, dimension: int) -> noise.Plan:
    return noise.make(noise.Question.of([1, 2, "1/2"], "1e-6", sensitivity, threshold=1, dimension=dimension))


HISTOGRAMS = {exchange: noise.Histogram.of_edges(EDGES, exchange) for exchange in (False, True)}
HISTOGRAM_PLANS = {exchange: _plan_for(h.sensitivity, h.dimension) for exchange, h in HISTOGRAMS.items()}


@given(RECORDS, st.fractions(-20, 140, max_denominator=4), st.fractions(-20, 140, max_denominator=4), st.booleans())
@settings(max_examples=80, deadline=None)
def test_one_record_moves_a_histogram_no_further_than_planned(
    others: list[Fraction], one: Fraction, another: Fraction, exchange: bool
) -> None:
    histogram, plan = HISTOGRAMS[exchange], HISTOGRAM_PLANS[exchange]
    here = histogram.share(plan, "party 1", [*others, one]).steps
    there = histogram.share(plan, "party 1", [*others, another] if exchange else others).steps
    moved = sum((a - b) ** 2 for a, b in zip(here, there, strict=True)) * plan.grid**2
    assert moved <= (2 if exchange else 1)
    assert moved <= histogram.sensitivity**2 <= (2 if exchange else 1) * (1 + Fraction(1, 10**10))


@given(RECORDS)
@settings(max_examples=60, deadline=None)
def test_counts_are_those_of_the_bins(records: list[Fraction]) -> None:
    share = HISTOGRAMS[False].share(HISTOGRAM_PLANS[False], "party 2", records)
    counts = [sum(a <= x < b or x == b == EDGES[-1] for x in records) for a, b in pairwise(EDGES)]
    assert [noise.to_data(HISTOGRAM_PLANS[False], step) for step in share.steps] == counts
    assert share.clipped == (sum(counts) < len(records))


@given(st.lists(numbers, max_size=6), numbers, numbers, st.booleans())
@settings(max_examples=80, deadline=None)
def test_one_record_moves_a_sum_no_further_than_planned(
    others: list[Fraction], one: Fraction, another: Fraction, exchange: bool
) -> None:
    total = noise.Total.of_range(-3, 7, exchange)
    plan = _plan_for(total.sensitivity, 1) if exchange else TOTAL_PLAN
    here = total.share(plan, "party 1", [*others, one]).steps[0]
    there = total.share(plan, "party 1", [*others, another] if exchange else others).steps[0]
    assert abs(here - there) <= steps(total.sensitivity, plan.grid, 1)
    inside = sum(min(max(x, Fraction(-3)), Fraction(7)) for x in [*others, one])
    assert abs(noise.to_data(plan, here) - inside) <= plan.grid / 2


TOTAL_PLAN = _plan_for(7, 1)


def test_labels_and_counts() -> None:
    sexes = noise.Histogram.of_labels(["f", "m"])
    plan = _plan_for(1, 2)
    assert [noise.to_data(plan, s) for s in sexes.share(plan, "party 1", ["f", " m", "f", "x"]).steps] == [2, 1]
    single = _plan_for(1, 1)
    assert noise.to_data(single, noise.count_share(single, "party 3", 120).steps[0]) == 120


def test_bad_records_name_value_and_rule() -> None:
    plan = _plan_for(1, 2)
    for bad, message in (
        (lambda: noise.Histogram.of_edges([1, 1]), "must ascend"),
        (lambda: noise.Histogram.of_edges([1]), "at least two"),
        (lambda: noise.Histogram.of_labels(["a", " a"]), "must differ"),
        (lambda: noise.Histogram.of_labels([]), "must differ"),
        (
            lambda: noise.Histogram.of_labels(["a", "b"], exchange=True).share(plan, "party 1", []),
            "at least 70710678119/5",
        ),
        (lambda: noise.Histogram.of_labels(["a", "b", "c"]).share(plan, "party 1", []), "dimension 3"),
        (lambda: noise.Total.of_range(2, 2), "low must be below high"),
        (lambda: noise.count_share(plan, "party 1", 3), "dimension 1"),
        (lambda: noise.count_share(_plan_for(1, 1), "party 1", -3), "count"),
        (lambda: noise.Question.of(1, "1e-6", "sqrt(-2)", threshold=0), "must not be negative"),
        (lambda: noise.Question.of(1, "1e-6", "sqrt(x)", threshold=0), "sensitivity"),
    ):
        with pytest.raises(InvalidInput, match=message):
            bad()


@given(st.fractions(0, 10**6, max_denominator=10**4))
def test_a_root_is_never_below_itself(square: Fraction) -> None:
    (root,) = noise.Question.of(1, "1e-6", f"sqrt({square})", threshold=0).sensitivities
    assert square <= root**2 <= square * (1 + Fraction(1, 10**9))


def test_a_modulus_says_nothing_of_records() -> None:
    plan = noise.make(noise.Question.of([1, 1, 1], "1e-6", threshold=1), "1/64", modulus=1 << 30)
    with pytest.raises(InvalidInput, match="which what records add up to may exceed"):
        noise.count_share(plan, "party 1", 10**9)
    assert "of values clipped to their sensitivities" in plan.certify().verify().statement
