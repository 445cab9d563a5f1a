"""Readers for the long lists of linear programs: what the plain readers read, with each short text parsed once."""

from __future__ import annotations

from typing import TypeVar

from optcheck.checker import work
from optcheck.checker.numerals import Exact, shortened
from optcheck.checker.reading import Reader, integer, nullable, number, row, sequence
from optcheck.errors import CertificateRejected

N = TypeVar("N", Exact, Exact | None)
_NUMBER, _SHORT = number(), 40  # longer texts seldom come twice


def numbers() -> Reader[list[Exact]]:
    """A list of exact numbers: what ``sequence(number())`` reads, each short text once."""
    return _each_once(number(), {})


def bounds() -> Reader[list[Exact | None]]:
    """A list of exact numbers and nulls, likewise."""
    return _each_once(nullable(number()), {None: None})


def _each_once(item: Reader[N], start: dict[object, N]) -> Reader[list[N]]:
    plain = sequence(item)

    def read(value: object, where: str) -> list[N]:
        if type(value) is not list:
            return plain(value, where)
        known = dict(start)
        try:
            found = [entry if type(entry) is int else _known(entry, known, where) for entry in value]
        except CertificateRejected:
            return plain(value, where)  # once more, to name the place
        work.earn(len(value))
        return found

    return read


def terms() -> Reader[list[list[tuple[int, Exact]]]]:
    """For each row a list of pairs, a column index and a number; each short text is read once."""
    plain = sequence(sequence(row(integer(0), number())))

    def read(value: object, where: str) -> list[list[tuple[int, Exact]]]:
        known: dict[object, Exact] = {}
        if type(value) is not list or not all(type(entries) is list for entries in value):
            return plain(value, where)
        work.earn(len(value) + sum(map(len, value)))
        try:
            return [[_term(entry, known, where) for entry in entries] for entries in value]
        except CertificateRejected:
            return plain(value, where)

    return read


def _term(entry: object, known: dict[object, Exact], where: str) -> tuple[int, Exact]:
    if type(entry) is not list or len(entry) != 2:
        raise CertificateRejected(where, "a list of 2", shortened(entry))
    column, value = entry
    if type(column) is not int or column < 0:
        raise CertificateRejected(where, "an integer >= 0", shortened(column))
    return column, value if type(value) is int else _known(value, known, where)


def _known(value: object, known: dict[object, N], where: str) -> N:
    """The number of a text, from those read before where it is among them."""
    if value is None or type(value) is str:
        if value in known:
            return known[value]
        found = _NUMBER(value, where)
        if len(str(value)) <= _SHORT:
            known[value] = found
        return found
    return _NUMBER(value, where)
