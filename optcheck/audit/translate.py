"""Ordinary Python functions as programs of the checker's language of definitions: source in, source out.

What a claim computes with (its own functions, those of other modules that they call, constants, closures, properties
and methods of its records) is gathered from the sources and written as one text without imports. Nothing here is
trusted: the checker evaluates the text, and whoever uses it compares what it gives with what Python gave. What has no
place in the language raises Untranslatable, with its file, line and construct.
"""

from __future__ import annotations

import ast
import builtins
import copy
import dataclasses
import functools
import inspect
import itertools
import math
import typing
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType, SimpleNamespace

from optcheck.audit.registry import nodes_of
from optcheck.checker.values import BUILT_IN, METHODS
from optcheck.claims import expressions
from optcheck.claims.expressions import Expr, Infinite
from optcheck.errors import OptcheckError
from optcheck.exact import inputs, numbers
from optcheck.exact.numbers import Quadratic

Scope = Mapping[str, object]  # what names outside a function's own mean
_INLINE = 60  # characters of a constant that is written where it is used
_METHOD_NAMES = {name for _, name in METHODS}


class Untranslatable(OptcheckError):
    """A construct that the language of definitions does not have."""

    def __init__(self, file: str, line: int, construct: str) -> None:
        self.file, self.line, self.construct = file, line, construct
        where = f"{file}:{line}: " if file else ""
        super().__init__(f"{where}{construct} is not in the language of definitions")


def source_of(
    function: Callable[..., object], entry: str, instance: object = None, known: Mapping[str, object] | None = None
) -> str:
    """The text of a program whose function ``entry`` gives what the function gives.

    ``instance`` is any argument of the function: its class, and those of the records in it, have the properties and
    methods that the code may use. ``known`` objects are called by these names, and not looked into.
    """
    translator = _Translator(entry)
    translator.names |= {id(value): name for name, value in (known or {}).items()}
    translator.taken |= set(known or {})
    translator.learn(instance)
    return translator.program(function)


