"""Reading the code of formulas on symbols: the kernel's own interpreter of a small part of Python.

A function is not called but read: its source is interpreted with symbols for the fields of the instance, so that code
cannot tell a proof from an evaluation. What a name means is decided by identity, and only what is listed here has a
meaning: arithmetic, comparisons, conditions, tuples, sums, the functions of :mod:`optcheck.claims.expressions`, and
functions that consist of these. Everything else is :class:`NotReadable`, and then nothing is proved.

A condition that the facts do not decide splits the path: the reading is repeated for each way, until all are covered.
Whatever may be undefined (a quotient, a logarithm, an entry) must be shown to be defined on the path.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from types import CodeType, FunctionType, ModuleType
from typing import Any

import sympy

from optcheck.audit.facts import Comparison, NotReadable, Outside, Path
from optcheck.audit.registry import nodes_of
from optcheck.claims import expressions
from optcheck.claims import fields as fields_of
from optcheck.claims.domain import Declaration, Instance
from optcheck.claims.expressions import Infinite, vanishes
from optcheck.claims.fields import Bound, Field, parsed

Term = Any  # a sympy expression, a bool, a tuple of terms, a record
MOST_STEPS = 20_000
MOST_ENTRIES = 64


@dataclass(frozen=True, slots=True)
class Record:
    """An instance whose fields are terms."""

    of: type[Instance]
    values: Mapping[str, Term]


@dataclass(slots=True, repr=False)
class Row:
    """A row of which only its length and what holds for every entry are known."""

    name: str
    length: Term
    of: Field
    falling: bool
    powers: dict[int, Term] = field(default_factory=dict)
    ranks: dict[int, Term] = field(default_factory=dict)

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row put in order, the largest first."""

    row: Row


@dataclass(frozen=True, slots=True)
class Span:
    """The whole numbers from low to high - 1, of which there may be any number."""

    low: Term
    high: Term


@dataclass(frozen=True, slots=True)
class Subset:
    """A set of which only the size is known."""

    size: Term


def symbols_of(domain: Declaration, path: Path, prefix: str = "") -> Record:
    """An instance made of symbols, and the facts that its declaration gives; splits on choices."""
    values: dict[str, Term] = {}
    for name, kind in domain.fields.items():
        values[name] = _symbol(kind, f"{prefix}{name}", values, path)
    reader = Reader(path, {}, {})
    for condition in domain.all_conditions:
        if not reader.truth(reader.value(condition.tree, dict(values))):
            raise Outside
    return Record(domain.of, values)


def _symbol(kind: Field, name: str, known: Mapping[str, Term], path: Path) -> Term:
    match kind:
        case fields_of.Integer(low, high, _):
            return _number(name, _bound(low, known, path), _bound(high, known, path), path, integer=True)
        case fields_of.Rational(low, high, open_low, open_high, _):
            ends = _bound(low, known, path), _bound(high, known, path)
            return _number(name, *ends, path, open_low=open_low, open_high=open_high)
        case fields_of.Choice(values, _):
            return _chosen(values, path)
        case fields_of.Row():
            return _row(kind, name, known, path)
        case fields_of.Subset(size, least, most, _):
            top = _bound(size if most is None else most, known, path)
            return Subset(_number(f"|{name}|", _bound(least, known, path), top, path, integer=True))
        case fields_of.Distribution(size, _):
            return _distribution(name, _bound(size, known, path), path)
        case fields_of.Record(of, _):
            return symbols_of(of, path, f"{name}.")
    raise NotReadable(f"no symbol stands for {kind!r}")


def _distribution(name: str, size: Term | None, path: Path) -> Term:
    if size is None or not size.is_Integer or size > MOST_ENTRIES:
        raise NotReadable(f"{name} has an unknown number of outcomes")
    free = [sympy.Symbol(f"{name}[{index}]", nonnegative=True) for index in range(int(size) - 1)]
    last = 1 - sum(free, sympy.Integer(0))
    for symbol in free:
        path.facts.know(symbol, strict=False)
    path.facts.know(last, strict=False)
    return (*free, last)


