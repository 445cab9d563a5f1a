"""Definitions as programs: a small part of Python, evaluated exactly. Standard library only.

A program is a text of function definitions and constants. Its meaning is Python's, but for this: numbers are exact
(a quotient of integers is a fraction; what is irrational lies in a quadratic field, or is an expression that is
enclosed as tightly as a comparison needs); a generator, map, zip and their like are evaluated where they stand; sets
keep the order of insertion. There are no floats, imports, classes, exceptions, nothing global that changes, and the
name of a built-in function means nothing else. Every step is paid for. What is not listed here is refused by its line.
"""

from __future__ import annotations

import ast
import itertools
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from optcheck.checker import values, work
from optcheck.checker.reading import rejected, require, shortened
from optcheck.checker.reals import arithmetic
from optcheck.checker.values import BUILT_IN, METHODS, STEP, Call, Table, Value, items, truth

MOST_CHARACTERS = 40_000
MOST_NESTING = 60  # levels of a text's syntax tree
_BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
_FAULTS = (ArithmeticError, LookupError, MemoryError, RecursionError, TypeError, ValueError)
_SYMBOLS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.BitOr: "|",
}  # fmt: skip

_SCOPES = (ast.FunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Frame:
    """The names of a program, of a call or of a comprehension, those that get a value in it, and the frame around."""

    __slots__ = ("own", "parent", "values")

    def __init__(
        self, values: dict[str, Value], parent: Frame | None = None, own: frozenset[str] = frozenset()
    ) -> None:
        self.values, self.parent, self.own = values, parent, own

    def find(self, name: str) -> Value:
        """The value of a name, from the inside out."""
        frame: Frame | None = self
        while frame is not None:
            if name in frame.values:
                return frame.values[name]
            work.spend(STEP)
            frame = None if name in frame.own else frame.parent
        if name not in BUILT_IN:
            raise LookupError(f"{name} has no value")
        return BUILT_IN[name]


class Function:
    """A function of a program, with the frame in which it was defined."""

    __slots__ = ("defaults", "frame", "node", "own")

    def __init__(self, node: ast.FunctionDef | ast.Lambda, frame: Frame) -> None:
        self.node, self.frame, self.own = node, frame, _own([] if isinstance(node, ast.Lambda) else node.body)
        names = [parameter.arg for parameter in node.args.args][::-1]
        defaults = [evaluate(default, frame) for default in node.args.defaults]
        self.defaults = dict(zip(names, defaults[::-1], strict=False))

    def __call__(self, *arguments: Value, **named: Value) -> Value:
        frame = Frame(self._bind(arguments, named), self.frame, self.own)
        if isinstance(self.node, ast.Lambda):
            return evaluate(self.node.body, frame)
        return (_run(self.node.body, frame) or (None, None))[1]

    def _bind(self, arguments: tuple[Value, ...], named: Mapping[str, Value]) -> dict[str, Value]:
        names = [parameter.arg for parameter in self.node.args.args]
        bound = {**self.defaults, **dict(zip(names, arguments, strict=False)), **named}
        twice = named.keys() & set(names[: len(arguments)])
        if bound.keys() != set(names) or twice or len(arguments) > len(names):
            raise TypeError(f"a function of {', '.join(names)} is called with other arguments")
        return bound


# --- texts ----------------------------------------------------------------------------------------------------------


def parse(source: str, where: str = "program") -> ast.Module:
    """The statements of a text; raises CertificateRejected, naming the line."""
    require(source.isascii() and "\\" not in source, where, "ASCII characters without a backslash")
    work.spend(STEP * len(source))
    depths = itertools.accumulate(_BRACKETS.get(character, 0) for character in source)
    require(max(depths, default=0) <= MOST_NESTING, where, f"at most {MOST_NESTING} open brackets")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # what Python warns of is refused, and nothing is printed
            module = ast.parse(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise rejected(where, "a text in the language of definitions", shortened(str(error))) from error
    _check(module, where)
    return module


def call(program: ast.Module, name: str, *arguments: Value) -> Value:
    """What a function of the program gives, at its first call: what another one changed is forgotten."""
    frame = Frame({})
    _run(program.body, frame)
    function = frame.values.get(name)
    if not isinstance(function, Function):
        raise rejected("program", f"a function {name}", "none")
    try:
        return function(*arguments)
    except _FAULTS as error:
        raise rejected(f"the call of {name}", "a value", shortened(str(error))) from error


def _check(module: ast.Module, where: str) -> None:
    """Refuse every part of the text that is not listed, and a name with two meanings."""
    defined = [name for statement in module.body for name in _bound(statement)]
    require(len(defined) == len(set(defined)), where, "each name defined once", "one defined twice")
    waiting: list[tuple[ast.AST, int, int]] = [(module, 0, 1)]
    while waiting:
        node, depth, line = waiting.pop()
        line = getattr(node, "lineno", line)
        fits = depth < MOST_NESTING and _is_allowed(node) and (depth != 1 or _is_definition(node))
        inside = depth > 2 or (depth == 2 and isinstance(node, ast.FunctionDef))
        fits = fits and not (inside and any(name in defined for name in _bound(node)))
        require(fits, f"line {line} of {where}", "a construct of the language of definitions", _construct(node))
        waiting += [(part, depth + 1, line) for part in _parts(node)]


def _bound(node: ast.AST) -> list[str]:
    """The names to which a statement, a target or a parameter gives a value."""
    match node:
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.Name(id=name):
            return [name] if isinstance(node.ctx, ast.Store) else []
        case ast.FunctionDef(name=name) | ast.arg(arg=name):
            return [name]
    return []


def _own(parts: Sequence[ast.AST]) -> frozenset[str]:
    """The names that get a value here, but for those of functions and comprehensions inside."""
    found, waiting = set[str](), list(parts)
    while waiting:
        part = waiting.pop()
        work.spend(STEP)
        found.update(_bound(part))
        if not isinstance(part, _SCOPES):
            waiting += ast.iter_child_nodes(part)
    return frozenset(found)


def _is_definition(node: ast.AST) -> bool:
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Name) for target in node.targets)
    return isinstance(node, ast.FunctionDef) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def _is_allowed(node: ast.AST) -> bool:
    condition = _CONDITIONS.get(type(node))
    return isinstance(node, _PLAIN) and (condition is None or condition(node))


