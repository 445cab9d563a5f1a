"""One strict reader for every field: what a certificate may contain is declared, and anything else is refused.

A reader takes a JSON value and the name of its place and returns the value read, or raises CertificateRejected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

from optcheck.checker import work
from optcheck.checker.numerals import Exact, number_text, parse_number, shortened
from optcheck.checker.quadratic import Quadratic, parse_quadratic
from optcheck.errors import CertificateRejected

Reader = Callable[[object, str], Any]
Fields = Any  # a namespace with one attribute for each declared field; None where an optional one is absent


def require(condition: bool, where: str, expected: object = "", actual: object = "", gap: object = "") -> None:
    """Reject the certificate unless the condition holds."""
    if not condition:
        raise CertificateRejected(where, expected, actual, gap)


def number(least: Exact | None = None, above: Exact | None = None, most: Exact | None = None) -> Reader:
    """An exact number within bounds."""

    def read(value: object, where: str) -> Exact:
        if isinstance(value, str) and len(value) > 100:
            work.spend((len(value) // 19) ** 2)
        found = parse_number(value, where)
        if least is not None and found < least:
            raise CertificateRejected(where, f">= {least}", number_text(found))
        if above is not None and found <= above:
            raise CertificateRejected(where, f"> {above}", number_text(found))
        if most is not None and found > most:
            raise CertificateRejected(where, f"<= {most}", number_text(found))
        return found

    return read


def integer(least: int | None = None, most: int | None = None) -> Reader:
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


def quadratic(value: object, where: str) -> Quadratic:
    """A number p + q*sqrt(D), as a text or a plain number."""
    if isinstance(value, str) and len(value) > 100:
        work.spend((len(value) // 19) ** 2)
    return parse_quadratic(value, where)


def flag(value: object, where: str) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise CertificateRejected(where, "true or false", shortened(value))
    return value


def text(most: int) -> Reader:
    """A text of at most so many characters."""

    def read(value: object, where: str) -> str:
        if not isinstance(value, str) or len(value) > most:
            raise CertificateRejected(where, f"a text of at most {most} characters", shortened(value))
        return value

    return read


def choice(*words: str) -> Reader:
    """One of a few words, spelled exactly."""

    def read(value: object, where: str) -> str:
        if not isinstance(value, str) or value not in words:
            raise CertificateRejected(where, "one of " + ", ".join(words), shortened(value))
        return value

    return read


def nullable(reader: Reader) -> Reader:
    """What the reader reads, or null."""
    return lambda value, where: None if value is None else reader(value, where)


def sequence(item: Reader, least: int = 0, most: int | None = None) -> Reader:
    """A list of so many items; a text or an object is none."""

    def read(value: object, where: str) -> list[Any]:
        if type(value) is not list:
            raise CertificateRejected(where, "a list", shortened(value))
        if len(value) < least or (most is not None and len(value) > most):
            raise CertificateRejected(f"length of {where!r}", _range(least, most), len(value))
        work.earn(len(value))
        try:
            return [item(entry, where) for entry in value]
        except CertificateRejected:
            for index, entry in enumerate(value):  # once more, to name the place
                item(entry, f"{where}[{index}]")
            raise

    return read


def row(*items: Reader) -> Reader:
    """A list with one item for each reader."""

    def read(value: object, where: str) -> tuple[Any, ...]:
        if type(value) is not list or len(value) != len(items):
            raise CertificateRejected(where, f"a list of {len(items)}", shortened(value))
        return tuple(item(entry, where) for item, entry in zip(items, value, strict=True))

    return read


def record(needed: Mapping[str, Reader], optional: Mapping[str, Reader] | None = None) -> Reader:
    """An object with these fields and no other."""
    extra = optional or {}

    def read(value: object, where: str) -> Fields:
        names = _names(value, where)
        for name in needed:
            if name not in names:
                raise CertificateRejected(f"field {name!r} of {where}", "to be there", "nothing")
        for name in names:
            if name not in needed and name not in extra:
                known = ", ".join([*needed, *extra]) or "none"
                raise CertificateRejected(f"fields of {where}", known, shortened(name))
        found: dict[str, Any] = dict.fromkeys(extra)
        for name, reader in {**needed, **extra}.items():
            if name in names:
                found[name] = reader(names[name], name)
        return SimpleNamespace(**found)

    return read


def _names(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise CertificateRejected(where, "an object", shortened(value))
    return value


def either(*variants: Mapping[str, Reader], optional: Mapping[str, Reader] | None = None) -> Reader:
    """An object with exactly the fields of one of the variants; fields of the others read as None."""
    extra = dict(optional or {})
    every = {name for variant in variants for name in variant}

    def read(value: object, where: str) -> Fields:
        names = {name for name in _names(value, where) if name not in extra}
        for variant in variants:
            if names == set(variant):
                found = record(variant, extra)(value, where)
                return _filled(found, every)
        options = " or ".join("{" + ", ".join(variant) + "}" for variant in variants)
        raise CertificateRejected(f"fields of {where}", options, shortened(sorted(names)))

    return read


def _filled(found: SimpleNamespace, every: set[str]) -> SimpleNamespace:
    return SimpleNamespace(**{name: getattr(found, name, None) for name in every | set(vars(found))})


def same_length(where: str, values: list[Any], length: int) -> None:
    """Reject a list of another length."""
    require(len(values) == length, f"length of {where!r}", length, len(values))