def _chosen(values: tuple[Term, ...], path: Path) -> Term:
    """One of the values: a path of its own for each."""
    return constant(next((value for value in values[:-1] if path.choose()), values[-1]))


def _number(
    name: str, low: Term | None, high: Term | None, path: Path, *, integer: bool = False,
    open_low: bool = False, open_high: bool = False,
) -> Term:  # fmt: skip
    strict = open_low and not integer
    assumed: dict[str, bool] = {"real": True}
    if low is not None and low.is_number and low >= 0:
        assumed = {"positive": True} if strict or low > 0 else {"nonnegative": True}
    if integer:
        assumed["integer"] = True
    symbol = sympy.Symbol(name, **assumed)
    if low is not None:
        path.facts.know(symbol - low, strict=strict)
    if high is not None:
        path.facts.know(high - symbol, strict=open_high and not integer)
    return symbol


def _row(kind: fields_of.Row, name: str, known: Mapping[str, Term], path: Path) -> Term:
    least, most = _bound(kind.least, known, path), _bound(kind.most_long, known, path)
    assert least is not None
    length = least if least == most else _number(f"|{name}|", least, most, path, integer=True)
    if length.is_Integer:
        if length > MOST_ENTRIES:
            raise NotReadable(f"{name} has {length} entries")
        entries = tuple(_symbol(kind.of, f"{name}[{index}]", known, path) for index in range(int(length)))
        if kind.falling:
            for one, other in pairwise(entries):
                path.facts.know(one - other, strict=False)
        return entries
    if not isinstance(kind.of, fields_of.Integer | fields_of.Rational):
        raise NotReadable(f"{name} is a row of any length, of more than numbers")
    return Row(name, length, kind.of, kind.falling)


def _bound(bound: Bound, known: Mapping[str, Term], path: Path) -> Term | None:
    if bound is None:
        return None
    if isinstance(bound, str):
        reader = Reader(path, {}, {})
        return reader.number(reader.value(parsed(bound).tree, dict(known)))
    return constant(bound)


def constant(value: Term) -> Term:
    """A number of the code as a term; anything else as it is, where it has a meaning."""
    kind = type(value)
    if kind is int:
        return sympy.Integer(value)
    if kind is Fraction and type(value.numerator) is int:
        return sympy.Rational(value.numerator, value.denominator)
    if kind in (bool, str) or kind is Infinite or value is None:
        return value
    if kind in (tuple, list):
        return tuple(map(constant, value))
    if kind in (FunctionType, ModuleType) or isinstance(value, type) or inspect.isbuiltin(value):
        return value
    if isinstance(value, Instance):
        return Record(kind, {name: constant(getattr(value, name)) for name in value._fields})
    raise NotReadable(f"a {kind.__name__} has no meaning in a proof")


def read(function: object, arguments: tuple[Term, ...], path: Path) -> Term:
    """What a function gives for these terms, by its source."""
    if not isinstance(function, FunctionType) or type(function) is not FunctionType:
        raise NotReadable(f"{function!r} is no plain function")
    return _call(function, list(arguments), {}, path)


def _call(function: FunctionType, arguments: list[Term], keywords: dict[str, Term], path: Path) -> Term:
    node = source_of(function)
    names = _parameters(function, node, arguments, keywords)
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    closure = {name: cell.cell_contents for name, cell in cells.items()}
    reader = Reader(path, closure, function.__globals__)
    if isinstance(node, ast.Lambda):
        return reader.value(node.body, names)
    try:
        reader.run(node.body, names)
    except _Return as result:
        return result.value
    raise NotReadable(f"{function.__name__} returns nothing on some path")