def document(value: object) -> object:
    """A value of an instance as the checker reads it; a record becomes an object of its fields.

    >>> document((Fraction(1, 2), 3))
    ['1/2', 3]
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Enum):
        return _word(value)
    if isinstance(value, str) and value[:1].isalpha() and value.isascii():
        return value
    if isinstance(value, int | Fraction):
        return numbers.to_json(value)
    if isinstance(value, Quadratic):
        return str(value)
    if _is_record(value):
        return {name: document(getattr(value, name)) for name in _field_names(type(value))}
    if isinstance(value, tuple | list):
        return [document(item) for item in value]
    raise Untranslatable("instance", 0, f"the {type(value).__name__} {value!r}")


def _word(member: Enum) -> str | int:
    """A word for a member of an enumeration: what it equals in the code, or else its name."""
    return member.value if isinstance(member, str | int) else member.name


def _is_record(value: object) -> bool:
    return not isinstance(value, type) and _is_record_class(type(value))


def _is_record_class(kind: object) -> bool:
    return isinstance(kind, type) and (dataclasses.is_dataclass(kind) or hasattr(kind, "_fields"))


def _field_names(kind: type) -> list[str]:
    if dataclasses.is_dataclass(kind):
        return [item.name for item in dataclasses.fields(kind)]
    return list(getattr(kind, "_fields", ()))


# --- what a known object is called in the language -------------------------------------------------------------------


def _known_objects() -> Iterator[tuple[object, str]]:
    for namespace in (builtins, math, itertools, functools, dataclasses, expressions):
        for name in BUILT_IN:
            if namespace is not math or name not in ("sqrt", "exp", "log", "pi", "erfc"):  # those are of floats
                yield getattr(namespace, name, None), name
    yield Fraction, "Fraction"
    yield numbers.square_root, "sqrt"
    yield numbers.field_root, "sqrt"
    yield SimpleNamespace, "record"


_NAMES = {id(known): name for known, name in _known_objects() if known is not None}
_PASS_THROUGH = {  # they check their first argument and return it, or its items
    id(numbers.exact): "",
    id(numbers.whole): "",
    id(inputs.whole_number): "",
    id(inputs.items): "list",
    id(inputs.exact_row): "tuple",
}


class _Translator:
    """Functions and constants of one program, in the order in which they were met."""

    def __init__(self, entry: str) -> None:
        self.entry = entry
        self.names: dict[int, str] = {}
        self.taken: set[str] = {entry}
        self.held: list[object] = []  # so that no identity is used again
        self.constants: list[ast.stmt] = []
        self.definitions: list[ast.FunctionDef] = []
        self.waiting: list[tuple[str, object]] = []
        self.classes: list[type] = []
        self.owners: dict[int, type] = {}  # of methods: what self is

    def program(self, function: object) -> str:
        """The text, the entry function first."""
        self.named(function, self.entry)
        self.waiting.append((self.entry, function))
        while self.waiting:
            name, wanted = self.waiting.pop(0)
            self.definitions.append(self.definition(name, wanted))
        nodes = [node for item in self.definitions for node in ast.walk(item)]
        local = {getattr(node, "id", None) or getattr(node, "arg", None) or "" for node in nodes}
        renamed = _Renamed({*BUILT_IN, *self.taken}, local)
        body = [*self.constants, *(renamed.visit(item) for item in self.definitions)]
        return ast.unparse(ast.fix_missing_locations(ast.Module(body, []))) + "\n"

    def learn(self, value: object) -> None:
        """Remember the classes of records, whose properties and methods the code may use."""
        if isinstance(value, type):
            if _is_record_class(value) and value not in self.classes:
                self.classes.append(value)
                self.learn_types(value)
        elif _is_record(value):
            self.learn(type(value))
            for name in _field_names(type(value)):
                self.learn(getattr(value, name))
        elif isinstance(value, tuple | list):
            for item in value:
                self.learn(item)

    def learn_types(self, owner: object) -> None:
        """The same, from annotations."""
        try:
            waiting: list[object] = list(typing.get_type_hints(owner).values())
        except (NameError, TypeError, AttributeError):
            return
        while waiting:
            kind = waiting.pop()
            waiting += typing.get_args(kind)
            self.learn(kind if isinstance(kind, type) else None)

    # --- names ---

    def reference(self, value: object, at: _Location, hint: str = "CONSTANT") -> ast.expr:
        """An expression for a function or a constant that exists outside the program."""
        if name := self.names.get(id(value)) or _NAMES.get(id(value)):
            return _global(name)
        if callable(value) and (isinstance(value, FunctionType | MethodType) or hasattr(value, "__wrapped__")):
            return self.queue(value)
        return self.constant(value, at, hint)

    def queue(self, value: Callable[..., object]) -> ast.expr:
        """The name of a function, which will be defined."""
        self.learn_types(inspect.unwrap(value))
        own = getattr(value, "__name__", "function")
        plain = "chosen" if own == "<lambda>" else own.strip("_")
        name = self.unique(f"{plain}_of" if id(value) in self.owners else plain)
        self.waiting.append((name, value))
        return self.named(value, name)

    def named(self, value: object, name: str) -> ast.expr:
        """The name, by which the object is known from now on."""
        self.names[id(value)] = name
        self.held.append(value)
        return _global(name)

    def unique(self, name: str) -> str:
        """A name that no other function or constant and no built-in has."""
        base = name or "chosen"
        options = itertools.chain([base], (f"{base}_{number}" for number in itertools.count(2)))
        fresh = next(option for option in options if option not in self.taken and option not in BUILT_IN)
        self.taken.add(fresh)
        return fresh

    def constant(self, value: object, at: _Location, hint: str) -> ast.expr:
        """A constant where it is used, or by a name if it is long."""
        written = self.written(value, at)
        if len(ast.unparse(written)) <= _INLINE or isinstance(value, str):
            return written
        name = self.unique(hint.strip("_"))
        self.constants.append(ast.Assign([ast.Name(name, ast.Store())], written, lineno=0))
        return self.named(value, name)

    def written(self, value: object, at: _Location) -> ast.expr:
        if isinstance(value, Enum):
            return ast.Constant(_word(value))
        if value is None or isinstance(value, bool | int):
            return _expression(repr(value))
        if isinstance(value, str):
            if not value.isascii() or "\\" in repr(value):
                raise at.refused(f"the text {value!r}")
            return ast.Constant(value)
        if isinstance(value, Fraction):
            return _expression(f"Fraction({value.numerator}, {value.denominator})")
        if isinstance(value, Quadratic):
            rational, factor = (self.written(part, at) for part in (value.rational, value.factor))
            return ast.BinOp(rational, ast.Add(), ast.BinOp(factor, ast.Mult(), _expression(f"sqrt({value.root})")))
        if isinstance(value, Infinite):
            return ast.Constant("infinite")
        if isinstance(value, Expr):
            return self.real(value, at)
        return self.gathered(value, at)

    def real(self, value: Expr, at: _Location) -> ast.expr:
        if not value.operation:
            return self.written(value.value, at)
        parts = [self.real(part, at) for part in value.parts]
        if value.operation in ("+", "-", "*", "/", "^"):
            sign = {"+": ast.Add(), "-": ast.Sub(), "*": ast.Mult(), "/": ast.Div(), "^": ast.Pow()}[value.operation]
            return ast.BinOp(parts[0], sign, parts[1])
        return _calling(value.operation, *parts)

    def gathered(self, value: object, at: _Location) -> ast.expr:
        if not isinstance(value, Mapping | tuple | list | set | frozenset | range):
            if _is_record(value):
                self.learn(value)
                fields = {name: self.written(getattr(value, name), at) for name in _field_names(type(value))}
                return _record(fields)
            raise at.refused(f"the {type(value).__module__}.{type(value).__qualname__} {str(value)[:60]!r}")
        if isinstance(value, range):
            return _expression(f"range({value.start}, {value.stop}, {value.step})")
        if isinstance(value, Mapping):
            return ast.Dict([self.written(k, at) for k in value], [self.written(item, at) for item in value.values()])
        items = [self.written(item, at) for item in value]
        if isinstance(value, set | frozenset):
            return _calling("set", ast.Tuple(sorted(items, key=ast.unparse), ast.Load()))
        return ast.List(items, ast.Load()) if isinstance(value, list) else ast.Tuple(items, ast.Load())

    # --- functions ---

    def definition(self, name: str, value: object) -> ast.FunctionDef:
        bound: dict[str, object] = {}
        if isinstance(value, MethodType):
            first = next(iter(inspect.signature(value.__func__).parameters))
            bound, value = {first: value.__self__}, value.__func__
        value = inspect.unwrap(value)  # type: ignore[arg-type] # anything else unwraps to itself
        if not isinstance(value, FunctionType):
            raise Untranslatable("", 0, f"the {type(value).__name__} {getattr(value, '__name__', value)}")
        node, at = _node(value), _Location(value.__code__.co_filename, value.__code__.co_firstlineno)
        self.learn_types(value)
        hints = _hints(value)
        if id(value) in self.owners and node.args.args:
            hints[node.args.args[0].arg] = self.owners[id(value)]
        return _Rewriter(self, _outside(value, bound), at).top(name, node, drop=set(bound), hints=hints)

    # --- records ---

    def member(self, name: str, owner: type | None) -> object:
        """The property or method of that name: of the owner, where it is known, else of the one class that has it."""
        classes = [owner] if owner is not None else self.classes
        having = [kind for kind in classes if name not in _field_names(kind) and hasattr(kind, name)]
        members = [inspect.getattr_static(kind, name) for kind in having]
        if not members or any(item is not members[0] for item in members):
            return None
        self.owners[id(_getter(members[0]))] = having[0]
        return members[0]

    def has_field(self, name: str, owner: type | None) -> bool:
        return any(name in _field_names(kind) for kind in ([owner] if owner is not None else self.classes))


@dataclasses.dataclass(frozen=True, slots=True)
class _Location:
    """Where in a source something stands."""

    file: str
    line: int

    def refused(self, construct: str, node: ast.AST | None = None) -> Untranslatable:
        return Untranslatable(Path(self.file).name, getattr(node, "lineno", self.line), construct)


def _outside(function: FunctionType, bound: Scope) -> Scope:
    """What the free names of a function mean: closure variables, then globals, then built-ins."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    closed = {}
    for name, cell in cells:
        try:
            closed[name] = cell.cell_contents
        except ValueError:  # not yet assigned
            continue
    return {**vars(builtins), **function.__globals__, **closed, **bound}


