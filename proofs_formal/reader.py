"""Functions of the language of definitions as terms of Coq.

A function is read as text (:mod:`optcheck.audit.translate`), its calls are written out, and every name becomes the term
that it stands for. What Python would refuse (a quotient by 0, an entry that is not there) becomes a *need*: a
proposition that must be shown too.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction

from optcheck.claims.expressions import Value
from proofs_formal.meanings import MEANINGS
from proofs_formal.terms import (
    APPLIED,
    ATOM,
    POWER,
    TIMES,
    Condition,
    Extended,
    Number,
    Opaque,
    Rows,
    Span,
    above_all,
    add,
    as_condition,
    as_extended,
    as_number,
    as_rows,
    both,
    chosen,
    common_type,
    compared,
    comparison,
    constant,
    joined,
    length_of,
    lifted,
    lowered,
    lowered_as,
    multiply,
    real,
    refused,
    subtract,
    truth,
    type_text,
)  # fmt: skip


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
                    condition = as_condition(self.value(test, names))
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
        return chosen(test, one, two)

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
                names[name] = joined(names[name], (added,) if how == "append" else added)
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
        rows = as_rows(items)
        changed = sorted({n.id for one in body for n in ast.walk(one) if isinstance(n, ast.Name) and n.id in names}
                         & {n.id for one in body for n in ast.walk(one) if isinstance(n, ast.Name)
                            and isinstance(n.ctx, ast.Store)})  # fmt: skip
        if len(changed) != 1:
            raise refused(f"a loop that changes {', '.join(changed) or 'nothing'}")
        (name,) = changed
        kind, start = lowered(names[name])
        state, item = self.fresh(name), self.fresh("item")
        for _ in range(2):  # a whole number at first may become a real one
            inner = dict(names) | {name: lifted(kind, state)}
            premise = f"forall ({state} : {type_text(kind)}) ({item} : {type_text(rows.of)}), In {item} {rows.text} -> "
            with self.guarded(premise):
                self.assign(target, lifted(rows.of, item), inner)
                for one in body:
                    self.step(one, inner)
            found, result = lowered(inner[name])
            if found == kind:
                break
            kind, start = found, lowered_as(names[name], found)
        step = f"fun ({state} : {type_text(kind)}) ({item} : {type_text(rows.of)}) => {result}"
        names[name] = lifted(kind, f"(fold_left ({step}) {rows.text} {start})")

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
                made = joined(made, self.value(part.value, names))
            else:
                made = joined(made, (self.value(part, names),))
        return made

    def operated(self, node: ast.expr, names: dict[str, Value]) -> Value:
        match node:
            case ast.Lambda():
                return Function(node, names)
            case ast.BinOp(left, operation, right):
                return self.binary(operation, self.value(left, names), self.value(right, names))
            case ast.UnaryOp(ast.USub(), operand):
                return self.binary(ast.Sub(), constant(0), as_number(self.value(operand, names)))
            case ast.UnaryOp(ast.Not(), operand):
                return as_condition(self.value(operand, names)).negated()
            case ast.BoolOp(operation, parts):
                return self.boolean(isinstance(operation, ast.And), parts, names)
            case ast.Compare():
                return self.compare(node, names)
            case ast.IfExp(test, then, otherwise):
                condition = as_condition(self.value(test, names))
                if condition.known is not None:
                    return self.value(then if condition.known else otherwise, names)
                return self.split(condition, [ast.Return(then)], [ast.Return(otherwise)], names)
        raise refused(f"{ast.unparse(node)!r}")

    def boolean(self, every: bool, parts: list[ast.expr], names: dict[str, Value]) -> Condition:
        first, *rest = parts
        one = as_condition(self.value(first, names))
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
            alike = chosen(left, right, right.negated())
            return as_condition(alike) if isinstance(operation, ast.Eq) else as_condition(alike).negated()
        if isinstance(left, Rows | Span | tuple) and isinstance(right, Rows | Span | tuple):
            return self.alike(operation, as_rows(left), as_rows(right))
        if isinstance(left, Extended) or isinstance(right, Extended):
            return above_all(as_extended(left), _ORDER[type(operation)], as_extended(right))
        return comparison(as_number(left), _ORDER[type(operation)], as_number(right))

    def alike(self, operation: ast.cmpop, one: Rows, other: Rows) -> Condition:
        kind = common_type([one.of, other.of])
        if kind not in ("Z", "R") or not isinstance(operation, ast.Eq | ast.NotEq):
            raise refused(f"lists of {type_text(kind)} compared")
        a, b = (lowered_as(rows, ("list", kind)) for rows in (one, other))
        same = Condition(f"{a} = {b}", f"(same{kind} {a} {b})")
        return same if isinstance(operation, ast.Eq) else same.negated()

    def member(self, item: Value, rows: Value) -> Condition:
        if isinstance(rows, tuple):
            return both([self.relation(ast.Eq(), item, one) for one in rows], False)
        if isinstance(rows, Span) and isinstance(item, Number) and item.kind == "Z":
            return both([compared(rows.low, "<=", item), compared(item, "<", rows.high)], True)
        listed, number = as_rows(rows), as_number(item)
        if listed.of != number.kind:
            raise refused(f"a {number.kind} in a list of {type_text(listed.of)}")
        text = number.at(ATOM) if number.known is None else lowered(number)[1]
        return Condition(f"In {text} {listed.text}", f"(mem{listed.of} {text} {listed.text})")

    def binary(self, operation: ast.operator, left: Value, right: Value) -> Value:
        if isinstance(left, tuple | Rows) or isinstance(right, tuple | Rows):
            return self.of_rows(operation, left, right)
        a, b = as_number(left), as_number(right)
        match operation:
            case ast.Add():
                return add(a, b)
            case ast.Sub():
                return subtract(a, b)
            case ast.Mult():
                return multiply(a, b)
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
            return joined(left, right)
        if isinstance(operation, ast.Mult) and isinstance(left, tuple) and len(left) == 1:
            times = as_number(right)
            if times.known is not None:
                return left * int(times.known)
            kind, text = lowered(left[0])
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
        index = as_number(self.value(place, names))
        if isinstance(owner, tuple) and index.known is not None and -len(owner) <= index.known < len(owner):
            return owner[int(index.known)]
        rows = as_rows(owner)
        default = {"Z": "0%Z", "R": "0%R", "bool": "false"}.get(str(rows.of), "nil")
        if index.known is not None and index.known < 0:
            self.need(f"({-index.known} <= length {rows.text})%nat")
            return lifted(rows.of, f"(nth (length {rows.text} - {-index.known}) {rows.text} {default})")
        self.need(both([compared(constant(0), "<=", index), compared(index, "<", length_of(rows))], True))
        return lifted(rows.of, f"(nth (Z.to_nat {index.at(ATOM)}) {rows.text} {default})")

    def part(self, owner: Value, place: ast.Slice, names: dict[str, Value]) -> Value:
        low, high = (None if one is None else as_number(self.value(one, names)) for one in (place.lower, place.upper))
        if place.step is not None:
            raise refused("a part of a row with a step")
        ends = [one for one in (low, high) if one is not None]
        if isinstance(owner, tuple) and all(one.known is not None for one in ends):
            return owner[slice(*(None if one is None else int(one.known or 0) for one in (low, high)))]
        rows = as_rows(owner)
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
                test = both([as_condition(self.value(one, inner)) for one in loop.ifs], True)
                if test.known is None:
                    break
                made = joined(made, self.collected(rest, element, inner)) if test.known else made
            else:
                return made
        return self.mapped(as_rows(over), loop, rest, element, names)

    def mapped(
        self, rows: Rows, loop: ast.comprehension, rest: list[ast.comprehension], element: ast.expr,
        names: dict[str, Value],
    ) -> Rows:  # fmt: skip
        item, inner = self.bound(loop, rows), dict(names)
        binder = f"forall {item} : {type_text(rows.of)}, In {item} {rows.text} -> "
        with self.guarded(binder):
            self.assign(loop.target, lifted(rows.of, item), inner)
            test = both([as_condition(self.value(one, inner)) for one in loop.ifs], True)
        with self.guarded(binder + (f"({test.prop}) -> " if test.known is None else "")):
            found = self.collected(rest, element, inner)
        function = f"fun {item} : {type_text(rows.of)} =>"
        source = rows.text if test.known else f"(filter ({function} {test.test}) {rows.text})"
        if not rest:
            kind, text = lowered(found[0])
            return Rows(kind, source if text == item else f"(map ({function} {text}) {source})")
        inside = as_rows(found)
        return Rows(inside.of, f"(flat_map ({function} {inside.text}) {source})")

    def bound(self, loop: ast.comprehension, rows: Rows) -> str:
        plain = loop.target.id if isinstance(loop.target, ast.Name) else "item"
        return self.fresh(plain)

    def quantified(self, node: ast.GeneratorExp, every: bool, names: dict[str, Value]) -> Condition:
        """All or any: as a quantifier, not as a list of truth values."""

        def over(loops: list[ast.comprehension], inner: dict[str, Value]) -> Condition:
            if not loops:
                return as_condition(self.value(node.elt, inner))
            loop, *rest = loops
            items = self.value(loop.iter, inner)
            if isinstance(items, tuple):
                return both([self.under(loop, item, rest, inner, over, every) for item in items], every)
            rows = as_rows(items)
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
        test = both([as_condition(self.value(one, inner)) for one in loop.ifs], True)
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
            case ast.Call(
                ast.Name("all"),
                [
                    ast.GeneratorExp(
                        ast.Compare(ast.Name(item), [ast.NotIn()], [ast.Call(ast.Name("set"), [one])]),
                        [ast.comprehension(ast.Name(bound), other, [])],
                    )
                ],
            ) if item == bound:
                return self.disjoint(self.value(one, names), self.value(other, names))
            case ast.Call(ast.Name("all" | "any" as name), [ast.GeneratorExp() as inside]):
                return self.quantified(inside, name == "all", names)
            case ast.Call(ast.Name("record"), []):
                return {one.arg: self.value(one.value, names) for one in node.keywords}
        arguments: list[Value] = []
        for one in node.args:
            arguments += self.spread(one, names) if isinstance(one, ast.Starred) else [self.value(one, names)]
        keywords = {one.arg or "": self.value(one.value, names) for one in node.keywords}
        if isinstance(node.func, ast.Name) and node.func.id not in names:
            if node.func.id not in MEANINGS:
                raise refused(f"the function {node.func.id}")
            return MEANINGS[node.func.id](self, arguments, keywords)
        return self.call(self.value(node.func, names), arguments, keywords)

    def spread(self, node: ast.Starred, names: dict[str, Value]) -> list[Value]:
        items = self.value(node.value, names)
        if not isinstance(items, tuple):
            raise refused("*arguments of unknown number")
        return list(items)

    def disjoint(self, one: Value, other: Value) -> Condition:
        """No item of the one list is in the other: what ``set(one).isdisjoint(other)`` is translated to."""
        rows = as_rows(one)
        item = self.fresh("item")
        inside = self.member(lifted(rows.of, item), other).negated()
        prop = f"forall {item} : {type_text(rows.of)}, In {item} {rows.text} -> {inside.prop}"
        return Condition(prop, f"(forallb (fun {item} => {inside.test}) {rows.text})")
