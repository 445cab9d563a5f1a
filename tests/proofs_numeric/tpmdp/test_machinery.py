"""The pieces that the claims share: they must notice what is false."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp import _arguments, lem_5, lem_6_1, lem_10, subcases
from proofs_numeric.tpmdp._algebra import Argument, StepFailed, a, b, c, eta, n, t
from proofs_numeric.tpmdp._common import grid, is_feasible, order, violation
from proofs_numeric.tpmdp._composition import Budget, outcomes, true_delta, worst_pair
from proofs_numeric.tpmdp._faces import (
    Condition,
    Row,
    compare_equivalence,
    compare_on_face,
    convention_5_rows,
    sorted_rows,
)
from proofs_numeric.tpmdp._moves import improves
from proofs_numeric.tpmdp._points import lowered
from proofs_numeric.tpmdp._selection import Counter, algorithm_3, largest
from proofs_numeric.tpmdp._sizes import Sizes, entropy_power, nonzeros, rank

EVERYONE = Instance.of([3, 2, 1, 0], 2)


def test_an_argument_refuses_false_steps() -> None:
    argument = Argument()
    with pytest.raises(StepFailed, match="differ by"):
        argument.identity("wrong", n + t, n - t)
    with pytest.raises(StepFailed, match="negative coefficient"):
        argument.at_least_zero("wrong", n - t - 2, {n: t + 1 + a})
    with pytest.raises(StepFailed, match="may vanish"):
        argument.above_zero("wrong", n - t - 1, {n: t + 1 + a})
    with pytest.raises(StepFailed):
        argument.case("wrong", truth=False)
    assert argument.proof("nothing was shown").steps == 0


def test_the_argument_for_theorem_2_is_about_its_own_formulas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_arguments, "t", t - 1)  # the same formulas at t - 1, against the true domain
    with pytest.raises(StepFailed, match="t\\+2"):
        _arguments.all_active_optimum(Argument())


def test_the_argument_for_subcase_4_fails_outside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    wider = {n: (2 + b) * (2 + c) - 1 + a, t: 2 + b, eta: 1 + c}  # lets n be t (eta + 1) - 1
    monkeypatch.setattr(_arguments, "FEW_ACTIVE", wider)
    with pytest.raises(StepFailed, match="negative coefficient"):
        _arguments.few_active_optimum(Argument())


def test_a_false_condition_is_refuted_on_the_face_with_an_accepted_certificate() -> None:
    def form(_: Instance) -> list[Condition]:
        return [Condition({0: 1, 3: -1}, 0, "all equal")]

    found = compare_on_face(form, EVERYONE, sorted_rows(EVERYONE))
    assert found is not None
    assert found.certificate.verify().value == found.true != 0
    assert compare_on_face(lem_6_1.as_printed, EVERYONE, sorted_rows(EVERYONE)) is None


def test_a_premise_that_never_holds_makes_a_condition_empty() -> None:
    def form(_: Instance) -> list[Condition]:
        return [Condition({0: 1}, 17, "nonsense", premise={2: 1, 3: -1})]

    assert compare_on_face(form, EVERYONE, sorted_rows(EVERYONE)) is None


def test_a_dropped_or_weakened_row_is_not_equivalent() -> None:
    instance = Instance.of([2, 1, 3, 1, 0], 2, [0, 1])
    conventions = convention_5_rows(instance)
    assert compare_equivalence(lem_10.as_printed, instance, conventions) is None
    for dropped in range(4):

        def form(given: Instance, skip: int = dropped) -> list[Row]:
            return [row for i, row in enumerate(lem_10.as_printed(given)) if i != skip]

        implied = dropped in (1, 2)  # the rows of 2- (here no stronger than others) and of 2+
        assert (compare_equivalence(form, instance, conventions) is None) == implied


def test_lemma_5_with_one_row_less_fails() -> None:
    found = compare_equivalence(lambda given: lem_5.as_printed(given)[:-1], EVERYONE, sorted_rows(EVERYONE))
    assert found is not None
    assert found.certificate.verify().value == found.true


def test_violation_names_the_broken_coalition_and_proves_the_true_total() -> None:
    found = violation(Instance.of([1, 1, 1], 1, [0]), (0, 0, Fraction(1, 2)))
    assert found is not None
    assert found.gap == Fraction(1, 2)
    assert found.certificate.verify().value == 1 > Fraction(1, 2)  # no total of 1/2 is feasible


def test_violation_at_a_large_total_is_proved_by_the_broken_coalition() -> None:
    found = violation(Instance.of([1, 1, 1], 1, [0]), (5, 0, 0))
    assert found is not None
    assert found.gap == 1
    assert found.certificate.evidence["status"] == "infeasible"
    assert found.certificate.verify().value is None


@given(st.integers(2, 5), st.data())
@settings(max_examples=60, deadline=None)
def test_lowered_requirements_are_the_most_that_the_variances_allow(size: int, data: st.DataObject) -> None:
    values = st.lists(st.integers(0, 5), min_size=size, max_size=size)
    active = data.draw(st.sets(st.integers(0, size - 1), min_size=1))
    instance = Instance.of([9 * size] * size, data.draw(st.integers(1, size - 1)), active)
    x = data.draw(values)
    cut = lowered(instance, x)
    assert is_feasible(cut, x)
    for j in range(size):
        raised = list(cut.required)
        raised[j] += 1
        is_tight = not is_feasible(Instance(tuple(raised), cut.threshold, cut.active), x)
        assert is_tight or cut.required[j] == instance.required[j]  # parties that no coalition leaves outside


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
    for instance in grid(range(3, 6), 1):
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


@given(st.fractions(1, 9, max_denominator=6), st.fractions(0, 1, max_denominator=20))
def test_the_worst_pair_is_private_and_tight(ratio: Fraction, delta: Fraction) -> None:
    budget = Budget(ratio, delta)
    for column in (0, 1):
        assert sum(pair[column] for pair in worst_pair(budget)) == 1
    assert true_delta([budget], ratio) == delta
    assert true_delta([budget], Fraction(0)) == 1
    assert sum(p for p, _ in outcomes([budget] * 3)) == sum(q for _, q in outcomes([budget] * 3)) == 1


def test_moves_that_break_a_row_or_cost_more_do_not_count() -> None:
    assert improves(5, 2, 2, {2: -1, 3: -1, 4: 1})
    assert not improves(5, 2, 2, {2: -1})
    assert improves(5, 2, 2, {2: -1}, slack={2})
    assert not improves(5, 2, 2, {4: 1})


def test_the_grid_is_complete_up_to_renaming_and_in_order() -> None:
    found = list(grid(range(2, 4), 1))
    assert len(found) == len(set(found))
    sizes = [(instance.n, instance.threshold, len(instance.active)) for instance in found]
    # active sizes 1, 2 (n = 2) and 1, 2, 3 (n = 3): (levels of active) x (levels of the others)
    assert sizes.count((2, 1, 1)) == 2 * 2
    assert sizes.count((3, 2, 2)) == 3 * 2
    assert min(found, key=order) == Instance.of([0, 0], 1, [0])


def test_contradictions_between_subcases_are_decided_by_farkas() -> None:
    assert subcases.is_contradictory([*subcases.RANGE, *subcases.SUBCASES[1], *subcases.SUBCASES[2]])
    assert not subcases.is_contradictory([*subcases.RANGE, *subcases.SUBCASES[3]])
