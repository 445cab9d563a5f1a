"""The core of the trusted checker: certificates, kinds, facts, files, and what a check may cost. Standard library only.

A certificate is a document with the fields ``format``, ``kind``, ``instance`` and ``evidence``. Each kind has a reader
of its instance, a reader of its evidence, a check that rebuilds the problem from the instance alone and returns facts,
and a sentence for people, a function of the instance and the facts alone: it cannot say what no fact says. The table
says which module holds a kind: no other is loaded.
"""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from optcheck.checker import reading, work
from optcheck.checker.errors import CertificateRejected, TooCostly, TooLarge, cut
from optcheck.checker.reading import Exact, Reader, Record, fields, needed, number_text, optional

if TYPE_CHECKING:
    from optcheck.checker.intervals import Interval
    from optcheck.checker.quadratic import Quadratic

    Number = Exact | Quadratic
    Value = Number | tuple[Number, ...] | Interval | bool | str

FORMAT = 1
DEFAULT_LIMIT = work.DEFAULT_LIMIT
MOST_BYTES = 1 << 27  # of a file, unless the caller allows more
MOST_NOTE = 2000  # characters
_BYTES_PER_VALUE = 13  # at least, on average: numbers, texts, lists and objects take memory, however short they are
_STEPS_PER_BYTE = 4  # of reading JSON
_MOST_DIGITS = 4300  # of a JSON integer; the interpreter's own limit, which its user may lift, is as high
_NO_WAITING: int = getattr(os, "O_NONBLOCK", 0)  # 0 on systems without such pipes

_TABLE = """
linear              linear-program
integer             integer-program
subsystem           irreducible-infeasible-subsystem
ranging             linear-program-ranging
evaluation          evaluation
gaussian            gaussian-variance
noise               noise-plan
coalitions          tpmdp-allocation
definitions.tpmdp   coalition-cover tpmdp-point
definitions.kairouz randomized-response-optimum signature-bound signature-protocol
definitions.cordp   cordp-integers cordp-optimum
definitions.chained noise-game-equilibrium
definitions.adpml   adpml-optimal-schedule
"""  # every kind of certificate, behind the module whose KINDS has it
_HOME = {kind: module for module, *names in map(str.split, _TABLE.strip().splitlines()) for kind in names}
_SHOWN = 12  # entries of a list that a sentence repeats
_HIDDEN = "\\\u115f\u1160\u2800\u3164\uffa0"  # what escapes, and letters that look like nothing

P = TypeVar("P")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Fact:
    """A true statement about an instance: a quantity stands in a relation to a value.

    The relation is one of = <= >= < > != and the value an exact number (int, Fraction or Quadratic), a tuple of such,
    or an Interval: with "=" an Interval says that the quantity lies in it. With "is" the value is a word or a bool.
    """

    quantity: str
    relation: str
    value: Value

    def __str__(self) -> str:
        relation = "in" if hasattr(self.value, "low") else self.relation
        return f"{self.quantity} {relation} {value_text(self.value)}"


@dataclass(frozen=True, slots=True)
class Verified:
    """What a certificate proves: a sentence for people, and the same as facts about the instance with this digest."""

    kind: str
    statement: str
    digest: str
    facts: tuple[Fact, ...] = ()
    value: Exact | None = None

    def fact(self, quantity: str, relation: str | None = None) -> Fact:
        """The first fact about a quantity (with this relation, where one is given).

        Raises LookupError where the checker established none.
        """
        for fact in self.facts:
            if fact.quantity == quantity and relation in (None, fact.relation):
                return fact
        known = ", ".join(f"{fact.quantity!r} {fact.relation}" for fact in self.facts)
        raise LookupError(f"{self.kind} states nothing about {quantity!r} {relation or ''}; it states {known}")


def value_text(value: Value) -> str:
    """A fact's value for people: exact, but for enclosures, which are shown to 12 digits, rounded outwards."""
    if type(value) is tuple:
        return "(" + ", ".join(map(value_text, value)) + ")"
    return number_text(value) if isinstance(value, int | Fraction) and type(value) is not bool else str(value)


def shown(value: Value) -> str:
    """A value in a sentence: exact, but a number that would fill the screen is cut in the middle."""
    if type(value) is tuple:
        parts = [shown(part) for part in value[:_SHOWN]]
        return "(" + ", ".join(parts) + (f", ... {len(value)} in all" if len(value) > _SHOWN else "") + ")"
    return cut(value_text(value))


