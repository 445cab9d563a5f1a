"""Check a coefficient of a power series at 0, by exact series arithmetic. Standard library only.

An expression is a number, "eps", or a list: + * of any number of parts, - of one or two, / of two, ["exp", e] for an
e that vanishes at 0, ["^", e, n] with a whole n >= 0. The work that an expression may cost is bounded.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

from optcheck.checker.comparison import Budget
from optcheck.checker.core import Document, Finding, field, number_text, parse_number, require
from optcheck.errors import CertificateRejected

KIND = "taylor-coefficient"
MOST = 200
Series = list[Fraction]


def check(instance: Document, evidence: Document) -> Finding:
    """The coefficient is what the evidence says, and not what was claimed."""
    power = field(instance, "power", int)
    require(0 <= power <= MOST, "power", f"0..{MOST}", power)
    claimed = parse_number(instance.get("claimed"), "claimed")
    stated = parse_number(evidence.get("coefficient"), "coefficient")
    actual = expand(instance["expression"], power)[power]
    require(stated == actual, "coefficient", number_text(actual), number_text(stated))
    require(claimed != actual, "claimed coefficient", f"not {number_text(actual)}", number_text(claimed))
    text = f"the coefficient of eps^{power} is {number_text(actual)}, not {number_text(claimed)}"
    return Finding(text, actual)


def expand(expression: object, order: int, budget: Budget | None = None) -> Series:
    """The coefficients of eps^0 .. eps^order."""
    budget = Budget() if budget is None else budget
    if expression == "eps":
        return [Fraction(int(n == 1)) for n in range(order + 1)]
    if not isinstance(expression, list):
        return [Fraction(parse_number(expression, "number")), *[Fraction(0)] * order]
    operation, *arguments = expression
    if operation == "^":
        base, exponent = arguments
        require(type(exponent) is int and 0 <= exponent <= MOST, "exponent", f"0..{MOST}", exponent)
        parts = [expand(base, order, budget)] * exponent
        operation, parts = "*", [*parts, expand(1, order)]
    else:
        parts = [expand(argument, order, budget) for argument in arguments]
    _pay(operation, parts, budget)
    result = _apply(operation, parts)
    budget.spend(_size([result]))
    return result


def _pay(operation: object, parts: list[Series], budget: Budget) -> None:
    """Sums touch every number once; products and what is built from them touch each one as often as there are terms."""
    size = _size(parts)
    if operation in ("+", "-"):
        budget.spend(size)
    else:
        for part in parts:
            budget.spend(16 * size // len(parts) + 1024 * len(part))


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


CHECKS = {KIND: check}
