"""What a counterexample rests on: a problem that the checker rebuilds, two definitions that it evaluates, or neither.

Where the truth is a definition, form and definition are written as texts of the checker's language. The checker then
evaluates both at the instance; nothing that the claim's own code computed is part of the certificate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from optcheck.audit.translate import Untranslatable, document, source_of
from optcheck.audit.verdict import EVALUATION, Record
from optcheck.checker import work
from optcheck.checker.core import check_document
from optcheck.checker.evaluation import record_of
from optcheck.checker.intervals import Interval
from optcheck.checker.language import call, parse
from optcheck.checker.reals import Number, Real, enclosure
from optcheck.checker.values import Named
from optcheck.claims.claim import Formula
from optcheck.claims.expressions import Expr, Infinite, Value, exact_value, interval
from optcheck.claims.relations import (
    Between,
    Compared,
    Logical,
    Order,
    Provided,
    Relation,
    at_least,
    at_most,
    decides,
    equals,
    identity,
    implies,
)
from optcheck.errors import CertificateRejected, OptcheckError
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Quadratic

I = TypeVar("I")  # noqa: E741 - the instance
_BITS = 1024  # with which a number of the claim's code is enclosed, to be compared with the checker's


class NoCertificate(OptcheckError):
    """Why the checker cannot evaluate the two sides at the instance."""


@dataclass(frozen=True, slots=True)
class Sides(Generic[I]):
    """Two functions of the instance, and what the true value is to be to the claimed one."""

    claimed: Formula[I]
    true: Formula[I]
    relation: Relation


def evaluation(sides: Sides[I], instance: I) -> tuple[Record, str]:
    """A checked document of both sides at the instance, and the checker's sentence; raises NoCertificate."""
    try:
        single = _single(sides, instance)
        name = "equals" if single.relation is identity else single.relation.name
        texts = {"claimed": source_of(single.claimed, "claimed", instance)}
        texts["true"] = source_of(single.true, "true", instance)
        made = Certificate(EVALUATION, {"instance": document(instance), **texts, "relation": name}, {}).document()
        verified = check_document(made)
        for side, function in (("claimed", single.claimed), ("true", single.true)):
            _compare_with_python(side, texts[side], function, instance)
    except (Untranslatable, CertificateRejected, RecursionError) as error:
        raise NoCertificate(str(error)) from error
    if verified.facts[0].value is not False:
        raise NoCertificate(f"the checker finds {verified.statement}")
    return dict(made), verified.statement


def _compare_with_python(side: str, text: str, function: Formula[I], instance: I) -> None:
    """A text leaves out what only validates: so its value must be the one that Python gives."""
    wanted = exact_value(function(instance), side)
    with work.budget(work.DEFAULT_LIMIT):
        found = call(parse(text, side), side, record_of(document(instance), "instance"))
        same = _is_same(found, wanted)
    if not same:
        raise NoCertificate(f"the checker's {side} value is not {wanted!r}, which Python gives")


def _is_same(found: object, wanted: Value) -> bool:
    """Whether a value of the checker is Python's; irrational numbers are the same if their enclosures overlap."""
    if isinstance(wanted, Infinite):
        return found == "infinite"
    if isinstance(wanted, bool | str) or isinstance(found, bool | str):
        return type(found) is type(wanted) and found == wanted
    if isinstance(wanted, Expr | Interval) or isinstance(found, Real):
        return isinstance(found, Number) and _overlap(enclosure(found), interval(wanted, _BITS))
    if isinstance(wanted, tuple):
        return isinstance(found, tuple | list) and len(found) == len(wanted) and all(map(_is_same, found, wanted))
    if isinstance(found, Named):
        return all(_is_same(part, getattr(wanted, name)) for name, part in found.fields.items())
    return isinstance(wanted, int | Fraction | Quadratic) and bool(found == wanted)


def _overlap(one: Interval, other: Interval) -> bool:
    return one.low <= other.high and other.low <= one.high


# --- relations that the checker does not have, as sides that are compared by one that it has ------------------------


def _single(sides: Sides[I], instance: I) -> Sides[I]:
    """The same violation as one comparison of numbers or truth values."""
    match sides.relation:
        case Between(lower, upper):
            low, high = Sides(_entry(sides.claimed, 0), sides.true, lower), _entry(sides.claimed, 1)
            return _broken(Sides(high, sides.true, upper), low, instance)
        case Order(least, most):
            low = Sides(_multiple(sides.claimed, least), sides.true, at_least)
            return _broken(Sides(_multiple(sides.claimed, most), sides.true, at_most), low, instance)
        case Provided(relation):
            return _single(Sides(_provided(sides.claimed), sides.true, relation), instance)
        case Logical() as relation if relation is decides:
            return Sides(sides.claimed, sides.true, equals)
        case Logical() as relation:
            bound = at_least if relation is implies else at_most
            return Sides(_as_number(sides.claimed), _as_number(sides.true), bound)
        case Compared():
            return sides
    raise NoCertificate(f"{sides.relation.name} is a property, not a comparison of two values")


def _broken(one: Sides[I], other: Sides[I], instance: I) -> Sides[I]:
    """Of two comparisons the first that fails."""
    check = one.relation.check(one.claimed(instance), one.true(instance))
    return other if check.violation is None else one


def meaning(form: Formula[I], means: Callable[[I, Value], Value] | None) -> Formula[I]:
    """The form, or what the claim makes of it before it is compared."""
    if means is None:
        return form

    def meant(instance: I) -> Value:
        return means(instance, form(instance))

    return meant


def _entry(pair: Formula[I], place: int) -> Formula[I]:
    def bound(instance: I) -> Value:
        return pair(instance)[place]

    return bound


def _multiple(form: Formula[I], factor: Fraction) -> Formula[I]:
    def bound(instance: I) -> Value:
        return factor * form(instance)

    return bound


def _provided(form: Formula[I]) -> Formula[I]:
    def said(instance: I) -> Value:
        premise, value = form(instance)
        assert premise
        return value

    return said


def _as_number(proposition: Formula[I]) -> Formula[I]:
    def counted(instance: I) -> Value:
        return 1 if proposition(instance) else 0

    return counted
