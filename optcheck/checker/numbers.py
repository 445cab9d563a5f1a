"""Exact numbers as texts: "p" or "p/q", of any length that a checker can bear. Standard library only."""

from __future__ import annotations

from fractions import Fraction

from optcheck.errors import CertificateRejected

MOST_DIGITS = 100_000  # of a numerator or denominator: longer ones only keep a checker busy
_DIGITS = 4000  # below the interpreter's limit for one conversion between int and str
_SHOWN = 200  # characters of a bad value that a message repeats

Exact = int | Fraction


def parse_number(text: object, where: str = "number") -> Exact:
    """Read an int or a "p/q" text; whole numbers come back as int.

    >>> parse_number("6/4")
    Fraction(3, 2)
    """
    if type(text) is int:
        return text
    if not isinstance(text, str):
        raise CertificateRejected(where, 'an int or a "p/q" text', shortened(text))
    numerator, slash, denominator = text.partition("/")
    try:
        top = parse_int(numerator)
        bottom = parse_int(denominator) if slash else 1
    except ValueError:
        wanted = f'an int or a "p/q" text of at most {MOST_DIGITS} digits'
        raise CertificateRejected(where, wanted, shortened(text)) from None
    if bottom <= 0:
        raise CertificateRejected(where, "a positive denominator", shortened(text))
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


def parse_int(text: str) -> int:
    digits = text[1:] if text[:1] == "-" else text
    if not (digits.isascii() and digits.isdigit()) or len(digits) > MOST_DIGITS:
        raise ValueError(f"not an integer of at most {MOST_DIGITS} digits: {shortened(text)}")
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


def shortened(value: object) -> str:
    """A bad value as a message repeats it."""
    try:
        text = repr(value[:_SHOWN]) if isinstance(value, str) else repr(value)
    except (RecursionError, ValueError):  # Python refuses to write long integers
        return f"a value of type {type(value).__name__}, deeply nested or with a long number"
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
