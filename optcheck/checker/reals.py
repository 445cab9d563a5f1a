"""Numbers of the language of definitions: exact ones, and expressions for what is irrational. Standard library only.

A number is rational, or an element p + q*sqrt(D) of a quadratic field, or a Real: an expression tree that can be
enclosed to any precision. Rationals and quadratic numbers compare exactly; a Real by enclosures that are refined until
they lie apart. Where they never do, the comparison is refused, not guessed. A tree is a number, or a list: one of the
operations + - * / exp log erfc pi with its arguments, ["^", x, integer] or ["root", x, degree].
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import reduce

from optcheck.checker import intervals, work
from optcheck.checker.intervals import Interval, integer_root
from optcheck.checker.quadratic import Quadratic, lift, square_root
from optcheck.checker.reading import Exact, rejected, whole

MOST_LEVELS = 100  # of an expression tree
MOST_BITS = 1 << 12
MOST_EXPONENT, MOST_DEGREE = 100_000, 1000
_SERIES = 256  # exp, log, erfc and pi cost about as much as an operation on so many times their bits
Expression = str | int | Fraction | list["Expression"]  # the name of an operation, a number, or an operation's list


class Real:
    """An expression for an irrational number, and how deep its tree is."""

    __slots__ = ("levels", "tree")
    levels: int

    def __init__(self, operation: str, *parts: Number) -> None:
        trees = [_tree(part) for part in parts]
        first = trees[0] if trees else 0
        work.spend(200 + (10 * len(first) if isinstance(first, list) else 0))
        levels = [1 + (part.levels if isinstance(part, Real) else 3) for part in parts]
        if operation in ("+", "*") and isinstance(first, list) and first[0] == operation:
            trees[:1] = first[1:]  # one level for a sum of many
            levels[0] -= 1
        self.tree: Expression = [operation, *trees]
        self.levels = max(levels, default=1)
        if self.levels > MOST_LEVELS:
            raise ValueError(f"an expression of more than {MOST_LEVELS} levels")


Number = int | Fraction | Quadratic | Real


def number(value: object) -> Number:
    """The number that a value is; truth values count as 0 and 1, as in Python."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int | Fraction | Quadratic | Real):
        return value
    raise TypeError(f"a number is needed, got a {type(value).__name__}")


def arithmetic(symbol: str, left: object, right: object) -> Number:
    """One of + - * / // % ** of two numbers."""
    a, b = number(left), number(right)
    if symbol == "**":
        return power(a, b)
    if symbol in ("//", "%"):
        quotient = floor(arithmetic("/", a, b))
        return quotient if symbol == "//" else arithmetic("-", a, arithmetic("*", quotient, b))
    if isinstance(a, int | Fraction) and isinstance(b, int | Fraction):
        work.pay(a, b)
        return whole(_EXACT[symbol](a, b))
    if not isinstance(a, Real) and not isinstance(b, Real):
        _pay_field(a, b)
        try:
            return _simple(_FIELD[symbol](lift(a), lift(b)))
        except ValueError:  # two fields
            if symbol in ("*", "/") and not lift(a).rational and not lift(b).rational:
                one, other = lift(a), lift(b) if symbol == "*" else 1 / lift(b)
                return _simple(Quadratic(0, one.factor * other.factor, one.root * other.root))
    return Real(symbol, a, b)


_EXACT: dict[str, Callable[[Exact, Exact], Exact]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": lambda a, b: Fraction(a) / b,
}  # fmt: skip
_FIELD: dict[str, Callable[[Quadratic, Quadratic], Quadratic]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
}  # fmt: skip


