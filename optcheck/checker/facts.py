"""What a check has established: facts about an instance, the sentence made of them, and the instance's digest.

Facts are data, a sentence is for people. Both come from the same place: a kind's sentence is a function of the instance
and the facts alone, so it cannot say what no fact says. Standard library only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from optcheck.checker import work
from optcheck.checker.numbers import Exact, number_text

if TYPE_CHECKING:
    from optcheck.checker.intervals import Interval
    from optcheck.checker.quadratic import Quadratic

    Number = Exact | Quadratic
    Value = Number | tuple[Number, ...] | Interval | bool | str

_SHOWN, _LONGEST = 12, 300  # entries of a list and characters of a number that a sentence repeats
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters that look like nothing


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
    if isinstance(value, int | Fraction):
        work.spend(work.size(value) ** 2)
    text = value_text(value)
    return text if len(text) <= _LONGEST else f"{text[:60]}...{text[-20:]} ({len(text)} characters)"


def counted(count: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "round"), counted(2, "row"), counted(3, "party")
    ('1 round', '2 rows', '3 parties')
    """
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number_text(count)} {noun if count == 1 else plural}"


def quoted(text: str) -> str:
    r"""Words that came with a file, in quotation marks: whatever steers a terminal or looks like nothing is escaped.

    >>> print(quoted("a\nb"), quoted(r"a\nb"))
    "a\nb" "a\\nb"
    """
    return '"' + "".join(map(_visible, text)) + '"'


def _visible(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    clear = character.isprintable() and character not in _BLANK
    return character if clear else character.encode("unicode_escape").decode()


def digest(kind: str, instance: object) -> str:
    """The SHA-256 that names an instance, as it is written: different JSON values have different digests.

    >>> digest("k", {"x": "1/2", "y": [3]}) == digest("k", {"y": [3], "x": "1/2"})
    True
    >>> digest("k", {"x": "2/4"}) == digest("k", {"x": "1/2"})
    False
    """
    import hashlib  # loads more than the rest of the checker does

    document: object = {"kind": kind, "instance": instance}
    try:
        text = json.dumps(document, sort_keys=True, separators=(",", ":"), default=dict)
    except ValueError:  # Python writes no long integers: they become texts, marked as no text of the document is
        text = json.dumps(["long", _with_long_integers(document)], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _with_long_integers(value: object) -> object:
    if isinstance(value, Mapping):
        return {name: _with_long_integers(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_with_long_integers(item) for item in value]
    if isinstance(value, str):
        return f"text {value}"
    return f"integer {number_text(value)}" if type(value) is int else value
