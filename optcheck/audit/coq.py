"""Functions of the language of definitions as terms of Coq: whole numbers are Z, all other numbers are real.

A function is read as text (:mod:`optcheck.audit.translate`), its calls are written out, and every name becomes the term
that it stands for. What Python would refuse (a quotient by 0, an entry that is not there) becomes a *need*: a
proposition that must be shown too. What has no term raises Untranslatable, and then no statement is written.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from optcheck.audit.translate import Untranslatable
from optcheck.claims.expressions import Value  # here a Number, Condition, Rows, Span, row or record of these, a word

Type: TypeAlias = "str | tuple[Type, ...]"  # "Z", "R", "bool", ("list", type), ("prod", type, type)
LONGEST = 20_000  # characters of a term
ATOM, APPLIED, POWER, TIMES, PLUS, LOOSE = 0, 10, 30, 40, 50, 200  # how loosely a term holds together


@dataclass(frozen=True, slots=True)
class Number:
    """A term of type Z or R; ``known`` where it is a constant."""

    kind: str
    text: str
    level: int = ATOM
    known: Fraction | None = None

    def at(self, level: int) -> str:
        """The term where no looser one may stand."""
        return self.text if self.level <= level else f"({self.text})"


@dataclass(frozen=True, slots=True)
class Condition:
    """Something true or false: as a proposition, and as a test that computes."""

    prop: str
    test: str
    known: bool | None = None

    def negated(self) -> Condition:
        """It does not hold."""
        if self.known is not None:
            return truth(not self.known)
        return Condition(f"~ ({self.prop})", f"(negb {self.test})")


@dataclass(frozen=True, slots=True)
class Extended:
    """A number where a condition holds, and else infinite."""

    finite: Condition
    value: Number


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of unknown length."""

    of: Type
    text: str


@dataclass(frozen=True, slots=True)
class Span:
    """The whole numbers from low to high - 1."""

    low: Number
    high: Number


@dataclass(frozen=True, slots=True)
class Opaque:
    """A function that is not looked into: calling it gives itself and its arguments."""

    name: str


@dataclass(frozen=True, slots=True)
class Function:
    """A function with the names around it."""

    node: ast.FunctionDef | ast.Lambda
    names: dict[str, Value]


class Held(ast.expr):
    """A value in the place of an expression."""

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value


class NoTerm(Untranslatable):
    """A construct that is not written in Coq."""

    def __init__(self, construct: str) -> None:
        super().__init__("", 0, construct)
        self.args = (f"{construct} has no term",)


INFINITE = "infinite"  # as translated code writes it


def as_extended(value: Value) -> Extended:
    """A number, or infinity."""
    if value == INFINITE:
        return Extended(truth(False), constant(0))
    if not isinstance(value, Number | Extended):
        raise refused(f"{value!r:.80} as a number")
    return value if isinstance(value, Extended) else Extended(truth(True), value)


def refused(construct: str) -> NoTerm:
    """It has no term."""
    return NoTerm(construct)


def constant(value: Fraction | int, kind: str = "") -> Number:
    """A number as it is written."""
    exact = Fraction(value)
    kind = kind or ("Z" if exact.denominator == 1 else "R")
    text = str(exact.numerator) if exact.denominator == 1 else f"{exact.numerator} / {exact.denominator}"
    return Number(kind, text, ATOM if exact.denominator == 1 and exact >= 0 else TIMES, exact)


def truth(value: bool) -> Condition:
    """A condition that is decided."""
    return Condition("True" if value else "False", "true" if value else "false", value)


def real(number: Number) -> Number:
    """The number as a real one."""
    if number.kind == "R":
        return number
    if number.known is not None:
        return constant(number.known, "R")
    return Number("R", f"IZR {number.at(ATOM)}", APPLIED)


def _common(kinds: list[Type]) -> Type:
    """The type of a list of such: whole numbers among real ones are real."""
    if all(kind == kinds[0] for kind in kinds):
        return kinds[0]
    if all(isinstance(kind, tuple) and kind[0] == "list" for kind in kinds):
        return ("list", _common([kind[1] for kind in kinds]))
    if not all(kind in ("Z", "R") for kind in kinds):
        raise refused(f"{' and '.join(map(type_text, kinds))} in one place")
    return "R"


def _made_real(found: Type, wanted: Type) -> str | None:
    """The function that makes the one of the other."""
    if (found, wanted) == ("Z", "R"):
        return "IZR"
    if isinstance(found, tuple) and isinstance(wanted, tuple) and found[0] == wanted[0] == "list":
        inner = _made_real(found[1], wanted[1])
        return inner and (f"map {inner}" if inner == "IZR" else f"map ({inner})")
    return None


def conjunction(parts: list[str]) -> str:
    """All of them, each once."""
    kept = [f"({part})" for part in dict.fromkeys(parts) if part != "True"]
    return " /\\ ".join(kept) if kept else "True"


def type_text(kind: Type) -> str:
    """A type as Coq writes it."""
    if isinstance(kind, str):
        return kind
    if kind[0] == "record":
        return f"({' * '.join(type_text(part[2]) for part in kind[1:])})"
    inner = [type_text(part) for part in kind[1:]]
    if kind[0] == "list":
        return f"list {inner[0]}" if isinstance(kind[1], str) else f"list ({inner[0]})"
    return f"({inner[0]} * {inner[1]})"


def lifted(kind: Type, text: str) -> Value:
    """The value that a term of this type is."""
    if kind in ("Z", "R"):
        return Number(str(kind), text)
    if kind == "bool":
        return Condition(f"{text} = true", text)
    if kind[0] == "list":
        return Rows(kind[1], text)
    if kind[0] == "record":
        return _fields_of(list(kind[1:]), text)
    return lifted(kind[1], f"(fst {text})"), lifted(kind[2], f"(snd {text})")