def _parameters(
    function: FunctionType, node: ast.FunctionDef | ast.Lambda, arguments: list[Term], keywords: dict[str, Term]
) -> dict[str, Term]:
    given = node.args
    if given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs:
        raise NotReadable(f"{function.__name__} takes arguments in a way that is not read")
    names = [one.arg for one in given.args]
    bound = dict(zip(names, arguments, strict=False)) | keywords
    defaults = function.__defaults__ or ()
    for name, value in zip(names[len(names) - len(defaults) :], defaults, strict=True):
        bound.setdefault(name, constant(value))
    if set(bound) != set(names) or len(arguments) > len(names):
        raise NotReadable(f"{function.__name__} is called with other arguments than it takes")
    return bound


@cache
def source_of(function: FunctionType) -> ast.FunctionDef | ast.Lambda:
    """The function's definition in its file, which must be what runs."""
    nodes, file = nodes_of(function), function.__code__.co_filename
    if not linecache.getlines(file):
        raise NotReadable(f"there is no source of {function.__name__}")
    if len(nodes) != 1 or not any(function.__code__ == other for other in _compiled(file)):
        raise NotReadable(f"the source of {function.__name__} is not what runs, or stands not alone on its line")
    return nodes[0]


@cache
def _compiled(file: str) -> list[CodeType]:
    return list(_codes(compile("".join(linecache.getlines(file)), file, "exec", dont_inherit=True)))


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes(part)


class _Return(Exception):
    def __init__(self, value: Term) -> None:
        self.value = value


_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip


_Summand = Callable[["Reader", dict[str, Term]], Term]  # what is summed, for a reader that knows the entry


