"""Words and numbers in sentences: things counted, quotations, decimals. Standard library only."""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal

from optcheck.checker import work
from optcheck.checker.numerals import Exact, number_text


def counted(count: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "round"), counted(2, "row"), counted(3, "party")
    ('1 round', '2 rows', '3 parties')
    """
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number_text(count)} {noun if count == 1 else plural}"


def quoted(text: str) -> str:
    """Words that came with a file, in quotation marks and without control characters."""
    body = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return '"' + body.replace('"', '\\"') + '"'


def decimal_text(value: Exact) -> str:
    """About 12 digits, for reading only."""
    try:
        return f"{float(value):.12g}"
    except OverflowError:
        return "beyond 1e308"


def above_text(value: Exact) -> str:
    """At most 12 digits, not below the value."""
    return _directed(value, ROUND_CEILING)


def below_text(value: Exact) -> str:
    """At most 12 digits, not above the value."""
    return _directed(value, ROUND_FLOOR)


def _directed(value: Exact, rounding: str) -> str:
    work.spend(work.size(value) ** 2)
    context = Context(prec=12, rounding=rounding, Emin=MIN_EMIN, Emax=MAX_EMAX)
    quotient = context.divide(Decimal(value.numerator), Decimal(value.denominator)).normalize(context)
    return f"{quotient:f}" if -7 < quotient.adjusted() < 15 else f"{quotient:e}"
