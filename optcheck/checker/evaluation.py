"""The kind "evaluation": a claimed and a true definition, both evaluated at an instance and compared. Stdlib only.

The instance is an object of named values: integers, texts "p/q" or "1/2 - 3*sqrt(5)", words, truth values, null, lists
(rows) and objects (records). Each definition is a program of the language with a function ``claimed`` or ``true``.
The relation says what the true value is to be to the claimed one: equal, at most, at least, less, greater. A program
that needs no field of the instance is refused: it is a bare number, and a comparison with it says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from optcheck.checker import work
from optcheck.checker.core import Fact, Kind, shown
from optcheck.checker.errors import CertificateRejected, TooCostly
from optcheck.checker.intervals import Interval
from optcheck.checker.language import MOST_CHARACTERS, MOST_NESTING, call, parse
from optcheck.checker.quadratic import parse_quadratic
from optcheck.checker.reading import Record, choice, needed, rejected, require, shortened, text
from optcheck.checker.reals import Real, compare, enclosure, number
from optcheck.checker.values import STEP, Named, Value, is_number

if TYPE_CHECKING:
    from optcheck.checker.core import Value as Known

_WORD = re.compile(r"[A-Za-z][ -~]{0,199}")
_MOST_SHOWN = 12  # parts of a value or of a comparison that a sentence repeats
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,99}")
_BREAKS = {  # how the claimed value compares with the true one where the relation fails, and its words
    "equals": (("<", ">", "!="), "equals"),
    "at most": (("<",), "is at most"),
    "at least": ((">",), "is at least"),
    "less": (("<", "="), "is less than"),
    "greater": ((">", "="), "is greater than"),
}


def value_of(given: object, where: str, depth: int = 0) -> Value:
    """A value of an instance: a number, a word, a truth value, null, a row or a record."""
    require(depth < MOST_NESTING, where, f"at most {MOST_NESTING} levels", "more")
    work.spend(STEP)
    if given is None or isinstance(given, bool) or (isinstance(given, str) and _WORD.fullmatch(given)):
        return given
    if isinstance(given, list):
        return tuple(value_of(item, where, depth + 1) for item in given)
    if isinstance(given, Mapping):
        return record_of(given, where, depth)
    found = parse_quadratic(given, where)
    rational = found.rational
    return found if found.factor else rational.numerator if rational.denominator == 1 else rational


def record_of(given: object, where: str, depth: int = 0) -> Named:
    """An object of named values."""
    if not isinstance(given, Mapping):
        raise rejected(where, "an object", shortened(given))
    for name in given:
        fits = isinstance(name, str) and bool(_NAME.fullmatch(name))
        require(fits, f"name in {where}", "a letter, then letters, digits and _", shortened(name))
    record = Named()
    record.fields = {name: value_of(item, f"{where}.{name}", depth + 1) for name, item in given.items()}
    return record


class _Sides(Record):
    instance = needed(record_of)
    claimed = true = needed(text(MOST_CHARACTERS))
    relation = needed(choice(*_BREAKS))


def check(given: _Sides, evidence: Record) -> tuple[Fact, ...]:
    """Evaluate both definitions and compare what they give, rows entry by entry."""
    claimed, true = (
        dict(_entries(_value(source, name, given.instance), ""))
        for name, source in (("claimed", given.claimed), ("true", given.true))
    )
    require(
        claimed.keys() == true.keys(), "the two values", "rows of one shape", f"{len(claimed)} and {len(true)} entries"
    )
    places = [place for place, value in claimed.items() if value is not None]
    require(bool(places), "the two values", "at least one entry", "none")
    signs = {place: _sign(given.relation, claimed[place], true[place]) for place in places}
    breaks, words = _BREAKS[given.relation]
    broken = next((place for place, sign in signs.items() if sign in breaks), None)
    facts = [Fact(f"that the true value {words} the claimed one", "is", broken is None)]
    for place in places if broken is None else [broken]:
        facts += _facts(place, claimed[place], signs[place], true[place])
    return tuple(facts)


def _value(source: str, name: str, instance: Named) -> Value:
    """What a definition gives; one that gives a value without the instance as well is a number, not a definition."""
    program = parse(source, name)
    value = call(program, name, instance)
    try:
        call(program, name, Named())
    except TooCostly:
        raise
    except CertificateRejected:
        return value
    raise rejected(f"the definition {name}", "one that uses the instance", "a value without it")


def _entries(value: Value, place: str) -> Iterator[tuple[str, Value]]:
    """The numbers, words and truth values of a value, by their place in it; None at the place of an empty row."""
    work.spend(STEP)
    work.hold(1, work.WORDS_OF_AN_ENTRY + len(place) // 8)
    if isinstance(value, tuple | list) and not value:
        yield f"{place}[]", None
    elif isinstance(value, tuple | list):
        for index, item in enumerate(value):
            yield from _entries(item, f"{place}[{index}]")
    elif isinstance(value, Named):
        for name, item in value.fields.items():
            yield from _entries(item, f"{place}.{name}")
    else:
        require(
            is_number(value) or isinstance(value, str), "a value", "numbers, words, truth values", type(value).__name__
        )
        yield place, value


def _is_word(value: Value) -> bool:
    """A word or a truth value: it can only be equal or not."""
    return isinstance(value, bool | str)


def _sign(relation: str, claimed: Value, true: Value) -> str:
    if not _is_word(claimed) and not _is_word(true):
        return {-1: "<", 0: "=", 1: ">"}[compare(claimed, true)]
    require(relation == "equals", "the two values", "numbers", "words or truth values")
    return "=" if type(claimed) is type(true) and claimed == true else "!="


def _facts(place: str, claimed: Value, sign: str, true: Value) -> list[Fact]:
    sides = (("claimed", claimed), ("true", true))
    facts = [Fact(f"{name}{place}", "is" if _is_word(value) else "=", _known(value)) for name, value in sides]
    difference = Fact(f"claimed{place} - true{place}", sign, 0)
    return facts if _is_word(claimed) or _is_word(true) else [*facts, difference]


def _known(value: Value) -> Known:
    """A value as facts state it: what is irrational and of no quadratic field by its enclosure."""
    if isinstance(value, bool | str):
        return value
    found = number(value)
    return enclosure(found) if isinstance(found, Real) else found


def sentence(given: _Sides, facts: tuple[Fact, ...]) -> str:
    """The facts in words; of a long row that is right only the first entries."""
    at = ", ".join(f"{name} = {_text(value)}" for name, value in given.instance.fields.items())
    parts = [f"{fact.quantity} {_between(fact)} {shown(fact.value)}" for fact in facts[1:]]
    more = f"; {len(parts) - _MOST_SHOWN} more" if len(parts) > _MOST_SHOWN else ""
    verdict = f"{facts[0].quantity} is {'true' if facts[0].value else 'false'}"
    return f"two definitions evaluated at {at}: {'; '.join(parts[:_MOST_SHOWN])}{more}; {verdict}"


def _between(fact: Fact) -> str:
    return "lies in" if isinstance(fact.value, Interval) else fact.relation


def _text(value: Value) -> str:
    work.spend(STEP)
    if isinstance(value, tuple):
        rest = ", ..." if len(value) > _MOST_SHOWN else ""
        return f"({', '.join(map(_text, value[:_MOST_SHOWN]))}{rest})"
    if isinstance(value, Named):
        return f"({', '.join(f'{name} = {_text(part)}' for name, part in value.fields.items())})"
    return "none" if value is None else shown(_known(value))


KINDS = {"evaluation": Kind(_Sides, Record, check, sentence)}
