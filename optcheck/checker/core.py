"""Core of the trusted checker: documents, limits, dispatch. Standard library only.

A certificate is a document with the fields ``format``, ``kind``, ``instance`` and ``evidence``. Every family of
problems has one file with a table ``KINDS``: for each kind a reader of its instance, a reader of its evidence, and a
check that rebuilds the problem from the instance alone and returns what it found to be true.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from optcheck.checker import work
from optcheck.checker.facts import Fact, Finding, Verified, digest, shown
from optcheck.checker.numerals import MOST_DIGITS, Exact, number_text, parse_int, parse_number, whole
from optcheck.checker.opening import content_of
from optcheck.checker.reading import Reader, Record, choice, integer, needed, optional, require, text
from optcheck.checker.wording import quoted
from optcheck.errors import CertificateRejected

__all__ = [
    "DEFAULT_LIMIT",
    "FORMAT",
    "MOST_DIGITS",
    "Exact",
    "Fact",
    "Finding",
    "Kind",
    "Verified",
    "accept",
    "check_document",
    "check_file",
    "digest",
    "kinds",
    "number_text",
    "parse_number",
    "read_document",
    "read_file",
    "require",
    "shown",
    "whole",
]

FORMAT = 1
DEFAULT_LIMIT = work.DEFAULT_LIMIT
MOST_BYTES = 1 << 27  # of a file
MOST_VALUES = 10**7  # numbers, texts, lists and objects of a file
MOST_NOTE = 2000  # characters
_HOMES = ("optcheck.checker", "optcheck.checker.families")

Document = Mapping[str, object]
P = TypeVar("P")
E = TypeVar("E")


class Kind:
    """How certificates of one kind are read and checked."""

    def __init__(self, instance: Reader[P], evidence: Reader[E], check: Callable[[P, E], Finding]) -> None:
        self.judge: Callable[[object, object], Finding] = lambda given, proof: check(
            instance(given, "instance"), evidence(proof, "evidence")
        )


def kinds() -> Mapping[str, Kind]:
    """Every kind of certificate, found in the files beside this one and in the folder of families."""
    return MappingProxyType({name: kind for module in _modules() for name, kind in _kinds_of(module).items()})


@lru_cache(maxsize=100)
def _kind(name: str) -> Kind | None:
    """One kind. Only files that mention it are loaded, first one that its name begins with: all would take long."""
    mention = f'"{name}"'.encode(errors="surrogatepass")
    likely = sorted(_modules(), key=lambda module: not name.replace("-", "_").startswith(module.rpartition(".")[2]))
    found = (_kinds_of(module).get(name) for module in likely if mention in _source(module))
    return next((kind for kind in found if kind is not None), None)


@cache
def _modules() -> tuple[str, ...]:
    paths = [(home, importlib.import_module(home).__path__) for home in _HOMES]
    files = [(home, item.name) for home, path in paths for item in pkgutil.iter_modules(path) if not item.ispkg]
    return tuple(f"{home}.{name}" for home, name in sorted(files) if not name.startswith("_"))


def _source(module: str) -> bytes:
    home, _, name = module.rpartition(".")
    return pkgutil.get_data(home, f"{name}.py") or b""


def _kinds_of(module: str) -> Mapping[str, Kind]:
    return dict(getattr(importlib.import_module(module), "KINDS", {}))


def _known(value: object, where: str) -> str:
    return value if isinstance(value, str) and _kind(value) else choice(*sorted(kinds()))(value, where)


def _object(value: object, where: str) -> Document:
    if not isinstance(value, Mapping):
        raise CertificateRejected(where, "an object", type(value).__name__)
    return value


class _Certificate(Record):
    format = needed(integer(FORMAT, FORMAT))
    kind = needed(_known)
    instance = evidence = needed(_object)
    note = optional(text(MOST_NOTE))


def read_document(document: object) -> _Certificate:
    """The four fields of a certificate (and a note); what instance and evidence hold is read by the kind."""
    if isinstance(document, Mapping) and document.get("kind") == "noise-stream":
        raise CertificateRejected("a plan made in chunks", "its files of noise beside it (--noise)", "the plan alone")
    return _Certificate(document, "certificate")


def check_document(document: object, limit: float = DEFAULT_LIMIT) -> Verified:
    """Check a parsed certificate; returns what is proved or raises CertificateRejected.

    The check costs at most ``limit`` seconds' worth of steps; a dearer one raises TooCostly, whether true or false.
    """
    with work.budget(limit):
        found, finding = _checked(document)
        note = f" (a note in the file: {quoted(found.note)})" if found.note else ""
        named = digest(found.kind, found.instance)
        return Verified(found.kind, finding.statement + note, named, finding.facts, finding.value)


def accept(document: object, limit: float = DEFAULT_LIMIT) -> None:
    """The same check, for who asks only whether it passes: the instance gets no name."""
    with work.budget(limit):
        _checked(document)


def _checked(document: object) -> tuple[_Certificate, Finding]:
    found = read_document(document)
    kind = _kind(found.kind) or kinds()[found.kind]
    with rejecting(found.kind):
        return found, kind.judge(found.instance, found.evidence)


@contextmanager
def rejecting(kind: str) -> Iterator[None]:
    """Whatever goes wrong inside is the certificate's fault."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError) as error:
        raise CertificateRejected(f"malformed {kind} certificate", actual=repr(error)) from error


def check_file(path: str | Path, limit: float = DEFAULT_LIMIT) -> Verified:
    """Check a certificate file; returns what is proved or raises CertificateRejected."""
    return check_document(read_file(path), limit)


def read_file(path: str | Path) -> object:
    """The document in a file of bounded size; raises CertificateRejected where it is no JSON that we accept."""
    content = content_of(path, MOST_BYTES + 1)
    require(len(content) <= MOST_BYTES, quoted(str(path)), f"a file of at most {MOST_BYTES} bytes", "a longer one")
    values = 1 + sum(content.count(mark) for mark in (b",", b"[", b"{"))
    require(values <= MOST_VALUES, quoted(str(path)), f"at most {MOST_VALUES} values", values)
    try:
        return json.loads(
            content.decode("utf-8"),
            parse_float=_no_float,
            parse_constant=_no_float,
            parse_int=parse_int,
            object_pairs_hook=_distinct,
        )
    except (ValueError, RecursionError) as error:
        raise CertificateRejected(f"{quoted(str(path))} is not a certificate", actual=quoted(str(error))) from error


def _no_float(text: str) -> float:
    raise ValueError(f"floats are not evidence: {text}")


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object whose names are distinct: readers of JSON differ in which of two equal names they keep."""
    document = dict(pairs)
    if len(document) != len(pairs):
        raise ValueError("a name occurs twice in one object")
    return document