def power(base: object, exponent: object) -> Number:
    """A number to a rational power; only one that is not negative has a fractional power."""
    a, b = number(base), number(exponent)
    if not isinstance(b, int | Fraction):
        raise TypeError("exponents are rational")
    if isinstance(b, Fraction) and b.denominator > 1:
        return power(root(a, b.denominator), b.numerator)
    n = int(b)
    if isinstance(a, Real):
        return a if n == 1 else Real("^", a, _within(n, MOST_EXPONENT))
    if isinstance(a, Quadratic):
        return _field_power(a, _within(n, MOST_EXPONENT))
    words = 1 + (max(a.numerator.bit_length(), a.denominator.bit_length()) * abs(n) >> 6)
    work.spend(200 + work.on_long(words, words))
    return whole(a**n if n >= 0 else Fraction(a) ** n)


def _field_power(a: Number, n: int) -> Number:
    if n < 0:
        return arithmetic("/", 1, _field_power(a, -n))
    if n == 0:
        return 1
    half = _field_power(a, n // 2)
    square = arithmetic("*", half, half)
    return arithmetic("*", square, a) if n % 2 else square


def _within(n: int, most: int) -> int:
    if abs(n) > most:
        raise ValueError(f"exponents and degrees are at most {most} here")
    return n


def root(value: object, degree: object = 2) -> Number:
    """The real root of a number that is not negative."""
    a, n = number(value), number(degree)
    if not isinstance(n, int) or n < 1:
        raise TypeError("the degree of a root is a positive integer")
    if not isinstance(a, int | Fraction):
        return (_root_in_field(a) if isinstance(a, Quadratic) and n == 2 else None) or Real(
            "root", a, _within(n, MOST_DEGREE)
        )
    if a < 0:
        raise ValueError("the root of a negative number")
    bits = a.numerator.bit_length() + a.denominator.bit_length()
    work.spend((200 + bits) * (1 + (bits >> 6)) * _within(n, MOST_DEGREE))
    if n == 2:
        return _simple(square_root(a))
    top, bottom = integer_root(a.numerator, n), integer_root(a.denominator, n)
    return whole(Fraction(top, bottom)) if Fraction(top, bottom) ** n == a else Real("root", a, n)


def _root_in_field(a: Quadratic) -> Number | None:
    """u + v sqrt(D) with u^2 + v^2 D = p and 2 u v = q, where there is one: u^2 = (p +- sqrt(norm)) / 2."""
    _pay_field(a, a)
    norm = root(a.norm()) if a.norm() >= 0 and a.sign() > 0 else None
    for square in ((a.rational + norm) / 2, (a.rational - norm) / 2) if isinstance(norm, int | Fraction) else ():
        u = root(square) if square > 0 else None
        if isinstance(u, int | Fraction):
            return abs(Quadratic(u, a.factor / (2 * u), a.root))
    return None


def elementary(name: str, value: object, at: int, gives: int) -> Number:
    """exp, log or erfc, rational only at one point."""
    a = number(value)
    return gives if isinstance(a, int | Fraction) and a == at else Real(name, a)


def compare(left: object, right: object) -> int:
    """The sign of left - right; raises CertificateRejected where enclosures do not tell them apart."""
    a, b = number(left), number(right)
    if isinstance(a, int | Fraction) and isinstance(b, int | Fraction):
        work.pay(a, b)
        return (a > b) - (a < b)
    if not isinstance(a, Real) and not isinstance(b, Real):
        _pay_field(a, b)
        return lift(a).compared(b)
    for x, y in _enclosures(a, b):
        if x.high < y.low or y.high < x.low:
            return 1 if x.low > y.high else -1
        if (x.low == x.high == y.low == y.high) or _tree(a) == _tree(b):
            return 0
    raise rejected("comparison", "enclosures that lie apart", f"overlap at {MOST_BITS} bits")


def floor(value: object) -> int:
    """The largest integer that is not above a number."""
    a = number(value)
    if isinstance(a, int | Fraction):
        work.pay(a)
        return a.numerator // a.denominator
    for (x,) in _enclosures(a):
        low, high = (end.numerator // end.denominator for end in x)
        if low == high:
            return low
    raise rejected("rounding", "an enclosure between two integers", f"none at {MOST_BITS} bits")


def enclosure(a: Number) -> Interval:
    """A number between two rationals that agree in twelve digits, where 512 bits can show that."""
    found = None
    for (found,) in itertools.islice(_enclosures(a), 4):
        if (found.high - found.low) * 10**12 <= abs(found.low):
            break
    if found is None:
        raise rejected("an expression", "an enclosure", "none")
    return found


def _enclosures(*numbers: Number) -> Iterator[list[Interval]]:
    """Enclosures at growing precision; few bits may not show that a divisor is not zero, or a radicand not negative."""
    bits = 64
    while bits <= MOST_BITS:
        try:
            found = [evaluate(_tree(a), bits) for a in numbers]
        except (ZeroDivisionError, ValueError):
            if bits == MOST_BITS:
                raise
        else:
            yield found
        bits *= 2


def _tree(a: Number) -> Expression:
    if isinstance(a, Quadratic):
        return ["+", a.rational, ["*", a.factor, ["root", a.root, 2]]]
    return a.tree if isinstance(a, Real) else a


def _simple(a: Quadratic) -> Number:
    return a if a.factor else whole(a.rational)


def _pay_field(*numbers: Exact | Quadratic) -> None:
    """Pay for some operations in a quadratic field, with the integer roots that they take."""
    parts = [part for a in map(lift, numbers) for part in (a.rational, a.factor, a.root)]
    words = 4 * sum(map(work.size, parts))
    work.spend(3000 + 40 * work.on_long(words, words))


def evaluate(tree: Expression, bits: int) -> Interval:
    """Enclose the value of an expression."""
    if not isinstance(tree, list):
        assert not isinstance(tree, str)  # those stand only before arguments
        return intervals.point(tree)
    operation, *arguments = tree
    if operation in ("^", "root"):
        base, exponent = arguments
        assert isinstance(exponent, int)
        return _to_power(operation, evaluate(base, bits), exponent, bits)
    parts = [evaluate(argument, bits) for argument in arguments]
    _pay_bits(sum(map(_size, parts)) + (_SERIES * bits if operation in ("exp", "log", "erfc", "pi") else bits))
    if operation in ("exp", "erfc"):  # they make long numbers out of short ones
        _pay_bits(4 * min(intervals.FAR, max(int(abs(end)) for end in parts[0]) ** (1 if operation == "exp" else 2)))
    result = _ENCLOSED[str(operation)](parts, bits)
    _pay_bits(_size(result))
    return result


_ENCLOSED: dict[str, Callable[[list[Interval], int], Interval]] = {
    "+": lambda parts, _: Interval(sum((p.low for p in parts), Fraction(0)), sum((p.high for p in parts), Fraction(0))),
    "-": lambda parts, _: Interval(parts[0].low - parts[1].high, parts[0].high - parts[1].low),
    "*": lambda parts, _: reduce(intervals.multiply, parts),
    "/": lambda parts, _: intervals.divide(parts[0], parts[1]),
    "exp": lambda parts, bits: intervals.exp(parts[0], bits),
    "log": lambda parts, bits: intervals.log(parts[0], bits),
    "erfc": lambda parts, bits: intervals.erfc(parts[0], bits),
    "pi": lambda _, bits: intervals.pi(bits),
}


def _to_power(operation: object, base: Interval, number: int, bits: int) -> Interval:
    if operation == "^":
        _pay_bits(_size(base) * abs(number))
        return intervals.power(base, number)
    # Newton's method takes more steps the higher the degree
    work.spend((number if number > 2 else 1) * (50 + ((_size(base) + bits) * number >> 6) ** 2))
    return intervals.root(base, number, bits)


def _pay_bits(bits: int) -> None:
    work.spend(200 + (bits >> 6) ** 2)


def _size(a: Interval) -> int:
    return sum(end.numerator.bit_length() + end.denominator.bit_length() for end in a)