def counted(count: int, noun: str) -> str:
    """A number of things: 1 round, 2 rows, 3 parties."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number_text(count)} {noun if count == 1 else plural}"


def quoted(text: str) -> str:
    r"""Words that came with a file, in quotation marks: whatever steers a terminal or looks like nothing is escaped.

    >>> print(quoted("a\nb"), quoted(r"a\nb"))
    "a\nb" "a\\nb"
    """
    clear = (one if one.isprintable() and one not in _HIDDEN else one.encode("unicode_escape").decode() for one in text)
    return '"' + "".join(clear).replace('"', '\\"') + '"'


def digest(kind: str, instance: object) -> str:
    """The SHA-256 that names an instance, as it is written: different JSON values have different digests."""
    import hashlib  # loads more than the rest of the checker does

    text = json.dumps({"kind": kind, "instance": instance}, sort_keys=True, separators=(",", ":"), default=dict)
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Kind(Generic[P, E]):
    """How certificates of one kind are read, checked and put into words: by the instance and the facts alone."""

    instance: Reader[P]
    evidence: Reader[E]
    check: Callable[[P, E], tuple[Fact, ...]]
    sentence: Callable[[P, tuple[Fact, ...]], str]


def kinds() -> Mapping[str, Kind[object, object]]:
    """Every kind of certificate, with all modules loaded."""
    return {name: _kind(name) for name in _HOME}


def _kind(name: str) -> Kind[object, object]:
    table: Mapping[str, Kind[object, object]] = importlib.import_module(f"optcheck.checker.{_HOME[name]}").KINDS
    return table[name]


class _Certificate(Record):
    format = needed(reading.integer(FORMAT, FORMAT))
    kind = needed(reading.choice(*sorted(_HOME)))
    instance = evidence = needed(fields)
    note = optional(reading.text(MOST_NOTE))


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
        return verified(document)


def check_file(path: str | Path, limit: float = DEFAULT_LIMIT, most_bytes: int = MOST_BYTES) -> Verified:
    """The same for a certificate file, whose reading counts as well."""
    with work.budget(limit):
        return verified(read_file(path, most_bytes, limit))


def verified(document: object) -> Verified:
    """What a parsed certificate proves, at the cost of the budget that is open."""
    given = read_document(document)
    with rejecting(f"malformed {given.kind} certificate"):
        kind = _kind(given.kind)
        problem = kind.instance(given.instance, "instance")
        facts = kind.check(problem, kind.evidence(given.evidence, "evidence"))
        return concluded(given.kind, given.instance, given.note, kind.sentence(problem, facts), facts)


def concluded(kind: str, instance: object, note: str | None, words: str, facts: tuple[Fact, ...]) -> Verified:
    """The conclusion of a check: its words with the note, and the facts with the name of their instance."""
    words += f" (a note in the file: {quoted(note)})" if note else ""
    numbers = (fact.value for fact in facts if isinstance(fact.value, Exact) and type(fact.value) is not bool)
    return Verified(kind, words, digest(kind, instance), facts, next(numbers, None))


@contextmanager
def rejecting(where: str) -> Iterator[None]:
    """Whatever goes wrong inside is the certificate's fault."""
    try:
        yield
    except MemoryError as error:
        raise TooCostly("it needs more memory than there is") from error
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise CertificateRejected(where, actual=quoted(str(error) or repr(error))) from error


def read_file(path: str | Path, most_bytes: int = MOST_BYTES, seconds: float = DEFAULT_LIMIT) -> object:
    """The document in a file of bounded size; raises CertificateRejected where it is no JSON that we accept."""
    content, name = content_of(path, most_bytes + 1, seconds), quoted(str(path))
    if len(content) > most_bytes:
        raise TooLarge(f"{name} has more than {most_bytes} bytes (--most-bytes allows more)")
    values = 1 + sum(content.count(mark) for mark in (b",", b"[", b"{"))
    if values > most_bytes // _BYTES_PER_VALUE:
        raise TooLarge(f"{name} has more than {most_bytes // _BYTES_PER_VALUE} values (--most-bytes allows more)")
    work.spend(len(content) * _STEPS_PER_BYTE)
    other = ", but a proof in VIPR's format (optcheck verify)" if content[:4] in (b"VER ", b"VER\t") else ""
    with rejecting(f"{name} is not a certificate in JSON{other}"):
        text = content.decode("utf-8")
        return json.loads(text, parse_float=_float, parse_constant=_float, parse_int=_int, object_pairs_hook=_object)


def _float(text: str) -> float:
    raise ValueError(f"floats are not evidence: {text}")


def _int(text: str) -> int:
    if len(text.removeprefix("-")) > _MOST_DIGITS:
        raise ValueError(f"an integer has at most {_MOST_DIGITS} digits; longer numbers are texts")
    return int(text)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object whose names are distinct: readers of JSON differ in which of two equal names they keep."""
    document = dict(pairs)
    if len(document) != len(pairs):
        raise ValueError("a name occurs twice in one object")
    return document


def content_of(path: str | Path, most: int, seconds: float = DEFAULT_LIMIT) -> bytes:
    """At most so many bytes of a file; a pipe is waited for no longer than so many seconds."""
    if os.path.isfile(path):
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | _NO_WAITING)) as stream:
            return stream.read(most)
    from optcheck.checker.pipes import opened

    with opened(path, seconds) as pipe:
        return pipe.read(most)
