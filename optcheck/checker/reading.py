"""One strict reader for every field: what a certificate may contain is declared, and anything else is refused.

A reader takes a JSON value and the name of its place and returns the value read, or raises CertificateRejected.
Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sized
from typing import ClassVar, TypeVar, cast, overload

from optcheck.checker import work
from optcheck.checker.errors import CertificateRejected, TooCostly
from optcheck.checker.numbers import Exact, number_text, parse_number, shortened

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
R = TypeVar("R", bound="Record")
Reader = Callable[[object, str], T]


def require(condition: bool, where: str, expected: object = "", actual: object = "", gap: object = "") -> None:
    """Reject the certificate unless the condition holds."""
    if not condition:
        raise CertificateRejected(where, expected, actual, gap)


def number(least: Exact | None = None, above: Exact | None = None, most: Exact | None = None) -> Reader[Exact]:
    """An exact number within bounds."""

    def read(value: object, where: str) -> Exact:
        found = parse_number(value, where)
        if least is not None and found < least:
            raise CertificateRejected(where, f">= {least}", number_text(found))
        if above is not None and found <= above:
            raise CertificateRejected(where, f"> {above}", number_text(found))
        if most is not None and found > most:
            raise CertificateRejected(where, f"<= {most}", number_text(found))
        return found

    return read


def integer(least: int | None = None, most: int | None = None) -> Reader[int]:
    """A JSON integer within bounds; a text or a truth value is none."""

    def read(value: object, where: str) -> int:
        if type(value) is not int:
            raise CertificateRejected(where, "an integer", shortened(value))
        if (least is not None and value < least) or (most is not None and value > most):
            raise CertificateRejected(where, _range(least, most), number_text(value))
        return value

    return read


def _range(least: int | None, most: int | None) -> str:
    if most is None:
        return f">= {least}"
    return f"<= {most}" if least is None else f"{least}..{most}"


def flag(value: object, where: str) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise CertificateRejected(where, "true or false", shortened(value))
    return value


def text(most: int) -> Reader[str]:
    """A text of at most so many characters."""

    def read(value: object, where: str) -> str:
        if not isinstance(value, str) or len(value) > most:
            raise CertificateRejected(where, f"a text of at most {most} characters", shortened(value))
        return value

    return read


def choice(*words: str) -> Reader[str]:
    """One of a few words, spelled exactly."""

    def read(value: object, where: str) -> str:
        if not isinstance(value, str) or value not in words:
            raise CertificateRejected(where, "one of " + ", ".join(words), shortened(value))
        return value

    return read


def nullable(reader: Reader[T]) -> Reader[T | None]:
    """What the reader reads, or null."""
    return lambda value, where: None if value is None else reader(value, where)


def sequence(item: Reader[T], least: int = 0, most: int | None = None) -> Reader[list[T]]:
    """A list of so many items; a text or an object is none."""

    def read(value: object, where: str) -> list[T]:
        if type(value) is not list:
            raise CertificateRejected(where, "a list", shortened(value))
        if len(value) < least or (most is not None and len(value) > most):
            raise CertificateRejected(f"length of {where!r}", _range(least, most), len(value))
        work.earn(len(value))
        try:
            return [item(entry, where) for entry in value]
        except TooCostly:
            raise
        except CertificateRejected:
            for index, entry in enumerate(value):  # once more, to name the place
                item(entry, f"{where}[{index}]")
            raise

    return read


@overload
def row(first: Reader[T], a: Reader[A], /) -> Reader[tuple[T, A]]: ...
@overload
def row(first: Reader[T], a: Reader[A], b: Reader[B], /) -> Reader[tuple[T, A, B]]: ...
@overload
def row(first: Reader[T], a: Reader[A], b: Reader[B], c: Reader[C], /) -> Reader[tuple[T, A, B, C]]: ...
def row(*items: Reader[object]) -> Reader[tuple[object, ...]]:
    """A list with one item for each reader."""

    def read(value: object, where: str) -> tuple[object, ...]:
        if type(value) is not list or len(value) != len(items):
            raise CertificateRejected(where, f"a list of {len(items)}", shortened(value))
        return tuple(item(entry, where) for item, entry in zip(items, value, strict=True))

    return read


class _Field:
    def __init__(self, reader: Reader[object], needed: bool) -> None:
        self.reader, self.needed = reader, needed


def needed(reader: Reader[T]) -> T:
    """Declares a field of a record: the class holds how it is read, each record what was read (hence the cast)."""
    return cast(T, _Field(reader, needed=True))


def optional(reader: Reader[T]) -> T | None:
    """Declares a field that may be absent, and then reads as None."""
    return cast("T | None", _Field(reader, needed=False))


class Record:
    """An object with the declared fields and no other; a class of records is their reader, its bases' fields first."""

    declared: ClassVar[Mapping[str, _Field]] = {}

    def __init_subclass__(cls) -> None:
        names = [name for base in reversed(cls.__mro__) for name in vars(base)]
        found = {name: item for name in names if isinstance(item := getattr(cls, name), _Field)}
        cls.declared = dict(sorted(found.items(), key=lambda entry: not entry[1].needed))

    def __init__(self, value: object, where: str) -> None:
        names = _names(value, where)
        for name, item in self.declared.items():
            if item.needed and name not in names:
                raise CertificateRejected(f"field {name!r} of {where}", "to be there", "nothing")
        for name in names:
            if name not in self.declared:
                raise CertificateRejected(f"fields of {where}", ", ".join(self.declared) or "none", shortened(name))
        for name, item in self.declared.items():
            setattr(self, name, item.reader(names[name], name) if name in names else None)