def _is_free(name: str) -> bool:
    """Whether a program may give the name a meaning."""
    return "__" not in name and name not in BUILT_IN


def _tests_none(node: ast.Compare) -> bool:
    """Whether ``is`` stands before None only."""
    nones = [isinstance(other, ast.Constant) and other.value is None for other in node.comparators]
    return all(none or not isinstance(sign, ast.Is | ast.IsNot) for sign, none in zip(node.ops, nones, strict=True))


_CONDITIONS: dict[type[ast.AST], Callable[..., bool]] = {
    ast.Attribute: lambda node: not node.attr.startswith("_") and isinstance(node.ctx, ast.Load),
    ast.Compare: _tests_none,
    ast.Constant: lambda node: node.value is None or type(node.value) in (bool, int, str),
    ast.Dict: lambda node: None not in node.keys,
    ast.For: lambda node: not node.orelse,
    ast.FunctionDef: lambda node: _is_free(node.name) and not node.decorator_list,
    ast.Name: lambda node: isinstance(node.ctx, ast.Load) or _is_free(node.id),
    ast.While: lambda node: not node.orelse,
    ast.arg: lambda node: _is_free(node.arg),
    ast.arguments: lambda node: not (node.posonlyargs or node.vararg or node.kwonlyargs or node.kwarg),
    ast.comprehension: lambda node: not node.is_async,
    ast.keyword: lambda node: node.arg is not None,
}  # of the parts that are allowed in some forms only


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """What is inside, without annotations, which mean nothing."""
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            yield from (part for part in (value if isinstance(value, list) else [value]) if isinstance(part, ast.AST))


def _construct(node: ast.AST) -> str:
    words = [getattr(node, name, None) for name in ("id", "arg", "attr", "name", "value")]
    word = next((repr(word) for word in words if isinstance(word, str | float | complex | bytes)), "")
    return f"{type(node).__name__} {word}".strip()


# --- statements -----------------------------------------------------------------------------------------------------

Signal = tuple[type[ast.stmt], Value] | None  # what a statement hands on: a returned value, a break, a continue


def _run(statements: list[ast.stmt], frame: Frame) -> Signal:
    for statement in statements:
        work.spend(STEP)
        try:
            signal = _STATEMENTS[type(statement)](statement, frame)
        except _FAULTS as error:
            raise rejected(f"line {statement.lineno}", "a value", shortened(str(error))) from error
        if signal is not None:
            return signal
    return None


def _repeat(node: ast.For | ast.While, frame: Frame) -> Signal:
    for _ in _turns([node], frame) if isinstance(node, ast.For) else _while(node, frame):
        signal = _run(node.body, frame)
        if signal is not None and signal[0] is not ast.Continue:
            return signal if signal[0] is ast.Return else None
    return None


