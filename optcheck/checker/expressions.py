"""Enclose the value of an expression, to any precision. Standard library only.

An expression is a number, or a list: an operation and its arguments. Operations: + - * / max min sqrt exp log erfc pi,
["^", x, integer], ["root", x, degree].
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce

from optcheck.checker import intervals, work
from optcheck.checker.errors import CertificateRejected
from optcheck.checker.intervals import Interval

MOST_BITS = 1 << 12
MOST_EXPONENT, MOST_DEGREE = 100_000, 1000
_SERIES = 256  # exp, log, erfc and pi cost about as much as an operation on so many times their bits
Expression = str | int | Fraction | list["Expression"]  # the name of an operation, a number, or an operation's list


def evaluate(expression: Expression, bits: int) -> Interval:
    """Enclose the value of an expression."""
    if not isinstance(expression, list):
        assert not isinstance(expression, str)  # those stand only before arguments
        return intervals.point(expression)
    operation, *arguments = expression
    if operation in ("^", "root"):
        base, exponent = arguments
        assert isinstance(exponent, int)
        return _to_power(operation, evaluate(base, bits), exponent, bits)
    parts = [evaluate(argument, bits) for argument in arguments]
    _pay(sum(map(_size, parts)) + (_SERIES * bits if operation in ("exp", "log", "erfc", "pi") else bits))
    if operation in ("exp", "erfc"):  # they make long numbers out of short ones
        _pay(4 * min(intervals.FAR, max(int(abs(end)) for end in parts[0]) ** (1 if operation == "exp" else 2)))
    result = _apply(operation, parts, bits)
    _pay(_size(result))
    return result


def _pay(bits: int) -> None:
    work.spend(200 + (bits >> 6) ** 2)


def _size(a: Interval) -> int:
    return sum(end.numerator.bit_length() + end.denominator.bit_length() for end in a)


def _to_power(operation: object, base: Interval, number: int, bits: int) -> Interval:
    if operation == "^":
        _pay(_size(base) * abs(number))
        return intervals.power(base, number)
    # Newton's method takes more steps the higher the degree
    work.spend((number if number > 2 else 1) * (50 + ((_size(base) + bits) * number >> 6) ** 2))
    return intervals.root(base, number, bits)


def _apply(operation: object, parts: list[Interval], bits: int) -> Interval:
    if operation in _MANY and parts:
        return _MANY[str(operation)](parts)
    if operation in _ONE and len(parts) == 1:
        return _ONE[str(operation)](parts[0], bits)
    if operation in _TWO and len(parts) == 2:
        return _TWO[str(operation)](*parts)
    if operation == "pi" and not parts:
        return intervals.pi(bits)
    raise CertificateRejected("operation", "a known operation with its arguments", f"{operation!r}/{len(parts)}")


def _add(parts: list[Interval]) -> Interval:
    return Interval(sum((p.low for p in parts), Fraction(0)), sum((p.high for p in parts), Fraction(0)))


def _exp(a: Interval, bits: int) -> Interval:
    return intervals.point(1) if a == intervals.point(0) else intervals.exp(a, bits)


def _log(a: Interval, bits: int) -> Interval:
    return intervals.point(0) if a == intervals.point(1) else intervals.log(a, bits)


_MANY: dict[str, Callable[[list[Interval]], Interval]] = {
    "+": _add,
    "*": lambda parts: reduce(intervals.multiply, parts),
    "max": lambda parts: Interval(max(p.low for p in parts), max(p.high for p in parts)),
    "min": lambda parts: Interval(min(p.low for p in parts), min(p.high for p in parts)),
}
_ONE: dict[str, Callable[[Interval, int], Interval]] = {
    "-": lambda a, bits: Interval(-a.high, -a.low),
    "sqrt": lambda a, bits: intervals.root(a, 2, bits),
    "exp": _exp,
    "log": _log,
    "erfc": intervals.erfc,
}
_TWO: dict[str, Callable[[Interval, Interval], Interval]] = {
    "-": lambda a, b: Interval(a.low - b.high, a.high - b.low),
    "/": intervals.divide,
}
