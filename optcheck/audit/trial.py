"""A form against the truth at one instance; the truth is a certificate, which the bare checker verified.

The kernel's own grip is tried as well: a right form that is doubled, negated or shifted must be noticed at once.
"""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from functools import partial
from operator import add
from types import FrameType
from typing import Generic, TypeVar
from unittest import mock

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import HypothesisException, Unsatisfiable
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from hypothesis.strategies import SearchStrategy

from optcheck.audit.registry import authors_line
from optcheck.audit.translate import Untranslatable, document, source_of
from optcheck.audit.verdict import EVALUATION, Discrepancy, Record, Shown, key_of, plain
from optcheck.checker import work
from optcheck.checker.core import Verified, check_document, digest
from optcheck.checker.evaluation import record_of
from optcheck.checker.intervals import Interval
from optcheck.checker.language import call, parse
from optcheck.checker.reals import Number, Real, enclosure
from optcheck.checker.values import Named
from optcheck.claims.claim import (
    Between,
    Check,
    Claim,
    Combination,
    Compared,
    Definition,
    Document,
    Form,
    Formula,
    Impact,
    Logical,
    Order,
    Property,
    Provided,
    Quantity,
    Relation,
    Truth,
    Violation,
    at_least,
    at_most,
    decides,
    defined_at,
    equals,
    exact_gap,
    identity,
    implies,
)
from optcheck.claims.domain import sizes
from optcheck.claims.expressions import (
    INFINITE,
    Expr,
    Infinite,
    NoNumber,
    Value,
    distance,
    exact_value,
    interval,
    is_row,
)
from optcheck.errors import CertificateRejected, InvalidInput, OptcheckError
from optcheck.exact.files import Certificate
from optcheck.exact.numbers import Quadratic

I = TypeVar("I")  # noqa: E741 - the instance


# --- Instances drawn at random, and an end for code that has none.
#
# Hypothesis draws and shrinks: deterministically, without a database, without deadlines. ``cpu_limit`` ends code that
# may never come back by itself, such as a mutated loop.


def explore(
    strategy: SearchStrategy[I],
    visit: Callable[[I], None],
    *,
    examples: int,
    random_seed: int,
    shrink: bool = False,
) -> None:
    """Call ``visit`` on instances drawn from ``strategy``, until it raises.

    With ``shrink``, instances on which it raises are made smaller first. The same seed draws the same instances, in any
    process.
    """
    configured = settings(
        max_examples=examples,
        phases=(Phase.generate, Phase.target, *((Phase.shrink,) if shrink else ())),
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        print_blob=False,
    )

    def body(instance: I) -> None:
        visit(instance)

    with _no_constants_from_loaded_modules(), suppress(Unsatisfiable):  # which leaves nothing to be drawn
        seed(random_seed)(configured(given(strategy)(body)))()


@contextmanager
def _no_constants_from_loaded_modules() -> Iterator[None]:
    # Hypothesis also draws constants found in whatever local modules happen to be imported. That would make
    # a verdict depend on which claims the same process judged before, so the pool is empty here.
    providers.CONSTANTS_CACHE.cache.clear()
    with mock.patch.object(providers, "_get_local_constants", Constants):
        yield
    providers.CONSTANTS_CACHE.cache.clear()


SECONDS = 20


class Endless(BaseException):
    """Something took longer than it is allowed to; not an Exception, so that no handler on the way swallows it."""


