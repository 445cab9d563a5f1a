"""Check a coefficient of a power series at 0, by exact series arithmetic. Standard library only.

An expression is a number, "eps", or a list: + * of any number of parts, - of one or two, / of two, ["exp", e] for an
e that vanishes at 0, ["^", e, n] with a whole n >= 0. The work that an expression may cost is bounded.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, number_text, require, shown, whole
from optcheck.checker.numbers import shortened
from optcheck.checker.reading import Nothing, Record, integer, needed, number
from optcheck.errors import CertificateRejected

MOST = 200
MOST_DEPTH = 200
_NODE = 1000  # steps for reading a part of an expression, and for keeping each of its coefficients
Series = list[Fraction]
Expression = str | Exact | list["Expression"]  # "eps", a number, or an operation and its arguments
_ARGUMENTS = {"-": (1, 2), "/": (2,), "exp": (1,), "^": (2,)}


def expression(value: object, where: str, depth: int = 0) -> Expression:
    """Read an expression in eps."""
    require(depth < MOST_DEPTH, where, f"at most {MOST_DEPTH} levels", "more")
    work.spend(_NODE)
    if value == "eps":
        return value
    if type(value) is not list:
        return number()(value, where)
    if not value or not isinstance(value[0], str):
        raise CertificateRejected(where, "an operation and its arguments", shortened(value))
    operation, arguments = value[0], value[1:]
    if len(arguments) not in _ARGUMENTS.get(operation, ()) and not (operation in ("+", "*") and arguments):
        found = f"{shortened(operation)}/{len(arguments)}"
        raise CertificateRejected(where, "a known operation with its arguments", found)
    if operation == "^":
        return [operation, expression(arguments[0], where, depth + 1), integer(0, MOST)(arguments[1], where)]
    return [operation, *(expression(argument, where, depth + 1) for argument in arguments)]


class _Coefficient(Record):
    expression = needed(expression)
    power = needed(integer(0, MOST))


def check(instance: _Coefficient, evidence: Nothing) -> Finding:
    """The coefficient of a power of eps."""
    value = whole(expand(instance.expression, instance.power)[instance.power])
    text = f"the coefficient of eps^{instance.power} in the expression is {shown(value)}"
    return Finding(text, value, (Fact("coefficient", "=", value),))


def expand(expression: Expression, order: int) -> Series:
    """The coefficients of eps^0 .. eps^order."""
    work.spend(_NODE * (order + 1))
    if isinstance(expression, str):  # eps
        return [Fraction(int(n == 1)) for n in range(order + 1)]
    if not isinstance(expression, list):
        return [Fraction(expression), *[Fraction(0)] * order]
    operation, *arguments = expression
    if operation == "^":
        base, exponent = arguments
        assert isinstance(exponent, int)  # so it was read
        parts = [expand(base, order)] * exponent
        operation, parts = "*", [*parts, expand(1, order)]
    else:
        parts = [expand(argument, order) for argument in arguments]
    _pay(operation, parts)
    result = _apply(operation, parts)
    _spend(_size([result]))
    return result


def _spend(bits: int) -> None:
    work.spend(200 + (bits >> 6) ** 2)


def _pay(operation: object, parts: list[Series]) -> None:
    """Sums touch every number once; products and what is built from them touch each one as often as there are terms."""
    size = _size(parts)
    if operation in ("+", "-"):
        _spend(size)
    else:
        for part in parts:
            _spend(16 * size // len(parts) + 1024 * len(part))


def _size(parts: list[Series]) -> int:
    return sum(a.numerator.bit_length() + a.denominator.bit_length() for part in parts for a in part)


def _apply(operation: object, parts: list[Series]) -> Series:
    match operation, len(parts):
        case "+", count if count > 0:
            return [sum(column, start=Fraction(0)) for column in zip(*parts, strict=True)]
        case "*", count if count > 0:
            return reduce(_multiply, parts)
        case "-", 1:
            return [-a for a in parts[0]]
        case "-", 2:
            return [a - b for a, b in zip(*parts, strict=True)]
        case "/", 2:
            return _divide(*parts)
        case "exp", 1:
            return _exp(parts[0])
    raise CertificateRejected("operation", "a known operation with its arguments", f"{operation!r}/{len(parts)}")


def _multiply(a: Series, b: Series) -> Series:
    return [sum((a[i] * b[n - i] for i in range(n + 1)), start=Fraction(0)) for n in range(len(a))]


def _divide(a: Series, b: Series) -> Series:
    require(b[0] != 0, "divisor at 0", "not 0", 0)
    quotient: Series = []
    for n in range(len(a)):
        quotient.append((a[n] - sum((quotient[i] * b[n - i] for i in range(n)), start=Fraction(0))) / b[0])
    return quotient


def _exp(a: Series) -> Series:
    """From exp(a)' = a' exp(a), coefficient by coefficient."""
    require(a[0] == 0, "argument of exp at 0", 0, number_text(a[0]))
    result = [Fraction(1)]
    for n in range(1, len(a)):
        result.append(sum((i * a[i] * result[n - i] for i in range(1, n + 1)), start=Fraction(0)) / n)
    return result


KINDS = {"taylor-coefficient": Kind(_Coefficient, Nothing, check)}
