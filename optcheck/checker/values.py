"""Values of the language of definitions, and its built-in functions. Standard library only.

Beside numbers there are truth values, words, None, tuples, lists, ranges, records (Named), sets and dictionaries
(Table), functions, and the iterators over lists that zip, map and their like give. To look at an item costs a step.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cmp_to_key, reduce

from optcheck.checker import work
from optcheck.checker.quadratic import Quadratic
from optcheck.checker.reading import rejected
from optcheck.checker.reals import Real, arithmetic, compare, elementary, floor, number, power, root

STEP = 150  # for a part of a program each time that it is evaluated, and for an item each time that it is looked at
Value = object


class Named:
    """Values by name: an instance, or what a program puts together."""

    __slots__ = ("fields",)

    def __init__(self, **fields: Value) -> None:
        self.fields = fields


class Table:
    """A dictionary or a set in the order of insertion; entries are found by a key's text, whose hash nobody chooses."""

    __slots__ = ("entries", "is_set")

    def __init__(self, pairs: Iterable[tuple[Value, Value]], is_set: bool = False) -> None:
        self.is_set, self.entries = is_set, dict[str, tuple[Value, Value]]()
        for name, value in pairs:
            self.put(name, value)

    def put(self, name: Value, value: Value) -> None:
        """Set an entry; of equal keys the first stays, as in Python: 1 is not replaced by True."""
        place = key(name)
        self.entries[place] = (self.entries.get(place, (name,))[0], value)

    def names(self) -> list[Value]:
        """The keys, or the members."""
        work.spend(STEP * len(self.entries))
        return [name for name, _ in self.entries.values()]


class View:
    """The values or the items of a dictionary, as they are when it is looked at."""

    __slots__ = ("part", "table")

    def __init__(self, table: Table, part: slice | int) -> None:
        if table.is_set:
            raise LookupError("a set has members only")
        self.table, self.part = table, part

    def now(self) -> list[Value]:
        """What it shows at this moment."""
        work.spend(STEP * len(self.table.entries))
        work.hold(1, len(self.table.entries))
        return [pair[self.part] for pair in self.table.entries.values()]


def collection(values: Value = ()) -> Table:
    """The set of some values."""
    return Table(((item, None) for item in items(values)), is_set=True)


def key(value: Value) -> str:
    """A text that equal keys share and others do not."""
    found = _key(value)
    work.spend(5 * STEP + len(found))
    return found


def _key(value: Value) -> str:
    if value is None or isinstance(value, str):
        return repr(value)
    if isinstance(value, int | Fraction):
        return f"{value.numerator:x}/{value.denominator:x}"
    if isinstance(value, tuple):
        return f"({','.join(map(key, value))})"
    if isinstance(value, Named):
        return f"<{','.join(f'{name}={key(part)}' for name, part in sorted(value.fields.items()))}>"
    raise TypeError(f"a {type(value).__name__} is no key")


def items(value: Value) -> Iterator[Value]:
    """The items of a row, a table or an iterator, each paid for."""
    if isinstance(value, Table | View):
        value = value.names() if isinstance(value, Table) else value.now()
    if not isinstance(value, tuple | list | range | Iterator):
        raise TypeError(f"a {type(value).__name__} has no items")
    for item in value:
        work.spend(STEP)
        yield item


def truth(value: Value) -> bool:
    """Whether Python takes the value for true."""
    if value is None or isinstance(value, bool):
        return bool(value)
    if isinstance(value, tuple | list | range | str | Table):
        return length(value) > 0
    return compare(value, 0) != 0


def length(value: Value) -> int:
    """How many items there are."""
    if isinstance(value, Table | View):
        return len(value.entries if isinstance(value, Table) else value.table.entries)
    if isinstance(value, tuple | list | range | str):
        return len(value)
    raise TypeError(f"a {type(value).__name__} has no length")


def integer(value: Value) -> int:
    """A value that must be a whole number."""
    found = number(value)
    if isinstance(found, int):
        return found
    raise TypeError("a whole number is needed")


def is_number(value: Value) -> bool:
    """Whether it is a number, or a truth value."""
    return isinstance(value, int | Fraction | Quadratic | Real)


def equal(a: Value, b: Value) -> bool:
    """Equality as in Python: between values of different types, but for numbers, there is none."""
    work.spend(STEP)
    if is_number(a) and is_number(b):
        return compare(a, b) == 0
    if isinstance(a, tuple | list) and isinstance(b, tuple | list):
        return type(a) is type(b) and len(a) == len(b) and all(map(equal, a, b))
    if isinstance(a, Named) and isinstance(b, Named):
        return a.fields.keys() == b.fields.keys() and all(equal(a.fields[name], b.fields[name]) for name in a.fields)
    if isinstance(a, Table) and isinstance(b, Table):
        work.spend(STEP * len(a.entries))
        same = a.is_set == b.is_set and a.entries.keys() == b.entries.keys()
        return same and all(equal(a.entries[name][1], b.entries[name][1]) for name in a.entries)
    if all(isinstance(x, tuple | list | Named | Table | str | None) or is_number(x) for x in (a, b)):
        return type(a) is type(b) and a == b
    raise TypeError(f"a {type(a).__name__} and a {type(b).__name__} are not compared")