@contextmanager
def cpu_limit(seconds: float | None = None) -> Iterator[None]:
    """End the block after ``SECONDS`` of computing, or as given, however busy the machine is, by raising Endless.

    Only the main thread of a process can be ended so.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    limit = SECONDS if seconds is None else seconds
    before, hook = signal.signal(signal.SIGPROF, _give_up), sys.unraisablehook
    sys.unraisablehook = lambda raised: None if raised.exc_type is Endless else hook(raised)
    # Every second again: what is raised in a callback of the collector or of a weak reference is swallowed.
    signal.setitimer(signal.ITIMER_PROF, limit, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        sys.unraisablehook = hook


def _give_up(_signal: int, _frame: FrameType | None) -> None:
    raise Endless(f"no end after {SECONDS} s")


# --- What a counterexample rests on: a problem that the checker rebuilds, two definitions that it evaluates, or neither
# Where the truth is a definition, form and definition are written as texts of the checker's language. The checker then
# evaluates both at the instance; nothing that the claim's own code computed is part of the certificate.


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
        computed = call(parse(text, side), side, record_of(document(instance), "instance"))
        same = _is_same(computed, wanted)
    if not same:
        raise NoCertificate(f"the checker's {side} value is not {wanted!r}, which Python gives")


def _is_same(computed: object, wanted: Value) -> bool:
    """Whether a value of the checker is Python's; irrational numbers are the same if their enclosures overlap."""
    if isinstance(wanted, Infinite):
        return computed == "infinite"
    if isinstance(wanted, bool | str) or isinstance(computed, bool | str):
        return type(computed) is type(wanted) and computed == wanted
    if isinstance(wanted, Expr | Interval) or isinstance(computed, Real):
        return isinstance(computed, Number) and _overlap(enclosure(computed), interval(wanted, _BITS))
    if isinstance(wanted, tuple):
        return (
            isinstance(computed, tuple | list) and len(computed) == len(wanted) and all(map(_is_same, computed, wanted))
        )
    if isinstance(computed, Named):
        return all(_is_same(part, getattr(wanted, name)) for name, part in computed.fields.items())
    return isinstance(wanted, int | Fraction | Quadratic) and bool(computed == wanted)


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


def _entry(pair: Formula[I], index: int) -> Formula[I]:
    def bound(instance: I) -> Value:
        return pair(instance)[index]

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


# --- A form against the truth at one instance; the truth is a certificate, which the bare checker verified ---


NO_VALUE = (ArithmeticError, LookupError, NoNumber)  # what a formula raises where it is undefined


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
            parts = [_quantity(part, instance, where) for part in truth.parts]
            value = exact_value(truth.value(*(part.value for part in parts)), where)
            documents = tuple(document for part in parts for document in part.documents)
            return Evidence(value, documents, "; ".join(part.proves for part in parts))
        case Quantity():
            return _quantity(truth, instance, where)
        case Property():
            return _property(truth, instance, claimed, where)


def _quantity(truth: Quantity[I], instance: I, where: str) -> Evidence:
    certificate = None if truth.certify is None else truth.certify(instance)
    document, verified = _verified(certificate, truth.wanted(instance), where)
    value = _read(verified, truth.name, where) if truth.holds is None else _holds(verified, truth, instance, where)
    return Evidence(value, (document,), verified.statement)


def _property(truth: Property[I], instance: I, claimed: Value, where: str) -> Evidence:
    certificate = None if truth.certify is None else truth.certify(instance, claimed)
    document, verified = _verified(certificate, truth.describe(instance, claimed), where)
    holds = _holds(verified, truth, instance, where)
    return Evidence(holds, (document,), verified.statement, None if holds else _gap(verified, truth.gap, where))


def _verified(certificate: Certificate | None, wanted: Mapping[str, Document], where: str) -> tuple[Record, Verified]:
    """Have the bare checker verify a certificate, and see that it is about one of the wanted documents."""
    if EVALUATION in wanted:
        raise UnfoundedClaim(
            f"{where}: certificates of kind {EVALUATION!r} are the kernel's own, made of form and definition"
        )
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
            value = truth.holds(instance, fact)
            if not isinstance(value, bool):
                raise UnfoundedClaim(f"{where}: holds says True or False, got the {type(value).__name__} {value!r}")
            return value
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
    values = {fact.relation: fact.value for fact in verified.facts if fact.quantity == name}
    for relation in ("=", "is"):
        if relation in values:
            value = values[relation]
            return value if isinstance(value, str) else exact_value(value, where)
    low, high = (next((values[sign] for sign in signs if sign in values), None) for signs in ((">=", ">"), ("<=", "<")))
    if isinstance(low, int | Fraction) and isinstance(high, int | Fraction):
        return Interval(Fraction(low), Fraction(high))
    raise _silent(verified, name, where)