def _getter(member: object) -> object:
    """The function behind a property."""
    if isinstance(member, property):
        return member.fget
    return member.func if isinstance(member, functools.cached_property) else member


def _hints(function: object) -> dict[str, type]:
    try:
        hints = typing.get_type_hints(function)
    except (NameError, TypeError, AttributeError):
        return {}
    return {name: kind for name, kind in hints.items() if _is_record_class(kind)}


def _node(function: FunctionType) -> ast.FunctionDef | ast.Lambda:
    """The syntax tree of a function: of several lambdas in a line the innermost whose columns its code has."""
    code = function.__code__
    nodes = [node for node in nodes_of(function) if isinstance(node, ast.FunctionDef) or _holds(node.body, code)]
    if not nodes:
        at = _Location(code.co_filename, code.co_firstlineno)
        raise at.refused(f"{function.__qualname__}, whose source is not there,")
    return copy.deepcopy(max(nodes, key=lambda node: (node.lineno, node.col_offset)))


def _holds(body: ast.expr, code: CodeType) -> bool:
    """Whether every instruction that has a place comes from there, the first of them from its line."""
    start, stop = (body.lineno, body.col_offset), (body.end_lineno or 0, body.end_col_offset or 0)
    positions = [
        position for position in code.co_positions() if all(part is not None for part in position) and position[3]
    ]
    return bool(positions) and all(
        start <= (line or 0, column or 0) and (last or 0, end or 0) <= stop for line, last, column, end in positions
    )