def _while(node: ast.While, frame: Frame) -> Iterator[None]:
    while truth(evaluate(node.test, frame)):
        yield


def _return(node: ast.Return, frame: Frame) -> Signal:
    return ast.Return, None if node.value is None else evaluate(node.value, frame)


def _evaluate_only(node: ast.Expr, frame: Frame) -> None:
    evaluate(node.value, frame)


def _define(node: ast.FunctionDef, frame: Frame) -> None:
    frame.values[node.name] = Function(node, frame)


def _assign(node: ast.Assign, frame: Frame) -> None:
    value = evaluate(node.value, frame)
    for target in node.targets:
        _bind(target, value, frame)


def _bind(target: ast.expr, value: Value, frame: Frame) -> None:
    match target:
        case ast.Name():
            frame.values[target.id] = value
        case ast.Subscript():
            values.store(evaluate(target.value, frame), evaluate(target.slice, frame), value)
        case ast.Tuple() | ast.List():
            _unpack(target.elts, list(items(value)), frame)
        case _:
            raise TypeError("only names, entries and rows of these are assigned to")


def _unpack(targets: list[ast.expr], values: list[Value], frame: Frame) -> None:
    place = next((place for place, target in enumerate(targets) if isinstance(target, ast.Starred)), None)
    if place is not None and isinstance(starred := targets[place], ast.Starred):
        after = len(values) - (len(targets) - place - 1)
        values = [*values[:place], values[place:after], *values[after:]] if after >= place else []
        targets = [*targets[:place], starred.value, *targets[place + 1 :]]
    for target, value in zip(targets, values, strict=True):
        _bind(target, value, frame)


def _augment(node: ast.AugAssign, frame: Frame) -> None:
    symbol = _SYMBOLS[type(node.op)]
    if isinstance(node.target, ast.Subscript):
        container, place = evaluate(node.target.value, frame), evaluate(node.target.slice, frame)
        old = values.entry(container, place)
        values.store(container, place, values.augmented(symbol, old, evaluate(node.value, frame)))
    elif isinstance(node.target, ast.Name):
        old = frame.find(node.target.id)
        frame.values[node.target.id] = values.augmented(symbol, old, evaluate(node.value, frame))


_STATEMENTS: dict[type[ast.stmt], Callable[..., Signal]] = {
    ast.Assign: _assign,
    ast.AugAssign: _augment,
    ast.Break: lambda node, frame: (ast.Break, None),
    ast.Continue: lambda node, frame: (ast.Continue, None),
    ast.Expr: _evaluate_only,
    ast.For: _repeat,
    ast.FunctionDef: _define,
    ast.If: lambda node, frame: _run(node.body if truth(evaluate(node.test, frame)) else node.orelse, frame),
    ast.Pass: lambda node, frame: None,
    ast.Return: _return,
    ast.While: _repeat,
}


# --- expressions ----------------------------------------------------------------------------------------------------


def evaluate(node: ast.expr, frame: Frame) -> Value:
    """The value of an expression."""
    work.spend(STEP)
    return _EXPRESSIONS[type(node)](node, frame)


def _either(node: ast.BoolOp, frame: Frame) -> Value:
    for part in node.values[:-1]:
        value = evaluate(part, frame)
        if truth(value) == isinstance(node.op, ast.Or):
            return value
    return evaluate(node.values[-1], frame)


def _slice(node: ast.Slice, frame: Frame) -> slice:
    ends = (node.lower, node.upper, node.step)
    return slice(*(None if end is None else values.integer(evaluate(end, frame)) for end in ends))


def _lazily(node: ast.ListComp | ast.SetComp | ast.GeneratorExp, frame: Frame) -> Iterator[Value]:
    inner = Frame({}, frame)
    return (evaluate(node.elt, inner) for _ in _turns(node.generators, inner))


def _written(node: ast.Dict, frame: Frame) -> Table:
    pairs = zip(node.keys, node.values, strict=True)
    return Table([(evaluate(name, frame), evaluate(value, frame)) for name, value in pairs if name is not None])


def _pairs(node: ast.DictComp, frame: Frame) -> Table:
    inner = Frame({}, frame)
    return Table([(evaluate(node.key, inner), evaluate(node.value, inner)) for _ in _turns(node.generators, inner)])


