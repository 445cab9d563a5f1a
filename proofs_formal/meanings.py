"""What the functions of the language of definitions are in Coq."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from optcheck.claims.expressions import Value
from proofs_formal.terms import (
    APPLIED,
    ATOM,
    Number,
    Rows,
    Span,
    add,
    as_condition,
    as_number,
    as_rows,
    both,
    compared,
    constant,
    length_of,
    multiply,
    real,
    refused,
    truth,
    type_text,
)  # fmt: skip

if TYPE_CHECKING:
    from proofs_formal.reader import Reader


def _extreme(reader: Reader, arguments: list[Value], name: str) -> Number:
    if len(arguments) == 1 and not isinstance(arguments[0], tuple):
        rows = as_rows(arguments[0])
        if rows.of not in ("Z", "R"):
            raise refused(f"the {name} of a list of {type_text(rows.of)}")
        reader.need(f"{rows.text} <> nil")
        return Number(str(rows.of), f"{name}_of{rows.of} {rows.text}", APPLIED)
    items = [as_number(one) for one in (arguments[0] if len(arguments) == 1 else arguments)]
    best, kind = items[0], "Z" if all(one.kind == "Z" for one in items) else "R"
    for other in items[1:]:
        if best.known is not None and other.known is not None:
            best = max(best, other, key=lambda one: (one.known or 0) * (1 if name == "max" else -1))
        else:
            one, two = (best, other) if kind == "Z" else (real(best), real(other))
            called = f"Z.{name}" if kind == "Z" else f"R{name}"
            best = Number(kind, f"{called} {one.at(ATOM)} {two.at(ATOM)}", APPLIED)
    return best


def _total(reader: Reader, arguments: list[Value], called: str, neutral: int) -> Number:
    value, start = arguments[0], arguments[1] if len(arguments) > 1 else constant(neutral)
    combine = add if called == "sum" else multiply
    if isinstance(value, tuple):
        total = start
        for one in value:
            total = combine(as_number(total), as_number(one))
        return as_number(total)
    rows = as_rows(value)
    if rows.of not in ("Z", "R"):
        raise refused(f"the {called} of a list of {type_text(rows.of)}")
    return combine(as_number(start), Number(str(rows.of), f"{called}{rows.of} {rows.text}", APPLIED))


def _count(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
    (value,) = arguments
    return constant(len(value)) if isinstance(value, tuple) else length_of(as_rows(value))


def _absolute(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
    number = as_number(arguments[0])
    if number.known is not None:
        return constant(abs(number.known), number.kind)
    return Number(number.kind, f"{'Z.abs' if number.kind == 'Z' else 'Rabs'} {number.at(ATOM)}", APPLIED)


def _span(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
    if len(arguments) > 2:
        raise refused("a range with a step")
    low, high = (constant(0), *arguments) if len(arguments) == 1 else arguments
    a, b = as_number(low), as_number(high)
    if a.kind != "Z" or b.kind != "Z":
        raise refused("a range between other than whole numbers")
    if a.known is not None and b.known is not None:
        return tuple(constant(one) for one in range(int(a.known), int(b.known)))
    return Span(a, b)


def _rounded(called: str) -> Callable[[Reader, list[Value], dict[str, Value]], Value]:
    def meaning(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
        number = as_number(arguments[0])
        return number if number.kind == "Z" else Number("Z", f"{called} {number.at(ATOM)}", APPLIED)

    return meaning


def _of_one(called: str, above: str = "") -> Callable[[Reader, list[Value], dict[str, Value]], Value]:
    def meaning(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
        number = real(as_number(arguments[0]))
        if above:
            reader.need(compared(constant(0), above, number))
        return Number("R", f"{called} {number.at(ATOM)}", APPLIED)

    return meaning


def _ordered(reader: Reader, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    rows, falling = as_rows(arguments[0]), keywords.get("reverse", truth(False))
    if rows.of not in ("Z", "R") or set(keywords) - {"reverse"} or as_condition(falling).known is None:
        raise refused("a sorting by a key, or of other than numbers")
    rising = f"(sorted{rows.of} {rows.text})"
    return Rows(rows.of, f"(rev {rising})" if falling.known else rising)


def _pairs(reader: Reader, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    if len(arguments) != 2:
        raise refused("zip of other than two rows")
    if all(isinstance(one, tuple) for one in arguments):
        return tuple(zip(*arguments, strict=False))
    a, b = map(as_rows, arguments)
    if "strict" in keywords:
        reader.need(f"length {a.text} = length {b.text}")
    return Rows(("prod", a.of, b.of), f"(combine {a.text} {b.text})")


def _numbered(reader: Reader, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    start = arguments[1] if len(arguments) > 1 else keywords.get("start", constant(0))
    if isinstance(arguments[0], tuple):
        return tuple((add(constant(i), start), one) for i, one in enumerate(arguments[0]))
    rows, first = as_rows(arguments[0]), as_number(start)
    numbers = f"(Zrange {first.at(ATOM)} ({add(first, length_of(rows)).text}))"
    return Rows(("prod", "Z", rows.of), f"(combine {numbers} {rows.text})")


def _choices(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
    rows, size = as_rows(arguments[0]), as_number(arguments[1])
    return Rows(("list", rows.of), f"(combinations (Z.to_nat {size.at(ATOM)}) {rows.text})")


def _products(reader: Reader, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    if len(arguments) != 1 or set(keywords) != {"repeat"}:
        raise refused("a product of other than one list with itself")
    rows, times = as_rows(arguments[0]), as_number(keywords["repeat"])
    reader.need(compared(constant(0), "<=", times))
    return Rows(("list", rows.of), f"(tuples (Z.to_nat {times.at(ATOM)}) {rows.text})")


def _orders(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
    if len(arguments) != 1:
        raise refused("permutations of other than a whole list")
    rows = as_rows(arguments[0])
    return Rows(("list", rows.of), f"(permutations {rows.text})")


def _binomial(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
    n, k = map(as_number, arguments)
    reader.need(both([compared(constant(0), "<=", n), compared(constant(0), "<=", k)], True))
    return Number("Z", f"binomial {n.at(ATOM)} {k.at(ATOM)}", APPLIED)


def _reversed(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
    if isinstance(arguments[0], tuple):
        return arguments[0][::-1]
    rows = as_rows(arguments[0])
    return Rows(rows.of, f"(rev {rows.text})")


def _fraction(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
    first = as_number(arguments[0])
    return first if len(arguments) == 1 else reader.quotient(first, as_number(arguments[1]))


def _every(every: bool) -> Callable[[Reader, list[Value], dict[str, Value]], Value]:
    return lambda reader, arguments, _: both([as_condition(one) for one in arguments[0]], every)


def _listed(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
    if not arguments:
        return ()
    return arguments[0] if isinstance(arguments[0], tuple) else as_rows(arguments[0])


MEANINGS: dict[str, Callable[[Reader, list[Value], dict[str, Value]], Value]] = {
    "Fraction": _fraction,
    "abs": _absolute,
    "all": _every(True),
    "any": _every(False),
    "bool": lambda reader, arguments, _: as_condition(arguments[0]),
    "ceil": _rounded("ceilR"),
    "comb": _binomial,
    "combinations": _choices,
    "count": _count,
    "enumerate": _numbered,
    "erfc": _of_one("erfc"),
    "exp": _of_one("exp"),
    "floor": _rounded("floorR"),
    "largest": lambda reader, arguments, _: _extreme(reader, arguments, "max"),
    "len": _count,
    "list": _listed,
    "log": _of_one("ln", "<"),
    "max": lambda reader, arguments, _: _extreme(reader, arguments, "max"),
    "min": lambda reader, arguments, _: _extreme(reader, arguments, "min"),
    "permutations": _orders,
    "pi": lambda reader, arguments, _: Number("R", "PI"),
    "power": lambda reader, arguments, _: reader.power(*map(as_number, arguments)),
    "prod": lambda reader, arguments, _: _total(reader, arguments, "prod", 1),
    "product": _products,
    "range": _span,
    "reversed": _reversed,
    "smallest": lambda reader, arguments, _: _extreme(reader, arguments, "min"),
    "sorted": _ordered,
    "sqrt": lambda reader, arguments, _: reader.root(as_number(arguments[0])),
    "sum": lambda reader, arguments, _: _total(reader, arguments, "sum", 0),
    "surd": lambda reader, arguments, _: reader.root(as_number(arguments[0])),
    "total": lambda reader, arguments, _: _total(reader, arguments, "sum", 0),
    "tuple": _listed,
    "zip": _pairs,
}
