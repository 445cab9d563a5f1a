"""One strict reader for every field: what a certificate may contain is declared, and anything else is refused.

A reader takes a JSON value and the name of its place and returns the value read, or raises CertificateRejected. Numbers
are exact: an integer, or a text "p" or "p/q", of any length that a checker can bear. Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sized
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, NamedTuple, TypeVar, cast

from optcheck.checker import work
from optcheck.checker.errors import CertificateRejected, cut

Exact = work.Exact
whole = work.whole
MOST_DIGITS = 100_000  # of a numerator or denominator: longer ones only keep a checker busy
_DIGITS = 4000  # below the interpreter's limit for one conversion between int and str
_SHORT = 40  # characters of a text that is likely to come again

T = TypeVar("T")
N = TypeVar("N", int, Exact)
R = TypeVar("R", bound="Record")
Reader = Callable[[object, str], T]


def require(condition: bool, where: str, expected: object = "", actual: object = "", gap: object = "") -> None:
    """Reject the certificate unless the condition holds."""
    if not condition:
        raise rejected(where, expected, actual, gap)


def rejected(where: str, *parts: object) -> CertificateRejected:
    """The rejection at a place: what was expected, what was found, the gap; numbers in full, whatever their length."""
    return CertificateRejected(where, *(number_text(part) if isinstance(part, Exact) else part for part in parts))


def shortened(value: object) -> str:
    """A bad value as a message repeats it."""
    try:
        return cut(repr(value))
    except (RecursionError, ValueError):  # Python refuses to write long integers
        return f"a value of type {type(value).__name__}, deeply nested or with a long number"


def parse_number(value: object, where: str = "number") -> Exact:
    """Read an int or a "p/q" text; whole numbers come back as int.

    >>> parse_number("6/4")
    Fraction(3, 2)
    """
    if type(value) is int:
        return value
    if not isinstance(value, str):
        raise CertificateRejected(where, 'an int or a "p/q" text', shortened(value))
    try:
        return _short(value) if len(value) <= _SHORT else _parsed(value)
    except ValueError as error:
        raise CertificateRejected(where, str(error), shortened(value)) from None


def _parsed(text: str) -> Exact:
    numerator, slash, denominator = text.partition("/")
    top, bottom = parse_int(numerator), parse_int(denominator) if slash else 1
    if bottom <= 0:
        raise ValueError("a positive denominator")
    return whole(Fraction(top, bottom)) if bottom > 1 else top


_short = lru_cache(maxsize=1 << 16)(_parsed)  # texts are hashed with a secret of the process


def parse_int(text: str) -> int:
    """The integer that a text of decimal digits is; long ones are paid for before they are converted."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > MOST_DIGITS:
        raise ValueError(f'an int or a "p/q" text of at most {MOST_DIGITS} digits')
    if len(digits) > _SHORT:
        work.spend((len(digits) // 19) ** 2)
    return int(text) if len(digits) <= _DIGITS else int(Decimal(text))


def number_text(value: Exact) -> str:
    """Write an exact number as "p" or "p/q"; long ones are paid for.

    >>> number_text(Fraction(3, 2))
    '3/2'
    """
    work.spend(work.size(value) ** 2)
    top, bottom = (str(Decimal(part)) for part in value.as_integer_ratio())  # exact, whatever the length
    return top if bottom == "1" else f"{top}/{bottom}"


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
    ends = ((">=", least), (">", above), ("<=", most))
    rule = " and ".join(f"{relation} {end}" for relation, end in ends if end is not None)

    def read(value: object, where: str) -> N:
        found = plain(value, where)
        high_enough = (least is None or found >= least) and (above is None or found > above)
        if not high_enough or (most is not None and found > most):
            raise rejected(where, rule, found)
        return found

    return read if rule else plain


def text(most: int) -> Reader[str]:
    """A text of at most so many characters."""
    return _word(lambda value: len(value) <= most, f"a text of at most {most} characters")


def choice(*words: str) -> Reader[str]:
    """One of a few words, spelled exactly."""
    return _word(words.__contains__, "one of " + ", ".join(words))


def _word(fits: Callable[[str], bool], expected: str) -> Reader[str]:
    def read(value: object, where: str) -> str:
        if not isinstance(value, str) or not fits(value):
            raise CertificateRejected(where, expected, shortened(value))
        return value

    return read


def nullable(reader: Reader[T]) -> Reader[T | None]:
    """What the reader reads, or null."""
    return lambda value, where: None if value is None else reader(value, where)


def sequence(item: Reader[T], least: int = 0) -> Reader[list[T]]:
    """A list of items; a text or an object is none."""

    def read(value: object, where: str) -> list[T]:
        entries = _entries(value, where)
        require(len(entries) >= least, f"length of {where!r}", f">= {least}", len(entries))
        return [item(entry, f"{where}[{index}]") for index, entry in enumerate(entries)]

    return read


def _entries(value: object, where: str) -> list[object]:
    if type(value) is not list:
        raise CertificateRejected(where, "a list", shortened(value))
    work.earn(len(value))
    return value


def pairs(entries: object, where: str) -> list[tuple[int, Exact]]:
    """Pairs of an index and a number, as in a row of a program; in one loop, for there are many."""
    found: list[tuple[int, Exact]] = []
    for entry in _entries(entries, where):
        if type(entry) is not list or len(entry) != 2:
            raise CertificateRejected(f"{where}[{len(found)}]", "a list of 2", shortened(entry))
        index, value = entry
        if type(index) is not int or index < 0:
            raise CertificateRejected(f"{where}[{len(found)}]", "an integer >= 0", shortened(index))
        found.append((index, value if type(value) is int else parse_number(value, where)))
    return found


def row(kind: type[T], *items: Reader[object]) -> Reader[T]:
    """A list with one item for each reader, read as a tuple of this kind."""

    def read(value: object, where: str) -> T:
        if type(value) is not list or len(value) != len(items):
            raise CertificateRejected(where, f"a list of {len(items)}", shortened(value))
        return cast(T, tuple(item(entry, where) for item, entry in zip(items, value, strict=True)))

    return read


class _Field(NamedTuple):
    reader: Reader[object]
    needed: bool


def needed(reader: Reader[T]) -> T:
    """Declares a field of a record: the class holds how it is read, each record what was read (hence the cast)."""
    return cast(T, _Field(reader, needed=True))


def optional(reader: Reader[T]) -> T | None:
    """Declares a field that may be absent, and then reads as None."""
    return cast("T | None", _Field(reader, needed=False))


class Record:
    """An object with the declared fields and no other; Record itself has none. A class of records is their reader."""

    declared: ClassVar[Mapping[str, _Field]] = {}

    def __init_subclass__(cls) -> None:
        names = [name for base in reversed(cls.__mro__) for name in vars(base)]
        found = {name: item for name in names if isinstance(item := getattr(cls, name), _Field)}
        cls.declared = dict(sorted(found.items(), key=lambda entry: not entry[1].needed))

    def __init__(self, value: object, where: str) -> None:
        names = fields(value, where)
        for name, item in self.declared.items():
            require(name in names or not item.needed, f"field {name!r} of {where}", "to be there", "nothing")
        for name in names:
            known = name in self.declared
            require(known, f"fields of {where}", ", ".join(self.declared) or "none", shortened(name))
        for name, item in self.declared.items():
            setattr(self, name, item.reader(names[name], name) if name in names else None)


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


NUMBERS = sequence(parse_number)
