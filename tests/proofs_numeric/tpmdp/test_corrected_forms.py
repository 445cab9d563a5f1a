"""The corrected forms against the explicit program, and against the library at sizes no program can be written for."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.audit.trial import Bench
from optcheck.tpmdp import allocate
from optcheck.tpmdp.instance import Instance, Subcase
from proofs_numeric.tpmdp import alg_3, eq_7_subcase_4, lem_14, thm_5
from proofs_numeric.tpmdp._eq6 import FEW_ACTIVE, Point, best_total, instances, is_feasible
from proofs_numeric.tpmdp._parties import Parties
from proofs_numeric.tpmdp._points import FEW_ACTIVE_OPTIMA

deadline_free = settings(max_examples=60, deadline=None)


@given(instances(2, 6))
@deadline_free
def test_algorithm_3_with_the_beta_of_lemma_3(instance: Instance) -> None:
    x = alg_3.corrected(instance)
    assert is_feasible(instance, x)
    assert sum(x) == best_total(instance)


def _parties(instance: Instance) -> Parties:
    """As the claim declares it."""
    required = tuple(map(Fraction, instance.required))
    return Parties(n=len(required), t=instance.threshold, active=instance.active, required=required)


assert FEW_ACTIVE.strategy is not None


@given(FEW_ACTIVE.strategy())
@deadline_free
def test_the_third_row_of_eq_7_over_all_parties(instance: Instance) -> None:
    assert eq_7_subcase_4.corrected(_parties(instance)) == best_total(instance)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_algorithm_3_agrees_with_the_library_where_no_program_can_be_written(data: st.DataObject) -> None:
    n = data.draw(st.integers(10, 80))
    required = data.draw(st.lists(st.integers(0, 50), min_size=n, max_size=n))
    active = data.draw(st.sets(st.integers(0, n - 1), min_size=1))
    instance = Instance.of(required, data.draw(st.integers(1, n - 1)), active)
    library = allocate(required, instance.threshold, active)
    x = alg_3.corrected(instance)
    assert sum(x) == library.total
    if instance.subcase is Subcase.FEW_ACTIVE:
        assert eq_7_subcase_4.corrected(_parties(instance)) == library.total


@pytest.mark.parametrize("point", list(FEW_ACTIVE_OPTIMA.grid())[::25], ids=str)
def test_lemma_14_holds_as_corrected(point: Point) -> None:
    assert lem_14.CLAIM.corrected is not None
    assert Bench(lem_14.CLAIM).compare(lem_14.CLAIM.corrected, point) is None


@given(st.integers(1, 4), st.fractions(1, 4, max_denominator=5), st.fractions(0, Fraction(1, 2)), st.integers(2, 10**6))
@settings(max_examples=40, deadline=None)
def test_advanced_composition_with_its_own_epsilon(m: int, ratio: Fraction, delta: Fraction, scale: int) -> None:
    case = thm_5.Repeated(m, ratio, delta, Fraction(1, scale))
    assert thm_5.CLAIM.corrected is not None
    assert Bench(thm_5.CLAIM).compare(thm_5.CLAIM.corrected, case) is None
