"""Expressions: arithmetic of roots is exact, enclosures hold the number, sympy and the checker see the same formula."""

from __future__ import annotations

from fractions import Fraction

import sympy
from hypothesis import given
from hypothesis import strategies as st

from optcheck.claims import expr
from optcheck.claims.expressions import Expr, distance, erfc, exp, interval, log, power, sqrt
from optcheck.claims.expressions import compare_expressions as compare

positive = st.fractions(Fraction(1, 20), 20, max_denominator=20)


@given(positive, positive)
def test_products_and_powers_of_roots_are_exact(a: Fraction, b: Fraction) -> None:
    assert sqrt(a) * sqrt(a) == a
    assert sqrt(a) * sqrt(b) == sqrt(a * b)
    assert power(a, Fraction(2, 3)) ** 3 == a**2
    assert sqrt(a) / sqrt(a * b * b) == 1 / b


@given(positive, st.integers(2, 5))
def test_multiples_of_one_root_add_up(a: Fraction, times: int) -> None:
    assert compare(expr(sqrt(a)) + sqrt(a * times**2), (1 + times) * expr(sqrt(a))) == 0
    assert expr(sqrt(a)) - sqrt(a) == 0


@given(positive, positive)
def test_order_of_roots_is_decided_exactly(a: Fraction, b: Fraction) -> None:
    assert compare(expr(sqrt(a)), expr(sqrt(b))) == (a > b) - (a < b)
    assert (expr(sqrt(a)) < 1) == (a < 1)


@given(positive, positive)
def test_enclosures_agree_with_sympy(a: Fraction, b: Fraction) -> None:
    number = expr(exp(-a)) * log(1 + b) + erfc(a) / sqrt(b + 2)
    assert isinstance(number, Expr)
    ends = interval(number)
    digits = Fraction(str(sympy.N(number.sympy(), 30)))
    assert ends.low - Fraction(1, 10**25) <= digits <= ends.high + Fraction(1, 10**25)


def test_the_difference_of_close_numbers_is_exact() -> None:
    gap = distance(expr(sqrt(2)), Fraction(99, 70))
    assert isinstance(gap, Expr)
    assert gap > 0
    assert compare((gap - Fraction(99, 70)) ** 2, 2) is None or compare((gap - Fraction(99, 70)) ** 2, 2) == 0
