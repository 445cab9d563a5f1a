"""Check a strict comparison of two printed expressions at rational values. Standard library only.

An expression is a number (int or "p/q"), the name of a value of the instance, or a list: an operation and its
arguments. Operations: + - * / max min sqrt exp log erfc pi, ["^", x, integer], ["root", x, degree].
The comparison is decided by enclosures whose precision grows until they lie apart; two purely rational sides are
compared exactly. How much work an expression may cost is bounded: no certificate keeps its checker busy for long.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from optcheck.checker import intervals
from optcheck.checker.core import Document, Finding, field, number_text, parse_number, require
from optcheck.checker.intervals import Interval
from optcheck.errors import CertificateRejected

KIND = "comparison"
RELATIONS = ("<", ">", "!=", "=", "<=", ">=")
MOST_BITS = 1 << 12
MOST_WORK = 1 << 42  # the squares of the bits that all operations take in, some seconds
_SERIES = 256  # exp, log, erfc and pi cost about as much as an operation on so many times their bits


@dataclass(slots=True)
class Budget:
    """What is left of the work that one comparison may cost."""

    left: int = MOST_WORK

    def spend(self, size: int) -> None:
        """Pay for an operation on numbers of so many bits before it is done."""
        self.left -= size * size
        require(self.left >= 0, "expression", "numbers of moderate size", "an expression too costly to evaluate")


def check(instance: Document, evidence: Document) -> Finding:
    """Check that the left expression stands in the stated relation to the right one."""
    relation = field(instance, "relation", str)
    require(relation in RELATIONS, "relation", "one of " + " ".join(RELATIONS), relation)
    raw = field(instance, "values", Mapping)
    values = {name: parse_number(text, f"value {name}") for name, text in raw.items()}
    for name in values:
        require(not name.lstrip("-")[:1].isdigit(), "name of a value", "a name that is no number", name)
    left, right = _enclose_apart(instance["left"], instance["right"], values)
    require(_decided(left, relation, right), "comparison", f"left {relation} right", _shown(left, right))
    return Finding(f"{_words(evidence)}left {relation} right: {_shown(left, right)}")


def _words(evidence: Document) -> str:
    note = evidence.get("note", "")
    require(isinstance(note, str), "note", "a text", repr(note))
    return note + ": " if note else ""


def _enclose_apart(left: object, right: object, values: Mapping[str, int | Fraction]) -> tuple[Interval, Interval]:
    """Enclosures that do not overlap, or the two exact values."""
    bits, budget = 64, Budget()
    while True:
        try:
            a, b = evaluate(left, values, bits, budget), evaluate(right, values, bits, budget)
            if a.high < b.low or b.high < a.low or (a.low == a.high and b.low == b.high):
                return a, b
        except ZeroDivisionError:
            if bits >= MOST_BITS:
                raise
        require(bits < MOST_BITS, "comparison", "enclosures that lie apart", f"overlap at {bits} bits")
        bits *= 2


def _decided(a: Interval, relation: str, b: Interval) -> bool:
    less, more = a.high < b.low, b.high < a.low
    equal = a.low == a.high == b.low == b.high
    truth = {"<": less, ">": more, "!=": less or more, "=": equal, "<=": less or equal, ">=": more or equal}
    return truth[relation]


def evaluate(
    expression: object, values: Mapping[str, int | Fraction], bits: int, budget: Budget | None = None
) -> Interval:
    """Enclose the value of an expression."""
    if isinstance(expression, str) and expression in values:
        return intervals.point(values[expression])
    if not isinstance(expression, list):
        return intervals.point(parse_number(expression, "number or name in an expression"))
    budget = Budget() if budget is None else budget
    operation, *arguments = expression
    if operation in ("^", "root"):
        base, number = arguments
        return _to_power(operation, evaluate(base, values, bits, budget), number, bits, budget)
    parts = [evaluate(argument, values, bits, budget) for argument in arguments]
    budget.spend(sum(map(_size, parts)) + (_SERIES * bits if operation in ("exp", "log", "erfc", "pi") else bits))
    result = _apply(operation, parts, bits)
    budget.spend(_size(result))  # exp makes long numbers out of short ones
    return result


def _size(a: Interval) -> int:
    return sum(end.numerator.bit_length() + end.denominator.bit_length() for end in a)


def _to_power(operation: str, base: Interval, number: object, bits: int, budget: Budget) -> Interval:
    exponent = parse_number(number, "exponent")
    require(isinstance(exponent, int) and abs(exponent) <= 100000, "exponent", "a small integer", number)
    if operation == "^":
        budget.spend(_size(base) * abs(int(exponent)))
        return intervals.power(base, int(exponent))
    budget.spend((_size(base) + bits) * abs(int(exponent)))
    return intervals.root(base, int(exponent), bits)


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


def _shown(a: Interval, b: Interval) -> str:
    return f"{_show(a)} against {_show(b)}"


def _show(a: Interval) -> str:
    if a.low == a.high:
        return number_text(a.low)
    return f"[{_decimal_text(a.low)}, {_decimal_text(a.high)}]"


def _decimal_text(value: Fraction) -> str:
    """About 12 digits, for reading only."""
    try:
        return f"{float(value):.12g}"
    except OverflowError:
        return "beyond 1e308"


CHECKS = {KIND: check}
