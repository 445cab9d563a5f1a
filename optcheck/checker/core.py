"""Files of strangers, opened without waiting for anybody. Standard library only.

Core of the trusted checker: documents, limits, dispatch. Standard library only.

A certificate is a document with the fields ``format``, ``kind``, ``instance`` and ``evidence``. Every family of
problems has one file with a table ``KINDS``: for each kind a reader of its instance, a reader of its evidence, and a
check that rebuilds the problem from the instance alone and returns what it found to be true.
"""

from __future__ import annotations

import errno
import importlib
import json
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from optcheck.checker import work
from optcheck.checker.facts import Fact, Finding, Verified, digest, quoted, shown
from optcheck.checker.numbers import MOST_DIGITS, Exact, number_text, parse_int, parse_number, whole
from optcheck.checker.reading import Reader, Record, choice, integer, needed, optional, require, text
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


_NO_WAITING: int = getattr(os, "O_NONBLOCK", 0)  # 0 on systems without such pipes


def opened(path: str | Path) -> BufferedReader:
    """A file to be read; a pipe that nobody has opened for writing is an error, not a wait."""
    try:
        stream = open(path, "rb", opener=lambda name, flags: os.open(name, flags | _NO_WAITING))  # noqa: SIM115  # the caller closes it
    except ValueError as error:  # a name with characters that no file's name has
        raise OSError(errno.EINVAL, "it is no name of a file", str(path)) from error
    if _NO_WAITING:
        os.set_blocking(stream.fileno(), True)
    if stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode) and not stream.peek(1):
        stream.close()
        raise OSError(errno.EPIPE, "it is a pipe into which nobody writes", str(path))
    return stream


def content_of(path: str | Path, most: int) -> bytes:
    """At most so many bytes of a file."""
    with opened(path) as stream:
        return stream.read(most)


FORMAT = 1
DEFAULT_LIMIT = work.DEFAULT_LIMIT
MOST_BYTES = 1 << 27  # of a file
MOST_VALUES = 10**7  # numbers, texts, lists and objects of a file
MOST_NOTE = 2000  # characters
# Every kind of certificate and the file that checks it, which has it in its own table ``KINDS``.
_FILES = {
    "comparison": ("comparison",),
    "composition": ("composition",),
    "definitions.adpml": (
        "adpml-local-training",
        "adpml-optimal-schedule",
        "adpml-schedule-total",
        "adpml-sensitivity",
    ),
    "definitions.chained": (
        "chain-error",
        "chain-exposure",
        "chain-split",
        "chain-split-error",
        "noise-game-cost",
        "noise-game-deviation",
        "noise-game-equilibrium",
        "noise-game-least-total",
        "noise-game-outcome",
        "noise-game-participation",
        "noise-game-report",
    ),
    "definitions.cordp": (
        "cordp-covariance",
        "cordp-decoder",
        "cordp-integers",
        "cordp-optimum",
        "cordp-pair",
        "cordp-slope",
    ),
    "definitions.kairouz": (
        "bit-privacy",
        "hull-corners",
        "hull-tensor",
        "interactive-protocol",
        "neighbour-privacy",
        "post-processing",
        "protocol-optimum",
        "randomized-response-optimum",
        "rank-one-protocol",
        "region-point",
        "signature-dual",
        "signature-protocol",
        "signature-use",
        "unique-optimum",
    ),
    "definitions.tpmdp": ("coalition-cover", "coalition-cover-face", "tpmdp-allocation", "tpmdp-point"),
    "gaussian": ("gaussian-variance",),
    "linear": ("irreducible-infeasible-subsystem", "linear-program", "linear-program-ranging"),
    "noise": ("noise-plan",),
    "series": ("taylor-coefficient",),
}
_HOME = {kind: file for file, names in _FILES.items() for kind in names}

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
    """Every kind of certificate, with all files loaded."""
    return MappingProxyType({name: _kind(name) for name in _HOME})


def _kind(name: str) -> Kind:
    """One kind; only the file that its table names is loaded."""
    table: Mapping[str, Kind] = importlib.import_module(f"optcheck.checker.{_HOME[name]}").KINDS
    return table[name]


def _known(value: object, where: str) -> str:
    return choice(*sorted(_HOME))(value, where)


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
    with rejecting(found.kind):
        return found, _kind(found.kind).judge(found.instance, found.evidence)


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