def order(a: Value, b: Value) -> int:
    """-1, 0 or 1 for less, equal, more: numbers, or rows by their first difference."""
    work.spend(STEP)
    if not isinstance(a, tuple | list) or type(a) is not type(b):
        return compare(a, b)
    assert isinstance(b, tuple | list)
    for x, y in zip(a, b, strict=False):
        if not equal(x, y):
            return order(x, y)
    return (len(a) > len(b)) - (len(a) < len(b))


def contains(container: Value, item: Value) -> bool:
    """Whether ``item in container``."""
    if isinstance(container, Table):
        return key(item) in container.entries
    return any(equal(item, other) for other in items(container))


def entry(container: Value, place: Value) -> Value:
    """``container[place]``, the place a number, a slice or a key."""
    if isinstance(container, Table) and not container.is_set:
        return container.entries[key(place)][1]
    if not isinstance(container, tuple | list | range):
        raise TypeError(f"a {type(container).__name__} has no entries")
    if isinstance(place, slice):
        work.hold(1, len(container))
        return container[place]
    return container[integer(place)]


def field(value: Value, name: str) -> Value:
    """``value.name``: of a record, or the parts of a fraction."""
    if isinstance(value, Named) and name in value.fields:
        return value.fields[name]
    if isinstance(value, int | Fraction) and name in ("numerator", "denominator"):
        return value.numerator if name == "numerator" else value.denominator
    raise LookupError(f"a {type(value).__name__} has no field {name}")


def store(container: Value, place: Value, value: Value) -> None:
    """``container[place] = value``."""
    if isinstance(container, Table) and not container.is_set:
        container.put(place, value)
    elif isinstance(container, list) and isinstance(place, slice):
        work.hold(1, len(container))
        container[place] = items(value)
    elif isinstance(container, list):
        container[integer(place)] = value
    else:
        raise TypeError("only entries of lists and dictionaries are assigned to")


def binary(symbol: str, a: Value, b: Value) -> Value:
    """An operation on two numbers, rows or sets."""
    if symbol == "|":
        return _union(a, b)
    if symbol == "+" and isinstance(a, tuple | list) and type(a) is type(b):
        return type(a)((*items(a), *items(b)))
    if symbol == "*" and isinstance(a, tuple | list):
        work.hold(max(0, integer(b)), len(a))
        return a * integer(b)
    return binary(symbol, b, a) if symbol == "*" and isinstance(b, tuple | list) else arithmetic(symbol, a, b)


def augmented(symbol: str, old: Value, value: Value) -> Value:
    """What ``old += value`` and its like bind: a list, set or dictionary stays the same one and grows, as in Python."""
    if isinstance(old, list) and symbol == "+":
        old += list(items(value))
        return old
    result = binary(symbol, old, value)
    if isinstance(old, list) and isinstance(result, list):
        old[:] = result
        return old
    if isinstance(old, Table) and isinstance(result, Table):
        old.entries = result.entries
        return old
    return result


def _union(a: Value, b: Value) -> Table:
    """Of two dictionaries or two sets."""
    if not isinstance(a, Table) or not isinstance(b, Table) or a.is_set != b.is_set:
        raise TypeError(f"{type(a).__name__} | {type(b).__name__}")
    return Table([pair for table in (a, b) for pair in table.entries.values()], a.is_set)


# --- built-in functions ---------------------------------------------------------------------------------------------

Call = Callable[..., Value]
_NONE = object()


def _stream(values: Iterable[Value], width: int = 1) -> Iterator[Value]:
    """An iterator over values that are made here and now, each with so many parts."""
    work.hold(1, width)
    found = []
    for value in values:
        work.spend(2 * STEP)
        work.hold(1, width)
        found.append(value)
    return iter(found)


def _sum(values: Value, start: Value = 0) -> Value:
    return reduce(lambda a, b: binary("+", a, b), items(values), start)


_BY_ORDER = cmp_to_key(order)


def _ranked(values: Value, key: Call | None) -> tuple[list[Value], list[Value]]:
    """The items, and what they are compared by."""
    found = list(items(values))
    return found, found if key is None else [key(value) for value in found]


def _extreme(sign: int) -> Call:
    def extreme(*values: Value, key: Call | None = None, default: Value = _NONE) -> Value:
        found, ranks = _ranked(values[0] if len(values) == 1 else values, key)
        if not found and default is not _NONE:
            return default
        best = 0
        for place in range(1, len(found)):
            best = place if order(ranks[place], ranks[best]) == sign else best
        return found[best]

    return extreme


