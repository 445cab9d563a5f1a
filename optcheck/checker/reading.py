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
N = TypeVar("N", int, Exact)
R = TypeVar("R", bound="Record")
Reader = Callable[[object, str], T]


def require(condition: bool, where: str, expected: object = "", actual: object = "", gap: object = "") -> None:
    """Reject the certificate unless the condition holds."""
    if not condition:
        raise CertificateRejected(where, expected, actual, gap)


def number(least: Exact | None = None, above: Exact | None = None, most: Exact | None = None) -> Reader[Exact]:
    """An exact number within bounds."""
    return _bounded(parse_number, least, above, most)


def integer(least: int | None = None, most: int | None = None) -> Reader[int]:
    """A JSON integer within bounds; a text or a truth value is none."""
    return _bounded(_integer, least, None, most)


def _integer(value: object, where: str) -> int:
    if type(value) is not int:
        raise CertificateRejected(where, "an integer", shortened(value))
    return value


def _bounded(plain: Reader[N], least: Exact | None, above: Exact | None, most: Exact | None) -> Reader[N]:
    if least is above is most is None:
        return plain

    def read(value: object, where: str) -> N:
        found = plain(value, where)
        high_enough = (least is None or found >= least) and (above is None or found > above)
        if not high_enough or (most is not None and found > most):
            raise CertificateRejected(where, _range(least, above, most), number_text(found))
        return found

    return read


def _range(least: Exact | None, above: Exact | None, most: Exact | None) -> str:
    if least is not None and most is not None:
        return f"{least}..{most}"
    ends = ((">=", least), (">", above), ("<=", most))
    return " and ".join(f"{relation} {end}" for relation, end in ends if end is not None)


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
        entries = entries_of(value, where)
        if len(entries) < least or (most is not None and len(entries) > most):
            raise CertificateRejected(f"length of {where!r}", _range(least, None, most), len(entries))
        try:
            return [item(entry, where) for entry in entries]
        except TooCostly:
            raise
        except CertificateRejected:
            for index, entry in enumerate(entries):  # once more, to name the place
                item(entry, f"{where}[{index}]")
            raise

    return read


def entries_of(value: object, where: str) -> list[object]:
    """The entries of a list, before they are read."""
    if type(value) is not list:
        raise CertificateRejected(where, "a list", shortened(value))
    work.earn(len(value))
    return value


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
        names = fields(value, where)
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


def fields(value: object, where: str) -> Mapping[str, object]:
    """The fields of an object, before they are read."""
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise CertificateRejected(where, "an object", shortened(value))
    return value


def either(*variants: type[R]) -> Reader[R]:
    """An object with exactly the fields of one of the variants."""

    def read(value: object, where: str) -> R:
        names = set(fields(value, where))
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
    """A list of exact numbers."""
    return sequence(parse_number)


def bounds() -> Reader[list[Exact | None]]:
    """A list of exact numbers and nulls."""
    return sequence(nullable(parse_number))


def terms() -> Reader[list[list[tuple[int, Exact]]]]:
    """For each row a list of pairs, a column index and a number; in one loop, for there are many."""
    return sequence(_pairs)


def _pairs(entries: object, where: str) -> list[tuple[int, Exact]]:
    pairs: list[tuple[int, Exact]] = []
    for entry in entries_of(entries, where):
        if type(entry) is not list or len(entry) != 2:
            raise CertificateRejected(f"{where}[{len(pairs)}]", "a list of 2", shortened(entry))
        column, value = entry
        if type(column) is not int or column < 0:
            raise CertificateRejected(f"{where}[{len(pairs)}]", "an integer >= 0", shortened(column))
        pairs.append((column, value if type(value) is int else parse_number(value, where)))
    return pairs
