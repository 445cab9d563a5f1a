"""What a statement asserts between the truth and what its form gives: objects that decide, and that know the gap.

Read "the truth is ... what the form says": ``at_most`` is an upper bound that the form gives, ``at_least`` a lower
bound. A relation that is violated names the two numbers that violate it and how they compare, so that the kernel can
measure the exact gap and build the certificate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from optcheck.checker.intervals import Interval
from optcheck.claims.expressions import Number, Value, compare, is_row
from optcheck.errors import InvalidInput, NotCertified

__all__ = [
    "Relation", "Violation", "at_least", "at_most", "between", "decides", "equals", "equilibrium", "greater",
    "identity", "implied_by", "implies", "less", "optimal", "order", "provided", "satisfies",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Violation:
    """Two values that should compare otherwise: the form's, what it is to the truth, and the truth."""

    left: Number | bool
    sign: str
    right: Number | bool


@dataclass(frozen=True, slots=True)
class Check:
    """What a relation found: a violation or none, and whether every comparison was strict (no overlap).

    ``vacuous``: a premise was false, so nothing was asserted.
    """

    violation: Violation | None
    exact: bool = True
    vacuous: bool = False


class Relation(Protocol):
    """A relation between what the form says and the truth."""

    @property
    def name(self) -> str:
        """One or two words."""

    @property
    def one_sided(self) -> bool:
        """Whether another value of the form can be true as well."""

    def check(self, claimed: Value, true: Value) -> Check:
        """Whether it is violated."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A relation of numbers (entry by entry for rows) that is broken when the form's number compares so."""

    name: str
    broken: str  # what the form's number then is to the truth
    one_sided: bool = True

    def check(self, claimed: Value, true: Value) -> Check:
        """Compare; rows must have the same length."""
        if is_row(claimed) or is_row(true):
            return _entry_by_entry(self, claimed, true)
        if isinstance(claimed, bool) or isinstance(true, bool):
            raise InvalidInput(f"{self.name} compares numbers, got {claimed!r} and {true!r}")
        found = compare(claimed, true)
        if found is None:
            return self._left_open(claimed, true)
        return Check(Violation(claimed, self.broken, true) if found in _SIGNS[self.broken] else None)

    def _left_open(self, claimed: Value, true: Value) -> Check:
        """Enclosures that overlap break nothing, but numbers that may be equal are not shown to differ."""
        if 0 in _SIGNS[self.broken] and not isinstance(claimed, Interval) and not isinstance(true, Interval):
            raise NotCertified(f"{claimed} and {true} were not told apart, which {self.name!r} needs")
        return Check(None, exact=False)


_SIGNS = {"!=": (-1, 1), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (1, 0)}


def _entry_by_entry(relation: Relation, claimed: Value, true: Value) -> Check:
    if not is_row(claimed) or not is_row(true) or len(claimed) != len(true):
        raise InvalidInput(f"{relation.name} needs rows of one length, got {claimed!r} and {true!r}")
    checks = [relation.check(one, other) for one, other in zip(claimed, true, strict=True)]
    broken = next((check for check in checks if check.violation is not None), None)
    return broken or Check(None, all(check.exact for check in checks))


equals = Compared("equals", "!=", one_sided=False)
identity = Compared("identity", "!=", one_sided=False)
at_most = Compared("at most", "<")
at_least = Compared("at least", ">")
less = Compared("less", "<=")
greater = Compared("greater", ">=")


@dataclass(frozen=True, slots=True)
class Between:
    """The form gives a lower and an upper bound."""

    lower: Compared = at_least
    upper: Compared = at_most
    name: str = "between"
    one_sided: bool = True

    def check(self, claimed: Value, true: Value) -> Check:
        """Both sides."""
        low, high = claimed
        below, above = self.lower.check(low, true), self.upper.check(high, true)
        return Check(above.violation or below.violation, below.exact and above.exact)


def between(*, strictly_above: bool = False, strictly_below: bool = False) -> Between:
    """The truth lies between the two bounds that the form gives."""
    return Between(greater if strictly_above else at_least, less if strictly_below else at_most)


@dataclass(frozen=True, slots=True)
class Order:
    """The truth lies between two constant multiples of what the form gives: O(...) with its constants named."""

    low: Fraction
    high: Fraction
    name: str = "order"
    one_sided: bool = True

    def check(self, claimed: Value, true: Value) -> Check:
        """low * form <= truth <= high * form."""
        below, above = at_least.check(self.low * claimed, true), at_most.check(self.high * claimed, true)
        return Check(above.violation or below.violation, below.exact and above.exact)


def order(low: int | Fraction, high: int | Fraction) -> Order:
    """An order with its constants."""
    return Order(Fraction(low), Fraction(high))


@dataclass(frozen=True, slots=True)
class Logical:
    """A relation of truth values."""

    name: str
    allowed: Callable[[bool, bool], bool]
    one_sided: bool = False
    premise: Callable[[bool, bool], bool] = lambda said, true: True

    def check(self, claimed: Value, true: Value) -> Check:
        """Whether the two truth values go together."""
        if not isinstance(claimed, bool) or not isinstance(true, bool):
            raise InvalidInput(f"{self.name} relates truth values, got {claimed!r} and {true!r}")
        violation = None if self.allowed(claimed, true) else Violation(claimed, "!=", true)
        return Check(violation, vacuous=not self.premise(claimed, true))


decides = Logical("if and only if", lambda said, true: said == true)
implies = Logical("sufficient", lambda said, true: true or not said, True, lambda said, true: said)
implied_by = Logical("necessary", lambda said, true: said or not true, True, lambda said, true: true)


@dataclass(frozen=True, slots=True)
class Provided:
    """Another relation, asserted only where the form's own premise holds: a condition that a correction adds."""

    relation: Relation
    name: str
    one_sided: bool = True

    def check(self, claimed: Value, true: Value) -> Check:
        """The form gives its premise and what it then says."""
        premise, said = claimed
        if not isinstance(premise, bool):
            raise InvalidInput(f"{self.name} needs a premise that is true or false, got {premise!r}")
        return self.relation.check(said, true) if premise else Check(None, vacuous=True)


def provided(relation: Relation) -> Provided:
    """The relation, where the premise that the form gives first holds."""
    return Provided(relation, f"{relation.name}, provided its premise")


@dataclass(frozen=True, slots=True)
class Satisfies:
    """What the form gives has a property, which the checker decides for it."""

    name: str
    one_sided: bool = True

    def check(self, claimed: Value, true: Value) -> Check:
        """The property must have been verified to be true."""
        if not isinstance(true, bool):
            raise InvalidInput(f"{self.name} is a property: the checker must say whether it holds, got {true!r}")
        return Check(None if true else Violation(True, "!=", False))


def satisfies(name: str) -> Satisfies:
    """A property of another name."""
    return Satisfies(name)


optimal = Satisfies("optimal")
equilibrium = Satisfies("equilibrium")


def exact_gap(violation: Violation, distance: Callable[[Number, Number], Number]) -> Number:
    """How far the two values of a violation are apart: 1 for truth values."""
    if isinstance(violation.left, bool) or isinstance(violation.right, bool):
        return 1
    return distance(violation.left, violation.right)