def _sorted(values: Value, *, key: Call | None = None, reverse: Value = False) -> list[Value]:
    found, ranks = _ranked(values, key)
    places = sorted(range(len(found)), key=lambda place: _BY_ORDER(ranks[place]), reverse=truth(reverse))
    return [found[place] for place in places]


def _next(values: Value, default: Value = _NONE) -> Value:
    if not isinstance(values, Iterator):
        raise TypeError("next needs an iterator")
    found = next(items(values), default)
    if found is _NONE:
        raise LookupError("there is no next item")
    return found


def _choices(make: Callable[[list[Value], int], Iterable[Value]]) -> Call:
    def choices(values: Value, size: Value = None) -> Iterator[Value]:
        found = list(items(values))
        width = len(found) if size is None and make is itertools.permutations else integer(size)
        work.hold(1, max(0, width))
        return _stream(make(found, width), width)

    return choices


def _products(*rows: Value, repeat: Value = 1) -> Iterator[Value]:
    width = len(rows) * integer(repeat)
    work.hold(1, max(0, width))
    return _stream(itertools.product(*(list(items(row)) for row in rows), repeat=integer(repeat)), width)


def _truncated(value: Value = 0) -> int:
    return floor(value) if compare(value, 0) >= 0 else -floor(arithmetic("-", 0, value))


def _binomial(n: Value, k: Value) -> int:
    top, bottom = integer(n), integer(k)
    words = 1 + (top.bit_length() * min(max(0, bottom), max(0, top - bottom)) >> 6)
    work.spend(STEP + 4 * work.on_long(words, words))
    return math.comb(top, bottom)


def _factorial(n: Value) -> int:
    words = 1 + (integer(n).bit_length() * max(0, integer(n)) >> 6)
    work.spend(STEP + 4 * work.on_long(words, words))
    return math.factorial(integer(n))


def _replace(given: Value, **fields: Value) -> Named:
    if not isinstance(given, Named) or not fields.keys() <= given.fields.keys():
        raise TypeError("only fields of a record are replaced")
    return Named(**given.fields | fields)


def _undefined() -> Value:
    raise rejected("a definition", "a value at this instance", "none: it says that it is undefined here")


METHODS: dict[tuple[type, str], Call] = {
    (list, "append"): lambda row, item: row.append(item),
    (list, "extend"): lambda row, others: row.extend(list(items(others))),
    (Table, "get"): lambda table, name, default=None: entry(table, name) if contains(table, name) else default,
    (Table, "items"): lambda table: View(table, slice(2)),
    (Table, "values"): lambda table: View(table, 1),
}
BUILT_IN: dict[str, Call] = {
    "Fraction": lambda a=0, b=1: arithmetic("/", a, b),
    "abs": lambda a: number(a) if compare(a, 0) >= 0 else arithmetic("-", 0, a),
    "accumulate": lambda values: _stream(itertools.accumulate(items(values), lambda a, b: binary("+", a, b))),
    "all": lambda values: all(truth(item) for item in items(values)),
    "any": lambda values: any(truth(item) for item in items(values)),
    "bool": lambda value=False: truth(value),
    "ceil": lambda a: -floor(arithmetic("-", 0, a)),
    "chain": lambda *rows: _stream(item for row in rows for item in items(row)),
    "comb": _binomial,
    "combinations": _choices(itertools.combinations),
    "count": length,
    "dict": lambda pairs=(): Table((entry(pair, 0), entry(pair, 1)) for pair in items(pairs)),
    "enumerate": lambda values, start=0: _stream(enumerate(items(values), integer(start)), 2),
    "erfc": lambda a: elementary("erfc", a, 0, 1),
    "exp": lambda a: elementary("exp", a, 0, 1),
    "factorial": _factorial,
    "floor": floor,
    "int": _truncated,
    "largest": _extreme(1),
    "len": length,
    "list": lambda values=(): list(items(values)),
    "log": lambda a: elementary("log", a, 1, 0),
    "map": lambda function, *rows: _stream(map(function, *map(items, rows))),
    "max": _extreme(1),
    "min": _extreme(-1),
    "next": _next,
    "pairwise": lambda values: _stream(itertools.pairwise(items(values)), 2),
    "permutations": _choices(itertools.permutations),
    "pi": lambda: Real("pi"),
    "power": power,
    "prod": lambda values, start=1: reduce(lambda a, b: arithmetic("*", a, b), items(values), number(start)),
    "product": _products,
    "range": lambda *ends: range(*map(integer, ends)),
    "record": Named,
    "replace": _replace,
    "reversed": lambda values: _stream(reversed(list(items(values)))),
    "root": root,
    "set": collection,
    "smallest": _extreme(-1),
    "sorted": _sorted,
    "sqrt": root,
    "sum": _sum,
    "surd": root,
    "total": _sum,
    "tuple": lambda values=(): tuple(items(values)),
    "undefined": _undefined,
    "zip": lambda *rows, strict=False: _stream(zip(*map(items, rows), strict=truth(strict)), len(rows)),
}
