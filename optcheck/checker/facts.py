"""Words and numbers in sentences: things counted, quotations, decimals. Standard library only.

What a check has established, as data: facts about an instance, and a digest that names the instance. Stdlib only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal

from optcheck.checker import work
from optcheck.checker.intervals import Interval
from optcheck.checker.numbers import Exact, number_text, parse_number
from optcheck.checker.quadratic import Quadratic
from optcheck.errors import CertificateRejected


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


_FRACTION = re.compile(r"-?(?:0[0-9]*|[0-9]+/[0-9]+)")  # digits without a slash or zero in front are canonical
_SHORT = 10**18
_SHOWN, _LONGEST = 12, 300  # entries of a list and characters of a number that a sentence repeats
RELATIONS = ("=", "<=", ">=", "<", ">", "!=", "is")
Number = Exact | Quadratic
Value = Number | tuple[Number, ...] | Interval | bool | str


@dataclass(frozen=True, slots=True)
class Fact:
    """A true statement about an instance: a quantity stands in a relation to a value.

    The value is an exact number (int, Fraction or Quadratic), a tuple of such, or an Interval: with the relation "="
    an Interval says that the quantity lies in it. With "is" the value is a word or a bool.
    """

    quantity: str
    relation: str
    value: Value

    def __str__(self) -> str:
        relation = "in" if isinstance(self.value, Interval) else self.relation
        return f"{self.quantity} {relation} {value_text(self.value)}"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check of one kind returns."""

    statement: str
    value: Exact | None = None
    facts: tuple[Fact, ...] = ()


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
    if isinstance(value, Interval):
        return f"[{below_text(value.low)}, {above_text(value.high)}]"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(value_text, value)) + ")"
    return str(value) if isinstance(value, str | bool | Quadratic) else number_text(value)


def shown(value: Value) -> str:
    """A value in a sentence: exact, but a number that would fill the screen is cut in the middle."""
    if isinstance(value, tuple) and not isinstance(value, Interval):
        parts = [shown(part) for part in value[:_SHOWN]]
        return "(" + ", ".join(parts) + (f", ... {len(value)} in all" if len(value) > _SHOWN else "") + ")"
    if not isinstance(value, str | bool | Quadratic | Interval):
        work.spend(work.size(value) ** 2)
    text = value_text(value)
    return text if len(text) <= _LONGEST else f"{text[:60]}...{text[-20:]} ({len(text)} characters)"


def digest(kind: str, instance: object) -> str:
    """The SHA-256 that names an instance: however its numbers are written, equal instances have equal digests.

    >>> digest("k", {"x": "2/4", "y": [3]}) == digest("k", {"y": ["3"], "x": "1/2"})
    True
    """
    import hashlib  # loads more than the rest of the checker does

    document = {"kind": kind, "instance": _canonical(instance)}
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _canonical(value: object) -> object:
    if isinstance(value, Mapping):
        return {name: _canonical(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_canonical(item) for item in value]
    if type(value) is int:
        return str(value) if -_SHORT < value < _SHORT else number_text(value)
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        try:
            return number_text(parse_number(value))
        except CertificateRejected:
            return value
    return value