# --- syntax --------------------------------------------------------------------------------------------------------


def _expression(text: str) -> ast.expr:
    node = ast.parse(text, mode="eval").body
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id in BUILT_IN:
            part.outside = True  # type: ignore[attr-defined]
    return node


def _global(name: str) -> ast.Name:
    """A name of the program or of the language, not to be renamed."""
    node = ast.Name(name, ast.Load())
    node.outside = True  # type: ignore[attr-defined]
    return node


def _calling(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(_global(name), list(arguments), [])


def _calling_node(function: ast.expr, *arguments: ast.expr) -> ast.Call:
    return ast.Call(function, list(arguments), [])


def _record(fields: Mapping[str, ast.expr]) -> ast.Call:
    keywords = [ast.keyword(name, value) for name, value in fields.items()]
    for keyword in keywords:
        keyword.outside = True  # type: ignore[attr-defined]
    return ast.Call(_global("record"), [], keywords)


class _Renamed(ast.NodeTransformer):
    """Local names that would hide a built-in, a function or a constant get a number."""

    def __init__(self, clashing: set[str], local: set[str]) -> None:
        self.clashing, self.used, self.names = clashing, clashing | local, dict[str, str]()

    def new(self, name: str) -> str:
        """Another name for a clashing one, the same each time."""
        if name not in self.names:
            plain = name.replace("__", "_")
            options = itertools.chain([plain], (f"{plain}_{number}" for number in itertools.count(2)))
            clashes = plain in self.clashing or plain != name
            self.names[name] = next(option for option in options if option not in self.used) if clashes else name
        return self.names[name]

    def visit_Name(self, node: ast.Name) -> ast.Name:
        if not hasattr(node, "outside"):
            node.id = self.new(node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg = self.new(node.arg)
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.keyword:
        self.generic_visit(node)
        if not hasattr(node, "outside") and node.arg is not None:
            node.arg = self.new(node.arg)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        if hasattr(node, "inner"):
            node.name = self.new(node.name)
        return node


def _bound_names(node: ast.AST) -> set[str]:
    """The names that a function or a comprehension binds itself, those of others inside it left out."""
    names: set[str] = set()
    waiting: list[ast.AST]
    if isinstance(node, ast.FunctionDef | ast.Lambda):
        names |= {arg.arg for arg in ast.walk(node.args) if isinstance(arg, ast.arg)}
        waiting = list(node.body) if isinstance(node, ast.FunctionDef) else [node.body]
    else:
        waiting = [loop.target for loop in getattr(node, "generators", [])]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.FunctionDef):
            names.add(part.name)
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            names.add(part.id)
        elif isinstance(part, ast.MatchAs) and part.name:
            names.add(part.name)
        if not isinstance(
            part, ast.FunctionDef | ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
        ):
            waiting += ast.iter_child_nodes(part)
    return names


class _Rewriter(ast.NodeTransformer):
    """One function in the language's terms: names outside it resolved, what means nothing left out."""

    def __init__(self, translator: _Translator, outside: Scope, location: _Location) -> None:
        self.translator, self.outside, self.location = translator, outside, location
        self.scopes: list[set[str]] = []
        self.owners: dict[str, type] = {}

    def top(
        self, name: str, node: ast.FunctionDef | ast.Lambda, drop: set[str], hints: Mapping[str, type]
    ) -> ast.FunctionDef:
        """The function under its new name, without the parameters whose values are known."""
        self.owners = dict(hints)
        if isinstance(node, ast.Lambda):
            node = ast.FunctionDef(name, node.args, [ast.Return(node.body)], [], lineno=node.lineno)
        node.args.args = [arg for arg in node.args.args if arg.arg not in drop]
        node.decorator_list = []
        made = self.function(node)
        made.name = name
        return made

    def refused(self, construct: str, node: ast.AST) -> Untranslatable:
        return self.location.refused(construct, node)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, _REFUSED):
            raise self.refused(f"{type(node).__name__}", node)
        return super().generic_visit(node)

    # --- scopes ---

    def function(self, node: ast.FunctionDef) -> ast.FunctionDef:
        if node.decorator_list:
            raise self.refused("a decorator", node)
        node.args = self.parameters(node.args)
        yields = any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(node))
        self.scopes.append(_bound_names(node) | ({"yielded"} if yields else set()))
        body = self.statements(node.body)
        if yields:
            start = ast.Assign([ast.Name("yielded", ast.Store())], ast.List([], ast.Load()), lineno=node.lineno)
            body = [start, *body, ast.Return(ast.Name("yielded", ast.Load()))]
        self.scopes.pop()
        return ast.FunctionDef(node.name, node.args, body or [ast.Pass()], [], lineno=node.lineno)

    def parameters(self, given: ast.arguments) -> ast.arguments:
        """Plain ones: the language has no others."""
        for stars, more in (("*", given.vararg), ("**", given.kwarg)):
            if more is not None:
                raise self.refused(f"the parameter {stars}{more.arg}", more)
        plain = [ast.arg(arg.arg) for arg in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
        written = [*given.defaults, *given.kw_defaults]
        defaults = [self.visit(default) for default in written if default is not None]
        if None in written and len(defaults) > written[::-1].index(None):
            raise self.refused("a parameter without a default behind one that has it", plain[-1])
        return ast.arguments([], plain, None, [], [], None, defaults)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        made = self.function(node)
        made.inner = True  # type: ignore[attr-defined]
        return made

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        arguments = self.parameters(node.args)
        self.scopes.append(_bound_names(node))
        body = self.visit(node.body)
        self.scopes.pop()
        return ast.Lambda(arguments, body)

    def comprehension(self, node: ast.AST) -> ast.AST:
        self.scopes.append(_bound_names(node))
        made = self.generic_visit(node)
        self.scopes.pop()
        return made

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehension

    # --- statements ---

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for statement in body:
            made = self.visit(statement)
            result += made if isinstance(made, list) else [] if made is None else [made]
        return result

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | None:
        if isinstance(node.value, ast.Constant):
            return None  # a docstring
        if isinstance(node.value, ast.Yield | ast.YieldFrom):
            method = "append" if isinstance(node.value, ast.Yield) else "extend"
            value = ast.Constant(None) if node.value.value is None else self.visit(node.value.value)
            return ast.Expr(_calling_node(ast.Attribute(ast.Name("yielded", ast.Load()), method, ast.Load()), value))
        return self.changing(node.value) or ast.Expr(self.visit(node.value))

    def changing(self, node: ast.expr) -> ast.stmt | None:
        """``row.insert(place, item)`` and ``chosen.add(item)`` of a local name, as assignments."""
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="insert"), args=[place, item]):
                parts = {"row": ast.Name(name, ast.Load()), "place": self.visit(place), "item": self.visit(item)}
                value = _Filled(parts).visit(_expression("[*row[:place], item, *row[place:]]"))
                return ast.Assign([ast.Name(name, ast.Store())], value, lineno=node.lineno)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="add"), args=[item]):
                return ast.AugAssign(ast.Name(name, ast.Store()), ast.BitOr(), ast.Set([self.visit(item)]))
        return None

    def visit_Match(self, node: ast.Match) -> ast.stmt:
        """Cases that are values, as a chain of comparisons."""
        chain: list[ast.stmt] = []
        for case in reversed(node.cases):
            body = self.statements(case.body) or [ast.Pass()]
            if isinstance(case.pattern, ast.MatchAs) and case.pattern.name is None and case.guard is None:
                chain = body
            elif isinstance(case.pattern, ast.MatchValue) and case.guard is None:
                test = ast.Compare(
                    self.visit(copy.deepcopy(node.subject)), [ast.Eq()], [self.visit(case.pattern.value)]
                )
                chain = [ast.If(test, body, chain)]
            else:
                raise self.refused("a case that is not a value", case.pattern)
        return ast.If(ast.Constant(True), chain, []) if len(chain) != 1 else chain[0]

    def visit_Return(self, node: ast.Return) -> ast.Return:
        if node.value is None and "yielded" in self.scopes[-1]:
            return ast.Return(ast.Name("yielded", ast.Load()))
        return ast.Return(None if node.value is None else self.visit(node.value))

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        return ast.Expr(_calling("undefined"))

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        return ast.If(ast.UnaryOp(ast.Not(), self.visit(node.test)), [ast.Expr(_calling("undefined"))], [])

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | None:
        if node.value is None:
            return None
        return ast.Assign([self.visit(node.target)], self.visit(node.value), lineno=node.lineno)

    def visit_If(self, node: ast.If) -> ast.stmt:
        test = self.visit(node.test)
        return ast.If(test, self.statements(node.body) or [ast.Pass()], self.statements(node.orelse))

    def visit_For(self, node: ast.For) -> ast.stmt:
        if node.orelse:
            raise self.refused("for ... else", node)
        target, rows = self.visit(node.target), self.visit(node.iter)
        return ast.For(target, rows, self.statements(node.body) or [ast.Pass()], [], lineno=node.lineno)

    def visit_While(self, node: ast.While) -> ast.stmt:
        if node.orelse:
            raise self.refused("while ... else", node)
        return ast.While(self.visit(node.test), self.statements(node.body) or [ast.Pass()], [])

    # --- expressions ---

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        plain = isinstance(node.value, str) and node.value.isascii() and "\\" not in repr(node.value)
        if not plain and not isinstance(node.value, int | None):
            raise self.refused(f"the {type(node.value).__name__} {node.value!r}", node)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """``is`` compares with None, or with the one object that a constant is: the same as ``==``."""
        left, right = self.visit(node.left), [self.visit(other) for other in node.comparators]
        nones = [isinstance(other, ast.Constant) and other.value is None for other in right]
        equal: dict[type[ast.cmpop], ast.cmpop] = {ast.Is: ast.Eq(), ast.IsNot: ast.NotEq()}
        signs = [op if none else equal.get(type(op), op) for op, none in zip(node.ops, nones, strict=True)]
        return ast.Compare(left, signs, right)

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        """A dictionary; ``{**one, key: value}`` is a union."""
        parts: list[ast.expr] = []
        for name, value in zip(node.keys, node.values, strict=True):
            if name is None:
                parts.append(self.visit(value))
                continue
            if not parts or not isinstance(parts[-1], ast.Dict):
                parts.append(ast.Dict([], []))
            last = parts[-1]
            assert isinstance(last, ast.Dict)
            last.keys.append(self.visit(name))
            last.values.append(self.visit(value))
        return functools.reduce(lambda a, b: ast.BinOp(a, ast.BitOr(), b), parts or [ast.Dict([], [])])

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if any(node.id in scope for scope in self.scopes) or not isinstance(node.ctx, ast.Load):
            return node
        if node.id not in self.outside:
            raise self.refused(f"the name {node.id}", node)
        return self.resolved(self.outside[node.id], node, node.id)

    def resolved(self, value: object, node: ast.AST, hint: str = "CONSTANT") -> ast.expr:
        at = _Location(self.location.file, getattr(node, "lineno", self.location.line))
        return self.translator.reference(value, at, hint)

    def static(self, node: ast.expr) -> tuple[bool, object]:
        """The object that an expression means whatever the arguments are, where it is a name or a name in a module."""
        if isinstance(node, ast.Name):
            local = any(node.id in scope for scope in self.scopes)
            return not local and node.id in self.outside, self.outside.get(node.id)
        if isinstance(node, ast.Attribute):
            known, value = self.static(node.value)
            holder = isinstance(value, ModuleType | type) or _is_record(value)
            return known and holder and hasattr(value, node.attr), getattr(value, node.attr, None)
        return False, None

    def owner(self, node: ast.expr) -> type | None:
        """The class of a record, where annotations tell it."""
        kind: object = None
        if isinstance(node, ast.Name):
            kind = self.owners.get(node.id)
        elif isinstance(node, ast.Call):
            known, function = self.static(node.func)
            kind = _hints(function).get("return") if known and isinstance(function, FunctionType) else function
        elif isinstance(node, ast.Attribute) and (holder := self.owner(node.value)) is not None:
            member = inspect.getattr_static(holder, node.attr, None)
            kind = _hints(member.fget).get("return") if isinstance(member, property) else _hints(holder).get(node.attr)
        return kind if isinstance(kind, type) and _is_record_class(kind) else None

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            kind = self.owner(node.value)
            if kind is not None:
                self.owners[node.targets[0].id] = kind
            else:
                self.owners.pop(node.targets[0].id, None)
        return ast.Assign([self.visit(t) for t in node.targets], self.visit(node.value), lineno=node.lineno)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        known, constant = self.static(node)
        if known:
            return self.resolved(constant, node)
        owner, value = self.owner(node.value), self.visit(node.value)
        member = self.translator.member(node.attr, owner)
        if isinstance(member, property | functools.cached_property):
            if self.translator.has_field(node.attr, owner):
                raise self.refused(f"{node.attr}, a field of one class and a property of another,", node)
            return _calling_node(self.resolved(_getter(member), node), value)
        if self.translator.has_field(node.attr, owner) or node.attr in ("numerator", "denominator"):
            return ast.Attribute(value, node.attr, ast.Load())
        raise self.refused(f"the attribute {node.attr}", node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        known, value = self.static(node.func)
        if known:
            return self.calling(value, node)
        if isinstance(node.func, ast.Attribute):
            return self.method(node.func, node)
        return ast.Call(self.visit(node.func), [self.visit(item) for item in node.args], self.keywords(node))

    def keywords(self, node: ast.Call, renamed: bool = True) -> list[ast.keyword]:
        made = []
        for keyword in node.keywords:
            if keyword.arg is None:
                raise self.refused("**keywords", node)
            made.append(ast.keyword(keyword.arg, self.visit(keyword.value)))
            if not renamed:
                made[-1].outside = True  # type: ignore[attr-defined]
        return made

    def calling(self, value: object, node: ast.Call) -> ast.expr:
        """A call of something that is known."""
        if value is isinstance:
            raise self.refused(f"isinstance of {self.static(node.args[1])[1] or ast.unparse(node.args[1])}", node)
        if value == itertools.chain.from_iterable:
            return _calling("chain", ast.Starred(self.visit(node.args[0]), ast.Load()))
        if value is Fraction and len(node.args) == 1 and isinstance(node.args[0], ast.Constant):
            return self.resolved(Fraction(str(node.args[0].value)), node)
        if isinstance(value, type) and _is_record_class(value):
            return self.constructed(value, node)
        if id(value) in _PASS_THROUGH:
            return self.passed_through(_PASS_THROUGH[id(value)], node.args[0])
        if isinstance(value, type) and id(value) not in _NAMES:
            raise self.refused(f"a {value.__name__}", node)
        builtin = id(value) in _NAMES
        if isinstance(value, BuiltinFunctionType) and not builtin:
            raise self.refused(f"the function {value.__name__}", node)
        return ast.Call(
            self.resolved(value, node), [self.visit(item) for item in node.args], self.keywords(node, not builtin)
        )

    def passed_through(self, kind: str, argument: ast.expr) -> ast.expr:
        first: ast.expr = self.visit(argument)
        return _calling(kind, first) if kind else first

    def constructed(self, kind: type, node: ast.Call) -> ast.expr:
        """A record made in the code: its fields by name, with their defaults."""
        self.translator.learn(kind)
        names = _field_names(kind)
        fields = dict(zip(names, [self.visit(item) for item in node.args], strict=False))
        if any(isinstance(item, ast.Starred) for item in node.args):
            raise self.refused(f"a {kind.__name__} of *arguments", node)
        fields |= {keyword.arg or "**": keyword.value for keyword in self.keywords(node)}
        for item in dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ():
            if item.name not in fields and item.default is not dataclasses.MISSING:
                fields[item.name] = self.resolved(item.default, node)
        if set(fields) != set(names):
            raise self.refused(f"a {kind.__name__} without all of its fields", node)
        return _record(fields)

    def method(self, function: ast.Attribute, node: ast.Call) -> ast.expr:
        owner = self.owner(function.value)
        member = self.translator.member(function.attr, owner)
        arguments = [self.visit(item) for item in node.args]
        if isinstance(member, FunctionType):
            return ast.Call(self.resolved(member, node), [self.visit(function.value), *arguments], self.keywords(node))
        if function.attr in _METHOD_NAMES:
            called = ast.Attribute(self.visit(function.value), function.attr, ast.Load())
            return ast.Call(called, arguments, self.keywords(node, renamed=False))
        if function.attr in _LOWERED and len(arguments) == 1:
            values = {"row": self.visit(function.value), "other": arguments[0]}
            return typing.cast(ast.expr, _Filled(values).visit(_expression(_LOWERED[function.attr])))
        if self.translator.has_field(function.attr, owner):
            raise self.refused(f"a call of the field {function.attr}", node)
        raise self.refused(f"the method {function.attr}", node)


class _Filled(ast.NodeTransformer):
    """An expression with others in the place of its names; what runs through a row in it has no name of theirs."""

    def __init__(self, values: Mapping[str, ast.expr]) -> None:
        self.values = values
        self.theirs = {part.id for value in values.values() for part in ast.walk(value) if isinstance(part, ast.Name)}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.values or node.id not in self.theirs or node.id in BUILT_IN:
            return self.values.get(node.id, node)
        options = (f"{node.id}_{number}" for number in itertools.count(2))
        return ast.Name(next(name for name in options if name not in self.theirs), node.ctx)


_LOWERED = {
    "count": "sum(1 for item in row if item == other)",
    "index": "next(place for place, item in enumerate(row) if item == other)",
    "union": "set(row) | set(other)",
    "intersection": "{item for others in [set(other)] for item in row if item in others}",
    "difference": "{item for others in [set(other)] for item in row if item not in others}",
    "isdisjoint": "all(item not in row for item in other)",
    "issubset": "all(item in others for others in [set(other)] for item in row)",
    "issuperset": "all(item in row for item in other)",
}
_REFUSED = (
    ast.ClassDef, ast.Delete, ast.With, ast.Try, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Await,
    ast.NamedExpr, ast.JoinedStr, ast.Yield, ast.YieldFrom, ast.AsyncFor, ast.AsyncFunctionDef, ast.AsyncWith,
    ast.LShift, ast.RShift, ast.BitAnd, ast.BitXor, ast.Invert, ast.MatMult,
)  # fmt: skip
