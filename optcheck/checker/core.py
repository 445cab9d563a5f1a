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
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from optcheck.errors import CertificateRejected

FORMAT = 1
MOST_DIGITS = 100_000  # of a numerator or denominator: longer ones only keep a checker busy
_DIGITS = 4000  # below the interpreter's limit for one conversion between int and str
_SHOWN = 200  # characters of a bad value that a message repeats

Document = Mapping[str, Any]
Exact = int | Fraction
Check = Callable[[Document, Document], "Verified"]


@dataclass(frozen=True, slots=True)
class Verified:
    """What a certificate proves: a sentence, and the proved value where there is one."""

    kind: str
    statement: str
    value: Exact | None = None


def parse_number(text: object, where: str = "number") -> Exact:
    """Read an int or a "p/q" text; whole numbers come back as int.

    >>> parse_number("6/4")
    Fraction(3, 2)
    """
    if type(text) is int:
        return text
    if not isinstance(text, str):
        raise CertificateRejected(where, 'an int or a "p/q" text', _short(text))
    numerator, slash, denominator = text.partition("/")
    try:
        top = _parse_int(numerator)
        bottom = _parse_int(denominator) if slash else 1
    except ValueError:
        wanted = f'an int or a "p/q" text of at most {MOST_DIGITS} digits'
        raise CertificateRejected(where, wanted, _short(text)) from None
    if bottom <= 0:
        raise CertificateRejected(where, "a positive denominator", _short(text))
    return top if bottom == 1 else whole(Fraction(top, bottom))


def number_text(value: Exact) -> str:
    """Write an exact number as "p" or "p/q".

    >>> number_text(Fraction(3, 2))
    '3/2'
    """
    if value.denominator == 1:
        return _int_text(value.numerator)
    return f"{_int_text(value.numerator)}/{_int_text(value.denominator)}"


def whole(value: Exact) -> Exact:
    """The same number, as an int where it is one: integers are several times faster."""
    return value.numerator if value.denominator == 1 else value


def _parse_int(text: str) -> int:
    digits = text[1:] if text[:1] == "-" else text
    if not (digits.isascii() and digits.isdigit()) or len(digits) > MOST_DIGITS:
        raise ValueError(f"not an integer of at most {MOST_DIGITS} digits: {_short(text)}")
    size = _join_digits(digits)
    return -size if text[:1] == "-" else size


def _join_digits(digits: str) -> int:
    if len(digits) <= _DIGITS:
        return int(digits)
    half = len(digits) // 2
    shift: int = 10**half
    return _join_digits(digits[:-half]) * shift + _join_digits(digits[-half:])


def _int_text(value: int) -> str:
    if value < 0:
        return "-" + _int_text(-value)
    if value.bit_length() <= 3 * _DIGITS:
        return str(value)
    half = value.bit_length() * 3 // 20
    high, low = divmod(value, 10**half)
    return _int_text(high) + _int_text(low).rjust(half, "0")


def _short(value: object) -> str:
    text = repr(value[:_SHOWN]) if isinstance(value, str) else repr(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."


def field(document: Document, name: str, kind: type | tuple[type, ...]) -> Any:
    """A field of a document, which must be there and be of the given type."""
    value = document.get(name)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        raise CertificateRejected(f"field {name!r}", getattr(kind, "__name__", kind), _short(value))
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
        return known[kind](field(document, "instance", Mapping), field(document, "evidence", Mapping))
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise CertificateRejected(f"malformed {kind} certificate", actual=repr(error)) from error


def check_file(path: str | Path) -> Verified:
    """Check a certificate file; returns what is proved or raises CertificateRejected."""
    try:
        document = json.loads(
            Path(path).read_text(encoding="utf-8"),
            parse_float=_no_float,
            parse_constant=_no_float,
            parse_int=_parse_int,
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