def _turns(loops: list[ast.comprehension] | list[ast.For], frame: Frame) -> Iterator[None]:
    """Bind the targets of nested loops in every way that their conditions allow."""
    if not loops:
        yield
        return
    loop, inner = loops[0], loops[1:]
    for item in items(evaluate(loop.iter, frame)):
        _bind(loop.target, item, frame)
        if isinstance(loop, ast.For) or all(truth(evaluate(test, frame)) for test in loop.ifs):
            yield from _turns(inner, frame)


def _each(nodes: list[ast.expr], frame: Frame) -> list[Value]:
    found: list[Value] = []
    for node in nodes:
        found += items(evaluate(node.value, frame)) if isinstance(node, ast.Starred) else [evaluate(node, frame)]
    return found


def _compared(node: ast.Compare, frame: Frame) -> bool:
    left = evaluate(node.left, frame)
    for sign, other in zip(node.ops, node.comparators, strict=True):
        right = evaluate(other, frame)
        if not _stands(sign, left, right):
            return False
        left = right
    return True


def _stands(sign: ast.cmpop, left: Value, right: Value) -> bool:
    match sign:
        case ast.Eq() | ast.NotEq():
            return values.equal(left, right) == isinstance(sign, ast.Eq)
        case ast.In() | ast.NotIn():
            return values.contains(right, left) == isinstance(sign, ast.In)
        case ast.Is() | ast.IsNot():
            return (left is None) == isinstance(sign, ast.Is)
        case ast.Gt() | ast.GtE():
            left, right = right, left
    return values.order(left, right) < isinstance(sign, ast.LtE | ast.GtE)


def _called(node: ast.Call, frame: Frame) -> Value:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    first = node.args[0] if node.args else None
    function = _method(node.func, frame) if isinstance(node.func, ast.Attribute) else evaluate(node.func, frame)
    if name in ("all", "any", "next") and isinstance(first, ast.GeneratorExp):  # may stop before its end
        arguments = [_lazily(first, frame), *_each(node.args[1:], frame)]
    else:
        arguments = _each(node.args, frame)
    named = {keyword.arg: evaluate(keyword.value, frame) for keyword in node.keywords if keyword.arg is not None}
    if not callable(function):
        raise TypeError("only functions are called")
    return function(*arguments, **named)


def _method(node: ast.Attribute, frame: Frame) -> Call:
    """A method of a list or table."""
    receiver = evaluate(node.value, frame)
    if (type(receiver), node.attr) not in METHODS:
        raise LookupError(f"no method {node.attr}")
    return partial(METHODS[type(receiver), node.attr], receiver)


_EXPRESSIONS: dict[type[ast.expr], Call] = {
    ast.Attribute: lambda node, frame: values.field(evaluate(node.value, frame), node.attr),
    ast.BinOp: lambda node, frame: values.binary(
        _SYMBOLS[type(node.op)], evaluate(node.left, frame), evaluate(node.right, frame)
    ),
    ast.BoolOp: _either,
    ast.Call: _called,
    ast.Compare: _compared,
    ast.Constant: lambda node, frame: node.value,
    ast.Dict: _written,
    ast.DictComp: _pairs,
    ast.GeneratorExp: lambda node, frame: iter(list(_lazily(node, frame))),  # its items, to be taken once
    ast.IfExp: lambda node, frame: evaluate(node.body if truth(evaluate(node.test, frame)) else node.orelse, frame),
    ast.Lambda: Function,
    ast.List: lambda node, frame: _each(node.elts, frame),
    ast.ListComp: lambda node, frame: list(_lazily(node, frame)),
    ast.Name: lambda node, frame: frame.find(node.id),
    ast.Set: lambda node, frame: values.collection(_each(node.elts, frame)),
    ast.SetComp: lambda node, frame: values.collection(list(_lazily(node, frame))),
    ast.Slice: _slice,
    ast.Subscript: lambda node, frame: values.entry(evaluate(node.value, frame), evaluate(node.slice, frame)),
    ast.Tuple: lambda node, frame: tuple(_each(node.elts, frame)),
    ast.UnaryOp: lambda node, frame: _UNARY[type(node.op)](evaluate(node.operand, frame)),
}
_UNARY: dict[type[ast.unaryop], Callable[[Value], Value]] = {
    ast.Not: lambda value: not truth(value),
    ast.UAdd: lambda value: arithmetic("+", 0, value),
    ast.USub: lambda value: arithmetic("-", 0, value),
}
_PLAIN = (
    *_EXPRESSIONS, *_STATEMENTS, *_SYMBOLS, *_UNARY, ast.Module, ast.arguments, ast.arg, ast.expr_context, ast.boolop,
    ast.cmpop, ast.keyword, ast.Starred, ast.comprehension,
)  # fmt: skip
