"""What a statement asserts between the truth and what its form gives: objects that decide, and that know the gap.

Read "the truth is ... what the form says": ``at_most`` is an upper bound that the form gives, ``at_least`` a lower
bound. A relation that is violated names the two numbers that violate it and how they compare, so that the kernel can
measure the exact gap and build the certificate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from optcheck.claims.expressions import Number, Value, compare, is_row, touches
from optcheck.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Violation:
    """Two values that should compare otherwise: the form's, what it is to the truth, and the truth."""

    left: Number | bool
    sign: str
    right: Number | bool


@dataclass(frozen=True, slots=True)
class Check:
    """What a relation found: a violation or none.

    ``open``: enclosures overlap, so nothing was decided. ``vacuous``: a premise was false, so nothing was asserted.
    """

    violation: Violation | None
    open: bool = False
    vacuous: bool = False


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
            return Check(None, open=not (self.broken in ("<", ">") and touches(claimed, self.broken, true)))
        return Check(Violation(claimed, self.broken, true) if found in _SIGNS[self.broken] else None)


_SIGNS = {"!=": (-1, 1), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (1, 0)}


def _entry_by_entry(relation: Compared, claimed: Value, true: Value) -> Check:
    if not is_row(claimed) or not is_row(true) or len(claimed) != len(true):
        raise InvalidInput(f"{relation.name} needs rows of one length, got {claimed!r} and {true!r}")
    checks = [relation.check(one, other) for one, other in zip(claimed, true, strict=True)]
    return _both(*checks)


def _both(*checks: Check) -> Check:
    """All of them: the first violation, else whether one is open."""
    broken = next((check for check in checks if check.violation is not None), None)
    return broken or Check(None, any(check.open for check in checks))


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
    name: ClassVar[str] = "between"
    one_sided: ClassVar[bool] = True

    def check(self, claimed: Value, true: Value) -> Check:
        """Both sides."""
        low, high = claimed
        return _both(self.upper.check(high, true), self.lower.check(low, true))


def between(*, strictly_above: bool = False, strictly_below: bool = False) -> Between:
    """The truth lies between the two bounds that the form gives."""
    return Between(greater if strictly_above else at_least, less if strictly_below else at_most)


@dataclass(frozen=True, slots=True)
class Order:
    """The truth lies between two constant multiples of what the form gives: O(...) with its constants named."""

    low: Fraction
    high: Fraction
    one_sided: ClassVar[bool] = True

    @property
    def name(self) -> str:
        """The constants belong to what is asserted."""
        return f"between {self.low} and {self.high} times"

    def check(self, claimed: Value, true: Value) -> Check:
        """low * form <= truth <= high * form."""
        return _both(at_most.check(self.high * claimed, true), at_least.check(self.low * claimed, true))


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

    relation: Compared | Logical
    one_sided: ClassVar[bool] = True

    @property
    def name(self) -> str:
        """That of the relation, and that there is a premise."""
        return f"{self.relation.name}, provided its premise"

    def check(self, claimed: Value, true: Value) -> Check:
        """The form gives its premise and what it then says."""
        premise, said = claimed
        if not isinstance(premise, bool):
            raise InvalidInput(f"{self.name} needs a premise that is true or false, got {premise!r}")
        return self.relation.check(said, true) if premise else Check(None, vacuous=True)


def provided(relation: Compared | Logical) -> Provided:
    """The relation, where the premise that the form gives first holds."""
    return Provided(relation)


@dataclass(frozen=True, slots=True)
class Satisfies:
    """What the form gives has a property, which the checker decides for it."""

    name: str
    one_sided: ClassVar[bool] = True

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

Relation = Compared | Between | Order | Logical | Provided | Satisfies
_SINGLE = (equals, identity, at_most, at_least, less, greater, decides, implies, implied_by)


def is_known(relation: object) -> bool:
    """Whether it is one of the relations above, by identity: a name is easily given to something else."""
    if any(relation is one for one in _SINGLE):
        return True
    match relation:
        case Between(lower, upper) if type(relation) is Between:
            return any(lower is one for one in (at_least, greater)) and any(upper is one for one in (at_most, less))
        case Order(low, high) if type(relation) is Order:
            return type(low) is Fraction and type(high) is Fraction
        case Provided(inner) if type(relation) is Provided:
            return any(inner is one for one in _SINGLE)
        case Satisfies(name) if type(relation) is Satisfies:
            return type(name) is str and all(name != one.name for one in _SINGLE)
    return False


def exact_gap(violation: Violation, distance: Callable[[Number, Number], Number]) -> Number:
    """How far the two values of a violation are apart: 1 for truth values."""
    if isinstance(violation.left, bool) or isinstance(violation.right, bool):
        return 1
    return distance(violation.left, violation.right)
