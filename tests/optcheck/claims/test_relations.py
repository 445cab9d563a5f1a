"""Relations decide, and their gap is the exact difference, never negative."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck.checker.intervals import Interval
from optcheck.claims.claim import (
    Relation,
    at_least,
    at_most,
    between,
    decides,
    equals,
    exact_gap,
    greater,
    implied_by,
    implies,
    less,
    order,
    provided,
)
from optcheck.claims.expressions import INFINITE, distance, exact_value
from optcheck.errors import InvalidInput

numbers = st.fractions(max_denominator=9)


@given(numbers, numbers)
def test_numbers(said: Fraction, true: Fraction) -> None:
    """Read: the truth is ... what the form says."""
    assert _holds(equals, said, true) == (true == said)
    assert _holds(at_most, said, true) == (true <= said)
    assert _holds(at_least, said, true) == (true >= said)
    assert _holds(less, said, true) == (true < said)
    assert _holds(greater, said, true) == (true > said)
    assert _holds(order(1, 2), said, true) == (said <= true <= 2 * said)


@given(numbers, numbers)
def test_the_gap_is_the_exact_difference(said: Fraction, true: Fraction) -> None:
    for relation in (equals, at_most, at_least, less, greater):
        violation = relation.check(said, true).violation
        if violation is not None:
            assert exact_gap(violation, distance) == abs(said - true)


@given(numbers, numbers, numbers)
def test_between(low: Fraction, high: Fraction, true: Fraction) -> None:
    assert _holds(between(), (low, high), true) == (low <= true <= high)
    assert _holds(between(strictly_above=True, strictly_below=True), (low, high), true) == (low < true < high)


@pytest.mark.parametrize("said", [False, True])
@pytest.mark.parametrize("true", [False, True])
def test_propositions(said: bool, true: bool) -> None:
    assert _holds(decides, said, true) == (said == true)
    assert _holds(implies, said, true) == (not said or true)
    assert _holds(implied_by, said, true) == (said or not true)


def test_overlapping_enclosures_are_left_open() -> None:
    found = equals.check(Fraction(1, 2), Interval(Fraction(0), Fraction(1)))
    assert found.violation is None
    assert found.open
    assert equals.check(2, Interval(Fraction(0), Fraction(1))).violation is not None


def test_rows_are_compared_entry_by_entry() -> None:
    assert _holds(equals, (1, 2), (1, 2))
    assert not _holds(equals, (1, 2), (1, 3))
    with pytest.raises(InvalidInput, match="one length"):
        equals.check((1,), (1, 2))
    assert not _holds(equals, INFINITE, 7)


@pytest.mark.parametrize("value", [0.5, float("nan"), float("inf"), "1/2", None, 1j, [1, 0.5], {"x": 1}])
def test_only_exact_values_pass(value: object) -> None:
    with pytest.raises(InvalidInput, match=r"chained/x at n = 3: only exact values"):
        exact_value(value, "chained/x at n = 3")


def _holds(relation: Relation, said: object, true: object) -> bool:
    return relation.check(said, true).violation is None


@given(st.booleans(), st.booleans(), st.booleans())
def test_a_premise_silences_a_relation(premise: bool, said: bool, true: bool) -> None:
    assert _holds(provided(decides), (premise, said), true) == (not premise or said == true)


def test_a_premise_is_a_truth_value() -> None:
    with pytest.raises(InvalidInput, match="premise"):
        provided(decides).check((1, True), True)
