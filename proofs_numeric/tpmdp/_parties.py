"""The declared instances of Eq. 6, and what is known about them.

``Parties`` have any names. The appendix numbers them by rank: ``Sorted`` where everyone is active (Convention 2),
``Ranked`` with the active ones 1+, 2+, ... first and the others 1-, 2-, ... after them (Convention 4). Points carry
variances as well.
"""

from collections.abc import Callable
from itertools import combinations
from typing import Protocol, TypeVar

import numpy as np

from lp_models.tpmdp import Condition, optimal_face, restricted
from lp_models.tpmdp import as_printed as explicit_rows
from optcheck.claims import *
from optcheck.claims.claim import Stated, stated
from optcheck.errors import InvalidInput
from optcheck.exact.files import Certificate
from optcheck.exact.numbers import to_text
from optcheck.lp.program import LinearProgram, Sense
from optcheck.lp.solve import solve
from optcheck.tpmdp.allocation import runs
from optcheck.tpmdp.instance import Instance as Allocation

__all__ = [
    "CONVENTION_5",
    "CONVENTION_6",
    "FEW_ACTIVE",
    "IN_ORDER",
    "MANY_ACTIVE",
    "ONE_ACTIVE",
    "SMALL",
    "Conditions",
    "Everyone",
    "FewActive",
    "Linear",
    "Parties",
    "Placed",
    "Point",
    "Posed",
    "Ranked",
    "Sorted",
    "SortedPoint",
    "X",
    "at_optima",
    "coefficients",
    "eq6",
    "everyone_active",
    "in_order",
    "in_order_by_group",
    "is_feasible",
    "is_optimum",
    "least_at_optima",
    "least_under",
    "low_second",
    "most_at_optima",
    "optimal_for",
    "row_of",
    "shared",
    "vanishing_product",
]  # fmt: skip


class Posed(Protocol):
    """An instance of Eq. 6: sizes, who is active and who is not, requirements, and the instance for the library."""

    @property
    def n(self) -> int: ...
    @property
    def t(self) -> int: ...
    @property
    def active(self) -> tuple[int, ...]: ...
    @property
    def inactive(self) -> tuple[int, ...]: ...
    @property
    def required(self) -> tuple[Fraction, ...]: ...
    @property
    def allocation(self) -> Allocation: ...


class Parties(Instance):
    """n parties of whom t may collude, those that see the output, and the variance that each requires."""

    n: int = integer(2)
    t: int = integer(1, "n - 1")
    active: tuple[int, ...] = subset("n", least=1, symbol="U⁺ (from 0)")
    required: tuple[Fraction, ...] = row(rational(at_least=0), "n", symbol="σ_Γ²")

    @property
    def threshold(self) -> int:
        return self.t

    @property
    def inactive(self) -> tuple[int, ...]:
        return tuple(j for j in range(self.n) if j not in self.active)

    @property
    def allocation(self) -> Allocation:
        return Allocation(self.required, self.t, self.active)


class Everyone(Instance):
    """n parties of whom t may collude, all of which see the output, and the variance that each requires."""

    n: int = integer(2)
    t: int = integer(1, "n - 1")
    required: tuple[Fraction, ...] = row(rational(at_least=0), "n", symbol="σ_Γ²")

    @property
    def threshold(self) -> int:
        return self.t

    @property
    def active(self) -> tuple[int, ...]:
        return tuple(range(self.n))

    @property
    def inactive(self) -> tuple[int, ...]:
        return ()

    @property
    def allocation(self) -> Allocation:
        return Allocation(self.required, self.t, self.active)


class Sorted(Everyone):
    """Everyone active, from the strictest party to the least strict one (Convention 2)."""

    n: int = integer(2)
    t: int = integer(1, "n - 1")
    required: tuple[Fraction, ...] = row(rational(at_least=0), "n", falling=True, symbol="σ_Γ²")


class SortedPoint(Sorted):
    """With variances that fall as the requirements do (Convention 1; parties of a tie may differ)."""

    variances: tuple[Fraction, ...] = row(rational(at_least=0), "n", falling=True, symbol="σ²")


class Groups:
    """Parties of which the first u are active: what is known of both groups, one after the other."""

    n: int
    t: int
    u: int
    plus: tuple[Fraction, ...]
    minus: tuple[Fraction, ...]

    @property
    def required(self) -> tuple[Fraction, ...]:
        return self.plus + self.minus

    @property
    def active(self) -> tuple[int, ...]:
        return tuple(range(self.u))

    @property
    def inactive(self) -> tuple[int, ...]:
        return tuple(range(self.u, self.n))

    @property
    def allocation(self) -> Allocation:
        return Allocation(self.required, self.t, self.active)


class FewActive(Groups, Instance):
    """Subcase 4, up to the names of the parties: n > t |U+|, and each group from its strictest party on."""

    u: int = integer(2, symbol="|U⁺|")
    t: int = integer(1)
    n: int = integer("t * u + 1")
    plus: tuple[Fraction, ...] = row(rational(at_least=0), "u", falling=True, symbol="σ_Γ⁺²")
    minus: tuple[Fraction, ...] = row(rational(at_least=0), "n - u", falling=True, symbol="σ_Γ⁻²")


