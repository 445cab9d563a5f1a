"""A form against the truth at one instance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from optcheck.audit.judging.evidence import Evidence, comparison, establish
from optcheck.audit.plain import key_of, plain
from optcheck.audit.searching.search import keyed
from optcheck.audit.verdict import Discrepancy, Shown
from optcheck.checker.intervals import Interval
from optcheck.claims.claim import Claim, Form
from optcheck.claims.expressions import Expr
from optcheck.claims.relations import Relation, Violation, exact_gap
from optcheck.claims.truths import Definition, Property
from optcheck.claims.values import Value, compare, distance, exact_value, is_row
from optcheck.claims.verdicts import Impact
from optcheck.errors import InvalidInput

I = TypeVar("I")  # noqa: E741 - the instance


@dataclass(frozen=True, slots=True)
class _Met:
    """What a form gives, what of that is compared, the truth, and how the two violate the relation, if they do."""

    said: Value
    claimed: Value
    evidence: Evidence
    violation: Violation | None


@dataclass(slots=True)
class Bench(Generic[I]):
    """A claim with the truths that were established so far: every form of it is tried against the same ones.

    ``enclosed`` turns True when numbers were compared by enclosing them, ``asserted`` are the forms whose premise was
    true somewhere.
    """

    claim: Claim[I]
    enclosed: bool = False
    asserted: list[Form[I]] = field(default_factory=list)
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
            pairs = keyed(self.claim.domain)
            self._instances = [instance for instance, _ in pairs]
            self._keys = {id(instance): key for instance, key in pairs}
        return self._instances

    def compare(self, form: Form[I], instance: I) -> Discrepancy | None:
        """None if the relation holds at the instance."""
        met = self._against(form, instance)
        return None if met.violation is None else self._discrepancy(met, met.violation)

    def agrees(self, form: Form[I], instance: I) -> bool:
        """Whether the relation holds at the instance; quicker where it does not, since nothing is certified."""
        return self._against(form, instance).violation is None

    def value(self, form: Form[I], instance: I) -> Value:
        """What the form gives; only exact values pass."""
        return exact_value(form.evaluate(instance), self._at(instance))

    def truth(self, instance: I, said: Value) -> Evidence:
        """What is true at the instance, established once."""
        key = self._key(instance)
        if isinstance(self.claim.truth, Property):
            key = f"{key} {key_of(said)}"
        if key not in self._truths:
            self._truths[key] = establish(self.claim.truth, instance, said, self._at(instance))
        return self._truths[key]

    def _key(self, instance: I) -> str:
        """The instance's key, as it was when the grid was made."""
        return self._keys.get(id(instance)) or key_of(instance)

    def _at(self, instance: I) -> str:
        return f"{self.claim.id} at {instance!r}"

    def _against(self, form: Form[I], instance: I) -> _Met:
        before = self._key(instance)
        said = self.value(form, instance)
        evidence = self.truth(instance, said)
        claimed = (
            said if self.claim.means is None else exact_value(self.claim.means(instance, said), self._at(instance))
        )
        if key_of(instance) != before:  # a list that was sorted in place, say: form and truth met another instance
            raise InvalidInput(f"{self._at(instance)}: the claim's code has changed its instance, which was {before}")
        check = self.relation(form).check(claimed, evidence.value)
        self.enclosed = self.enclosed or not check.exact or _is_enclosed(claimed) or _is_enclosed(evidence.value)
        if not check.vacuous and form not in self.asserted:
            self.asserted.append(form)
        return _Met(said, claimed, evidence, check.violation)

    def _discrepancy(self, met: _Met, violation: Violation) -> Discrepancy:
        claimed, evidence = met.claimed, met.evidence
        documents, proves = list(evidence.documents), evidence.proves
        if isinstance(self.claim.truth, Definition) or isinstance(violation.left, Expr):
            document, words = comparison(violation.left, violation.sign, _nearest(violation))
            documents, proves = [*documents, document], f"{proves}; {words}" if proves else words
        gap = evidence.gap if evidence.gap is not None else exact_gap(violation, distance)
        return Discrepancy(
            claimed=met.said,
            means=None if self.claim.means is None else claimed,
            true=evidence.value,
            gap=gap,
            impact=self._impact(claimed, evidence.value),
            certificates=documents,
            proves=proves,
        )

    def _impact(self, claimed: Value, true: Value) -> Impact:
        chosen: Impact | Callable[[Value, Value], Impact] = self.claim.impact
        return chosen if isinstance(chosen, Impact) else chosen(claimed, true)


def _is_enclosed(value: Value) -> bool:
    """Whether a number, or one of a row, is compared by enclosing it."""
    return any(map(_is_enclosed, value)) if is_row(value) else isinstance(value, Expr | Interval)


def _nearest(violation: Violation) -> Value:
    """The other number; of an enclosure the end that lies towards the form's number."""
    right = violation.right
    if not isinstance(right, Interval):
        return right
    return right.low if (compare(violation.left, right) or 0) < 0 else right.high


def shown(found: Discrepancy) -> Shown:
    """Claimed, true and gap as JSON data."""
    claimed, true = plain(found.claimed), plain(found.true)
    return {"claimed": claimed, "means": plain(found.means), "true": true, "gap": plain(found.gap)}
