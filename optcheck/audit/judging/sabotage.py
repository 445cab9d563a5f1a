"""Testing the kernel's grip on a claim: a right form that is doubled, negated or shifted must be noticed at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import partial
from operator import add
from typing import TypeVar

from optcheck.audit.judging.evidence import UnfoundedClaim, establish
from optcheck.audit.judging.trial import Bench
from optcheck.audit.plain import Record
from optcheck.checker.intervals import Interval
from optcheck.claims.claim import Claim, Form
from optcheck.claims.expressions import Expr
from optcheck.claims.truths import Combination, Property, Quantity, Truth
from optcheck.claims.values import Infinite, Value
from optcheck.errors import CertificateRejected, OptcheckError
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Quadratic

I = TypeVar("I")  # noqa: E741 - the instance
Change = Callable[[Value], Value]

CHANGES: dict[str, Change] = {
    "doubled": lambda number: 2 * number,
    "negated": lambda number: -number,
    "one more": lambda number: number + 1,
    "one less": lambda number: number - 1,
}


def unnoticed(claim: Claim[I]) -> list[str]:
    """The changes of the right form that no instance of the grid notices, although they are not true as well.

    A relation that other values can satisfy (a bound, an optimum among several) excuses a change only if it holds for
    it on the whole grid; that all changes are so excused is a fault as well: such a claim says nothing.
    """
    form, bench = claim.right_form, Bench(claim)
    if form is None:
        return []
    noticed = {name: _is_noticed(bench, form, partial(changed, change=change)) for name, change in CHANGES.items()}
    if any(noticed.values()) and bench.relation(form).one_sided:
        return []
    return [name for name, seen in noticed.items() if not seen and _differs(bench, form, CHANGES[name])]


def says_nothing(bench: Bench[I], form: Form[I]) -> bool:
    """Whether the form could as well be doubled, negated and shifted, for all that truth and relation notice.

    Of a row every entry is shifted by another amount too: that all entries are equal survives the rest.
    """
    alters: list[Change] = [*(partial(changed, change=change) for change in CHANGES.values()), _staggered]
    return not any(_is_noticed(bench, form, alter) for alter in alters)


def _staggered(value: Value) -> Value:
    if not isinstance(value, list | tuple):
        return value
    return tuple(changed(item, partial(add, place)) for place, item in enumerate(value))


def _is_noticed(bench: Bench[I], form: Form[I], alter: Change) -> bool:
    broken: Form[I] = Form(lambda instance: alter(bench.value(form, instance)), form.text, form.asserts)
    for instance in bench.instances:
        try:
            if not bench.agrees(broken, instance):
                return True
        except (OptcheckError, ArithmeticError, ValueError):
            return True  # no value that the statement could speak about
    return False


def _differs(bench: Bench[I], form: Form[I], change: Change) -> bool:
    values = (bench.value(form, instance) for instance in bench.instances)
    return any(changed(value, change) != value for value in values)


def changed(value: Value, change: Change) -> Value:
    """The value with every number in it changed; truth values are turned round by every change."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | Fraction | Quadratic | Expr):
        return change(value)
    if isinstance(value, Interval):
        return Interval(*sorted((change(value.low), change(value.high))))
    if isinstance(value, list | tuple):
        return tuple(changed(item, change) for item in value)
    if hasattr(value, "free_symbols"):  # a formula, in a proof
        return change(value) if hasattr(value, "__neg__") else ~value
    if isinstance(value, Infinite):
        return 0
    if is_dataclass(value) and not isinstance(value, type):
        parts = {item.name: getattr(value, item.name) for item in fields(value)}
        return replace(value, **{name: changed(part, change) for name, part in parts.items()})
    return value


def foreign_certificates_accepted(claim: Claim[I], others: Mapping[str, Certificate | None]) -> list[str]:
    """The names of the others whose certificate would pass for this claim's, at its first instance."""
    if not isinstance(claim.truth, Quantity | Property | Combination):
        return []  # of a definition the kernel itself makes the certificate
    bench, form = Bench(claim), claim.right_form or claim.printed
    instance = bench.instances[0]
    said = bench.value(form, instance)
    own = bench.truth(instance, said).documents
    accepted = []
    for name, certificate in others.items():
        if certificate is not None and own and not _same(certificate, own[0]):
            try:
                establish(_replaced(claim.truth, certificate), instance, said, claim.id)
            except (UnfoundedClaim, CertificateRejected):
                continue
            accepted.append(name)
    return accepted


def own_certificate(claim: Claim[I]) -> Certificate | None:
    """The certificate of a claim at its first instance, where its truth has one."""
    bench, form = Bench(claim), claim.right_form or claim.printed
    instance = bench.instances[0]
    match claim.truth:
        case Quantity() | Property() | Combination():
            document = bench.truth(instance, bench.value(form, instance)).documents[0]
            return Certificate(document["kind"], document["instance"], document["evidence"])
    return None


def _same(certificate: Certificate, document: Record) -> bool:
    return bool(certificate.kind == document["kind"] and certificate.instance == document["instance"])


def _replaced(truth: Quantity[I] | Property[I] | Combination[I], certificate: Certificate) -> Truth[I]:
    if isinstance(truth, Combination):
        first, *rest = truth.parts
        return replace(truth, parts=(replace(first, certify=lambda _: certificate), *rest))
    if isinstance(truth, Property):
        return replace(truth, certify=lambda _, said: certificate)
    return replace(truth, certify=lambda _: certificate)