def _fields_of(fields: list[Type], text: str) -> dict[str, Value]:
    """A record is a tuple of its fields: pairs of pairs, the last field outermost."""
    _, name, kind = tuple(fields[-1])
    before = fields[:-1]
    if not before:
        return {str(name): lifted(kind, text)}
    return {**_fields_of(before, f"(fst {text})"), str(name): lifted(kind, f"(snd {text})")}


def compared(left: Number, sign: str, right: Number) -> Condition:
    """Two numbers compared."""
    if left.known is not None and right.known is not None:
        found = {"<": left.known < right.known, "<=": left.known <= right.known, "=": left.known == right.known}
        return truth(found[sign])
    whole = left.kind == right.kind == "Z"
    one, other = (left, right) if whole else (real(left), real(right))
    prop = f"{one.at(PLUS)} {sign} {other.at(PLUS)}"
    test = {"<": "ltb", "<=": "leb", "=": "eqb"}[sign]
    called = f"Z.{test}" if whole else f"R{test}"
    return Condition(f"({prop})%Z" if whole else prop, f"({called} {one.at(ATOM)} {other.at(ATOM)})")


def comparison(left: Number, sign: str, right: Number) -> Condition:
    """Any of Python's signs."""
    match sign:
        case ">" | ">=":
            return compared(right, "<" if sign == ">" else "<=", left)
        case "!=":
            return compared(left, "=", right).negated()
    return compared(left, {"==": "="}.get(sign, sign), right)


def both(parts: list[Condition], every: bool) -> Condition:
    """All of them, or one of them."""
    left = [part for part in parts if part.known is not every]
    if any(part.known is (not every) for part in left):
        return truth(not every)
    if len(left) < 2:
        return left[0] if left else truth(every)
    sign, called = ("/\\", "andb") if every else ("\\/", "orb")
    test = left[-1].test
    for part in reversed(left[:-1]):
        test = f"({called} {part.test} {test})"
    return Condition(f" {sign} ".join(f"({part.prop})" for part in left), test)


def above_all(left: Extended, sign: str, right: Extended) -> Condition:
    """Numbers compared of which either may be infinite: infinity is above every number, and equal to itself."""
    if sign in (">", ">="):
        return above_all(right, {">": "<", ">=": "<="}[sign], left)
    if sign == "!=":
        return above_all(left, "==", right).negated()
    inside, a, b = comparison(left.value, sign, right.value), left.finite, right.finite
    if sign == "<":
        return both([a, both([b.negated(), inside], False)], True)
    if sign == "<=":
        return both([b.negated(), both([a, inside], True)], False)
    return both([both([a, b, inside], True), both([a.negated(), b.negated()], True)], False)


def program(text: str) -> dict[str, Value]:
    """The names that a program of the language defines: its functions, and its constants where they are first used."""
    names: dict[str, Value] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            names[node.name] = Function(node, names)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            names[node.targets[0].id] = node.value
    return names


_ORDER = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}


