"""The corrected forms against the explicit program, and against the library at sizes no program can be written for."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.audit.trial import Bench, establish
from optcheck.claims import Effort, minimum
from optcheck.claims.domain import declared
from optcheck.tpmdp import allocate
from proofs_numeric.tpmdp import alg_3, eq_7_subcase_4, lem_14, thm_5
from proofs_numeric.tpmdp._parties import FEW_ACTIVE, Parties, eq6, optimal_for

SMALL = Effort(largest={"n": 6})
deadline_free = settings(max_examples=60, deadline=None)


@given(declared(Parties).strategy(SMALL))
@deadline_free
def test_algorithm_3_with_the_beta_of_lemma_3(parties: Parties) -> None:
    x = alg_3.corrected(parties)
    assert establish(optimal_for, parties, x, "test").value is True
    assert sum(x) == establish(minimum(eq6), parties, None, "test").value


@given(FEW_ACTIVE.strategy(SMALL))
@deadline_free
def test_the_third_row_of_eq_7_over_all_parties(parties: Parties) -> None:
    assert eq_7_subcase_4.corrected(parties) == establish(minimum(eq6), parties, None, "test").value


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_algorithm_3_agrees_with_the_library_where_no_program_can_be_written(data: st.DataObject) -> None:
    n = data.draw(st.integers(10, 80))
    required = tuple(map(Fraction, data.draw(st.lists(st.integers(0, 50), min_size=n, max_size=n))))
    active = tuple(sorted(data.draw(st.sets(st.integers(0, n - 1), min_size=1))))
    parties = Parties(n, data.draw(st.integers(1, n - 1)), active, required)
    library = allocate(required, parties.t, active)
    assert sum(alg_3.corrected(parties)) == library.total
    if len(active) >= 2 and n > parties.t * len(active):
        assert eq_7_subcase_4.corrected(parties) == library.total


@given(declared(lem_14.Pair).where("t >= 2").strategy(Effort(largest={"u": 2, "t": 2, "n": 6})))
@settings(max_examples=25, deadline=None)
def test_lemma_14_holds_as_corrected(pair: lem_14.Pair) -> None:
    assert lem_14.CLAIM.corrected is not None
    assert Bench(lem_14.CLAIM).compare(lem_14.CLAIM.corrected, pair) is None


@given(st.integers(1, 4), st.fractions(1, 4, max_denominator=5), st.fractions(0, Fraction(1, 2)), st.integers(2, 10**6))
@settings(max_examples=40, deadline=None)
def test_advanced_composition_with_its_own_epsilon(m: int, ratio: Fraction, delta: Fraction, scale: int) -> None:
    case = thm_5.Repeated(m, ratio, delta, Fraction(1, scale))
    assert thm_5.CLAIM.corrected is not None
    assert Bench(thm_5.CLAIM).compare(thm_5.CLAIM.corrected, case) is None