@dataclass(slots=True)
class Reader:
    """Interprets one function on one path; names are looked up in its variables, its closure, its module."""

    path: Path
    closure: Mapping[str, object]
    module: Mapping[str, object]

    def run(self, body: list[ast.stmt], names: dict[str, Term]) -> None:
        for statement in body:
            self._count()
            self._statement(statement, names)

    def _count(self) -> None:
        self.path.steps += 1
        if self.path.steps > MOST_STEPS:
            raise NotReadable("too long")

    def _statement(self, node: ast.stmt, names: dict[str, Term]) -> None:
        match node:
            case ast.Return(value) if value is not None:
                raise _Return(self.value(value, names))
            case ast.Assign([target], value):
                self._assign(target, self.value(value, names), names)
            case ast.AnnAssign(target, _, value) if value is not None:
                self._assign(target, self.value(value, names), names)
            case ast.AugAssign(ast.Name(name) as target, operation, value):
                self._assign(target, self._binary(operation, names[name], self.value(value, names)), names)
            case ast.If(test, body, orelse):
                self.run(body if self.truth(self.value(test, names)) else orelse, names)
            case ast.For(target, iterated, body, []):
                for item in self._items(self.value(iterated, names)):
                    self._assign(target, item, names)
                    self.run(body, names)
            case ast.Expr(ast.Constant(str())):
                pass
            case ast.Raise():
                raise NotReadable("on some path the code raises")
            case _:
                raise NotReadable(f"{ast.unparse(node).splitlines()[0]!r} is not read")

    def _assign(self, target: ast.expr, value: Term, names: dict[str, Term]) -> None:
        match target:
            case ast.Name(name):
                names[name] = value
            case ast.Tuple(parts) | ast.List(parts):
                items = self._items(value)
                if len(parts) != len(items) or any(isinstance(part, ast.Starred) for part in parts):
                    raise NotReadable(f"{ast.unparse(target)} takes {len(parts)} values")
                for part, item in zip(parts, items, strict=True):
                    self._assign(part, item, names)
            case _:
                raise NotReadable(f"an assignment to {ast.unparse(target)} is not read")

    def value(self, node: ast.expr, names: dict[str, Term]) -> Term:
        """The term that an expression stands for."""
        self._count()
        match node:
            case ast.Constant(value):
                return constant(value)
            case ast.Name(name):
                return self._name(name, names)
            case ast.Tuple(parts) | ast.List(parts):
                return tuple(self.value(part, names) for part in parts)
            case ast.Attribute(owner, name):
                return self._attribute(self.value(owner, names), name)
            case ast.Subscript(owner, subscript):
                return self._entry(self.value(owner, names), subscript, names)
            case ast.Call():
                return self._called(node, names)
            case ast.ListComp(_, _) | ast.GeneratorExp(_, _):
                return tuple(self._generated(node.elt, node.generators, names))
        return self._operated(node, names)

    def _operated(self, node: ast.expr, names: dict[str, Term]) -> Term:
        match node:
            case ast.BinOp(left, operation, right):
                return self._binary(operation, self.value(left, names), self.value(right, names))
            case ast.UnaryOp(ast.USub(), operand):
                return -self.number(self.value(operand, names))
            case ast.UnaryOp(ast.Not(), operand):
                return not self.truth(self.value(operand, names))
            case ast.BoolOp(operation, parts):
                return self._boolean(isinstance(operation, ast.And), parts, names)
            case ast.Compare():
                return self._compared(node, names)
            case ast.IfExp(test, then, otherwise):
                return self.value(then if self.truth(self.value(test, names)) else otherwise, names)
        raise NotReadable(f"{ast.unparse(node)!r} is not read")

    def _name(self, name: str, names: dict[str, Term]) -> Term:
        if name in names:
            return names[name]
        if name in self.closure:
            return constant(self.closure[name])
        if name in self.module:
            return constant(self.module[name])
        if hasattr(builtins, name):
            return getattr(builtins, name)
        raise NotReadable(f"{name} has no meaning")

    def number(self, value: Term) -> Term:
        """The term, which must be a number."""
        if isinstance(value, bool) or not isinstance(value, sympy.Expr):
            raise NotReadable(f"{value!r} is no number")
        return value

    def truth(self, value: Term) -> bool:
        """Whether a condition holds on this path."""
        if isinstance(value, bool):
            return value
        if isinstance(value, Comparison):
            return self.path.decide(value)
        raise NotReadable(f"{value!r} is no condition")

    def _boolean(self, is_and: bool, parts: list[ast.expr], names: dict[str, Term]) -> bool:
        for part in parts:
            if self.truth(self.value(part, names)) != is_and:
                return not is_and
        return is_and

    def _compared(self, node: ast.Compare, names: dict[str, Term]) -> bool:
        left = self.value(node.left, names)
        for operation, other in zip(node.ops, node.comparators, strict=True):
            right = self.value(other, names)
            if not self._holds(operation, left, right):
                return False
            left = right
        return True

    def _holds(self, operation: ast.cmpop, left: Term, right: Term) -> bool:
        if isinstance(operation, ast.In | ast.NotIn):
            among = any(self._holds(ast.Eq(), left, item) for item in self._items(right))
            return among is isinstance(operation, ast.In)
        plain = isinstance(left, str | bool | Infinite) and type(left) is type(right)
        if plain and isinstance(operation, ast.Eq | ast.NotEq):
            return (left == right) is isinstance(operation, ast.Eq)
        if type(operation) not in _COMPARED:
            raise NotReadable(f"{type(operation).__name__} is not read")
        return self.truth(Comparison(self.number(left) - self.number(right), _COMPARED[type(operation)]))

    def _binary(self, operation: ast.operator, left: Term, right: Term) -> Term:
        if isinstance(left, tuple) or isinstance(right, tuple):
            return self._of_rows(operation, left, right)
        a, b = self.number(left), self.number(right)
        match operation:
            case ast.Add():
                return a + b
            case ast.Sub():
                return a - b
            case ast.Mult():
                return a * b
            case ast.Div():
                return self._quotient(a, b)
            case ast.FloorDiv():
                return self._floor(a, b)
            case ast.Mod():
                return a - b * self._floor(a, b)
            case ast.Pow():
                return self.power(a, b)
        raise NotReadable(f"{type(operation).__name__} is not read")

    def _of_rows(self, operation: ast.operator, left: Term, right: Term) -> Term:
        if isinstance(operation, ast.Add) and isinstance(left, tuple) and isinstance(right, tuple):
            return left + right
        if isinstance(operation, ast.Mult):
            row, times = (left, right) if isinstance(left, tuple) else (right, left)
            if isinstance(times, sympy.Integer) and 0 <= times <= MOST_ENTRIES:
                return row * int(times)
        raise NotReadable(f"{type(operation).__name__} of rows is not read")

    def _quotient(self, a: Term, b: Term) -> Term:
        if not self.path.facts.is_not_zero(b):
            raise NotReadable(f"{b} is not shown to be other than 0, and something is divided by it")
        return a / b

    def _floor(self, a: Term, b: Term) -> Term:
        quotient = self._quotient(a, b)
        if _divides(b, a):
            return quotient
        whole, facts = sympy.floor(quotient), self.path.facts
        if not self.path.bound & whole.free_symbols and facts.is_positive(b):  # without the denominator, as goals are
            facts.know(a - b * whole, strict=False)
            facts.know(b * whole + b - a, strict=True)
        return whole

    def power(self, base: Term, exponent: Term) -> Term:
        """A power that is shown to be defined."""
        base, exponent, facts = self.number(base), self.number(exponent), self.path.facts
        if exponent.is_Integer and exponent >= 0:
            return base**exponent
        if exponent.is_integer and facts.is_positive(exponent, strict=False) and facts.is_positive(base):
            return base**exponent
        if exponent.is_Integer:
            return self._quotient(sympy.Integer(1), base**-exponent)
        if facts.is_positive(base) or (facts.is_positive(base, strict=False) and facts.is_positive(exponent)):
            return base**exponent
        raise NotReadable(f"{base} is not shown to be positive, and a power of it is taken")

    def _attribute(self, owner: Term, name: str) -> Term:
        if isinstance(owner, Record):
            if name in owner.values:
                return owner.values[name]
            member = inspect.getattr_static(owner.of, name, None)
            if isinstance(member, property) and isinstance(member.fget, FunctionType):
                return _call(member.fget, [owner], {}, self.path)
            if isinstance(member, FunctionType):
                return _Method(owner, member)
        if isinstance(owner, ModuleType):
            return constant(getattr(owner, name))
        raise NotReadable(f".{name} of {owner!r} is not read")

    def _entry(self, owner: Term, subscript: ast.expr, names: dict[str, Term]) -> Term:
        if isinstance(subscript, ast.Slice):
            parts = subscript.lower, subscript.upper, subscript.step
            ends = [None if one is None else self.value(one, names) for one in parts]
            if isinstance(owner, tuple) and all(one is None or isinstance(one, sympy.Integer) for one in ends):
                return owner[slice(*(None if one is None else int(one) for one in ends))]
            raise NotReadable("a part of a row of unknown length")
        index = self.value(subscript, names)
        if isinstance(owner, tuple) and isinstance(index, sympy.Integer):
            if not -len(owner) <= index < len(owner):
                raise NotReadable(f"a row of {len(owner)} has no entry {index}")
            return owner[int(index)]
        row = owner.row if isinstance(owner, Ranked) else owner
        if isinstance(row, Row) and isinstance(index, sympy.Integer) and (isinstance(owner, Ranked) or row.falling):
            return self._rank(row, int(index))
        raise NotReadable(f"the entry {index} of {owner!r} is not read")

    def _rank(self, row: Row, index: int) -> Term:
        """The entry at a place of the row in falling order, 0 being the largest."""
        facts = self.path.facts
        if index < 0 or not facts.is_positive(row.length - index - 1, strict=False):
            raise NotReadable(f"{row.name} is not shown to have {index + 1} entries")
        if index not in row.ranks:
            entry = _symbol(row.of, f"{row.name}({index + 1})", {}, self.path)
            row.ranks[index] = entry
            for other, known in row.ranks.items():
                if other != index:
                    facts.know(known - entry if other < index else entry - known, strict=False)
        return row.ranks[index]

    def _items(self, value: Term) -> tuple[Term, ...]:
        if isinstance(value, tuple):
            return value
        if isinstance(value, Span) and isinstance(value.low, sympy.Integer) and isinstance(value.high, sympy.Integer):
            if value.high - value.low > 1000:
                raise NotReadable("a range of more than 1000 numbers")
            return tuple(map(sympy.Integer, range(int(value.low), int(value.high))))
        raise NotReadable(f"{value!r} has an unknown number of entries")

    def _generated(self, element: ast.expr, loops: list[ast.comprehension], names: dict[str, Term]) -> Iterator[Term]:
        if not loops:
            yield self.value(element, names)
            return
        loop, *rest = loops
        for item in self._items(self.value(loop.iter, names)):
            inner = dict(names)
            self._assign(loop.target, item, inner)
            if all(self.truth(self.value(test, inner)) for test in loop.ifs):
                yield from self._generated(element, rest, inner)

    def _called(self, node: ast.Call, names: dict[str, Term]) -> Term:
        function = self.value(node.func, names)
        if function is builtins.sum or function is expressions.total:
            return self._sum(node, names)
        arguments = [item for one in node.args for item in self._argument(one, names)]
        keywords = {one.arg: self.value(one.value, names) for one in node.keywords if one.arg is not None}
        if len(keywords) != len(node.keywords):
            raise NotReadable("** in a call is not read")
        for known, meaning in _MEANINGS:
            if any(function is one for one in known):
                return meaning(self, arguments, keywords)
        if isinstance(function, _Method):
            return _call(function.function, [function.owner, *arguments], keywords, self.path)
        if isinstance(function, FunctionType) and type(function) is FunctionType:
            return _call(function, arguments, keywords, self.path)
        raise NotReadable(f"{ast.unparse(node.func)} has no meaning in a proof")

    def _argument(self, node: ast.expr, names: dict[str, Term]) -> tuple[Term, ...]:
        if isinstance(node, ast.Starred):
            return self._items(self.value(node.value, names))
        return (self.value(node, names),)

    def _sum(self, node: ast.Call, names: dict[str, Term]) -> Term:
        """A sum over a row or range, also of unknown length."""
        if not node.args or len(node.args) > 2:
            raise NotReadable("a sum of what?")
        start = self.number(self.value(node.args[1], names)) if len(node.args) == 2 else sympy.Integer(0)
        inside = node.args[0]
        if isinstance(inside, ast.GeneratorExp | ast.ListComp):
            return start + self._over(inside.generators, inside.elt, names)
        value = self.value(inside, names)
        if isinstance(value, Row):
            return start + self._power_sum(value, 1)
        if isinstance(value, Span) and not _is_concrete(value):
            return start + self._over_span(value, "k", lambda _, inner: inner["k"], names)
        return start + sum((self.number(item) for item in self._items(value)), sympy.Integer(0))

    def _over(self, loops: list[ast.comprehension], element: ast.expr, names: dict[str, Term]) -> Term:
        """The sum over all loops of a generator, the first outermost."""
        if not loops:
            return self.number(self.value(element, names))
        loop, *rest = loops
        over = self.value(loop.iter, names)
        if isinstance(over, Row) or (isinstance(over, Span) and not _is_concrete(over)):
            if loop.ifs or not isinstance(loop.target, ast.Name):
                raise NotReadable("a condition on each entry of a sum")
            name = loop.target.id
            inside = self._over_span if isinstance(over, Span) else self._over_row
            return inside(over, name, lambda reader, inner: reader._over(rest, element, inner), names)
        total = sympy.Integer(0)
        for item in self._items(over):
            inner = dict(names)
            self._assign(loop.target, item, inner)
            if all(self.truth(self.value(test, inner)) for test in loop.ifs):
                total += self._over(rest, element, inner)
        return total

    def _over_span(self, span: Term, name: str, summand: _Summand, names: dict[str, Term]) -> Term:
        """The closed form of a sum, as induction shows it."""
        facts = self.path.facts
        if not facts.is_positive(span.high - span.low, strict=False):
            raise NotReadable("a sum over a range that may end before it starts")
        sign = {"nonnegative": True} if span.low.is_nonnegative else {}
        index = sympy.Dummy(name, integer=True, **sign)
        inner = self._scoped(index, [index - span.low, span.high - 1 - index])
        term = summand(inner, {**names, name: index})
        end = sympy.Dummy("end", integer=True, **sign)
        closed = sympy.Sum(term, (index, span.low, end - 1)).doit()
        base = closed.subs(end, span.low)
        step = closed.subs(end, end + 1) - closed - term.subs(index, end)
        if closed.has(sympy.Sum, sympy.Piecewise) or not vanishes(base) or not vanishes(sympy.sympify(step)):
            raise NotReadable(f"no closed form is known for the sum of {term}")
        return closed.subs(end, span.high)

    def _over_row(self, row: Term, name: str, summand: _Summand, names: dict[str, Term]) -> Term:
        """The sum of a polynomial in the entries, by sums of their powers."""
        entry = sympy.Dummy(row.name, real=True)
        inner = self._scoped(entry, list(_entry_facts(row, entry)))
        term = sympy.expand(summand(inner, {**names, name: entry}))
        if not term.is_polynomial(entry):
            raise NotReadable(f"a sum of {term} over {row.name}")
        poly = sympy.Poly(term, entry)
        return sum((c * self._power_sum(row, power) for (power,), c in poly.terms()), sympy.Integer(0))

    def _scoped(self, symbol: Term, facts: list[Term]) -> Reader:
        """A reader for what is done with each entry: it knows more, and splits nothing."""
        path = replace(self.path, facts=self.path.facts.copy(), bound={*self.path.bound, symbol})
        for fact in facts:
            path.facts.know(fact, strict=False)
        return Reader(path, self.closure, self.module)

    def _power_sum(self, row: Row, power: int) -> Term:
        if power == 0:
            return row.length
        if power not in row.powers:
            low = _bound_number(row.of)
            sign = {"nonnegative": True} if low is not None and low >= 0 else {"real": True}
            row.powers[power] = sympy.Symbol(f"sum({row.name}^{power})" if power > 1 else f"sum({row.name})", **sign)
            if power == 1 and low is not None:
                self.path.facts.know(row.powers[1] - low * row.length, strict=False)
        return row.powers[power]

    def extreme(self, items: list[Term], largest: bool) -> Term:
        """The maximum or minimum: the path says which it is."""
        if len(items) == 1 and isinstance(items[0], Row):
            if largest:
                return self._rank(items[0], 0)
            raise NotReadable(f"the least entry of {items[0].name}")
        listed = list(self._items(items[0])) if len(items) == 1 else items
        if not listed:
            raise NotReadable("the maximum of nothing")
        best = self.number(listed[0])
        for item in listed[1:]:
            other = self.number(item)
            difference = other - best if largest else best - other
            best = other if self.path.decide(Comparison(difference, ">")) else best
        return best


