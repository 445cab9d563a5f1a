"""Faults planted into the checker, one at a time: ``python -m tests.fuzz.sabotage`` lists those that nobody noticed.

Faults are made by operators on the syntax tree of every rule and every definition: a comparison is turned round, a
check always passes, "and" becomes "or", plus becomes minus, times becomes plus. No fault is written down, so none is
tied to a line. What only counts steps or words a message is left alone: other tests hold steps against lines. A fault
is noticed where a law of its module breaks (laws.py), where a true specimen is refused or where the fuzzer's oracle
finds a false fact or sentence among what is accepted; where the checker only breaks down, or does not come back, that
is counted apart. The changed functions replace the running ones for a while, wherever they are kept, and what was
remembered is forgotten.
"""

from __future__ import annotations
import __future__

import argparse
import ast
import copy
import gc
import importlib
import inspect
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import cache
from random import Random
from time import monotonic
from types import CodeType, FunctionType
from typing import Any

from optcheck.checker.core import _HOME
from optcheck.errors import CertificateRejected
from tests.fuzz import files, laws
from tests.fuzz.certificates import LIMIT, STRAY, attack, specimens

SHARE = 0.1  # of the time of a soak: every fault is planted once
MUTANTS = 1500  # of a fault's kinds that are tried before it counts as unnoticed
SECONDS = 60.0  # after which a checker with a fault counts as stuck
_PACKAGE = "optcheck.checker"
_FUTURE = __future__.annotations.compiler_flag  # as the modules have it
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
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}
_RULES = (
    "linear",
    "integer",
    "subsystem",
    "ranging",
    "coalitions",
    "evaluation",
    "gaussian",
    "noise",
    "delivery",
    "vipr",
)
_SHARED: dict[str, tuple[str, ...]] = {
    "intervals": ("evaluation", "gaussian"),
    "quadratic": ("definitions.cordp", "evaluation"),
    "work": ("linear", "subsystem", "ranging", "coalitions"),  # its sums
}
_USERS: dict[str, tuple[str, ...]] = {
    "coalitions": ("coalitions", "noise", "definitions.tpmdp"),
    "gaussian": ("gaussian", "noise", "definitions.cordp"),
}
_SHARED |= dict.fromkeys(("language", "reals", "values"), ("evaluation",))
_USERS |= {"linear": ("linear", "integer", "subsystem", "ranging"), "integer": ("integer", "vipr")}
_USERS |= {"noise": ("noise", "delivery")}
_HOMES = _HOME | files.HOMES
_FOR_PEOPLE = ("__float__", "__hash__", "__repr__")  # which no check calls
# functions that only count steps
_PAYING = ("_pay", "pay", "spend", "earn", "hold", "_size", "size", "longest", "on_long")


@dataclass(frozen=True, slots=True)
class Fault:
    """Which of the changes to a module's tree it is, in words, and the kinds that it touches."""

    module: str
    index: int
    name: str
    kinds: frozenset[str]


def modules() -> tuple[str, ...]:
    """The rules and definitions, and the arithmetic that they share."""
    definitions = sorted({home for home in _HOME.values() if home.startswith("definitions.")})
    return (*_RULES, *_SHARED, *definitions)


def _kinds(module: str) -> frozenset[str]:
    homes = _SHARED.get(module) or _USERS.get(module) or (module,)
    return frozenset(kind for kind, home in _HOMES.items() if home in homes)


@cache
def _source(module: str) -> str:
    return inspect.getsource(importlib.import_module(f"{_PACKAGE}.{module}"))


def _changes(tree: ast.Module) -> Iterator[tuple[str, ast.expr, Callable[[], None]]]:
    """Every change that an operator can make: the function, the expression, and how to change it in the tree."""
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    for function in functions:
        if not function.name.startswith(_PAYING) and function.name not in _FOR_PEOPLE:
            for node in _expressions(function):
                change = _change(node)
                if change is not None:
                    yield function.name, node, change


def _expressions(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """The expressions of a function that decide something: not those in texts, in messages, or about costs."""
    waiting: list[ast.AST] = list(function.body)
    idle = _idle_names(function)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.JoinedStr | ast.Raise | ast.Assert | ast.FunctionDef) or _is_about_cost(node):
            continue
        if isinstance(node, ast.If) and not node.orelse and all(map(_is_about_cost, node.body)):
            continue
        if isinstance(node, ast.Assign) and {target.id for target in _names(*node.targets)} <= idle:
            continue
        if isinstance(node, ast.expr):
            yield node
        waiting[:0] = _deciding(node)


def _deciding(node: ast.AST) -> list[ast.AST]:
    """The parts of a node, but of a check only what is checked."""
    called = _called(node) if isinstance(node, ast.Call) else ""
    children = list(ast.iter_child_nodes(node))
    return [] if called == "same_length" else children[1:2] if called == "require" else children


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


