"""The checker's own enclosures contain what arb computes with many more digits."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.checker import intervals
from optcheck.checker.intervals import Interval, point

_X = st.fractions(-20, 20, max_denominator=10**6)


def _contains(enclosure: Interval, function: Callable[[arb], arb], x: Fraction) -> bool:
    with ctx.workprec(3000):
        true = function(arb(fmpq(x.numerator, x.denominator)))
        low = arb(fmpq(enclosure.low.numerator, enclosure.low.denominator))
        high = arb(fmpq(enclosure.high.numerator, enclosure.high.denominator))
        return bool(low <= true) and bool(true <= high)


@given(_X, st.sampled_from([32, 64, 200]))
@settings(max_examples=60, deadline=None)
def test_enclosures_contain_the_truth_and_are_narrow(x: Fraction, bits: int) -> None:
    for ours, true in ((intervals.exp, arb.exp), (intervals.erfc, arb.erfc)):
        enclosure = ours(point(x), bits)
        assert _contains(enclosure, true, x)
    if abs(x) <= 5:
        assert intervals.erfc(point(x), bits).high - intervals.erfc(point(x), bits).low < Fraction(1, 2 ** (bits // 2))


@given(st.fractions(Fraction(1, 10**6), 10**6), st.integers(1, 7))
@settings(max_examples=60, deadline=None)
def test_logarithms_and_roots(x: Fraction, degree: int) -> None:
    assert _contains(intervals.log(point(x), 100), arb.log, x)
    root = intervals.root(point(x), degree, 80)
    assert root.low**degree <= x <= root.high**degree
    assert root.high - root.low <= Fraction(1, 2**80)


@given(st.fractions(0, 100, max_denominator=50), st.integers(1, 5))
def test_exact_roots_stay_exact(x: Fraction, degree: int) -> None:
    assert intervals.root(point(x**degree), degree, 10) == point(x)


def test_pi_and_far_tails() -> None:
    assert _contains(intervals.pi(200), lambda _: arb.pi(), Fraction(0))
    tail = intervals.erfc(point(Fraction(25)), 2048)
    assert _contains(tail, arb.erfc, Fraction(25))
    assert tail.low > 0


@given(st.lists(st.fractions(-5, 5, max_denominator=9), min_size=4, max_size=4), st.integers(0, 5))
def test_interval_arithmetic_contains_every_product_quotient_and_power(ends: list[Fraction], exponent: int) -> None:
    a, b = Interval(*sorted(ends[:2])), Interval(*sorted(ends[2:]))
    middle_a, middle_b = (a.low + a.high) / 2, (b.low + b.high) / 2
    product = intervals.multiply(a, b)
    raised = intervals.power(a, exponent)
    assert all(product.low <= x * y <= product.high for x in (*a, middle_a) for y in (*b, middle_b))
    assert all(raised.low <= x**exponent <= raised.high for x in (*a, middle_a, max(a.low, min(a.high, Fraction(0)))))
    if not b.low <= 0 <= b.high:
        quotient = intervals.divide(a, b)
        assert quotient.low <= middle_a / middle_b <= quotient.high


@given(st.fractions(0, 300, max_denominator=1000) | st.fractions(0, 5, max_denominator=1000), st.integers(64, 300))
@settings(max_examples=100, deadline=None)
def test_erfc_without_its_decay_keeps_its_digits(x: Fraction, bits: int) -> None:
    enclosure = intervals.scaled_erfc(point(x), bits)
    assert _contains(enclosure, lambda a: (a * a).exp() * a.erfc(), x)
    assert enclosure.high / enclosure.low - 1 < Fraction(1, 2 ** (bits - 16))


def test_what_is_undefined_is_refused() -> None:
    with pytest.raises(ZeroDivisionError):
        intervals.divide(point(1), Interval(Fraction(-1), Fraction(1)))
    with pytest.raises(ValueError, match="non-negative"):
        intervals.root(point(-1), 2, 10)
    with pytest.raises(ValueError, match="positive"):
        intervals.log(point(0), 10)
    with pytest.raises(OverflowError):
        intervals.exp(point(10**30), 10)


@pytest.mark.parametrize("size", [100, 10**4, 10**9, 10**18])
def test_arguments_of_any_size_are_bounded_at_once(size: int) -> None:
    tail, whole = intervals.erfc(point(size), 64), intervals.erfc(point(-size), 64)
    assert 0 <= tail.low < tail.high < Fraction(1, 2**64)
    assert whole == Interval(2 - tail.high, 2 - tail.low)
    small = intervals.exp(point(-size), 64)
    assert 0 <= small.low < small.high <= Fraction(1, 2**64)
    if size == 100:
        assert _contains(tail, arb.erfc, Fraction(100))
