"""Core of the trusted checker: numbers, documents, dispatch. Standard library only.

A certificate is a document with the fields ``format``, ``kind``, ``instance`` and ``evidence``. Every family of
problems has one file in this package with a table ``CHECKS`` from kind to function. Such a function rebuilds the
problem from the instance alone, checks the evidence against it in exact arithmetic, and returns what is proved.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from optcheck.checker.facts import Fact, Finding, Verified, digest
from optcheck.checker.numerals import MOST_DIGITS, Exact, number_text, parse_int, parse_number, shortened, whole
from optcheck.errors import CertificateRejected

__all__ = [
    "FORMAT",
    "MOST_DIGITS",
    "Document",
    "Exact",
    "Fact",
    "Finding",
    "Verified",
    "check_document",
    "check_file",
    "checks",
    "digest",
    "field",
    "number_text",
    "numbers",
    "parse_number",
    "require",
    "whole",
]

FORMAT = 1

Document = Mapping[str, Any]
Check = Callable[[Document, Document], Finding]


def field(document: Document, name: str, kind: type | tuple[type, ...]) -> Any:
    """A field of a document, which must be there and be of the given type."""
    value = document.get(name)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        raise CertificateRejected(f"field {name!r}", getattr(kind, "__name__", kind), shortened(value))
    return value


def numbers(document: Document, name: str, length: int | None = None) -> list[Exact]:
    """A list of exact numbers in a document, of the given length."""
    values = field(document, name, list)
    if length is not None and len(values) != length:
        raise CertificateRejected(f"length of {name!r}", length, len(values))
    return [parse_number(value, f"{name}[{index}]") for index, value in enumerate(values)]


def require(condition: bool, where: str, expected: object = "", actual: object = "", gap: object = "") -> None:
    """Reject the certificate unless the condition holds."""
    if not condition:
        raise CertificateRejected(where, expected, actual, gap)


@cache
def checks() -> Mapping[str, Check]:
    """Every kind of certificate and its check, found in the files of this package."""
    package = importlib.import_module("optcheck.checker")
    found: dict[str, Check] = {}
    for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda module: module.name):
        if not module.name.startswith("_"):
            found.update(getattr(importlib.import_module(f"optcheck.checker.{module.name}"), "CHECKS", {}))
    return MappingProxyType(found)


def check_document(document: object) -> Verified:
    """Check a parsed certificate; returns what is proved or raises CertificateRejected."""
    if not isinstance(document, Mapping):
        raise CertificateRejected("document", "an object", type(document).__name__)
    version = field(document, "format", int)
    require(version == FORMAT, "format", FORMAT, version)
    kind = field(document, "kind", str)
    known = checks()
    require(kind in known, "kind", "one of " + ", ".join(sorted(known)), kind)
    try:
        instance = field(document, "instance", Mapping)
        found = known[kind](instance, field(document, "evidence", Mapping))
        return Verified(kind, found.statement, digest(kind, instance), found.facts, found.value)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise CertificateRejected(f"malformed {kind} certificate", actual=repr(error)) from error


def check_file(path: str | Path) -> Verified:
    """Check a certificate file; returns what is proved or raises CertificateRejected."""
    try:
        document = json.loads(
            Path(path).read_text(encoding="utf-8"),
            parse_float=_no_float,
            parse_constant=_no_float,
            parse_int=parse_int,
            object_pairs_hook=_distinct,
        )
    except (ValueError, RecursionError) as error:
        raise CertificateRejected(f"{path} is not a certificate", actual=str(error)) from error
    return check_document(document)


def _no_float(text: str) -> float:
    raise ValueError(f"floats are not evidence: {text}")


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names are distinct: readers of JSON differ in which of two equal names they keep."""
    document = dict(pairs)
    if len(document) != len(pairs):
        raise ValueError("a name occurs twice in one object")
    return document
