"""The fields of an instance: what may stand in one, in which order its values come, how larger ones are drawn.

Bounds and conditions are written as text, in a small language that comes first.

Every value has a cost: 0 for the simplest, and only finitely many values cost the same. Simple numbers inside a range
cost less than its ends: a counterexample should not be a corner case if there is another.
"""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, islice, pairwise
from math import comb, gcd, lcm
from types import CodeType
from typing import TYPE_CHECKING, Any

from optcheck.errors import InvalidInput

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    from optcheck.claims.domain import Declaration

# --- Bounds and conditions: arithmetic and comparisons of fields, written as text.
#
# Names are fields, ``record.field`` those of a record. A generator over a row may stand in a function of one. What a
# condition says is in its text: nothing else can be meant.


Content = Any  # what stands in a field, or is computed of it: a number, a word, a row, a set, a record
Known = Mapping[str, Content]  # fields by name

FUNCTIONS = ("abs", "all", "any", "len", "max", "min", "range", "sorted", "sum")
_ALLOWED = (
    ast.Expression, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.Call, ast.Name, ast.Constant, ast.Load,
    ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.USub, ast.Not, ast.And, ast.Or, ast.Eq,
    ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Attribute, ast.Subscript, ast.Slice,
    ast.GeneratorExp, ast.comprehension, ast.Store, ast.Tuple, ast.IfExp,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Condition:
    """A text and what it means; ``names`` are the fields it speaks of."""

    text: str
    tree: ast.expr = field(compare=False, repr=False)
    names: frozenset[str] = field(compare=False, repr=False)
    code: CodeType = field(compare=False, repr=False)


@cache
def parsed(text: str) -> Condition:
    """Read a text; raises InvalidInput for what the language has not.

    >>> evaluate(parsed("1 <= t <= n - 1 and sum(required) > 0"), {"t": 1, "n": 2, "required": (0, 3)})
    True
    """
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError as error:
        raise InvalidInput(f"{text!r} is no condition or bound: {error.msg}") from error
    for node in ast.walk(tree):
        _check_node(node, text)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    calls = Called({ast.Div: "_quotient", ast.Pow: "_power"})
    exact = ast.fix_missing_locations(calls.visit(copy.deepcopy(tree)))
    code = compile(exact, f"<{text}>", "eval", dont_inherit=True)
    return Condition(text, tree.body, frozenset(used - bound - set(FUNCTIONS)), code)


def _check_node(node: ast.AST, text: str) -> None:
    match node:
        case ast.Call(func=function) if not (isinstance(function, ast.Name) and function.id in FUNCTIONS):
            raise InvalidInput(f"{text!r} calls {ast.unparse(function)}; there are only {', '.join(FUNCTIONS)}")
        case ast.Constant(value=value) if type(value) not in (int, str, bool):
            raise InvalidInput(f"{text!r} has {value!r}: numbers are whole, or quotients such as 1/2")
        case ast.Name(id=name) | ast.Attribute(attr=name) if name.startswith("_"):
            raise InvalidInput(f"{text!r} names {name}, which is no field")
    if not isinstance(node, _ALLOWED):
        raise InvalidInput(f"{text!r} has {type(node).__name__}, which conditions and bounds have not")


class Called(ast.NodeTransformer):
    """Operations as calls of functions that are exact: of whole numbers Python's quotients and roots are floats."""

    def __init__(self, names: Mapping[type[ast.operator], str]) -> None:
        self.names = names

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        left, right = self.visit(node.left), self.visit(node.right)
        name = self.names.get(type(node.op))
        if name is None:
            return ast.BinOp(left, node.op, right)
        return ast.Call(ast.Name(name, ast.Load()), [left, right], [])


def _quotient(left: Content, right: Content) -> Content:
    return Fraction(left) / right


def _power(base: Content, exponent: Content) -> Content:
    if type(exponent) is not int or abs(exponent) > 64:
        raise InvalidInput(f"powers in conditions are whole and at most 64, got {exponent!r}")
    return Fraction(base) ** exponent if exponent < 0 else base**exponent


_MEANING: dict[str, Content] = {
    **{name: getattr(builtins, name) for name in FUNCTIONS},
    "sorted": lambda row: tuple(sorted(row)),
    "_quotient": _quotient,
    "_power": _power,
    "__builtins__": {},
}


def evaluate(condition: Condition, known: Known) -> Content:
    """The value for exact numbers; a quotient of whole numbers is a fraction."""
    try:
        return eval(condition.code, {**known, **_MEANING})  # of a text that has arithmetic only
    except (ArithmeticError, AttributeError, LookupError, NameError, TypeError, ValueError) as error:
        at = ", ".join(f"{name} = {known[name]!r}" for name in sorted(condition.names) if name in known)
        raise InvalidInput(f"{condition.text!r} is undefined at {at}: {type(error).__name__}: {error}") from error


def holds(condition: Condition, known: Known) -> bool:
    """Whether the condition is true; raises InvalidInput for one that is neither true nor false."""
    value = evaluate(condition, known)
    if value is not True and value is not False:
        raise InvalidInput(f"the condition {condition.text!r} must be true or false, and is {value!r}")
    return value


# --- The fields ---


Bound = int | Fraction | str | None
ROOM = (6, 6, 6, 60)  # how far beyond its lower bound an integer without an upper one is drawn, mostly
END_COST = 2  # of 0 and of the ends of a range: after a few values inside it
Pair = tuple[int, int]  # numerator and denominator; (1, 0) is infinity


class Field:
    """What may stand in a field of an instance."""

    symbol: str | None = None

    def at_cost(self, cost: int, known: Known) -> Iterator[Content]:
        """The values of exactly this cost, in order, each once."""
        raise NotImplementedError

    def most(self, known: Known) -> int | None:
        """The largest cost of a value; None where costs have no end, -1 where there is no value at all."""
        raise NotImplementedError

    def cost(self, value: Content, known: Known) -> int:
        """The cost of a value."""
        raise NotImplementedError

    def key(self, value: Content, known: Known) -> Content:
        """Sorts the values of one cost as they are enumerated."""
        raise NotImplementedError

    def check(self, value: Content, known: Known) -> str | None:
        """Why a value may not stand here; None if it may."""
        raise NotImplementedError

    def draw(self, draw: DrawFn, known: Known, top: int | None) -> Content:
        """A value drawn at random, mostly a larger one."""
        raise NotImplementedError

    def words(self, name: str) -> str:
        """The condition in words."""
        raise NotImplementedError

    def exact(self, value: Content) -> Content:
        """The value as it is stored: whole numbers are rationals too, lists are rows."""
        return value

    def wider(self) -> Iterator[Field]:
        """Fields in which a little more may stand: one end moved outwards."""
        return iter(())


def _further(bound: Bound, step: int) -> Bound:
    """The same end, moved."""
    return f"{bound} + {step}" if isinstance(bound, str) else None if bound is None else bound + step


def _bound(bound: Bound, known: Known) -> Fraction | None:
    """The number that a bound is, given the fields before."""
    if bound is None:
        return None
    value = evaluate(parsed(bound), known) if isinstance(bound, str) else bound
    if type(value) not in (int, Fraction):
        raise InvalidInput(f"a bound is a number, got {value!r} for {bound!r}")
    return Fraction(value)


@dataclass(frozen=True, slots=True)
class Integer(Field):
    low: Bound
    high: Bound
    symbol: str | None = None

    def _range(self, known: Known) -> tuple[int | None, int | None]:
        low, high = _bound(self.low, known), _bound(self.high, known)
        return (None if low is None else -(-low // 1)), (None if high is None else high // 1)

    def at_cost(self, cost: int, known: Known) -> Iterator[int]:
        low, high = self._range(known)
        start = _nearest_zero(low, high)
        for value in sorted({start + cost, start - cost, 0}, key=lambda one: (one < 0, abs(one))):
            if (low is None or value >= low) and (high is None or value <= high) and self.cost(value, known) == cost:
                yield value

    def most(self, known: Known) -> int | None:
        low, high = self._range(known)
        if low is not None and high is not None and low > high:
            return -1
        if low is None or high is None:
            return None
        return max(self.cost(end, known) for end in {low, high, *((0,) if low <= 0 <= high else ())})

    def cost(self, value: int, known: Known) -> int:
        low, high = self._range(known)
        if value == 0:
            return 0 if low == high else 2
        return abs(value - _nearest_zero(low, high))

    def key(self, value: int, known: Known) -> tuple[bool, int]:
        return value < 0, abs(value)

    def check(self, value: Content, known: Known) -> str | None:
        low, high = self._range(known)
        if type(value) is not int:
            return f"must be an int, got the {type(value).__name__} {value!r}"
        if (low is not None and value < low) or (high is not None and value > high):
            return f"must be {self.words('it')}, got {value}"
        return None

    def draw(self, draw: DrawFn, known: Known, top: int | None) -> int:
        from hypothesis import strategies as st

        low, high = self._range(known)
        room = draw(st.sampled_from(ROOM))
        least = low if low is not None else (-room if high is None else high - room)
        most = least + (room if low is not None else 2 * room) if high is None else high
        return draw(st.integers(least, most if top is None else max(least, min(most, top))))

    def words(self, name: str) -> str:
        if self.low is not None and self.low == self.high:
            return f"{name} = {self.low}"
        if self.low is not None and self.high is not None:
            return f"{self.low} <= {name} <= {self.high}, whole"
        if self.low is None and self.high is None:
            return f"{name} whole"
        return f"{name} >= {self.low}, whole" if self.high is None else f"{name} <= {self.high}, whole"

    def wider(self) -> Iterator[Field]:
        if self.low is not None:
            yield replace(self, low=_further(self.low, -1))
        if self.high is not None:
            yield replace(self, high=_further(self.high, 1))


def _nearest_zero(low: int | None, high: int | None) -> int:
    """The simplest whole number of a range other than 0: where costs start."""
    if low is not None and low > 0:
        return low
    if high is not None and high < 0:
        return high
    return 1 if high is None or high >= 1 else -1


@dataclass(frozen=True, slots=True)
class Rational(Field):
    low: Bound
    high: Bound
    open_low: bool
    open_high: bool
    symbol: str | None = None

    def _ends(self, known: Known) -> tuple[Fraction | None, Fraction | None]:
        return _bound(self.low, known), _bound(self.high, known)

    def at_cost(self, cost: int, known: Known) -> Iterator[Fraction]:
        low, high = self._ends(known)
        if low is not None and low == high:
            yield from [low] if cost == 0 and self._may_be(low, low, high) else []
            return
        values = list(_inside(cost, low, high))
        if cost == END_COST:
            values += [end for end in {low, high, Fraction(0)} if end is not None and self._may_be(end, low, high)]
        yield from sorted(values, key=_simple)

    def _may_be(self, value: Fraction, low: Fraction | None, high: Fraction | None) -> bool:
        above = low is None or value > low or (value == low and not self.open_low)
        below = high is None or value < high or (value == high and not self.open_high)
        return above and below

    def most(self, known: Known) -> int | None:
        low, high = self._ends(known)
        if low is not None and high is not None and low >= high:
            return self.cost(low, known) if low == high and not (self.open_low or self.open_high) else -1
        return None

    def cost(self, value: Fraction, known: Known) -> int:
        low, high = self._ends(known)
        if low is not None and low == high:
            return 0
        if value in (low, high, 0):
            return END_COST
        span = _positive_part(low, high, 1 if value > 0 else -1)
        assert span is not None
        return _depth(abs(value)) - _start(*span)[1] + (value < 0)

    def key(self, value: Fraction, known: Known) -> tuple[int, int, bool]:
        return _simple(value)

    def check(self, value: Content, known: Known) -> str | None:
        low, high = self._ends(known)
        if type(value) is not Fraction or type(value.numerator) is not int:
            return f"must be a Fraction or an int, got the {type(value).__name__} {value!r}"
        return None if self._may_be(value, low, high) else f"must be {self.words('it')}, got {value}"

    def draw(self, draw: DrawFn, known: Known, top: int | None) -> Fraction:
        from hypothesis import strategies as st

        low, high = self._ends(known)
        size = 100 if top is None else top
        least = low if low is not None else (-Fraction(size) if high is None else high - size)
        most = high if high is not None else max(least, Fraction(0)) + size
        part = draw(st.integers(1, 12))
        whole = draw(st.integers(0, part * size))
        value = least + (most - least) * Fraction(whole, part * size)
        if draw(st.integers(0, 3)) == 0:  # close to the lower end: small deltas, small losses
            value = least + (most - least) * Fraction(draw(st.integers(1, 9)), 10 ** draw(st.integers(1, 8)))
        inside = self._may_be(value, low, high)
        return value if inside else (least + most) / 2 if least < most else least

    def exact(self, value: Content) -> Content:
        return Fraction(value) if type(value) is int else value

    def words(self, name: str) -> str:
        below, above = "<" if self.open_low else "<=", "<" if self.open_high else "<="
        if self.low is not None and self.high is not None:
            return f"{self.low} {below} {name} {above} {self.high}"
        if self.low is not None:
            return f"{name} {'>' if self.open_low else '>='} {self.low}"
        return f"{name} {above} {self.high}" if self.high is not None else f"{name} rational"

    def wider(self) -> Iterator[Field]:
        if self.low is not None:
            yield replace(self, open_low=False) if self.open_low else replace(self, low=_further(self.low, -1))
        if self.high is not None:
            yield replace(self, open_high=False) if self.open_high else replace(self, high=_further(self.high, 1))


def _simple(value: Fraction) -> tuple[int, int, bool]:
    return value.denominator, abs(value.numerator), value < 0


@cache
def _inside(cost: int, low: Fraction | None, high: Fraction | None) -> tuple[Fraction, ...]:
    """The values of a cost strictly between the ends, other than 0: levels of the tree of Stern and Brocot."""
    values: list[Fraction] = []
    for sign in (1, -1):
        span, level = _positive_part(low, high, sign), cost - (sign < 0)
        if span is not None and level >= 0:
            values += [sign * value for value in _below(_start(*span)[0], level, *span)]
    return tuple(values)


@cache
def _start(low: Fraction, high: Fraction | None) -> tuple[Fraction, int]:
    """The simplest rational strictly between, and its depth in the tree."""
    simplest = _simplest(low, high)
    return simplest, _depth(simplest)


def _positive_part(low: Fraction | None, high: Fraction | None, sign: int) -> tuple[Fraction, Fraction | None] | None:
    """The sizes of the values of one sign between the ends, as an open interval; None where there are none."""
    least, most = (low, high) if sign > 0 else (None if high is None else -high, None if low is None else -low)
    start = Fraction(0) if least is None or least < 0 else least
    return None if most is not None and most <= start else (start, most)


def _simplest(low: Fraction, high: Fraction | None) -> Fraction:
    """The simplest rational strictly between: every other one lies below it in the tree of Stern and Brocot."""
    whole = low // 1
    if high is None or whole + 1 < high:
        return Fraction(whole + 1)
    rest = Fraction(1) / (low - whole) if low != whole else None
    return whole + 1 / _simplest(1 / (high - whole), rest)


def _depth(value: Fraction) -> int:
    """How deep a positive rational stands in the tree: the sum of its continued fraction, less one."""
    total, top, bottom = 0, value.numerator, value.denominator
    while bottom:
        total += top // bottom
        top, bottom = bottom, top % bottom
    return total - 1


def _below(start: Fraction, level: int, low: Fraction, high: Fraction | None) -> Iterator[Fraction]:
    """The rationals between low and high that stand so many levels below one of them.

    One stands between two earlier ones, of which it is the mediant; what stands below it lies between these.
    """
    row = [_neighbours(start)]
    for _ in range(level):
        halves = (
            half for left, right in row for half in ((left, _mediant(left, right)), (_mediant(left, right), right))
        )
        row = [(left, right) for left, right in halves if _is_above(right, low) and _is_below(left, high)]
    values = (_mediant(left, right) for left, right in row)
    yield from (Fraction(*value) for value in values if _is_above(value, low) and _is_below(value, high))


def _neighbours(value: Fraction) -> tuple[Pair, Pair]:
    """Between which two earlier ones a rational was put into the tree: p/q with p b - q a = 1 has a/b on its left."""
    p, q = value.numerator, value.denominator
    b = pow(p, -1, q) if q > 1 else 1
    a = (p * b - 1) // q
    return (a, b), (p - a, q - b)


def _mediant(one: Pair, other: Pair) -> Pair:
    return one[0] + other[0], one[1] + other[1]


def _is_above(value: Pair, low: Fraction) -> bool:
    return value[0] * low.denominator > low.numerator * value[1]


def _is_below(value: Pair, high: Fraction | None) -> bool:
    return high is None or value[0] * high.denominator < high.numerator * value[1]


@dataclass(frozen=True, slots=True)
class Choice(Field):
    """One of some written values; a flag is one of False and True."""

    values: tuple[Content, ...]
    symbol: str | None = None

    def at_cost(self, cost: int, known: Known) -> Iterator[Content]:
        yield from self.values[cost : cost + 1]

    def most(self, known: Known) -> int | None:
        return len(self.values) - 1

    def cost(self, value: Content, known: Known) -> int:
        return next(index for index, one in enumerate(self.values) if _is_same(one, value))

    def key(self, value: Content, known: Known) -> int:
        return 0

    def check(self, value: Content, known: Known) -> str | None:
        if any(_is_same(one, value) for one in self.values):
            return None
        return f"must be one of {', '.join(map(str, self.values))}, got {value!r}"

    def draw(self, draw: DrawFn, known: Known, top: int | None) -> Content:
        from hypothesis import strategies as st

        return draw(st.sampled_from(self.values))

    def words(self, name: str) -> str:
        return f"{name} in {{{', '.join(map(str, self.values))}}}"

    def exact(self, value: Content) -> Content:
        return Fraction(value) if type(value) is int and type(self.values[0]) is Fraction else value


def _is_same(one: Content, other: Content) -> bool:
    return type(one) is type(other) and bool(one == other)


@dataclass(frozen=True, slots=True)
class Row(Field):
    """A row of values; its length is given, or free between two numbers."""

    of: Field
    least: Bound
    most_long: Bound
    falling: bool
    symbol: str | None = None

    def _lengths(self, known: Known) -> tuple[int, int | None]:
        low, high = _bound(self.least, known), _bound(self.most_long, known)
        if low is None or low.denominator != 1 or low < 0:
            raise InvalidInput(f"the length of a row is a whole number from 0 on, got {low} for {self.least!r}")
        return low.numerator, None if high is None else high // 1

    def at_cost(self, cost: int, known: Known) -> Iterator[tuple[Content, ...]]:
        least, most = self._lengths(known)
        for length in range(least, (least + cost if most is None else min(most, least + cost)) + 1):
            yield from filter(self._is_falling, self._entries(length, cost - (length - least), known))

    def _entries(self, length: int, cost: int, known: Known) -> Iterator[tuple[Content, ...]]:
        if length == 0:
            yield from [()] if cost == 0 else []
            return
        most = self.of.most(known)
        ways = range((cost if most is None else min(cost, most)) + 1)
        for first in ways if length > 1 else ways[cost:]:
            rests = list(self._entries(length - 1, cost - first, known))
            if rests:
                yield from ((value, *rest) for value in self.of.at_cost(first, known) for rest in rests)

    def _is_falling(self, entries: tuple[Content, ...]) -> bool:
        return not self.falling or all(one >= other for one, other in pairwise(entries))

    def most(self, known: Known) -> int | None:
        least, longest = self._lengths(known)
        entry = self.of.most(known)
        if longest is not None and longest < least:
            return -1
        if entry == -1:
            return 0 if least == 0 else -1
        if longest is None or entry is None:
            return None if longest != 0 else 0
        return longest - least + longest * entry

    def cost(self, value: tuple[Content, ...], known: Known) -> int:
        return len(value) - self._lengths(known)[0] + sum(self.of.cost(one, known) for one in value)

    def key(self, value: tuple[Content, ...], known: Known) -> Content:
        return len(value), tuple((self.of.cost(one, known), self.of.key(one, known)) for one in value)

    def check(self, value: Content, known: Known) -> str | None:
        if type(value) is not tuple:
            return f"must be a tuple, got the {type(value).__name__} {value!r}"
        least, most = self._lengths(known)
        if len(value) < least or (most is not None and len(value) > most):
            wanted = f"{least}" if least == most else f"{least} or more" if most is None else f"{least} to {most}"
            return f"must have {wanted} entries, got {len(value)}"
        if not self._is_falling(value):
            return f"must not rise, got {value!r}"
        problems = (self.of.check(one, known) for one in value)
        return next((f"has an entry that {problem}" for problem in problems if problem is not None), None)

    def draw(self, draw: DrawFn, known: Known, top: int | None) -> tuple[Content, ...]:
        from hypothesis import strategies as st

        least, most = self._lengths(known)
        longest = least + 8 if most is None else most
        length = draw(st.integers(least, longest if top is None else max(least, min(longest, top))))
        entries = [self.of.draw(draw, known, None) for _ in range(length)]
        return tuple(sorted(entries, reverse=True) if self.falling else entries)

    def words(self, name: str) -> str:
        each = self.of.words(f"each of {name}")
        order = ", none above the one before" if self.falling else ""
        if self.least == self.most_long:
            return f"{each} ({self.least} of them{order})"
        top = "or more" if self.most_long is None else f"to {self.most_long}"
        return f"{each} ({self.least} {top} of them{order})"

    def exact(self, value: Content) -> Content:
        return tuple(map(self.of.exact, value)) if type(value) in (list, tuple) else value


@dataclass(frozen=True, slots=True)
class Subset(Field):
    """Some of the numbers 0 to size - 1, in order."""

    size: Bound
    least: Bound
    most_of: Bound
    symbol: str | None = None

    def _range(self, known: Known) -> tuple[int, int, int]:
        size, low = _bound(self.size, known), _bound(self.least, known)
        high = size if self.most_of is None else _bound(self.most_of, known)
        if size is None or low is None or high is None:
            raise InvalidInput("a subset has a size and a least number of members")
        return int(size), max(0, -(-low // 1)), min(int(size), high // 1)

    def at_cost(self, cost: int, known: Known) -> Iterator[tuple[int, ...]]:
        size, low, high = self._range(known)
        start, end = 2**cost - 1, 2 ** (cost + 1) - 1
        every = (chosen for length in range(low, high + 1) for chosen in combinations(range(size), length))
        yield from islice(every, start, end)

    def most(self, known: Known) -> int | None:
        size, low, high = self._range(known)
        total = sum(comb(size, length) for length in range(low, high + 1))
        return total.bit_length() - 1

    def cost(self, value: tuple[int, ...], known: Known) -> int:
        return (self.key(value, known) + 1).bit_length() - 1

    def key(self, value: tuple[int, ...], known: Known) -> int:
        """The place among all subsets, the small ones first."""
        size, low, _ = self._range(known)
        rank = sum(comb(size, length) for length in range(low, len(value)))
        previous = -1
        for index, element in enumerate(value):
            rest = len(value) - index - 1
            rank += sum(comb(size - skipped - 1, rest) for skipped in range(previous + 1, element))
            previous = element
        return rank

    def check(self, value: Content, known: Known) -> str | None:
        size, low, high = self._range(known)
        if type(value) is not tuple or any(type(one) is not int for one in value):
            return f"must be a tuple of whole numbers, got {value!r}"
        inside = all(0 <= one < size for one in value)
        rising = all(one < other for one, other in pairwise(value))
        if not (inside and rising and low <= len(value) <= high):
            return f"must be {low} to {high} of the numbers 0 to {size - 1}, in order, got {value!r}"
        return None

    def draw(self, draw: DrawFn, known: Known, top: int | None) -> tuple[int, ...]:
        from hypothesis import strategies as st

        size, low, high = self._range(known)
        length = draw(st.integers(low, max(low, high if top is None else min(high, top))))
        return tuple(sorted(draw(st.permutations(range(size)))[:length]))

    def words(self, name: str) -> str:
        top = "" if self.most_of is None else f" and at most {self.most_of}"
        return f"{name} a set of at least {self.least}{top} of {self.size}"

    def exact(self, value: Content) -> Content:
        return tuple(sorted(value)) if isinstance(value, set | frozenset | list) else value


@dataclass(frozen=True, slots=True)
class Distribution(Field):
    """Probabilities of so many outcomes: rationals that are not negative, with the sum 1."""

    size: Bound
    symbol: str | None = None

    def _size(self, known: Known) -> int:
        size = _bound(self.size, known)
        if size is None or size < 1 or size.denominator != 1:
            raise InvalidInput(f"a distribution has one outcome at least, got {size} for {self.size!r}")
        return size.numerator

    def at_cost(self, cost: int, known: Known) -> Iterator[tuple[Fraction, ...]]:
        size = self._size(known)
        rows = (row for common in range(1, cost + 2) for row in _shares(size, common))
        yield from sorted((row for row in rows if self.cost(row, known) == cost), key=lambda row: self.key(row, known))

    def most(self, known: Known) -> int | None:
        return 0 if self._size(known) == 1 else None

    def cost(self, value: tuple[Fraction, ...], known: Known) -> int:
        return lcm(*(one.denominator for one in value)) - 1 + (END_COST if 0 in value else 0)

    def key(self, value: tuple[Fraction, ...], known: Known) -> Content:
        return value

    def check(self, value: Content, known: Known) -> str | None:
        if type(value) is not tuple or any(type(one) is not Fraction for one in value):
            return f"must be a tuple of fractions, got {value!r}"
        if len(value) != self._size(known) or min(value) < 0 or sum(value) != 1:
            return f"must be {self._size(known)} probabilities with the sum 1, got {value!r}"
        return None

    def draw(self, draw: DrawFn, known: Known, top: int | None) -> tuple[Fraction, ...]:
        from hypothesis import strategies as st

        size = self._size(known)
        weights = draw(st.lists(st.integers(0, 9), min_size=size, max_size=size).filter(any))
        return tuple(Fraction(weight, sum(weights)) for weight in weights)

    def words(self, name: str) -> str:
        return f"{name}: probabilities of {self.size} outcomes"

    def exact(self, value: Content) -> Content:
        return tuple(Fraction(one) if type(one) is int else one for one in value) if type(value) is tuple else value


def _shares(size: int, common: int) -> Iterator[tuple[Fraction, ...]]:
    """All distributions whose least common denominator is this."""
    for cuts in combinations_with_replacement(range(common + 1), size - 1):
        parts = [high - low for low, high in zip((0, *cuts), (*cuts, common), strict=True)]
        if gcd(common, *parts) == 1:
            yield tuple(Fraction(part, common) for part in parts)


@dataclass(frozen=True, slots=True)
class Record(Field):
    """An instance of another class."""

    of: Declaration
    symbol: str | None = None

    def at_cost(self, cost: int, known: Known) -> Iterator[Content]:
        return self.of.at_cost(cost)

    def most(self, known: Known) -> int | None:
        return self.of.most

    def cost(self, value: Content, known: Known) -> int:
        return self.of.cost(value)

    def key(self, value: Content, known: Known) -> Content:
        return self.of.order(value)[1]

    def check(self, value: Content, known: Known) -> str | None:
        if type(value) is not self.of.of:
            return f"must be of {self.of.of.__name__}, got the {type(value).__name__} {value!r}"
        return self.of.problem(value)

    def draw(self, draw: DrawFn, known: Known, top: int | None) -> Content:
        return draw(self.of.strategy())

    def words(self, name: str) -> str:
        return f"{name}: {self.of.words()}"


def integer(low: Bound = None, high: Bound = None, *, symbol: str | None = None) -> Content:
    """A whole number from ``low`` to ``high``, both included; None leaves an end open."""
    return Integer(low, high, symbol)


def rational(
    *, at_least: Bound = None, above: Bound = None, at_most: Bound = None, below: Bound = None,
    symbol: str | None = None,
) -> Content:  # fmt: skip
    """A rational number; ``above`` and ``below`` are bounds that it does not reach."""
    if (at_least is not None and above is not None) or (at_most is not None and below is not None):
        raise InvalidInput("a rational has one lower and one upper bound: at_least or above, at_most or below")
    low, high = (at_least if above is None else above), (at_most if below is None else below)
    return Rational(low, high, above is not None, below is not None, symbol)


def row(
    of: Content, length: Bound = None, *, least: Bound = 0, most: Bound = None, falling: bool = False,
    symbol: str | None = None,
) -> Content:  # fmt: skip
    """A row of values of one kind: of a length, or of ``least`` to ``most`` of them; ``falling`` rows never rise."""
    if not isinstance(of, Field):
        raise InvalidInput(f"a row is of integer(), rational(), ... got {of!r}")
    ends = (least, most) if length is None else (length, length)
    return Row(of, *ends, falling, symbol)


def subset(size: Bound, *, least: Bound = 0, most: Bound = None, symbol: str | None = None) -> Content:
    """Some of the numbers 0 to size - 1, as a tuple in order."""
    return Subset(size, least, most, symbol)


def distribution(size: Bound, *, symbol: str | None = None) -> Content:
    """Probabilities of so many outcomes."""
    return Distribution(size, symbol)


def choice(*values: object, symbol: str | None = None) -> Content:
    """One of the values, in this order: words, or numbers, which may be written in one text ("1 1/2 3")."""
    if len(values) == 1 and isinstance(values[0], str) and values[0][:1].isdigit():
        values = tuple(Fraction(one) for one in values[0].split())
    if not values or any(type(one) not in (int, Fraction, str, bool) for one in values):
        raise InvalidInput(f"a choice is among words and exact numbers, got {values!r}")
    return Choice(values, symbol)


def flag(*, symbol: str | None = None) -> Content:
    """False or True."""
    return Choice((False, True), symbol)


def texts(kind: Field) -> Iterator[str]:
    """The bounds of a field that are texts."""
    for item in fields(kind):  # type: ignore[arg-type]
        part = getattr(kind, item.name)
        if isinstance(part, Field):
            yield from texts(part)
        elif isinstance(part, str) and item.name not in ("symbol",):
            yield part
