"""The corrected forms against the explicit program, and against the library at sizes no program can be written for."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.tpmdp import allocate
from optcheck.tpmdp.instance import Instance, Subcase
from proofs_numeric.tpmdp import alg_3, eq_7_subcase_4, lem_13_construction, lem_14, thm_5
from proofs_numeric.tpmdp._common import best_total, instances, is_feasible
from proofs_numeric.tpmdp._domains import few_active, is_few_active_under_convention_6
from proofs_numeric.tpmdp._faces import (
    convention_5_rows,
    convention_6_instances,
    face_rows,
    optimise,
    point_of,
    speaks_of_convention_6,
)
from proofs_numeric.tpmdp._points import Point

deadline_free = settings(max_examples=60, deadline=None)


@given(instances(range(2, 7)))
@deadline_free
def test_algorithm_3_with_the_beta_of_lemma_3(instance: Instance) -> None:
    x = alg_3.corrected(alg_3.Case("least total", instance))
    assert is_feasible(instance, x)
    assert sum(x) == best_total(instance)


@given(few_active(range(5, 8)))
@deadline_free
def test_the_third_row_of_eq_7_over_all_parties(instance: Instance) -> None:
    assert eq_7_subcase_4.corrected(instance) == best_total(instance)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_algorithm_3_agrees_with_the_library_where_no_program_can_be_written(data: st.DataObject) -> None:
    n = data.draw(st.integers(10, 80))
    required = data.draw(st.lists(st.integers(0, 50), min_size=n, max_size=n))
    active = data.draw(st.sets(st.integers(0, n - 1), min_size=1))
    instance = Instance.of(required, data.draw(st.integers(1, n - 1)), active)
    library = allocate(required, instance.threshold, active)
    x = alg_3.corrected(alg_3.Case("least total", instance))
    assert sum(x) == library.total
    if instance.subcase is Subcase.FEW_ACTIVE:
        assert eq_7_subcase_4.corrected(instance) == library.total


@given(convention_6_instances(range(6, 7)).filter(lambda instance: instance.n == 2 * instance.threshold))
@settings(max_examples=25, deadline=None)
def test_the_corrected_gamma_levels_the_optimum_with_the_largest_difference(instance: Instance) -> None:
    last = len(instance.active) + instance.threshold - 1
    rows = face_rows(instance, convention_5_rows(instance))
    answer = optimise(instance, "maximise", {1: -1, last: 1}, rows)
    if not is_in_range(instance) or not answer.value:
        return
    x = lem_13_construction.corrected(Point(instance, point_of(answer)))
    assert x[1] == x[last]
    assert is_feasible(instance, x)
    assert sum(x) == best_total(instance)


def is_in_range(instance: Instance) -> bool:
    """Convention 6 with n - t - t eta <= 0."""
    return speaks_of_convention_6(instance) and instance.n <= instance.threshold * len(instance.active)


@given(convention_6_instances(range(4, 7)).filter(is_few_active_under_convention_6))
@settings(max_examples=25, deadline=None)
def test_lemma_14_holds_as_corrected(instance: Instance) -> None:
    assert lem_14.CLAIM.compare(lem_14.corrected, instance) is None


@given(st.integers(1, 4), st.fractions(1, 4, max_denominator=5), st.fractions(0, Fraction(1, 2)), st.integers(2, 10**6))
@settings(max_examples=40, deadline=None)
def test_advanced_composition_with_its_own_epsilon(m: int, ratio: Fraction, delta: Fraction, scale: int) -> None:
    case = thm_5.Repeated(m, ratio, delta, Fraction(1, scale))
    assert thm_5.compare(thm_5.corrected, case) is None