@dataclass(frozen=True, slots=True)
class _Method:
    owner: Record
    function: FunctionType


def _divides(number: Term, polynomial: Term) -> bool:
    """Whether a small number divides a polynomial of whole numbers, whatever these are: all remainders are tried."""
    expanded = sympy.expand(polynomial)
    symbols = sorted(expanded.free_symbols, key=str)
    if not (number.is_Integer and 0 < number <= 12 and 0 < len(symbols) <= 2 and all(x.is_integer for x in symbols)):
        return False
    poly = expanded.as_poly(*symbols)
    if poly is None or not all(c.is_Integer for c in poly.coeffs()):
        return False
    remainders = product(range(int(number)), repeat=len(symbols))
    return all(poly.eval(dict(zip(symbols, row, strict=True))) % number == 0 for row in remainders)


def _is_concrete(span: Span) -> bool:
    return isinstance(span.low, sympy.Integer) and isinstance(span.high, sympy.Integer)


def _bound_number(kind: Field) -> Term | None:
    low = getattr(kind, "low", None)
    return constant(low) if type(low) in (int, Fraction) else None


def _entry_facts(row: Row, entry: Term) -> Iterator[Term]:
    low = _bound_number(row.of)
    if low is not None:
        yield entry - low
    high = getattr(row.of, "high", None)
    if type(high) in (int, Fraction):
        yield constant(high) - entry


