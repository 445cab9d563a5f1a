"""The price of work on long numbers: never above schoolbook arithmetic, growing with the numbers, quadratic at last."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck.checker import reading, work
from optcheck.errors import TooCostly

_WORDS = st.integers(1, 10**6)


@given(_WORDS, _WORDS)
def test_the_price_lies_between_a_quarter_of_schoolbook_and_all_of_it(words: int, other: int) -> None:
    price = work.on_long(words, other)
    assert words * other >> 2 <= price <= words * other
    assert price == work.on_long(other, words)
    assert price <= work.on_long(words + 1, other)


def test_short_numbers_cost_one_step_for_each_pair_of_words() -> None:
    assert [work.on_long(w, w) for w in (1, 2, 8, 20)] == [1, 4, 64, 400]
    assert work.on_long(5000, 1) == 5000


@given(st.integers(41, 10**5))
def test_a_text_costs_the_square_of_its_words(digits: int) -> None:
    price = (digits // 19) ** 2
    with work.budget((price + 0.5) / work.STEPS_PER_SECOND):
        assert reading.parse_int("-" + "9" * digits) == 1 - 10**digits
    with pytest.raises(TooCostly), work.budget((price - 0.5) / work.STEPS_PER_SECOND):
        reading.parse_int("9" * digits)