def _silent(verified: Verified, name: str, where: str) -> UnfoundedClaim:
    known = ", ".join(f"{fact.quantity!r} ({fact.relation})" for fact in verified.facts)
    return UnfoundedClaim(f"{where}: the certificate says nothing about {name!r}; it is about {known or 'nothing'}")


def round_trip(document: Document) -> Record:
    """The document as a reader of its file gets it."""
    data: Record = json.loads(json.dumps(document), parse_float=_no_float, parse_constant=_no_float)
    return data


def _no_float(text: str) -> float:
    raise CertificateRejected("certificate", "exact numbers", f"the float {text}")


def _short(document: Document) -> str:
    text = json.dumps(plain(document), sort_keys=True)
    return text if len(text) <= 300 else text[:300] + "..."


class Undefined(Exception):
    """The form gives no value at an instance: a division by 0, an entry that a row has not, the log of 0."""


@dataclass(frozen=True, slots=True)
class _Met:
    """What a form gives, what of that is compared, the truth, and how the two violate the relation, if they do."""

    said: Value
    claimed: Value
    evidence: Evidence
    violation: Violation | None
    open: bool


@dataclass(slots=True)
class Bench(Generic[I]):
    """A claim with the truths that were established so far: every form of it is tried against the same ones.

    ``enclosed`` turns True when numbers were compared by enclosing them, ``asserted`` are the forms whose premise was
    true somewhere, ``reach`` is the largest size of each field that was looked at.
    """

    claim: Claim[I]
    enclosed: bool = False
    asserted: list[Form[I]] = field(default_factory=list)
    reach: dict[str, int] = field(default_factory=dict)
    _open: set[tuple[Formula[I], str]] = field(default_factory=set)
    _truths: dict[str, Evidence] = field(default_factory=dict)
    _instances: list[I] | None = None
    _keys: dict[int, str] = field(default_factory=dict)  # of the instances above, which live as long

    def relation(self, form: Form[I]) -> Relation:
        """The form's own relation, or the claim's."""
        return form.asserts or self.claim.asserts

    @property
    def instances(self) -> list[I]:
        """The grid in the declared order, made once."""
        if self._instances is None:
            self._instances = self.claim.domain.grid()
            self._keys = {id(instance): key_of(instance) for instance in self._instances}
        return self._instances

    def compare(self, form: Form[I], instance: I) -> Discrepancy | None:
        """None if the relation holds at the instance, or if that was left open."""
        try:
            met = self._against(form, instance)
        except Undefined as reason:
            return self._undefined(instance, str(reason))
        return None if met.violation is None else self._discrepancy(met, met.violation)

    def certified(self, form: Form[I], instance: I, discrepancy: Discrepancy) -> Discrepancy:
        """The discrepancy with a certificate that evaluates form and definition, where the checker can do that."""
        if (
            discrepancy.certificates
            or discrepancy.claimed == "undefined"
            or not isinstance(self.claim.truth, Definition)
        ):
            return discrepancy
        claimed = meaning(form.evaluate, self.claim.means)
        try:
            document, proves = evaluation(Sides(claimed, self.claim.truth.value, self.relation(form)), instance)
        except NoCertificate as reason:
            return replace(discrepancy, proves=f"computed by the statement's own code: {reason}")
        return replace(discrepancy, certificates=[document], proves=proves)

    def agrees(self, form: Form[I], instance: I) -> bool:
        """Whether the relation is known to hold at the instance; raises Undefined where the form gives no value."""
        met = self._against(form, instance)
        return met.violation is None and not met.open

    def value(self, form: Form[I], instance: I) -> Value:
        """What the form gives; only exact values pass, and a form encloses nothing: a wide enclosure fits anything."""
        said = self._run(form.evaluate, (instance,), instance, "its form")
        if _has_enclosure(said):
            raise InvalidInput(f"{self._at(instance)}: a form gives numbers, not enclosures, got {said!r}")
        return said

    def truth(self, instance: I, said: Value) -> Evidence:
        """What is true at the instance, established once."""
        key = self._key(instance)
        if isinstance(self.claim.truth, Property):
            key = f"{key} {key_of(said)}"
        if key not in self._truths:
            try:
                self._truths[key] = establish(self.claim.truth, instance, said, self._at(instance))
            except HypothesisException as error:
                raise self._assumed(instance) from error
            except (UnfoundedClaim, CertificateRejected, KeyboardInterrupt, Endless):
                raise
            except BaseException as error:
                defines = self.claim.truth.value if isinstance(self.claim.truth, Definition) else None
                raise self._failed(error, instance, "its truth", defines) from error
        return self._truths[key]

    def open(self, form: Form[I]) -> int:
        """At how many instances the enclosures of form and truth overlap, so that nothing was decided."""
        return sum(evaluate is form.evaluate for evaluate, _ in self._open)

    def _key(self, instance: I) -> str:
        """The instance's key, as it was when the grid was made."""
        return self._keys.get(id(instance)) or key_of(instance)

    def _at(self, instance: I) -> str:
        return f"{self.claim.id} at {instance!r}"

    def _run(self, function: Callable[..., object], arguments: tuple[object, ...], instance: I, what: str) -> Value:
        """The exact value of what the author's code computes at an instance; raises Undefined where there is none."""
        try:
            return exact_value(function(*arguments), self._at(instance))
        except HypothesisException as error:
            raise self._assumed(instance) from error
        except NO_VALUE as error:
            raise _undefined(error, what) from error
        except OptcheckError as error:
            raise self._failed(error, instance, what, function) from error
        except ValueError as error:  # the maximum of nothing, say
            raise _undefined(error, what) from error
        except (KeyboardInterrupt, Endless):
            raise
        except BaseException as error:  # sys.exit() and skipped tests too: no code of a statement ends its judgement
            raise self._failed(error, instance, what, function) from error

    def _failed(self, error: BaseException, instance: I, what: str, function: object = None) -> InvalidInput:
        """The error with claim, instance and line."""
        text = str(error) if isinstance(error, OptcheckError) else f"{type(error).__name__}: {error}"
        at, line = self._at(instance), authors_line(error) or defined_at(function)
        where = text if text.startswith(at) else f"{at}: {what}: {text}"
        return InvalidInput(f"{where} ({line})" if line else where)

    def _assumed(self, instance: I) -> InvalidInput:
        return InvalidInput(f"{self._at(instance)}: its code leaves instances out; say so in the domain")

    def _against(self, form: Form[I], instance: I) -> _Met:
        before = self._key(instance)
        said = self.value(form, instance)
        means = self.claim.means
        claimed = said if means is None else self._run(means, (instance, said), instance, "what its form means")
        evidence = self.truth(instance, said)
        if key_of(instance) != before:  # a list that was sorted in place, say: form and truth met another instance
            raise InvalidInput(f"{self._at(instance)}: the claim's code has changed its instance, which was {before}")
        check = self._check(form, instance, claimed, evidence.value)
        self._note(instance)
        self.enclosed = self.enclosed or check.open or _is_enclosed(claimed) or _is_enclosed(evidence.value)
        if check.open:
            self._open.add((form.evaluate, before))
        if not check.vacuous and form not in self.asserted:
            self.asserted.append(form)
        return _Met(said, claimed, evidence, check.violation, check.open)

    def _check(self, form: Form[I], instance: I, claimed: Value, true: Value) -> Check:
        try:
            return self.relation(form).check(claimed, true)
        except (InvalidInput, TypeError, ValueError) as error:  # numbers against rows, rows of other lengths
            raise self._failed(error, instance, "form and truth", form.evaluate) from error

    def _note(self, instance: I) -> None:
        """Remember how far the instances reach."""
        for name, size in sizes(instance).items():
            if size > self.reach.get(name, -1):
                self.reach[name] = size

    def _discrepancy(self, met: _Met, violation: Violation) -> Discrepancy:
        claimed, evidence = met.claimed, met.evidence
        gap = evidence.gap if evidence.gap is not None else exact_gap(violation, distance)
        return Discrepancy(
            claimed=met.said,
            means=None if self.claim.means is None else claimed,
            true=evidence.value,
            gap=gap,
            impact=self._impact(claimed, evidence.value),
            certificates=list(evidence.documents),
            proves=evidence.proves,
        )

    def _undefined(self, instance: I, reason: str) -> Discrepancy:
        """A form without a value says something wrong as well."""
        try:
            true = None if isinstance(self.claim.truth, Property) else self.truth(instance, None).value
        except InvalidInput:
            true = None
        impact = self.claim.impact if isinstance(self.claim.impact, Impact) else Impact.VALUE
        return Discrepancy(claimed="undefined", true=true, gap=INFINITE, impact=impact, proves=reason)

    def _impact(self, claimed: Value, true: Value) -> Impact:
        chosen: Impact | Callable[[Value, Value], Impact] = self.claim.impact
        return chosen if isinstance(chosen, Impact) else chosen(claimed, true)


