"""Domains written in a line for each part."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck.claims import Domain
from optcheck.claims.claim import decimals, every
from optcheck.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Pair:
    """Two numbers."""

    one: Fraction
    other: Fraction


NUMBERS = st.lists(st.fractions(1, 9, max_denominator=4), min_size=1, max_size=3, unique=True)


@given(NUMBERS, NUMBERS)
def test_every_combination_is_there_once_and_the_domain_can_be_read_twice(
    ones: list[Fraction], others: list[Fraction]
) -> None:
    domain = every("pairs", Pair, " ".join(map(str, ones)), iter(others))
    assert list(domain.grid()) == [Pair(one, other) for one in ones for other in others] == list(domain.grid())


def test_simple_instances_come_first_unless_another_order_is_given() -> None:
    simple, large, fine = (
        Pair(Fraction(1), Fraction(1)),
        Pair(Fraction(9), Fraction(1)),
        Pair(Fraction(1, 2), Fraction(1)),
    )
    domain = every("pairs", Pair, "1/2 9 1", "1")
    assert sorted(domain.grid(), key=domain.order) == [simple, large, fine]
    falling = every("pairs", Pair, "1/2 9 1", "1", order=lambda pair: -pair.one)
    assert sorted(falling.grid(), key=falling.order) == [large, simple, fine]


@given(NUMBERS, st.fractions(1, 9))
def test_a_part_of_a_domain_keeps_the_order_and_draws_nothing(ones: list[Fraction], most: Fraction) -> None:
    domain = replace(every("pairs", Pair, ones, "1 2"), strategy=lambda: st.builds(Pair, st.just(most), st.just(most)))
    kept = domain.where(lambda pair: pair.one <= most, "few")
    assert list(kept.grid()) == [pair for pair in domain.grid() if pair.one <= most]
    assert (kept.order, kept.strategy, kept.description) == (domain.order, None, "few")


@given(decimals(9, 3))
def test_small_numbers_have_one_digit_at_its_place(number: Fraction) -> None:
    assert number in {Fraction(digit, 10**place) for digit in range(1, 10) for place in (1, 2, 3)}


@dataclass(frozen=True, slots=True)
class Rows:
    """A number and rows of numbers."""

    number: int
    rows: tuple[object, ...]


def test_instances_may_hold_rows_and_short_ones_come_first() -> None:
    half = Fraction(1, 2)
    ordered = [Rows(9, ()), Rows(1, (5,)), Rows(1, (half,)), Rows(1, ((1, 1),)), Rows(1, (1, 2, 3))]
    shuffled = [ordered[place] for place in (3, 0, 4, 2, 1)]
    assert sorted(shuffled, key=Domain("rows", lambda: ordered).order) == ordered


@pytest.mark.parametrize("other", ["name", None, 0.5])
def test_other_fields_need_an_order(other: object) -> None:
    with pytest.raises(
        InvalidInput, match="instances of more than exact numbers need an order of their own, got " + repr(other)
    ):
        Domain("rows", lambda: [Rows(1, ())]).order(Rows(1, (other,)))


def test_instances_that_are_no_dataclasses_need_an_order() -> None:
    with pytest.raises(InvalidInput, match="need an order of their own, got 3"):
        Domain("numbers", lambda: iter((3, 1))).order(3)
