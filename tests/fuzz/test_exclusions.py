"""Facts that exclude each other are noticed, and only these; so is the fault that such facts would have shown."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck.checker.core import Fact, Verified
from optcheck.checker.intervals import Interval
from optcheck.exact.numbers import Quadratic
from tests.fuzz.exclusions import Ledger, exclude
from tests.fuzz.sabotage import faults, is_noticed

_HOLDS = {"=": "__eq__", "<=": "__le__", ">=": "__ge__"}
_NUMBERS = st.fractions(-3, 3, max_denominator=3)


@given(st.sampled_from(list(_HOLDS)), _NUMBERS, st.sampled_from(list(_HOLDS)), _NUMBERS)
def test_bounds_exclude_each_other_exactly_if_no_number_meets_both(
    one: str, a: Fraction, two: str, b: Fraction
) -> None:
    candidates = (a, b)  # whatever meets both sides also includes one of the ends
    possible = any(getattr(x, _HOLDS[one])(a) and getattr(x, _HOLDS[two])(b) for x in candidates)
    facts = Fact("x", one, a), Fact("x", two, b)
    assert exclude(*facts) == exclude(*reversed(facts)) == (not possible)


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        (Fact("x", "is", "infinite"), Fact("x", "=", 1), True),
        (Fact("x", "is", "infinite"), Fact("x", "is", "none"), True),
        (Fact("x", "is", "none"), Fact("x", "is", "none"), False),
        (Fact("x", "is", True), Fact("x", "is", False), True),
        (Fact("x", "is", "infinity"), Fact("x", ">=", 3), False),
        (Fact("x", "is", "infinity"), Fact("x", "<=", 3), True),
        (Fact("x", "is", "-infinity"), Fact("x", "<=", 3), False),
        (Fact("x", "=", (1, 0)), Fact("x", "=", (2, -1)), True),
        (Fact("x", "=", (1, 0)), Fact("x", "=", (1,)), True),
        (Fact("x", "=", (1, 0)), Fact("x", "=", (Fraction(1), 0)), False),
        (Fact("x", "=", Quadratic(0, 1, 2)), Fact("x", "<=", Fraction(3, 2)), False),
        (Fact("x", "=", Quadratic(0, 1, 2)), Fact("x", "<=", Fraction(7, 5)), True),
        (Fact("x", "=", Interval(Fraction(0), Fraction(1))), Fact("x", "=", 1), False),
        (Fact("x", "=", Interval(Fraction(0), Fraction(1))), Fact("x", ">=", 2), True),
    ],
)
def test_words_rows_and_enclosures(one: Fact, two: Fact, expected: bool) -> None:
    assert exclude(one, two) == exclude(two, one) == expected


def test_a_ledger_compares_facts_about_one_instance_only() -> None:
    def said(digest: str, value: int, kind: str = "cordp-optimum") -> Verified:
        return Verified(kind, "", digest, (Fact("kept variance", "=", value),))

    ledger = Ledger()
    assert ledger.clashes(said("a", 1)) == ledger.clashes(said("b", 2)) == ledger.clashes(said("a", 1)) == []
    assert ledger.clashes(said("a", 3)) == ["kept variance = 3 and kept variance = 1 at once"]
    assert ledger.clashes(said("c", 1, "cordp-integers")) == ledger.clashes(said("c", 2, "cordp-integers")) == []


@pytest.mark.parametrize("old", ["instance.n - instance.c > 1", "pair[1].sign() != 0"])
def test_a_false_optimum_is_noticed_by_what_else_is_said(old: str) -> None:
    """With one honest user left: infinite and 1 at once, or two optimal pairs."""
    mine = [fault for fault in faults() if fault.module == "definitions.cordp" and f": {old}  ->" in fault.name]
    assert mine
    assert all(map(is_noticed, mine))
