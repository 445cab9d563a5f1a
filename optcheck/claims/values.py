"""The values that a verdict may rest on: exact numbers, enclosures, truth values, and rows of these. Never floats."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from optcheck.checker.intervals import Interval
from optcheck.claims import expressions
from optcheck.claims.expressions import Ball, Expr, Tree
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Quadratic

__all__ = ["INFINITE", "Infinite", "Number", "Value", "compare", "distance", "exact_value", "tree"]


class Infinite:
    """The one value above all numbers."""

    def __repr__(self) -> str:
        return "INFINITE"

    def __str__(self) -> str:
        return "infinite"


INFINITE = Infinite()
Number = int | Fraction | Quadratic | Expr | Interval | Infinite
# A Number, a bool, a frozen dataclass of values, or a tuple of values: exact_value sees to it. In a proof a symbolic
# expression, and sympy carries no type information: so no narrower type fits both.
Value = Any


def exact_value(value: object, where: str) -> Value:
    """The value with lists as tuples; raises, naming the place, unless it is exact throughout.

    >>> exact_value(0.5, "at x = 1")
    Traceback (most recent call last):
    optcheck.errors.InvalidInput: at x = 1: only exact values are judged, got the float 0.5
    """
    if isinstance(value, bool | int | Fraction | Quadratic | Infinite):
        return value
    if isinstance(value, Interval):
        low, high = exact_value(value.low, where), exact_value(value.high, where)
        if low > high:
            raise InvalidInput(f"{where}: the ends of an enclosure are in order, got {low} and {high}")
        return value
    if isinstance(value, Expr):
        return _defined(value, where)
    if isinstance(value, list | tuple):
        return tuple(exact_value(item, where) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        for item in fields(value):
            part = getattr(value, item.name)
            if not isinstance(part, str):
                exact_value(tuple(part.values()) if isinstance(part, dict) else part, where)
        return value
    raise InvalidInput(f"{where}: only exact values are judged, got the {type(value).__name__} {value!r}")


def _defined(number: Expr, where: str) -> Value:
    """An expression, as a fraction where it is one; log(0) is no number, and nothing can be compared with it."""
    rational = number.fraction()
    if rational is not None:
        return exact_value(rational, where)
    if not number.is_finite():
        raise InvalidInput(f"{where}: {number} is no number")
    return number


def is_row(value: Value) -> bool:
    """Whether a value is a row of values (an enclosure, though a pair, is one number)."""
    return isinstance(value, tuple) and not isinstance(value, Interval)


def compare(left: Number, right: Number) -> int | None:
    """-1, 0 or 1 for less, equal, more; None where enclosures overlap."""
    if isinstance(left, Infinite) or isinstance(right, Infinite):
        return isinstance(left, Infinite) - isinstance(right, Infinite)
    if isinstance(left, Interval) or isinstance(right, Interval):
        return _compare_intervals(left, right)
    if isinstance(left, Expr) or isinstance(right, Expr):
        return expressions.compare(_as_expr(left), _as_expr(right))
    return (left > right) - (left < right)


def _compare_intervals(left: Number, right: Number) -> int | None:
    a, b = interval(left), interval(right)
    if a.high < b.low:
        return -1
    if b.high < a.low:
        return 1
    return 0 if a.low == a.high == b.low == b.high else None


def interval(number: Number, bits: int = 256) -> Interval:
    """Rational ends around a number."""
    if isinstance(number, Interval):
        return number
    if isinstance(number, int | Fraction):
        return Interval(Fraction(number), Fraction(number))
    with expressions.precision(bits):
        enclosure = _as_expr(number).enclose()
        return Interval(_ratio(enclosure.lower()), _ratio(enclosure.upper()))


def _ratio(exact_ball: Ball) -> Fraction:
    mantissa, exponent = exact_ball.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def distance(left: Number, right: Number) -> Number:
    """The exact difference, never negative: an enclosure of it where a number is only enclosed."""
    if isinstance(left, Infinite) or isinstance(right, Infinite):
        return INFINITE
    if isinstance(left, Interval) or isinstance(right, Interval):
        a, b = interval(left), interval(right)
        return Interval(max(Fraction(0), a.low - b.high, b.low - a.high), max(a.high - b.low, b.high - a.low))
    low, high = (left, right) if (compare(left, right) or 0) <= 0 else (right, left)
    try:
        return high - low  # type: ignore[operator]
    except (TypeError, ValueError):  # numbers of two fields have a difference in neither
        return _as_expr(high) - _as_expr(low)


def _as_expr(number: Number) -> Expr:
    if isinstance(number, Quadratic):
        return expressions.expr(number.rational) + number.factor * expressions.root(number.root, 2)
    if isinstance(number, Interval | Infinite):
        raise InvalidInput(f"{number!r} is no single number that could be compared")
    return expressions.expr(number)


def tree(number: Number) -> Tree:
    """The number as the checker's comparison language writes it."""
    if isinstance(number, bool):
        raise InvalidInput(f"{number!r} is no single number that could be compared")
    return _as_expr(number).tree()