class Nothing(Record):
    """An object without fields."""


def _names(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise CertificateRejected(where, "an object", shortened(value))
    return value


def either(*variants: type[R]) -> Reader[R]:
    """An object with exactly the fields of one of the variants."""

    def read(value: object, where: str) -> R:
        names = set(_names(value, where))
        for variant in variants:
            if names == set(variant.declared):
                return variant(value, where)
        options = " or ".join("{" + ", ".join(variant.declared) + "}" for variant in variants)
        raise CertificateRejected(f"fields of {where}", options, shortened(sorted(names)))

    return read


def same_length(where: str, values: Sized, length: int) -> None:
    """Reject a list of another length."""
    require(len(values) == length, f"length of {where!r}", length, len(values))


def numbers() -> Reader[list[Exact]]:
    """A list of exact numbers: what ``sequence(number())`` reads, several times faster."""
    return _quick(sequence(number()), lambda value: [_exact(entry) for entry in value])


def bounds() -> Reader[list[Exact | None]]:
    """A list of exact numbers and nulls, likewise."""
    plain = sequence(nullable(number()))
    return _quick(plain, lambda value: [None if entry is None else _exact(entry) for entry in value])


def terms() -> Reader[list[list[tuple[int, Exact]]]]:
    """For each row a list of pairs, a column index and a number, likewise."""
    return _quick(sequence(sequence(row(integer(0), number()))), lambda value: [_terms(entry) for entry in value])


def _quick(plain: Reader[list[T]], quick: Callable[[list[object]], list[T]]) -> Reader[list[T]]:
    """Read without naming places; where that fails, read once more to name the place."""

    def read(value: object, where: str) -> list[T]:
        if type(value) is list:
            try:
                found = quick(value)
                work.earn(sum(1 + len(entry) if type(entry) is list else 1 for entry in value))
                return found
            except TooCostly:
                raise
            except CertificateRejected:
                pass
        return plain(value, where)

    return read


def _exact(entry: object) -> Exact:
    return entry if type(entry) is int else parse_number(entry)


def _terms(entries: object) -> list[tuple[int, Exact]]:
    require(type(entries) is list, "")
    pairs = []
    for entry in cast(list[object], entries):
        if type(entry) is not list or len(entry) != 2 or type(entry[0]) is not int or entry[0] < 0:
            raise CertificateRejected("")
        column, value = entry
        pairs.append((column, value if type(value) is int else parse_number(value)))
    return pairs