def _absolute(reader: Reader, arguments: list[Term], _: dict[str, Term]) -> Term:
    (value,) = arguments
    return value if reader.path.decide(Comparison(reader.number(value), ">=")) else -value


def _length(reader: Reader, arguments: list[Term], _: dict[str, Term]) -> Term:
    (value,) = arguments
    if isinstance(value, Row):
        return value.length
    return value.size if isinstance(value, Subset) else sympy.Integer(len(reader._items(value)))


def _fraction(reader: Reader, arguments: list[Term], _: dict[str, Term]) -> Term:
    if len(arguments) == 1 and isinstance(arguments[0], str):
        return constant(Fraction(arguments[0]))
    numbers = [reader.number(one) for one in arguments]
    return numbers[0] if len(numbers) == 1 else reader._quotient(*numbers)


def _span(reader: Reader, arguments: list[Term], _: dict[str, Term]) -> Term:
    if len(arguments) > 2:
        raise NotReadable("a range with a step")
    low, high = (sympy.Integer(0), *arguments) if len(arguments) == 1 else arguments
    return Span(reader.number(low), reader.number(high))


def _logarithm(reader: Reader, arguments: list[Term], _: dict[str, Term]) -> Term:
    value = reader.number(arguments[0])
    if not reader.path.facts.is_positive(value):
        raise NotReadable(f"{value} is not shown to be positive, and its logarithm is taken")
    return sympy.log(value)