def _change(node: ast.expr) -> Callable[[], None] | None:
    if isinstance(node, ast.Call) and _called(node) == "require" and ast.unparse(node.args[0]) != "False":
        return lambda: node.args.__setitem__(0, ast.Constant(True))
    if isinstance(node, ast.Call) and _called(node) == "same_length":
        return lambda: vars(node).update(func=ast.Name("repr", ast.Load()), args=node.args[:1])
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _FLIPPED:
        return lambda: node.ops.__setitem__(0, _FLIPPED[type(node.ops[0])]())
    if isinstance(node, ast.BoolOp):
        return lambda: setattr(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return lambda: setattr(node, "op", _OPERATORS[type(node.op)]())
    return None


@cache
def faults() -> tuple[Fault, ...]:
    """All of them, in the order of the modules."""
    made = []
    for module in modules():
        tree = ast.parse(_source(module))
        for index, (function, node, change) in enumerate(list(_changes(tree))):
            before, saved = ast.unparse(node), copy.deepcopy(node)
            change()
            name = f"{module}.{function}: {before}  ->  {ast.unparse(node)}"
            vars(node).update(vars(saved))
            made.append(Fault(module, index, name, _kinds(module)))
    return tuple(made)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a module and of everything that is defined inside."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _place(code: CodeType) -> tuple[str, int, tuple[str, ...]]:
    return code.co_qualname, code.co_firstlineno, code.co_freevars


@contextmanager
def planted(fault: Fault) -> Iterator[None]:
    """Run with the fault in place: in every function of the module, also those that tables and closures hold."""
    full = f"{_PACKAGE}.{fault.module}"
    tree = ast.parse(_source(fault.module))
    list(_changes(tree))[fault.index][2]()
    made = compile(ast.fix_missing_locations(tree), full, "exec", flags=_FUTURE, dont_inherit=True)
    twins = {_place(code): code for code in _codes(made)}
    own = [item for item in gc.get_objects() if isinstance(item, FunctionType) and item.__module__ == full]
    saved = [(function, function.__code__) for function in own]
    _forget()
    for function, code in saved:
        function.__code__ = twins.get(_place(code), code)
    try:
        yield
    finally:
        for function, code in saved:
            function.__code__ = code
        _forget()


def _forget() -> None:
    """Empty what the checker's functions remember."""
    for name, module in list(sys.modules.items()):
        if name.startswith(_PACKAGE):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


class _Stuck(BaseException):
    """The checker does not come back."""


@contextmanager
def _clock() -> Iterator[None]:
    """Raise _Stuck after some seconds of this process's own time: a fault can make a loop endless."""

    def ring(number: int, frame: object) -> None:
        raise _Stuck

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


class Outcome(Enum):
    """How a fault shows: what counts as noticed by a test, what only breaks the checker, and what nobody sees."""

    REFUSED = "a true specimen is refused, or said to prove something else"
    FALSE = "a law is broken, or something false is accepted and the oracle says so"
    BROKEN = "the checker breaks down or does not come back"
    UNNOTICED = "unnoticed"


def outcome(fault: Fault, mutants: int = MUTANTS, seed: int = 1, whole: bool = True) -> Outcome:
    """Try the true specimens, then false ones, their neighbours and so many mutants of the fault's kinds."""
    own = [document for document in specimens() if document["kind"] in fault.kinds]
    known = [_said(document) for document in own]
    try:
        with _clock(), planted(fault):
            if not laws.holds(fault.module):
                return Outcome.FALSE
            if any(_said(document) != words for document, words in zip(own, known, strict=True)):
                return Outcome.REFUSED
            found = attack(mutants, seed, fault.kinds, stop=True, whole=whole).found
            broken = bool(found) and found[0].startswith(STRAY)
            return Outcome.BROKEN if broken else Outcome.FALSE if found else Outcome.UNNOTICED
    except CertificateRejected as error:
        return Outcome.BROKEN if isinstance(error.__cause__, Exception) else Outcome.REFUSED
    except (Exception, _Stuck):
        return Outcome.BROKEN


def _said(document: dict[str, Any]) -> tuple[str, list[str]]:
    proved = files.checked(document, LIMIT)
    return proved.statement, [str(fact) for fact in proved.facts]


def is_noticed(fault: Fault, mutants: int = MUTANTS, seed: int = 1) -> bool:
    """Whether the fault shows in any way."""
    return outcome(fault, mutants, seed) is not Outcome.UNNOTICED


def main(arguments: list[str] | None = None) -> int:
    """Plant every fault in turn, in random order, as far as the time allows, and list the survivors."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.sabotage", description=__doc__)
    parser.add_argument("--mutants", type=int, default=MUTANTS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60.0, help="how long at most")
    parser.add_argument("--module", action="append", help="only faults of this module; may be given several times")
    parser.add_argument("--out", help="ignored: everything is printed")
    given = parser.parse_args(arguments)
    chosen = [fault for fault in faults() if given.module is None or fault.module in given.module]
    Random(given.seed).shuffle(chosen)
    tally, end = Counter[Outcome](), monotonic() + 60 * given.minutes
    for fault in chosen:
        if monotonic() > end:
            break
        found = outcome(fault, given.mutants, given.seed)
        tally[found] += 1
        if found is Outcome.UNNOTICED:
            print(f"SURVIVES {fault.name}", flush=True)
    counts = ", ".join(f"{tally[found]} {found.value}" for found in Outcome)
    print(f"{tally.total()} of {len(chosen)} faults planted: {counts}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
