"""The truth at one instance: a certificate that the bare checker verified, about this instance and this quantity."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from optcheck.audit.plain import Record, plain
from optcheck.checker.core import Verified, check_document, digest
from optcheck.checker.intervals import Interval
from optcheck.claims.truths import Combination, Definition, Document, Property, Quantity, Truth
from optcheck.claims.values import INFINITE, Number, Value, distance, exact_value, tree
from optcheck.errors import CertificateRejected, OptcheckError
from optcheck.exact.certificate import Certificate

I = TypeVar("I")  # noqa: E741 - the instance


class UnfoundedClaim(OptcheckError):
    """A claim's certificate is not about its instance, or says nothing about its quantity."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The value that was verified, with the certificates' documents and sentences; by how much a property fails."""

    value: Value
    documents: tuple[Record, ...] = ()
    proves: str = ""
    gap: Value | None = None


def establish(truth: Truth[I], instance: I, claimed: Value, where: str) -> Evidence:
    """What is true at an instance (for a property: about the claimed value)."""
    match truth:
        case Definition():
            return Evidence(exact_value(truth.value(instance), f"{where}: definition"))
        case Combination():
            return _combined(truth, [_quantity(part, instance, where) for part in truth.parts], where)
        case Quantity():
            return _quantity(truth, instance, where)
        case Property():
            return _property(truth, instance, claimed, where)


def _combined(truth: Combination[I], parts: list[Evidence], where: str) -> Evidence:
    value = exact_value(truth.value(*(part.value for part in parts)), where)
    documents = tuple(document for part in parts for document in part.documents)
    return Evidence(value, documents, "; ".join(part.proves for part in parts))


def _quantity(truth: Quantity[I], instance: I, where: str) -> Evidence:
    certificate = None if truth.certify is None else truth.certify(instance)
    document, verified = _verified(certificate, {truth.kind: truth.describe(instance)}, where)
    if truth.holds is None:
        return Evidence(_read(verified, truth.name, where), (document,), verified.statement)
    return Evidence(_holds(verified, truth, instance, where), (document,), verified.statement)


def _property(truth: Property[I], instance: I, claimed: Value, where: str) -> Evidence:
    certificate = None if truth.certify is None else truth.certify(instance, claimed)
    document, verified = _verified(certificate, truth.describe(instance, claimed), where)
    holds = _holds(verified, truth, instance, where)
    return Evidence(holds, (document,), verified.statement, None if holds else _gap(verified, truth.gap, where))


def _verified(certificate: Certificate | None, wanted: Mapping[str, Document], where: str) -> tuple[Record, Verified]:
    """Have the bare checker verify a certificate, and see that it is about one of the wanted documents."""
    if certificate is None:
        kind, instance = next(iter(wanted.items()))
        certificate = Certificate(kind, instance, {})
    if not isinstance(certificate, Certificate):
        raise UnfoundedClaim(f"{where}: the truth must come as a certificate, got {type(certificate).__name__}")
    document = round_trip(certificate.document())
    verified = check_document(document)  # after the round trip: what a reader of the file will check
    if verified.kind not in wanted:
        kinds = " or ".join(map(repr, wanted))
        raise UnfoundedClaim(f"{where}: the certificate is of kind {verified.kind!r}, the claim needs {kinds}")
    expected = wanted[verified.kind]
    if verified.digest != digest(verified.kind, round_trip(expected)):
        raise UnfoundedClaim(
            f"{where}: the certificate is about another instance: {_short(document['instance'])}, "
            f"expected {_short(expected)}"
        )
    return document, verified


def _holds(verified: Verified, truth: Quantity[I] | Property[I], instance: I, where: str) -> bool:
    assert truth.holds is not None
    for fact in verified.facts:
        if fact.quantity == truth.name:
            found = truth.holds(instance, fact)
            if not isinstance(found, bool):
                raise UnfoundedClaim(f"{where}: holds says True or False, got the {type(found).__name__} {found!r}")
            return found
    raise _silent(verified, truth.name, where)


def _gap(verified: Verified, name: str | tuple[str, str] | None, where: str) -> Value | None:
    if name is None:
        return None
    values = [_read(verified, one, where) for one in ((name,) if isinstance(name, str) else name)]
    if any(isinstance(value, str) for value in values):
        return INFINITE  # the checker's word for a cost that no number reaches
    return values[0] if len(values) == 1 else distance(*values)


def _read(verified: Verified, name: str, where: str) -> Value:
    """The value of a quantity; an enclosure where the facts only bound it on both sides."""
    found = {fact.relation: fact.value for fact in verified.facts if fact.quantity == name}
    for relation in ("=", "is"):
        if relation in found:
            value = found[relation]
            return value if isinstance(value, str) else exact_value(value, where)
    low, high = (next((found[sign] for sign in signs if sign in found), None) for signs in ((">=", ">"), ("<=", "<")))
    if isinstance(low, int | Fraction) and isinstance(high, int | Fraction):
        return Interval(Fraction(low), Fraction(high))
    raise _silent(verified, name, where)


def _silent(verified: Verified, name: str, where: str) -> UnfoundedClaim:
    known = ", ".join(f"{fact.quantity!r} ({fact.relation})" for fact in verified.facts)
    return UnfoundedClaim(f"{where}: the certificate says nothing about {name!r}; it is about {known or 'nothing'}")


_PROVED_BY = {"!=": ("<", ">"), "<": ("<",), "<=": ("<", "="), ">": (">",), ">=": (">", "=")}


def comparison(left: Number, sign: str, right: Number) -> tuple[Record, str]:
    """The checker's word on how two numbers compare; both sides come from the claim's own functions."""
    instance: Document = {"values": {}, "left": tree(left), "right": tree(right)}
    document = round_trip(Certificate("comparison", instance, {}).document())
    verified = check_document(document)
    found = verified.fact("left - right").relation
    if found not in _PROVED_BY[sign]:
        raise UnfoundedClaim(f"the checker finds {left} {found} {right}, the kernel {sign}")
    return document, verified.statement


def round_trip(document: Document) -> Record:
    """The document as a reader of its file gets it."""
    data: Record = json.loads(json.dumps(document), parse_float=_no_float, parse_constant=_no_float)
    return data


def _no_float(text: str) -> float:
    raise CertificateRejected("certificate", "exact numbers", f"the float {text}")


def _short(document: Document) -> str:
    text = json.dumps(plain(document), sort_keys=True)
    return text if len(text) <= 300 else text[:300] + "..."