def _undefined(error: Exception, what: str) -> Undefined:
    line = authors_line(error)
    return Undefined(f"{what} is undefined: {type(error).__name__}: {error}{f' ({line})' if line else ''}")


def _has_enclosure(value: Value) -> bool:
    return isinstance(value, Interval) or (isinstance(value, tuple) and any(map(_has_enclosure, value)))


def _is_enclosed(value: Value) -> bool:
    """Whether a number, or one of a row, is compared by enclosing it."""
    return any(map(_is_enclosed, value)) if is_row(value) else isinstance(value, Expr | Interval)


def shown(discrepancy: Discrepancy) -> Shown:
    """Claimed, true and gap as JSON data."""
    claimed, true = plain(discrepancy.claimed), plain(discrepancy.true)
    return {"claimed": claimed, "means": plain(discrepancy.means), "true": true, "gap": plain(discrepancy.gap)}


Change = Callable[[Value], Value]

CHANGES: dict[str, Change] = {
    "doubled": lambda number: 2 * number,
    "negated": lambda number: -number,
    "one more": lambda number: number + 1,
    "one less": lambda number: number - 1,
}


def unnoticed(bench: Bench[I], form: Form[I]) -> list[str]:
    """The changes of a right form that no instance of the grid notices, although they are not true as well.

    A relation that other values can satisfy (a bound, an optimum among several) excuses a change only if it holds for
    it on the whole grid; that all changes are so excused is a fault as well: InvalidInput, since such a claim says
    nothing.
    """
    noticed = {name: _is_noticed(bench, form, partial(changed, change=change)) for name, change in CHANGES.items()}
    if not any(noticed.values()):
        if bench.instances and not _is_noticed(bench, form, _staggered):
            id_ = bench.claim.id
            raise InvalidInput(f"{id_} says nothing: its form, doubled, negated or shifted, passes as well")
        return []  # that the entries of a row are equal, or as one
    if bench.relation(form).one_sided:
        return []
    return [name for name, seen in noticed.items() if not seen and _differs(bench, form, CHANGES[name])]


def _staggered(value: Value) -> Value:
    """A row with every entry shifted by another amount: that all are equal survives the other changes."""
    if not isinstance(value, list | tuple):
        return value
    return tuple(changed(item, partial(add, index)) for index, item in enumerate(value))


def _is_noticed(bench: Bench[I], form: Form[I], alter: Change) -> bool:
    broken: Form[I] = Form(lambda instance: alter(bench.value(form, instance)), form.text, form.asserts)
    for instance in bench.instances:
        try:
            if not bench.agrees(broken, instance):
                return True
        except (OptcheckError, ArithmeticError, ValueError, Undefined):
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
    if isinstance(value, Infinite):
        return 0
    if is_dataclass(value) and not isinstance(value, type):
        parts = {item.name: getattr(value, item.name) for item in fields(value)}
        return replace(value, **{name: changed(part, change) for name, part in parts.items()})
    return value