class Ranked(Groups, Instance):
    """2 <= |U+| <= n - t, and each group from its strictest party 1+ or 1- on (Convention 4)."""

    u: int = integer(2, symbol="|U⁺|")
    t: int = integer(1)
    n: int = integer("u + t")
    plus: tuple[Fraction, ...] = row(rational(at_least=0), "u", falling=True, symbol="σ_Γ⁺²")
    minus: tuple[Fraction, ...] = row(rational(at_least=0), "n - u", falling=True, symbol="σ_Γ⁻²")


class Point(Ranked):
    """With variances of both groups."""

    x_plus: tuple[Fraction, ...] = row(rational(at_least=0), "u", symbol="σ⁺²")
    x_minus: tuple[Fraction, ...] = row(rational(at_least=0), "n - u", symbol="σ⁻²")

    @property
    def variances(self) -> tuple[Fraction, ...]:
        return self.x_plus + self.x_minus

    @property
    def is_in_order(self) -> bool:
        """Convention 3: inside a group variances do not rise; parties of a tie may differ."""
        return _falls(self.x_plus) and _falls(self.x_minus)


def _falls(x: tuple[Fraction, ...]) -> bool:
    return all(x[i] >= x[i + 1] for i in range(len(x) - 1))


def shared(point: Point) -> Fraction | int:
    """The sum over E = {2+, ..., (eta+1)+, (t+1)-, ..., (n-eta-1)-}."""
    return sum(point.x_plus[1:]) + sum(point.x_minus[point.t :])


ONE_ACTIVE = Parties.where("len(active) == 1")
FEW_ACTIVE = Parties.where("len(active) >= 2", "len(active) <= n - t", "n > t * len(active)")
MANY_ACTIVE = Parties.where("len(active) > n - t or len(active) >= 2 and n <= t * len(active)")
CONVENTION_5 = "x_plus[1] <= x_minus[t - 1]"
CONVENTION_6 = "minus[t - 1] >= plus[1]"
IN_ORDER = (
    "all(x_plus[i] >= x_plus[i + 1] for i in range(u - 1))",
    "all(x_minus[i] >= x_minus[i + 1] for i in range(n - u - 1))",
)  # Convention 3
SMALL = Effort(instances=150, drawn=30, largest={"n": 6})


class Placed(Posed, Protocol):
    """An instance with variances."""

    @property
    def variances(self) -> tuple[Fraction, ...]: ...


def _document(parties: Posed) -> dict[str, object]:
    """The instance as the checker reads it."""
    required = [to_text(value) for value in parties.required]
    active = runs(np.array(parties.active, dtype=np.int64))
    return {"denominator": 1, "required": required, "threshold": parties.t, "active": active}


def _point(parties: Posed, x: Value) -> dict[str, object]:
    """With the variances that a form gives."""
    if not isinstance(x, tuple) or len(x) != parties.n:
        raise InvalidInput(f"there must be a variance for each of {parties.n} parties, got {x}")
    return {**_document(parties), "point": [to_text(value) for value in x]}


def _compared(parties: Posed, x: Value) -> Certificate:
    """Variances, and an optimum of Eq. 6, every row written out, to compare them with."""
    optimum = solve(eq6(parties)).certificate.evidence
    return Certificate("tpmdp-point", _point(parties, x), {"program": dict(optimum)})


optimal_for: Property[Posed] = Property(
    name="optimality",
    holds=says("optimal"),
    describe=lambda parties, x: {"tpmdp-point": _point(parties, x)},
    certify=_compared,
    gap="gap",
)
is_optimum: Quantity[Placed] = Quantity(
    kind="tpmdp-point",
    name="optimality",
    holds=says("optimal"),
    describe=lambda at: _point(at, at.variances),
    certify=lambda at: _compared(at, at.variances),
)


def eq6(parties: Posed) -> LinearProgram:
    """Eq. 6 with a row for every coalition and party outside it."""
    return explicit_rows(parties.allocation)


def _covers(parties: Posed, x: tuple[Fraction, ...]) -> bool:
    """Eq. 6 for variances x, party by party."""
    return (
        len(x) == parties.n
        and all(v >= 0 for v in x)
        and all(
            sum(v for i, v in enumerate(x) if i not in coalition) >= need
            for coalition in combinations(range(parties.n), parties.t)
            if any(i in parties.active for i in coalition)
            for j, need in enumerate(parties.required)
            if j not in coalition
        )
    )


def _total(parties: Posed, x: tuple[Fraction, ...]) -> Value:
    return sum(x)


stated(eq6, Stated(_covers, _total))


def everyone_active(parties: Posed) -> LinearProgram:
    """Eq. 6 with A_t in the place of A_t^+: coalitions without an active member count as well."""
    given = parties.allocation
    return explicit_rows(Allocation(given.required, given.threshold, tuple(range(given.n))))