def _binomial(reader: Reader, arguments: list[Term], _: dict[str, Term]) -> Term:
    n, k = map(reader.number, arguments)
    if not (isinstance(k, sympy.Integer) and 0 <= k <= 40 and n.is_integer) or not reader.path.facts.is_positive(
        n, strict=False
    ):
        raise NotReadable(f"comb({n}, {k}) is not read")
    return sympy.expand(sympy.prod([n - i for i in range(int(k))]) / sympy.factorial(k))


def _ordered(reader: Reader, arguments: list[Term], keywords: dict[str, Term]) -> Term:
    if isinstance(arguments[0], Row) and keywords == {"reverse": True}:
        return Ranked(arguments[0])
    raise NotReadable("only sorted(row, reverse=True) is read")


_MEANINGS: tuple[tuple[tuple[object, ...], Callable[[Reader, list[Term], dict[str, Term]], Term]], ...] = (
    ((builtins.abs,), _absolute),
    ((builtins.len, expressions.count), _length),
    ((builtins.max, expressions.largest), lambda reader, arguments, _: reader.extreme(arguments, True)),
    ((builtins.min, expressions.smallest), lambda reader, arguments, _: reader.extreme(arguments, False)),
    ((builtins.range,), _span),
    ((builtins.sorted,), _ordered),
    ((builtins.tuple, builtins.list), lambda reader, arguments, _: reader._items(arguments[0])),
    ((builtins.all,), lambda reader, arguments, _: all(reader.truth(one) for one in reader._items(arguments[0]))),
    ((builtins.any,), lambda reader, arguments, _: any(reader.truth(one) for one in reader._items(arguments[0]))),
    ((Fraction,), _fraction),
    ((math.comb,), _binomial),
    ((math.prod,), lambda reader, arguments, _: sympy.prod(map(reader.number, reader._items(arguments[0])))),
    (
        (expressions.sqrt, expressions.surd),
        lambda reader, arguments, _: reader.power(arguments[0], sympy.S.Half),
    ),
    ((expressions.power,), lambda reader, arguments, _: reader.power(*arguments)),
    ((expressions.exp,), lambda reader, arguments, _: sympy.exp(reader.number(arguments[0]))),
    ((expressions.log,), _logarithm),
    ((expressions.erfc,), lambda reader, arguments, _: sympy.erfc(reader.number(arguments[0]))),
    ((expressions.pi,), lambda reader, arguments, _: sympy.pi),
)
