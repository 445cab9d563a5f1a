"""Faults planted into the checker, one at a time: ``python -m tests.fuzz.sabotage`` lists those that nobody noticed.

Faults are made by operators on the syntax tree of every rule and every definition (operators.py). No fault is written
down, so none is tied to a line. What only counts steps or words a message is left alone: other tests hold steps against
lines. A fault is noticed where a true specimen is refused, where a law of its module breaks (laws.py, models.py), or
where the fuzzer's oracle finds a false fact or sentence among what is accepted; where the checker only breaks down, or
does not come back, that is counted apart. The changed functions replace the running ones for a while, wherever they are
kept, and what was remembered is forgotten.
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
from collections.abc import Iterator
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
from tests.fuzz import files, laws, models, proofs
from tests.fuzz.certificates import LIMIT, STRAY, attack, specimens
from tests.fuzz.operators import changes

assert {models, proofs}  # whose laws stand in the same table
SHARE = 0.1  # of the time of a soak: every fault is planted once
MUTANTS = 1500  # of a fault's kinds that are tried before it counts as unnoticed
SECONDS = 5.0  # after which a checker with a fault counts as stuck
_PACKAGE = "optcheck.checker"
_FUTURE = __future__.annotations.compiler_flag  # as the modules have it
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


@cache
def faults() -> tuple[Fault, ...]:
    """All of them, in the order of the modules."""
    made = []
    for module in modules():
        tree = ast.parse(_source(module))
        for index, (function, node, change) in enumerate(list(changes(tree))):
            before, kind, parts = ast.unparse(node), type(node), copy.copy(vars(node))
            change()
            name = f"{module}.{function}: {before}  ->  {ast.unparse(node)}"
            node.__class__ = kind
            vars(node).update(parts)
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
    tree = ast.parse(_source(fault.module))
    list(changes(tree))[fault.index][2]()
    made = compile(ast.fix_missing_locations(tree), fault.module, "exec", flags=_FUTURE, dont_inherit=True)
    twins = {_place(code): code for code in _codes(made)}
    saved = [(function, function.__code__) for function in _functions(fault.module)]
    _forget()
    for function, code in saved:
        function.__code__ = twins.get(_place(code), code)
    try:
        yield
    finally:
        for function, code in saved:
            function.__code__ = code
        _forget()


@cache
def _functions(module: str) -> list[FunctionType]:
    importlib.import_module(f"{_PACKAGE}.{module}")
    found = [item for item in gc.get_objects() if isinstance(item, FunctionType)]
    return [function for function in found if function.__module__ == f"{_PACKAGE}.{module}"]


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
    known = _known(fault.kinds)
    try:
        with _clock(), planted(fault):
            if any(_said(document) != words for document, words in known):
                return Outcome.REFUSED
            if not laws.holds(fault.module):
                return Outcome.FALSE
            found = attack(mutants, seed, fault.kinds, stop=True, whole=whole).found
            broken = bool(found) and found[0].startswith(STRAY)
            return Outcome.BROKEN if broken else Outcome.FALSE if found else Outcome.UNNOTICED
    except CertificateRejected as error:
        return Outcome.BROKEN if isinstance(error.__cause__, Exception) else Outcome.REFUSED
    except (Exception, _Stuck):
        return Outcome.BROKEN


@cache
def _known(kinds: frozenset[str]) -> list[tuple[dict[str, Any], tuple[str, list[str]]]]:
    """The true specimens of some kinds, with what the checker says of them."""
    return [(document, _said(document)) for document in specimens() if document["kind"] in kinds]


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
