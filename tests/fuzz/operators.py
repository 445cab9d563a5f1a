"""Small changes of a program's syntax tree, as mistakes in it would look: no change is written down for a place.

A sign of a comparison is turned round or moved by one, a check always passes, "and" becomes "or", a condition its
contrary, plus minus, times plus, two operands change places; a statement is left out, a small number is one more, a
name becomes another of its type, a word its contrary. What only counts steps or words a message is left alone.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import partial

_FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_EDGES: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
_SIGNS = (_FLIPPED, _EDGES)
_PAIRS = (
    ("min", "max"),
    ("floor", "ceil"),
    ("any", "all"),
    ("low", "high"),
    ("lower", "upper"),
    ("numerator", "denominator"),
)
_CONTRARIES = {a: b for pair in _PAIRS for a, b in (pair, pair[::-1])}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}
_FOR_PEOPLE = ("__float__", "__hash__", "__repr__")  # which no check calls
_CHECKS = ("require", "same_length")
# functions that only count steps, or save some
_PAYING = ("_pay", "pay", "spend", "earn", "hold", "_size", "size", "longest", "on_long", "_remember")


Change = Callable[[], None]


def changes(tree: ast.Module) -> Iterator[tuple[str, ast.AST, Change]]:
    """Every change that an operator can make: the function, what is changed, and how to change it in the tree."""
    twins = _twins(tree)
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    for function in functions:
        if not function.name.startswith(_PAYING) and function.name not in _FOR_PEOPLE:
            alike = twins | _alike(function.args.args)
            for node in _nodes(function):
                yield from ((function.name, node, change) for change in _changed(node, alike))


def _twins(tree: ast.Module) -> dict[str, str]:
    """For names of one type another one: words for contraries, and fields that a class declares alike."""
    found = dict(_CONTRARIES)
    for holder in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        for statement in holder.body:
            if isinstance(statement, ast.Assign) and len(statement.targets) > 1:
                names = [target.id for target in statement.targets if isinstance(target, ast.Name)]
                found |= dict(zip(names, [*names[1:], names[0]], strict=True))
    return found


def _alike(parameters: list[ast.arg]) -> dict[str, str]:
    """For each parameter the next one with the same annotation."""
    kinds: dict[str, list[str]] = {}
    for parameter in parameters:
        if parameter.annotation is not None:
            kinds.setdefault(ast.unparse(parameter.annotation), []).append(parameter.arg)
    groups = [names for names in kinds.values() if len(names) > 1]
    return {a: b for names in groups for a, b in zip(names, [*names[1:], names[0]], strict=True)}


def _nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The parts of a function that decide something: not texts, messages, or what is about costs."""
    waiting: list[ast.AST] = list(function.body)
    idle = _idle_names(function)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.JoinedStr | ast.Raise | ast.Assert | ast.FunctionDef) or _is_about_cost(node):
            continue
        if isinstance(node, ast.If) and not node.orelse and all(map(_is_about_cost, node.body)):
            continue
        if isinstance(node, ast.Assign | ast.AugAssign) and {name.id for name in _names(*_targets(node))} <= idle:
            continue
        yield node
        waiting[:0] = _deciding(node)


def _targets(node: ast.Assign | ast.AugAssign) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def _deciding(node: ast.AST) -> list[ast.AST]:
    """The parts of a node, but of a check only what is checked."""
    called = _called(node) if isinstance(node, ast.Call) else ""
    children = list(ast.iter_child_nodes(node))
    if called in ("isinstance", "same_length"):  # types are mypy's and the readers' business
        return []
    return children[1:2] if called == "require" else children


def _names(*nodes: ast.AST) -> list[ast.Name]:
    return [part for node in nodes for part in ast.walk(node) if isinstance(part, ast.Name)]


def _idle_names(function: ast.FunctionDef) -> set[str]:
    """The names that are used in messages and for costs only."""
    used, waiting = set[str](), list[ast.AST](function.body)
    while waiting:
        node = waiting.pop()
        if not isinstance(node, ast.JoinedStr | ast.Raise) and not _is_about_cost(node):
            used |= {node.id} if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) else set()
            waiting += _deciding(node)
    return {name.id for name in _names(function)} - used


def _is_about_cost(node: ast.AST) -> bool:
    value = node.value if isinstance(node, ast.Expr) else None
    return isinstance(value, ast.Call) and _called(value).removeprefix("work.").startswith(_PAYING)


def _called(call: ast.Call) -> str:
    return ast.unparse(call.func)


def _changed(node: ast.AST, alike: dict[str, str]) -> Iterator[Change]:
    """What can be changed at one place."""
    match node:
        case ast.Expr(value=ast.Call() as call) if _called(call) not in _CHECKS and "super()" not in _called(call):
            yield lambda: setattr(node, "__class__", ast.Pass)
        case ast.AugAssign():
            yield lambda: setattr(node, "__class__", ast.Pass)
        case ast.If() | ast.While() | ast.IfExp():
            yield from _negated(node)
        case ast.Call() if _called(node) in _CHECKS and ast.unparse(node.args[0]) != "False":
            yield from _unchecked(node)
        case ast.Constant() | ast.Name() | ast.Attribute():
            yield from _replaced(node, alike)
        case ast.Compare() | ast.BoolOp() | ast.BinOp():
            yield from _recalculated(node)


def _unchecked(node: ast.Call) -> Iterator[Change]:
    """A check that always passes."""
    if _called(node) == "require":
        yield lambda: setattr(node, "args", [ast.Constant(True), *node.args[1:]])
    else:
        yield lambda: vars(node).update(func=ast.Name("repr", ast.Load()), args=node.args[:1])


def _replaced(node: ast.Constant | ast.Name | ast.Attribute, alike: dict[str, str]) -> Iterator[Change]:
    """The next number; another name of the same type."""
    match node:
        case ast.Constant(value=int(value)) if type(value) is int and value in (0, 1, 2):
            yield lambda: setattr(node, "value", value + 1)
        case ast.Name(id=name, ctx=ast.Load()) if name in alike:
            yield lambda: setattr(node, "id", alike[name])
        case ast.Attribute(attr=name) if name in alike:
            yield lambda: setattr(node, "attr", alike[name])


def _negated(node: ast.If | ast.While | ast.IfExp) -> Iterator[Change]:
    """The contrary condition, where no sign within it can be turned round."""
    if not isinstance(node.test, ast.Compare):
        yield lambda: setattr(node, "test", ast.UnaryOp(ast.Not(), node.test))


def _recalculated(node: ast.Compare | ast.BoolOp | ast.BinOp) -> Iterator[Change]:
    """Another sign or operation; the operands in another order, where that matters."""
    if isinstance(node, ast.Compare):
        signs = [table[type(node.ops[0])]() for table in _SIGNS if type(node.ops[0]) in table]
        yield from (partial(setattr, node, "ops", [sign, *node.ops[1:]]) for sign in signs)
    elif isinstance(node, ast.BoolOp):
        yield lambda: setattr(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
    else:
        new = _OPERATORS.get(type(node.op))
        if new is not None:
            yield lambda: setattr(node, "op", new())
        if isinstance(node.op, ast.Sub | ast.Div | ast.FloorDiv | ast.Mod | ast.Pow):
            yield lambda: vars(node).update(left=node.right, right=node.left)
