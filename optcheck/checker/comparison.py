"""Compare two expressions at rational values. Standard library only.

An expression is a number (int or "p/q"), the name of a value of the instance, or a list: an operation and its
arguments. Operations: + - * / max min sqrt exp log erfc pi, ["^", x, integer], ["root", x, degree].
The comparison is decided by enclosures whose precision grows until they lie apart; two purely rational sides are
compared exactly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce

from optcheck.checker import intervals, work
from optcheck.checker.core import Fact, Finding, Kind, require, shown
from optcheck.checker.intervals import Interval
from optcheck.checker.numbers import shortened
from optcheck.checker.reading import Nothing, Record, integer, needed, number
from optcheck.errors import CertificateRejected

MOST_BITS = 1 << 12
MOST_DEPTH = 200
MOST_EXPONENT, MOST_DEGREE = 100_000, 1000
_NODE = 3000  # steps for reading a part of an expression and for keeping its enclosure
_SERIES = 256  # exp, log, erfc and pi cost about as much as an operation on so many times their bits
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
precision = integer(16, MOST_BITS)  # the bits with which a check encloses what is irrational
Expression = str | int | Fraction | list["Expression"]  # a name, a number, or an operation and its arguments


def expression(value: object, where: str, depth: int = 0) -> Expression:
    """Read an expression: its operations, their arguments and the form of its names; names are looked up later."""
    require(depth < MOST_DEPTH, where, f"at most {MOST_DEPTH} levels", "more")
    work.spend(_NODE)
    if isinstance(value, str) and _NAME.fullmatch(value):
        return value
    if type(value) is not list:
        return number()(value, where)
    if not value or not isinstance(value[0], str):
        raise CertificateRejected(where, "an operation and its arguments", shortened(value))
    operation, arguments = value[0], value[1:]
    if operation in ("^", "root") and len(arguments) == 2:
        bounds = integer(-MOST_EXPONENT, MOST_EXPONENT) if operation == "^" else integer(1, MOST_DEGREE)
        return [operation, expression(arguments[0], where, depth + 1), bounds(number()(arguments[1], where), where)]
    known = _ARITY.get(operation, ())
    if len(arguments) not in known and not (operation in _MANY and arguments):
        raise CertificateRejected(
            where, "a known operation with its arguments", f"{shortened(operation)}/{len(arguments)}"
        )
    return [operation, *(expression(argument, where, depth + 1) for argument in arguments)]


def values(value: object, where: str) -> dict[str, int | Fraction]:
    """Names and their numbers; no name is also an operation."""
    if not isinstance(value, Mapping):
        raise CertificateRejected(where, "an object", shortened(value))
    for name in value:
        fits = isinstance(name, str) and bool(_NAME.fullmatch(name)) and name not in _WORDS
        require(fits, "name of a value", "a letter, then letters, digits and _; no operation", shortened(name))
    return {name: number()(entry, f"value {name!r}") for name, entry in value.items()}


class _Sides(Record):
    values = needed(values)
    left = right = needed(expression)


def check(instance: _Sides, evidence: Nothing) -> Finding:
    """Decide how the left expression compares with the right one."""
    left, right = _enclose_apart(instance.left, instance.right, instance.values)
    relation = "<" if left.high < right.low else ">" if left.low > right.high else "="
    facts = (
        Fact("left - right", relation, 0),
        Fact("left", "=", exact_or_enclosed(left)),
        Fact("right", "=", exact_or_enclosed(right)),
    )
    text = f"left {relation} right: {shown(facts[1].value)} {relation} {shown(facts[2].value)}"
    return Finding(text, facts=facts)


def exact_or_enclosed(a: Interval) -> int | Fraction | Interval:
    """A rational as a number, anything else as its enclosure."""
    if a.low != a.high:
        return a
    return a.low.numerator if a.low.denominator == 1 else a.low


def _enclose_apart(
    left: Expression, right: Expression, values: Mapping[str, int | Fraction]
) -> tuple[Interval, Interval]:
    """Enclosures that do not overlap, or the two exact values."""
    bits = 64
    while True:
        try:
            a, b = evaluate(left, values, bits), evaluate(right, values, bits)
            if a.high < b.low or b.high < a.low or (a.low == a.high and b.low == b.high):
                return a, b
        except ZeroDivisionError:
            if bits >= MOST_BITS:
                raise
        require(bits < MOST_BITS, "comparison", "enclosures that lie apart", f"overlap at {bits} bits")
        bits *= 2


def evaluate(expression: Expression, values: Mapping[str, int | Fraction], bits: int) -> Interval:
    """Enclose the value of an expression that was read."""
    if isinstance(expression, str):
        require(expression in values, "name in an expression", "one of the values", shortened(expression))
        return intervals.point(values[expression])
    if not isinstance(expression, list):
        return intervals.point(expression)
    operation, *arguments = expression
    if operation in ("^", "root"):
        base, exponent = arguments
        assert isinstance(exponent, int)  # so it was read
        return _to_power(operation, evaluate(base, values, bits), exponent, bits)
    parts = [evaluate(argument, values, bits) for argument in arguments]
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


_ARITY: dict[str, tuple[int, ...]] = {**dict.fromkeys(_ONE, (1,)), **dict.fromkeys(_TWO, (2,)), "-": (1, 2), "pi": (0,)}
_WORDS = {*_ARITY, *_MANY, "root"}
KINDS = {"comparison": Kind(_Sides, Nothing, check)}