def _covers_everyone(parties: Posed, x: tuple[Fraction, ...]) -> bool:
    """The same for all coalitions of t."""
    return (
        len(x) == parties.n
        and all(v >= 0 for v in x)
        and all(
            sum(v for i, v in enumerate(x) if i not in coalition) >= need
            for coalition in combinations(range(parties.n), parties.t)
            for j, need in enumerate(parties.required)
            if j not in coalition
        )
    )


stated(everyone_active, Stated(_covers_everyone, _total))


I = TypeVar("I", bound=Posed)  # noqa: E741 - the instance


X = tuple[Fraction, ...]  # variances
Linear = Callable[[I, X], Value]  # of the variances
Conditions = Callable[[I, X], tuple[Value, ...]]  # linear in the variances, each not negative


def coefficients(function: Linear[I], at: I) -> tuple[dict[int, Fraction], Fraction]:
    """Those of a linear function of the variances, by party, and its constant."""
    zero = (Fraction(0),) * at.n
    constant = function(at, zero)
    units = [(*zero[:j], Fraction(1), *zero[j + 1 :]) for j in range(at.n)]
    return {j: slope for j, unit in enumerate(units) if (slope := function(at, unit) - constant)}, constant


def _rows(conditions: Conditions[I], at: I) -> list[Condition]:
    def row(k: int) -> Condition:
        terms, constant = coefficients(lambda instance, x: conditions(instance, x)[k], at)
        return f"condition {k + 1}", terms, ">=", -constant

    return [row(k) for k in range(len(conditions(at, (Fraction(0),) * at.n)))]


def at_optima(at: I, sense: Sense, value: Linear[I], conditions: Conditions[I]) -> LinearProgram:
    """The extreme value of an expression over all optima of Eq. 6 that meet the conditions."""
    terms, constant = coefficients(value, at)
    return optimal_face(at.allocation, sense, terms, _rows(conditions, at), constant)


def _extreme_at_optima(sense: Sense, value: Linear[I], conditions: Conditions[I]) -> Callable[[I], LinearProgram]:
    def program(at: I) -> LinearProgram:
        return at_optima(at, sense, value, conditions)

    stated(program, Stated(lambda at, x: all(v >= 0 for v in conditions(at, x)), value, among=eq6))
    return program


def most_at_optima(value: Linear[I], conditions: Conditions[I]) -> Quantity[I]:
    """The largest value of an expression over all optima of Eq. 6 that meet the conditions."""
    return maximum(_extreme_at_optima("maximise", value, conditions))


def least_at_optima(value: Linear[I], conditions: Conditions[I]) -> Quantity[I]:
    """The least one."""
    return minimum(_extreme_at_optima("minimise", value, conditions))


def least_under(value: Linear[I], conditions: Conditions[I]) -> Quantity[I]:
    """The least value of an expression over all feasible variances that meet the conditions."""

    def program(at: I) -> LinearProgram:
        return restricted(at.allocation, _rows(conditions, at), coefficients(value, at)[0])

    stated(program, Stated(lambda at, x: _covers(at, x) and all(v >= 0 for v in conditions(at, x)), value))
    return minimum(program)


def vanishing_product(one: Linear[I], other: Linear[I], conditions: Conditions[I]) -> Combination[I]:
    """At most 0 if at every optimum one of two expressions is at most 0.

    Optima are a convex set: were the one positive at some of them and the other at others, both would be half-way.
    """
    parts = most_at_optima(one, conditions), most_at_optima(other, conditions)
    return Combination(parts=parts, value=lambda first, second: min(first, second))


def in_order(parties: Sorted, x: X) -> tuple[Value, ...]:
    """Convention 1: a stricter party has no smaller variance."""
    return tuple(x[j] - x[j + 1] for j in range(parties.n - 1))


def low_second(parties: Ranked, x: X) -> tuple[Value, ...]:
    """Convention 5: sigma_t- is at least sigma_2+."""
    return (x[parties.u + parties.t - 1] - x[1],)


def in_order_by_group(parties: Ranked, x: X) -> tuple[Value, ...]:
    """Convention 3: in each group a stricter party has no smaller variance."""
    return tuple(x[j] - x[j + 1] for j in range(parties.n - 1) if j != parties.u - 1)


def row_of(parties: Ranked, rank: int, x: X) -> Value:
    """The slack of the row of a rank of U- in Eq. 12: its variance and the sum over E, less its requirement."""
    u, t = parties.u, parties.t
    return x[u + rank - 1] + sum(x[1:u]) + sum(x[u + t :]) - parties.minus[rank - 1]


def is_feasible(point: Placed) -> bool:
    """Eq. 6: outside each coalition of t parties with an active one, variances reach each requirement there."""
    n, active, x, required = point.n, point.active, point.variances, point.required
    return all(
        sum(x[i] for i in range(n) if i not in coalition) >= required[j]
        for coalition in combinations(range(n), point.t)
        for j in range(n)
        if j not in coalition and any(i in active for i in coalition)
    )