@dataclass(slots=True)
class Reader:
    """Reads expressions and functions; ``needs`` gathers what must hold for all of it to be defined."""

    needs: list[str] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)

    def fresh(self, name: str) -> str:
        """A name for a bound variable that nothing else has."""
        base = name.strip("_") or "x"
        found = next(one for one in (base, *(f"{base}{i}" for i in range(1, 10_000))) if one not in self.taken)
        self.taken.add(found)
        return found

    def need(self, condition: Condition | str) -> None:
        """What must hold."""
        prop = condition if isinstance(condition, str) else condition.prop
        if prop != "True":
            self.needs.append(prop)

    @contextmanager
    def guarded(self, *premises: str) -> Iterator[None]:
        """Needs that arise inside are needed only under these premises."""
        before, self.needs = self.needs, []
        try:
            yield
        finally:
            inside, self.needs = self.needs, before
        held = [one for one in premises if one not in ("(True)", "~ (False)")]
        given = "".join(one if one.startswith("forall ") else f"{one} -> " for one in held)
        self.needs += [f"{given}({one})" if given else one for one in inside]

    # --- functions and statements ---

    def call(self, function: Value, arguments: list[Value], keywords: dict[str, Value] | None = None) -> Value:
        """What the function gives."""
        if isinstance(function, Opaque):
            return (function, *arguments)
        if not isinstance(function, Function):
            raise refused(f"a call of {function!r}")
        given = function.node.args
        parameters = [one.arg for one in given.args]
        if given.vararg or given.kwarg or given.kwonlyargs or len(arguments) > len(parameters):
            raise refused("a function of other than plain parameters")
        names = dict(function.names) | dict(zip(parameters, arguments, strict=False)) | (keywords or {})
        for name, default in zip(parameters[len(parameters) - len(given.defaults) :], given.defaults, strict=True):
            if name not in dict(zip(parameters, arguments, strict=False)) | (keywords or {}):
                names[name] = self.value(default, function.names)
        if isinstance(function.node, ast.Lambda):
            return self.value(function.node.body, names)
        return self.run(list(function.node.body), names)

    def run(self, body: list[ast.stmt], names: dict[str, Value]) -> Value:
        """What the statements return."""
        while body:
            node, *body = body
            match node:
                case ast.Return(value) if value is not None:
                    return self.value(value, names)
                case ast.If(test, then, otherwise):
                    condition = self.condition(self.value(test, names))
                    if condition.known is None:
                        return self.split(condition, [*then, *body], [*otherwise, *body], names)
                    body = [*(then if condition.known else otherwise), *body]
                case ast.For(target, rows, inner, []):
                    items = self.value(rows, names)
                    if isinstance(items, tuple):
                        body = [one for item in items for one in (self.assigned(target, item), *inner)] + body
                    else:
                        self.fold(target, items, inner, names)
                case _:
                    self.step(node, names)
        raise refused("a function that returns nothing")

    def split(self, test: Condition, then: list[ast.stmt], other: list[ast.stmt], names: dict[str, Value]) -> Value:
        with self.guarded(f"({test.prop})"):
            one = self.run(then, dict(names))
        with self.guarded(f"~ ({test.prop})"):
            two = self.run(other, dict(names))
        return self.chosen(test, one, two)

    @staticmethod
    def assigned(target: ast.expr, value: Value) -> ast.stmt:
        return ast.Assign([target], Held(value), lineno=0)

    def step(self, node: ast.stmt, names: dict[str, Value]) -> None:
        """A statement that only changes names."""
        match node:
            case ast.Assign([target], value):
                self.assign(target, self.value(value, names), names)
            case ast.AugAssign(ast.Name(name), operation, value):
                names[name] = self.binary(operation, names[name], self.value(value, names))
            case ast.FunctionDef(name):
                names[name] = Function(node, names)
            case ast.Expr(ast.Call(ast.Name("undefined"))):
                self.need("False")
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), "append" | "extend" as how), [item])):
                added = self.value(item, names)
                names[name] = self.joined(names[name], (added,) if how == "append" else added)
            case ast.Pass() | ast.Expr(ast.Constant(str())):
                pass
            case _:
                raise refused(f"{ast.unparse(node).splitlines()[0]!r}")

    def assign(self, target: ast.expr, value: Value, names: dict[str, Value]) -> None:
        match target:
            case ast.Name(name):
                names[name] = value
            case ast.Tuple(parts) | ast.List(parts) if isinstance(value, tuple) and len(value) == len(parts):
                for part, item in zip(parts, value, strict=True):
                    self.assign(part, item, names)
            case _:
                raise refused(f"an assignment to {ast.unparse(target)}")

    def fold(self, target: ast.expr, items: Value, body: list[ast.stmt], names: dict[str, Value]) -> None:
        """A loop over a list: what it changes is carried along. Needs are asked for whatever is carried."""
        rows = self.rows(items)
        changed = sorted({n.id for one in body for n in ast.walk(one) if isinstance(n, ast.Name) and n.id in names}
                         & {n.id for one in body for n in ast.walk(one) if isinstance(n, ast.Name)
                            and isinstance(n.ctx, ast.Store)})  # fmt: skip
        if len(changed) != 1:
            raise refused(f"a loop that changes {', '.join(changed) or 'nothing'}")
        (name,) = changed
        kind, start = self.lowered(names[name])
        state, item = self.fresh(name), self.fresh("item")
        for _ in range(2):  # a whole number at first may become a real one
            inner = dict(names) | {name: lifted(kind, state)}
            premise = f"forall ({state} : {type_text(kind)}) ({item} : {type_text(rows.of)}), In {item} {rows.text} -> "
            with self.guarded(premise):
                self.assign(target, lifted(rows.of, item), inner)
                for one in body:
                    self.step(one, inner)
            found, result = self.lowered(inner[name])
            if found == kind:
                break
            kind, start = found, self.lowered_as(names[name], found)
        step = f"fun ({state} : {type_text(kind)}) ({item} : {type_text(rows.of)}) => {result}"
        names[name] = lifted(kind, f"(fold_left ({step}) {rows.text} {start})")

    # --- types ---

    def lowered(self, value: Value) -> tuple[Type, str]:
        """The type and the term of a value, as an argument."""
        match value:
            case Number(kind, text, level, known):
                plain = level == ATOM and (known is None or kind == "R")
                return kind, text if plain else f"({text})%{kind}"
            case Condition():
                return "bool", value.test
            case Rows() | Span():
                rows = self.rows(value)
                return ("list", rows.of), rows.text
            case tuple():
                rows = self.rows(value)
                return ("list", rows.of), rows.text
        raise refused(f"{value!r:.80} as a term")

    def lowered_as(self, value: Value, kind: Type) -> str:
        """The term of a value, as one of this type: a whole number may be a real one."""
        if kind == "R" and isinstance(value, Number):
            return self.lowered(real(value))[1]
        if isinstance(value, tuple) and kind[0] == "list":
            return f"[{'; '.join(self.lowered_as(one, kind[1]) for one in value)}]"
        found, text = self.lowered(value)
        if found == kind:
            return text
        made = _made_real(found, kind)
        if made is not None:
            return f"({made} {text})"
        raise refused(f"a {type_text(found)} as a {type_text(kind)}")

    def rows(self, value: Value) -> Rows:
        """A list."""
        match value:
            case Rows():
                return value
            case Span(low, high):
                return Rows("Z", f"(Zrange {low.at(ATOM)} {high.at(ATOM)})")
            case tuple() if value:
                kind = _common([self.lowered(one)[0] for one in value])
                return Rows(kind, f"[{'; '.join(self.lowered_as(one, kind) for one in value)}]")
        raise refused(f"{value!r:.80} as a list")

    def joined(self, one: Value, other: Value) -> Value:
        if isinstance(one, tuple) and isinstance(other, tuple):
            return one + other
        if one == () or other == ():
            return self.rows(one if other == () else other)
        a, b = self.rows(one), self.rows(other)
        kind = _common([a.of, b.of])
        return Rows(kind, f"({self.lowered_as(a, ('list', kind))} ++ {self.lowered_as(b, ('list', kind))})")

    def chosen(self, test: Condition, one: Value, two: Value) -> Value:
        """One value where the test holds, else the other."""
        if test.known is not None or one == two:
            return two if test.known is False else one
        if INFINITE in (one, two) or isinstance(one, Extended) or isinstance(two, Extended):
            return self.extended(test, one, two)
        if isinstance(one, tuple) and isinstance(two, tuple) and len(one) == len(two):
            return tuple(self.chosen(test, a, b) for a, b in zip(one, two, strict=True))
        if isinstance(one, Condition) and isinstance(two, Condition):
            if one.known is not None and two.known is not None:
                return test if one.known else test.negated()
            prop = f"(({test.prop}) -> {one.prop}) /\\ (~ ({test.prop}) -> {two.prop})"
            return Condition(prop, f"(if {test.test} then {one.test} else {two.test})")
        kind = _common([self.lowered(value)[0] for value in (one, two) if value != ()])
        text = f"(if {test.test} then {self.lowered_as(one, kind)} else {self.lowered_as(two, kind)})"
        if len(text) > LONGEST:
            raise refused(f"a term of more than {LONGEST} characters")
        return lifted(kind, text)

    def extended(self, test: Condition, one: Value, two: Value) -> Extended:
        """The same where one of the two may be infinite."""
        a, b = as_extended(one), as_extended(two)
        finite = self.chosen(test, a.finite, b.finite)
        if a.finite.known is False or b.finite.known is False:
            return Extended(finite, b.value if a.finite.known is False else a.value)
        return Extended(finite, self.number(self.chosen(test, a.value, b.value)))

    def condition(self, value: Value) -> Condition:
        if isinstance(value, bool):
            return truth(value)
        if not isinstance(value, Condition):
            raise refused(f"{value!r:.80} as a condition")
        return value

    def number(self, value: Value) -> Number:
        if not isinstance(value, Number):
            raise refused(f"{value!r:.80} as a number")
        return value

    # --- expressions ---

    def value(self, node: ast.expr, names: dict[str, Value]) -> Value:
        """What an expression stands for."""
        match node:
            case Held(value=value):
                return value
            case ast.Constant(value):
                return truth(value) if isinstance(value, bool) else constant(value) if type(value) is int else value
            case ast.Name(name):
                return self.named(name, names)
            case ast.Tuple(parts) | ast.List(parts):
                return self.listed(parts, names)
            case ast.Attribute(owner, name):
                return self.attribute(self.value(owner, names), name)
            case ast.Subscript(owner, place):
                return self.entry(self.value(owner, names), place, names)
            case ast.ListComp() | ast.GeneratorExp():
                return self.collected(node.generators, node.elt, names)
            case ast.Call():
                return self.called(node, names)
        return self.operated(node, names)

    def named(self, name: str, names: dict[str, Value]) -> Value:
        if name not in names:
            raise refused(f"the name {name}")
        found = names[name]
        return self.value(found, names) if isinstance(found, ast.expr) else found

    def attribute(self, owner: Value, name: str) -> Value:
        if isinstance(owner, dict) and name in owner:
            return owner[name]
        raise refused(f"the attribute {name}")

    def listed(self, parts: list[ast.expr], names: dict[str, Value]) -> Value:
        made: Value = ()
        for part in parts:
            if isinstance(part, ast.Starred):
                made = self.joined(made, self.value(part.value, names))
            else:
                made = self.joined(made, (self.value(part, names),))
        return made

    def operated(self, node: ast.expr, names: dict[str, Value]) -> Value:
        match node:
            case ast.Lambda():
                return Function(node, names)
            case ast.BinOp(left, operation, right):
                return self.binary(operation, self.value(left, names), self.value(right, names))
            case ast.UnaryOp(ast.USub(), operand):
                return self.binary(ast.Sub(), constant(0), self.number(self.value(operand, names)))
            case ast.UnaryOp(ast.Not(), operand):
                return self.condition(self.value(operand, names)).negated()
            case ast.BoolOp(operation, parts):
                return self.boolean(isinstance(operation, ast.And), parts, names)
            case ast.Compare():
                return self.compare(node, names)
            case ast.IfExp(test, then, otherwise):
                condition = self.condition(self.value(test, names))
                if condition.known is not None:
                    return self.value(then if condition.known else otherwise, names)
                return self.split(condition, [ast.Return(then)], [ast.Return(otherwise)], names)
        raise refused(f"{ast.unparse(node)!r}")

    def boolean(self, every: bool, parts: list[ast.expr], names: dict[str, Value]) -> Condition:
        first, *rest = parts
        one = self.condition(self.value(first, names))
        if not rest or one.known is (not every):
            return one
        with self.guarded(f"({one.prop})" if every else f"~ ({one.prop})"):
            other = self.boolean(every, rest, names)
        return both([one, other], every)

    def compare(self, node: ast.Compare, names: dict[str, Value]) -> Condition:
        left, found = self.value(node.left, names), []
        for operation, other in zip(node.ops, node.comparators, strict=True):
            right = self.value(other, names)
            found.append(self.relation(operation, left, right))
            left = right
        return both(found, True)

    def relation(self, operation: ast.cmpop, left: Value, right: Value) -> Condition:
        if isinstance(operation, ast.In | ast.NotIn):
            inside = self.member(left, right)
            return inside if isinstance(operation, ast.In) else inside.negated()
        if (
            not isinstance(left, Extended)
            and not isinstance(right, Extended)
            and (isinstance(left, str | None) or isinstance(right, str | None))
        ):
            same = type(left) is type(right) and left == right
            return truth(same is isinstance(operation, ast.Eq | ast.Is))
        if isinstance(left, tuple) and isinstance(right, tuple) and isinstance(operation, ast.Eq | ast.NotEq):
            pairs = zip(left, right, strict=len(left) == len(right))
            alike = both([self.relation(ast.Eq(), a, b) for a, b in pairs], True)
            alike = alike if len(left) == len(right) else truth(False)
            return alike if isinstance(operation, ast.Eq) else alike.negated()
        if type(operation) not in _ORDER:
            raise refused(type(operation).__name__)
        if isinstance(left, Condition) and isinstance(right, Condition):
            alike = self.chosen(left, right, right.negated())
            return self.condition(alike) if isinstance(operation, ast.Eq) else self.condition(alike).negated()
        if isinstance(left, Rows | Span | tuple) and isinstance(right, Rows | Span | tuple):
            return self.alike(operation, self.rows(left), self.rows(right))
        if isinstance(left, Extended) or isinstance(right, Extended):
            return above_all(as_extended(left), _ORDER[type(operation)], as_extended(right))
        return comparison(self.number(left), _ORDER[type(operation)], self.number(right))

    def alike(self, operation: ast.cmpop, one: Rows, other: Rows) -> Condition:
        kind = _common([one.of, other.of])
        if kind not in ("Z", "R") or not isinstance(operation, ast.Eq | ast.NotEq):
            raise refused(f"lists of {type_text(kind)} compared")
        a, b = (self.lowered_as(rows, ("list", kind)) for rows in (one, other))
        same = Condition(f"{a} = {b}", f"(same{kind} {a} {b})")
        return same if isinstance(operation, ast.Eq) else same.negated()

    def member(self, item: Value, rows: Value) -> Condition:
        if isinstance(rows, tuple):
            return both([self.relation(ast.Eq(), item, one) for one in rows], False)
        if isinstance(rows, Span) and isinstance(item, Number) and item.kind == "Z":
            return both([compared(rows.low, "<=", item), compared(item, "<", rows.high)], True)
        listed, number = self.rows(rows), self.number(item)
        if listed.of != number.kind:
            raise refused(f"a {number.kind} in a list of {type_text(listed.of)}")
        text = number.at(ATOM) if number.known is None else self.lowered(number)[1]
        return Condition(f"In {text} {listed.text}", f"(mem{listed.of} {text} {listed.text})")

    def binary(self, operation: ast.operator, left: Value, right: Value) -> Value:
        if isinstance(left, tuple | Rows) or isinstance(right, tuple | Rows):
            return self.of_rows(operation, left, right)
        a, b = self.number(left), self.number(right)
        match operation:
            case ast.Add():
                return _sum(a, b)
            case ast.Sub():
                return _difference(a, b)
            case ast.Mult():
                return _product(a, b)
            case ast.Div():
                return self.quotient(a, b)
            case ast.FloorDiv():
                return self.whole(a, b, "/", "floorR")
            case ast.Mod() if a.kind == b.kind == "Z":
                return self.whole(a, b, "mod", "")
            case ast.Pow():
                return self.power(a, b)
        raise refused(f"{type(operation).__name__} of {a.kind} and {b.kind}")

    def of_rows(self, operation: ast.operator, left: Value, right: Value) -> Value:
        if isinstance(operation, ast.Add):
            return self.joined(left, right)
        if isinstance(operation, ast.Mult) and isinstance(left, tuple) and len(left) == 1:
            times = self.number(right)
            if times.known is not None:
                return left * int(times.known)
            kind, text = self.lowered(left[0])
            return Rows(kind, f"(repeat {text} (Z.to_nat {times.at(ATOM)}))")
        raise refused(f"{type(operation).__name__} of rows")

    def quotient(self, a: Number, b: Number) -> Number:
        if a.known is not None and b.known:
            return constant(a.known / b.known)
        self.need(comparison(b, "!=", constant(0)))
        return Number("R", f"{real(a).at(TIMES)} / {real(b).at(POWER)}", TIMES)

    def whole(self, a: Number, b: Number, sign: str, floor: str) -> Number:
        if a.kind == b.kind == "Z":
            if a.known is not None and b.known:
                return constant(a.known // b.known if sign == "/" else a.known % b.known)
            self.need(comparison(b, "!=", constant(0)))
            return Number("Z", f"{a.at(TIMES)} {sign} {b.at(POWER)}", TIMES)
        return Number("Z", f"{floor} {self.quotient(a, b).at(ATOM)}", APPLIED)

    def power(self, base: Number, exponent: Number) -> Number:
        times = exponent.known
        if times is not None and times.denominator == 1:
            if base.known is not None and (base.known or times >= 0) and abs(times) <= 64:
                return constant(Fraction(base.known ** int(times)))
            if times >= 0:
                text = f"{base.at(APPLIED)} ^ {times}"
                return constant(1) if times == 0 else base if times == 1 else Number(base.kind, text, POWER)
            return self.quotient(constant(1), self.power(base, constant(-times)))
        if exponent.kind == "Z" and base.kind == "Z":
            self.need(compared(constant(0), "<=", exponent))
            return Number("Z", f"{base.at(APPLIED)} ^ {exponent.at(APPLIED)}", POWER)
        if exponent.kind == "Z":
            self.need(both([comparison(base, "!=", constant(0)), compared(constant(0), "<=", exponent)], False))
            return Number("R", f"powerRZ {base.at(ATOM)} {exponent.at(ATOM)}", APPLIED)
        if times == Fraction(1, 2):
            return self.root(base)
        from_zero = times is not None and times > 0  # such a power of 0 is 0, which Coq's power has not
        self.need(compared(constant(0), "<=" if from_zero else "<", base))
        called = "powerR" if from_zero else "Rpower"
        return Number("R", f"{called} {real(base).at(ATOM)} {exponent.at(ATOM)}", APPLIED)

    def root(self, number: Number) -> Number:
        self.need(compared(constant(0), "<=", number))
        return Number("R", f"sqrt {real(number).at(ATOM)}", APPLIED)

    # --- rows ---

    def entry(self, owner: Value, place: ast.expr, names: dict[str, Value]) -> Value:
        if isinstance(place, ast.Slice):
            return self.part(owner, place, names)
        index = self.number(self.value(place, names))
        if isinstance(owner, tuple) and index.known is not None and -len(owner) <= index.known < len(owner):
            return owner[int(index.known)]
        rows = self.rows(owner)
        default = {"Z": "0%Z", "R": "0%R", "bool": "false"}.get(str(rows.of), "nil")
        if index.known is not None and index.known < 0:
            self.need(f"({-index.known} <= length {rows.text})%nat")
            return lifted(rows.of, f"(nth (length {rows.text} - {-index.known}) {rows.text} {default})")
        self.need(both([compared(constant(0), "<=", index), compared(index, "<", _length(rows))], True))
        return lifted(rows.of, f"(nth (Z.to_nat {index.at(ATOM)}) {rows.text} {default})")

    def part(self, owner: Value, place: ast.Slice, names: dict[str, Value]) -> Value:
        low, high = (None if one is None else self.number(self.value(one, names)) for one in (place.lower, place.upper))
        if place.step is not None:
            raise refused("a part of a row with a step")
        ends = [one for one in (low, high) if one is not None]
        if isinstance(owner, tuple) and all(one.known is not None for one in ends):
            return owner[slice(*(None if one is None else int(one.known or 0) for one in (low, high)))]
        rows = self.rows(owner)
        text = rows.text
        for end, called in ((high, "firstn"), (low, "skipn")):
            if end is not None:
                self.need(compared(constant(0), "<=", end))
                text = f"({called} (Z.to_nat {end.at(ATOM)}) {text})"
        return Rows(rows.of, text)

    def collected(self, loops: list[ast.comprehension], element: ast.expr, names: dict[str, Value]) -> Value:
        """A list of what the element is at every item, where the conditions hold."""
        if not loops:
            return (self.value(element, names),)
        loop, *rest = loops
        over = self.value(loop.iter, names)
        if isinstance(over, tuple):
            made: Value = ()
            for item in over:
                inner = dict(names)
                self.assign(loop.target, item, inner)
                test = both([self.condition(self.value(one, inner)) for one in loop.ifs], True)
                if test.known is None:
                    break
                made = self.joined(made, self.collected(rest, element, inner)) if test.known else made
            else:
                return made
        return self.mapped(self.rows(over), loop, rest, element, names)

    def mapped(
        self, rows: Rows, loop: ast.comprehension, rest: list[ast.comprehension], element: ast.expr,
        names: dict[str, Value],
    ) -> Rows:  # fmt: skip
        item, inner = self.bound(loop, rows), dict(names)
        binder = f"forall {item} : {type_text(rows.of)}, In {item} {rows.text} -> "
        with self.guarded(binder):
            self.assign(loop.target, lifted(rows.of, item), inner)
            test = both([self.condition(self.value(one, inner)) for one in loop.ifs], True)
        with self.guarded(binder + (f"({test.prop}) -> " if test.known is None else "")):
            found = self.collected(rest, element, inner)
        function = f"fun {item} : {type_text(rows.of)} =>"
        source = rows.text if test.known else f"(filter ({function} {test.test}) {rows.text})"
        if not rest:
            kind, text = self.lowered(found[0])
            return Rows(kind, source if text == item else f"(map ({function} {text}) {source})")
        inside = self.rows(found)
        return Rows(inside.of, f"(flat_map ({function} {inside.text}) {source})")

    def bound(self, loop: ast.comprehension, rows: Rows) -> str:
        plain = loop.target.id if isinstance(loop.target, ast.Name) else "item"
        return self.fresh(plain)

    def quantified(self, node: ast.GeneratorExp, every: bool, names: dict[str, Value]) -> Condition:
        """All or any: as a quantifier, not as a list of truth values."""

        def over(loops: list[ast.comprehension], inner: dict[str, Value]) -> Condition:
            if not loops:
                return self.condition(self.value(node.elt, inner))
            loop, *rest = loops
            items = self.value(loop.iter, inner)
            if isinstance(items, tuple):
                return both([self.under(loop, item, rest, inner, over, every) for item in items], every)
            rows = self.rows(items)
            item = self.bound(loop, rows)
            value = lifted(rows.of, item)
            inside = self.member(value, items).prop if isinstance(items, Span) else f"In {item} {rows.text}"
            binder = f"{item} : {type_text(rows.of)}, {inside} "
            with self.guarded(f"forall {binder}-> "):
                found = self.under(loop, value, rest, inner, over, every)
            prop = f"forall {binder}-> ({found.prop})" if every else f"exists {binder}/\\ ({found.prop})"
            test = f"({'forallb' if every else 'existsb'} (fun {item} => {found.test}) {rows.text})"
            return found if found.known is every else Condition(prop, test)

        return over(node.generators, names)

    def under(
        self, loop: ast.comprehension, item: Value, rest: list[ast.comprehension], names: dict[str, Value],
        over: Callable[[list[ast.comprehension], dict[str, Value]], Condition], every: bool,
    ) -> Condition:  # fmt: skip
        inner = dict(names)
        self.assign(loop.target, item, inner)
        test = both([self.condition(self.value(one, inner)) for one in loop.ifs], True)
        with self.guarded(f"({test.prop})"):
            found = over(rest, inner)
        if test.known is True:
            return found
        if not every:
            return both([test, found], True)
        return Condition(f"({test.prop}) -> ({found.prop})", f"(orb (negb {test.test}) {found.test})", None)

    # --- calls ---

    def called(self, node: ast.Call, names: dict[str, Value]) -> Value:
        match node:
            case ast.Call(ast.Name("all" | "any" as name), [ast.GeneratorExp() as inside]):
                return self.quantified(inside, name == "all", names)
            case ast.Call(ast.Name("record"), []):
                return {one.arg: self.value(one.value, names) for one in node.keywords}
            case ast.Call(ast.Attribute(ast.Call(ast.Name("set"), [one]), "isdisjoint"), [other]):
                return self.disjoint(self.value(one, names), self.value(other, names))
        arguments: list[Value] = []
        for one in node.args:
            arguments += self.spread(one, names) if isinstance(one, ast.Starred) else [self.value(one, names)]
        keywords = {one.arg or "": self.value(one.value, names) for one in node.keywords}
        if isinstance(node.func, ast.Name) and node.func.id not in names:
            if node.func.id not in _MEANINGS:
                raise refused(f"the function {node.func.id}")
            return _MEANINGS[node.func.id](self, arguments, keywords)
        return self.call(self.value(node.func, names), arguments, keywords)

    def spread(self, node: ast.Starred, names: dict[str, Value]) -> list[Value]:
        items = self.value(node.value, names)
        if not isinstance(items, tuple):
            raise refused("*arguments of unknown number")
        return list(items)

    def disjoint(self, one: Value, other: Value) -> Condition:
        rows = self.rows(one)
        item = self.fresh("item")
        inside = self.member(lifted(rows.of, item), other).negated()
        prop = f"forall {item} : {type_text(rows.of)}, In {item} {rows.text} -> {inside.prop}"
        return Condition(prop, f"(forallb (fun {item} => {inside.test}) {rows.text})")

    def extreme(self, arguments: list[Value], name: str) -> Number:
        if len(arguments) == 1 and not isinstance(arguments[0], tuple):
            rows = self.rows(arguments[0])
            if rows.of not in ("Z", "R"):
                raise refused(f"the {name} of a list of {type_text(rows.of)}")
            self.need(f"{rows.text} <> nil")
            return Number(str(rows.of), f"{name}_of{rows.of} {rows.text}", APPLIED)
        items = [self.number(one) for one in (arguments[0] if len(arguments) == 1 else arguments)]
        best, kind = items[0], "Z" if all(one.kind == "Z" for one in items) else "R"
        for other in items[1:]:
            if best.known is not None and other.known is not None:
                best = max(best, other, key=lambda one: (one.known or 0) * (1 if name == "max" else -1))
            else:
                one, two = (best, other) if kind == "Z" else (real(best), real(other))
                called = f"Z.{name}" if kind == "Z" else f"R{name}"
                best = Number(kind, f"{called} {one.at(ATOM)} {two.at(ATOM)}", APPLIED)
        return best

    def total(self, arguments: list[Value], called: str, neutral: int) -> Number:
        value, start = arguments[0], arguments[1] if len(arguments) > 1 else constant(neutral)
        combine = _sum if called == "sum" else _product
        if isinstance(value, tuple):
            found = start
            for one in value:
                found = combine(self.number(found), self.number(one))
            return self.number(found)
        rows = self.rows(value)
        if rows.of not in ("Z", "R"):
            raise refused(f"the {called} of a list of {type_text(rows.of)}")
        return combine(self.number(start), Number(str(rows.of), f"{called}{rows.of} {rows.text}", APPLIED))


def _sum(a: Number, b: Number) -> Number:
    if a.known == 0 or b.known == 0:
        return a if b.known == 0 else b
    return _arithmetic(a, "+", b, lambda x, y: x + y)


def _difference(a: Number, b: Number) -> Number:
    if b.known == 0:
        return a
    if a.known == 0 and b.known is None:
        return Number(b.kind, f"- {b.at(POWER)}", PLUS)
    return _arithmetic(a, "-", b, lambda x, y: x - y)


def _product(a: Number, b: Number) -> Number:
    if a.known == 1 or b.known == 1:
        return a if b.known == 1 else b
    return _arithmetic(a, "*", b, lambda x, y: x * y)


def _arithmetic(a: Number, sign: str, b: Number, exact: Callable[[Fraction, Fraction], Fraction]) -> Number:
    kind = "Z" if a.kind == b.kind == "Z" else "R"
    if a.known is not None and b.known is not None:
        return constant(exact(a.known, b.known), kind)
    one, two = (a, b) if kind == "Z" else (real(a), real(b))
    level = TIMES if sign == "*" else PLUS
    right = POWER if sign == "*" else TIMES
    made = Number(kind, f"{one.at(level)} {sign} {two.at(right)}", level)
    if len(made.text) > LONGEST:
        raise refused(f"a term of more than {LONGEST} characters")
    return made


def _length(rows: Rows) -> Number:
    return Number("Z", f"Z.of_nat (length {rows.text})", APPLIED)


def _count(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
    (value,) = arguments
    return constant(len(value)) if isinstance(value, tuple) else _length(reader.rows(value))


def _absolute(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
    number = reader.number(arguments[0])
    if number.known is not None:
        return constant(abs(number.known), number.kind)
    return Number(number.kind, f"{'Z.abs' if number.kind == 'Z' else 'Rabs'} {number.at(ATOM)}", APPLIED)


def _span(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
    if len(arguments) > 2:
        raise refused("a range with a step")
    low, high = (constant(0), *arguments) if len(arguments) == 1 else arguments
    a, b = reader.number(low), reader.number(high)
    if a.kind != "Z" or b.kind != "Z":
        raise refused("a range between other than whole numbers")
    if a.known is not None and b.known is not None:
        return tuple(constant(one) for one in range(int(a.known), int(b.known)))
    return Span(a, b)


def _rounded(called: str) -> Callable[[Reader, list[Value], dict[str, Value]], Value]:
    def meaning(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
        number = reader.number(arguments[0])
        return number if number.kind == "Z" else Number("Z", f"{called} {number.at(ATOM)}", APPLIED)

    return meaning


def _of_one(called: str, above: str = "") -> Callable[[Reader, list[Value], dict[str, Value]], Value]:
    def meaning(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
        number = real(reader.number(arguments[0]))
        if above:
            reader.need(compared(constant(0), above, number))
        return Number("R", f"{called} {number.at(ATOM)}", APPLIED)

    return meaning


def _ordered(reader: Reader, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    rows, falling = reader.rows(arguments[0]), keywords.get("reverse", truth(False))
    if rows.of not in ("Z", "R") or set(keywords) - {"reverse"} or reader.condition(falling).known is None:
        raise refused("a sorting by a key, or of other than numbers")
    rising = f"(sorted{rows.of} {rows.text})"
    return Rows(rows.of, f"(rev {rising})" if falling.known else rising)


def _pairs(reader: Reader, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    if len(arguments) != 2:
        raise refused("zip of other than two rows")
    if all(isinstance(one, tuple) for one in arguments):
        return tuple(zip(*arguments, strict=False))
    a, b = map(reader.rows, arguments)
    if "strict" in keywords:
        reader.need(f"length {a.text} = length {b.text}")
    return Rows(("prod", a.of, b.of), f"(combine {a.text} {b.text})")


def _numbered(reader: Reader, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    start = arguments[1] if len(arguments) > 1 else keywords.get("start", constant(0))
    if isinstance(arguments[0], tuple):
        return tuple((_sum(constant(i), start), one) for i, one in enumerate(arguments[0]))
    rows, first = reader.rows(arguments[0]), reader.number(start)
    numbers = f"(Zrange {first.at(ATOM)} ({_sum(first, _length(rows)).text}))"
    return Rows(("prod", "Z", rows.of), f"(combine {numbers} {rows.text})")


def _choices(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
    rows, size = reader.rows(arguments[0]), reader.number(arguments[1])
    return Rows(("list", rows.of), f"(combinations (Z.to_nat {size.at(ATOM)}) {rows.text})")


def _products(reader: Reader, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    if len(arguments) != 1 or set(keywords) != {"repeat"}:
        raise refused("a product of other than one list with itself")
    rows, times = reader.rows(arguments[0]), reader.number(keywords["repeat"])
    reader.need(compared(constant(0), "<=", times))
    return Rows(("list", rows.of), f"(tuples (Z.to_nat {times.at(ATOM)}) {rows.text})")


def _orders(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
    if len(arguments) != 1:
        raise refused("permutations of other than a whole list")
    rows = reader.rows(arguments[0])
    return Rows(("list", rows.of), f"(permutations {rows.text})")


def _binomial(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
    n, k = map(reader.number, arguments)
    reader.need(both([compared(constant(0), "<=", n), compared(constant(0), "<=", k)], True))
    return Number("Z", f"binomial {n.at(ATOM)} {k.at(ATOM)}", APPLIED)


def _reversed(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
    if isinstance(arguments[0], tuple):
        return arguments[0][::-1]
    rows = reader.rows(arguments[0])
    return Rows(rows.of, f"(rev {rows.text})")


def _fraction(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
    first = reader.number(arguments[0])
    return first if len(arguments) == 1 else reader.quotient(first, reader.number(arguments[1]))


def _every(every: bool) -> Callable[[Reader, list[Value], dict[str, Value]], Value]:
    return lambda reader, arguments, _: both([reader.condition(one) for one in arguments[0]], every)


def _listed(reader: Reader, arguments: list[Value], _: dict[str, Value]) -> Value:
    if not arguments:
        return ()
    return arguments[0] if isinstance(arguments[0], tuple) else reader.rows(arguments[0])


_MEANINGS: dict[str, Callable[[Reader, list[Value], dict[str, Value]], Value]] = {
    "Fraction": _fraction,
    "abs": _absolute,
    "all": _every(True),
    "any": _every(False),
    "bool": lambda reader, arguments, _: reader.condition(arguments[0]),
    "ceil": _rounded("ceilR"),
    "comb": _binomial,
    "combinations": _choices,
    "count": _count,
    "enumerate": _numbered,
    "erfc": _of_one("erfc"),
    "exp": _of_one("exp"),
    "floor": _rounded("floorR"),
    "largest": lambda reader, arguments, _: reader.extreme(arguments, "max"),
    "len": _count,
    "list": _listed,
    "log": _of_one("ln", "<"),
    "max": lambda reader, arguments, _: reader.extreme(arguments, "max"),
    "min": lambda reader, arguments, _: reader.extreme(arguments, "min"),
    "permutations": _orders,
    "pi": lambda reader, arguments, _: Number("R", "PI"),
    "power": lambda reader, arguments, _: reader.power(*map(reader.number, arguments)),
    "prod": lambda reader, arguments, _: reader.total(arguments, "prod", 1),
    "product": _products,
    "range": _span,
    "reversed": _reversed,
    "smallest": lambda reader, arguments, _: reader.extreme(arguments, "min"),
    "sorted": _ordered,
    "sqrt": lambda reader, arguments, _: reader.root(reader.number(arguments[0])),
    "sum": lambda reader, arguments, _: reader.total(arguments, "sum", 0),
    "surd": lambda reader, arguments, _: reader.root(reader.number(arguments[0])),
    "total": lambda reader, arguments, _: reader.total(arguments, "sum", 0),
    "tuple": _listed,
    "zip": _pairs,
}
