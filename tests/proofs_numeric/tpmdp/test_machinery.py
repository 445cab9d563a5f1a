"""The pieces that the claims share: they must notice what is false."""

from __future__ import annotations

import csv
from fractions import Fraction
from importlib import resources
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.audit.trial import establish
from optcheck.claims import Argument, StepFailed
from optcheck.claims.figures import judged
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp import _steps, lem_10, lem_12, lem_13_2, lem_14
from proofs_numeric.tpmdp._eq6 import FEASIBLE, OPTIMAL, OPTIMAL_VARIANCES, Point, is_feasible, order, small_instances
from proofs_numeric.tpmdp._points import (
    by_rank,
    has_low_second,
    is_convention_5_size,
    is_convention_6,
    is_sorted,
    optima,
)
from proofs_numeric.tpmdp._selection import Counter, algorithm_3, largest
from proofs_numeric.tpmdp._sizes import Sizes, entropy_power, nonzeros, rank


def test_the_argument_for_subcase_4_fails_outside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    n, t, eta, a, b, c = (getattr(_steps, name) for name in ("n", "t", "eta", "a", "b", "c"))
    wider = {n: (2 + b) * (2 + c) - 1 + a, t: 2 + b, eta: 1 + c}  # lets n be t (eta + 1) - 1
    monkeypatch.setattr(lem_14, "FEW_ACTIVE", wider)
    with pytest.raises(StepFailed, match="can fall"):
        lem_14.proof(Argument(), lem_14.corrected)


def test_rows_that_ask_too_much_or_too_little_are_noticed() -> None:
    for wrong in (lambda _: True, lambda point: sum(point.variances) >= max(point.instance.required)):
        with pytest.raises(StepFailed):
            _steps.exact_rows(Argument(), "wrong", wrong, lem_10.sides)
    _steps.exact_rows(Argument(), "right", lem_10.as_printed, lem_10.sides)


@given(st.integers(2, 5), st.data())
@settings(max_examples=60, deadline=None)
def test_the_checker_and_the_list_of_coalitions_agree(size: int, data: st.DataObject) -> None:
    numbers = st.lists(st.integers(-1, 4).map(lambda k: Fraction(k, 2)), min_size=size, max_size=size)
    required = [max(Fraction(0), value) for value in data.draw(numbers)]
    active = data.draw(st.sets(st.integers(0, size - 1), min_size=1))
    instance = Instance.of(required, data.draw(st.integers(1, size - 1)), active)
    point = Point(instance, tuple(data.draw(numbers)))
    said = is_feasible(instance, point.variances)
    assert establish(FEASIBLE, point, None, "test").value is said
    found = establish(OPTIMAL_VARIANCES, instance, point.variances, "test")
    assert found.value is establish(OPTIMAL, point, None, "test").value
    assert said or not found.value


def test_optima_under_convention_6_are_sorted_but_for_one_group_at_t_1() -> None:
    """What the proof of Lemma 12 says about optima that Convention 3 does not bind."""
    found = list(optima(small_instances(range(3, 6), 2, is_convention_6), has_low_second))
    assert {is_sorted(point) for point in found if point.instance.threshold >= 2} == {True}
    single = [point for point in found if point.instance.threshold == 1]
    assert {is_sorted(point) for point in single} == {True, False}
    groups = [(point.variances[: len(point.instance.active)], by_rank(point).variances) for point in single]
    assert all(active == in_order[: len(active)] for active, in_order in groups)


def test_an_optimum_that_is_not_sorted() -> None:
    point = Point(Instance.of([3, 3, 3, 2], 1, [0, 1]), (0, 0, 0, 3))
    assert establish(OPTIMAL, point, None, "test").value
    assert is_convention_6(point.instance)
    assert has_low_second(point)
    assert not is_sorted(point)
    assert lem_12.as_printed(point)
    assert lem_13_2.as_printed(point)


def test_optima_are_optima_and_sorting_sorts() -> None:
    found = list(optima(small_instances(range(4, 5), 1, is_convention_5_size), lambda _: True))
    assert found
    assert all(establish(OPTIMAL, point, None, "test").value for point in found[::7])
    assert all(is_sorted(by_rank(point)) for point in found)


@given(st.lists(st.integers(0, 30), min_size=1, max_size=400), st.data())
@settings(max_examples=60, deadline=None)
def test_selection_finds_the_rank_in_linearly_many_comparisons(values: list[int], data: st.DataObject) -> None:
    place, counter = data.draw(st.integers(1, len(values))), Counter()
    given_values: list[Exact] = list(values)
    assert largest(given_values, place, counter) == sorted(values, reverse=True)[place - 1]
    assert counter.comparisons <= 100 * len(values)
    assert counter.held == 0


def test_counted_algorithm_3_covers_every_subcase() -> None:
    found = set()
    for instance in small_instances(range(3, 6), 1):
        counter = Counter()
        x = algorithm_3(instance, counter)
        found.add(instance.subcase)
        assert is_feasible(instance, x)
        assert counter.comparisons > 0
    assert len(found) == 4


def test_sizes_are_those_of_the_built_program_and_of_the_count() -> None:
    for parties in range(2, 8):
        for threshold in range(1, parties):
            sizes = Sizes(parties, threshold)
            assert nonzeros(sizes) == parties * comb(parties - 1, threshold) * (parties - threshold)
            assert rank(sizes) == parties
            assert comb(parties, threshold) <= entropy_power(sizes)


def test_the_grid_is_complete_up_to_renaming_and_in_order() -> None:
    found = list(small_instances(range(2, 4), 1))
    assert len(found) == len(set(found))
    sizes = [(instance.n, instance.threshold, len(instance.active)) for instance in found]
    # active sizes 1, 2 (n = 2) and 1, 2, 3 (n = 3): (levels of active) x (levels of the others)
    assert sizes.count((2, 1, 1)) == 2 * 2
    assert sizes.count((3, 2, 2)) == 3 * 2
    assert min(found, key=order) == Instance.of([0, 0], 1, [0])


@pytest.mark.parametrize("name", ["fig_2.csv", "fig_3.csv", "fig_3_records.csv"])
def test_sentences_about_figures_are_judged_anew_as_the_reproduction_judged_them(name: str) -> None:
    found: Any = judged("proofs_numeric.tpmdp", "measured", name).figures
    text = resources.files("proofs_numeric.tpmdp").joinpath(name).read_text(encoding="utf-8")
    rows = {f"{row['place']}: {row['statement']}": row["verdict"] for row in csv.DictReader(text.splitlines())}
    assert {sentence: found[sentence]["verdict"] for sentence in rows} == rows
    assert sum(found["sentences"].values()) == len(rows)
