"""A form against the truth at one instance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from optcheck.audit.judging.evidence import Evidence, comparison, establish
from optcheck.audit.plain import key_of, plain
from optcheck.audit.verdict import Discrepancy, Shown
from optcheck.checker.intervals import Interval
from optcheck.claims.claim import Claim, Form
from optcheck.claims.expressions import Expr
from optcheck.claims.relations import Relation, Violation, exact_gap
from optcheck.claims.truths import Definition, Property
from optcheck.claims.values import Value, compare, distance, exact_value
from optcheck.claims.verdicts import Impact

I = TypeVar("I")  # noqa: E741 - the instance


@dataclass(slots=True)
class Bench(Generic[I]):
    """A claim with the truths that were established so far: every form of it is tried against the same ones.

    ``exact`` turns False when a comparison was left open by enclosures that overlap.
    """

    claim: Claim[I]
    exact: bool = True
    enclosed: bool = False
    _truths: dict[str, Evidence] = field(default_factory=dict)

    def relation(self, form: Form[I]) -> Relation:
        """The form's own relation, or the claim's."""
        return form.asserts or self.claim.asserts

    def compare(self, form: Form[I], instance: I) -> Discrepancy | None:
        """None if the relation holds at the instance."""
        said = self.value(form, instance)
        evidence = self.truth(instance, said)
        claimed = (
            said if self.claim.means is None else exact_value(self.claim.means(instance, said), self._at(instance))
        )
        check = self.relation(form).check(claimed, evidence.value)
        self.exact = self.exact and check.exact
        self.enclosed = self.enclosed or not check.exact or isinstance(claimed, Expr)
        if check.violation is None:
            return None
        return self._discrepancy(said, claimed, evidence, check.violation)

    def value(self, form: Form[I], instance: I) -> Value:
        """What the form gives; only exact values pass."""
        return exact_value(form.evaluate(instance), self._at(instance))

    def truth(self, instance: I, said: Value) -> Evidence:
        """What is true at the instance, established once."""
        key = key_of((instance, said) if isinstance(self.claim.truth, Property) else instance)
        if key not in self._truths:
            self._truths[key] = establish(self.claim.truth, instance, said, self._at(instance))
        return self._truths[key]

    def _at(self, instance: I) -> str:
        return f"{self.claim.id} at {instance!r}"

    def _discrepancy(self, said: Value, claimed: Value, evidence: Evidence, violation: Violation) -> Discrepancy:
        documents, proves = list(evidence.documents), evidence.proves
        if isinstance(self.claim.truth, Definition) or isinstance(violation.left, Expr):
            document, words = comparison(violation.left, violation.sign, _nearest(violation))
            documents, proves = [*documents, document], f"{proves}; {words}" if proves else words
        gap = evidence.gap if evidence.gap is not None else exact_gap(violation, distance)
        return Discrepancy(
            claimed=said,
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
