"""Statements about every optimum, or every feasible point: decided by a second exact linear program.

A lemma of the form "each optimum satisfies ..." speaks about the whole optimal face. Here the face is Eq. 6 with the
total fixed at the certified optimum, cut down by the lemma's conventions; the condition is maximised and minimised
over it. A violating point is certified as an optimum of Eq. 6 itself; other certificates are the second program's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from hypothesis.strategies import SearchStrategy

from optcheck import Answer, Model, solve
from optcheck.audit import Discrepancy, Impact
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_text
from optcheck.exact.program import Sense
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._common import best_total, coalitions, instances, optimum, rank

Terms = Mapping[int, Exact]


@dataclass(frozen=True, slots=True)
class Row:
    """A linear constraint on the variances."""

    terms: Terms
    relation: Literal["<=", "=", ">="]
    side: Exact
    label: str


@dataclass(frozen=True, slots=True)
class Condition:
    """A linear equation asserted wherever the premise (a linear expression, if any) is positive."""

    terms: Terms
    side: Exact
    label: str
    premise: Terms | None = None


Conditions = Callable[[Instance], Sequence[Condition]]
Rows = Callable[[Instance], Sequence[Row]]


def tally(*parties: int) -> dict[int, Exact]:
    """The sum of the given parties' variances, as terms."""
    return add(*({party: 1} for party in parties))


def add(*parts: Terms) -> dict[int, Exact]:
    """The sum of linear expressions, without zero terms."""
    total: dict[int, Exact] = {}
    for part in parts:
        for party, coefficient in part.items():
            total[party] = total.get(party, 0) + coefficient
    return {party: coefficient for party, coefficient in total.items() if coefficient}


def scaled(factor: Exact, terms: Terms) -> dict[int, Exact]:
    """A multiple of a linear expression."""
    return {party: factor * coefficient for party, coefficient in terms.items()}


def less(left: Terms, right: Terms) -> dict[int, Exact]:
    """The difference of two linear expressions."""
    return add(left, scaled(-1, right))


def eq_6_rows(instance: Instance) -> list[Row]:
    """Eq. 6, one row a coalition."""
    return [
        Row(tally(*outside), ">=", max(instance.required[j] for j in outside), f"coalition{list(coalition)}")
        for coalition, outside in coalitions(instance)
    ]


def sorted_rows(instance: Instance) -> list[Row]:
    """Conventions 1 and 3 for parties numbered by rank: inside a group the variances do not increase.

    With equal requirements the printed conventions would force equal variances; this is the wider reading, in
    which the parties of a tie may differ. A statement about all its points covers the printed one; an existence
    (Lemma 7) does not, and adds rows for ties.
    """
    u, n = len(instance.active), instance.n
    return [Row({i: 1, i + 1: -1}, ">=", 0, f"order[{i}]") for i in range(n - 1) if i + 1 != u]


def convention_5_rows(instance: Instance) -> list[Row]:
    """Conventions 3 and 5: sorted groups, and sigma_2+ at most sigma_t-."""
    u = len(instance.active)
    return [*sorted_rows(instance), Row({1: 1, u + instance.threshold - 1: -1}, "<=", 0, "x[2+] <= x[t-]")]


def speaks_of_convention_5(instance: Instance) -> bool:
    """Whether 2 <= |U+| <= n - t, the range of Convention 5."""
    return 2 <= len(instance.active) <= instance.n - instance.threshold


def speaks_of_convention_6(instance: Instance) -> bool:
    """Convention 5, and the t strictest non-active parties require at least sigma_Gamma_2+."""
    u = len(instance.active)
    return speaks_of_convention_5(instance) and (instance.required[u + instance.threshold - 1] >= instance.required[1])


def convention_6_instances(sizes: range) -> SearchStrategy[Instance]:
    """Random instances under Convention 6: Eq. 11 applied to instances with at least two active parties."""

    def bounded(instance: Instance) -> Instance:
        size = max(2, min(len(instance.active), instance.n - instance.threshold))
        t = min(instance.threshold, instance.n - size)
        floor = sorted(instance.required[:size])[-2]
        raised = [max(own, floor) if size <= i < size + t else own for i, own in enumerate(instance.required)]
        return rank(Instance.of(raised, t, range(size)))

    return instances(sizes).map(bounded)


def optimise(instance: Instance, sense: Sense, objective: Terms, rows: Iterable[Row]) -> Answer:
    """Optimise a linear expression of the variances (not negative) over the given rows."""
    model = Model(sense)
    names = [model.variable(f"x[{j}]", cost=objective.get(j, 0)) for j in range(instance.n)]
    for row in rows:
        model.row(row.label, {names[j]: row.terms[j] for j in sorted(row.terms)}, row.relation, row.side)
    return solve(model.build())


def face_rows(instance: Instance, conventions: Iterable[Row]) -> list[Row]:
    """The optimal face of Eq. 6 under conventions."""
    total = Row(tally(*range(instance.n)), "=", best_total(instance), "total")
    return [*eq_6_rows(instance), *conventions, total]


def point_of(answer: Answer) -> tuple[Exact, ...]:
    """The variances of an answer."""
    return tuple(answer.point.values())


def value_at(terms: Terms, x: Sequence[Exact]) -> Exact:
    """A linear expression at a point."""
    return sum(coefficient * x[party] for party, coefficient in terms.items())


def compare_on_face(form: Conditions, instance: Instance, conventions: Sequence[Row]) -> Discrepancy | None:
    """Whether every optimum under the conventions satisfies all conditions of a form."""
    found = (_violation(instance, conventions, condition) for condition in form(instance))
    return next((discrepancy for discrepancy in found if discrepancy is not None), None)


def at_sorted_optima(form: Conditions, instance: Instance) -> Discrepancy | None:
    """Whether the conditions hold at every sorted optimum (Conventions 1 and 2, or 3 and 4)."""
    return compare_on_face(form, instance, sorted_rows(instance))


def at_optima_under_convention_5(form: Conditions, instance: Instance) -> Discrepancy | None:
    """Whether the conditions hold at every optimum that meets Conventions 3 and 5."""
    return compare_on_face(form, instance, convention_5_rows(instance))


def _violation(instance: Instance, conventions: Sequence[Row], condition: Condition) -> Discrepancy | None:
    strangers = {*condition.terms, *(condition.premise or {})} - set(range(instance.n))
    if strangers:
        raise IndexError(f"{condition.label} speaks of a party that does not exist: {sorted(strangers)}")
    stated = _where_premise_holds(instance, conventions, condition)
    if stated is None:
        return None
    for sense in ("maximise", "minimise"):
        answer = optimise(instance, sense, condition.terms, face_rows(instance, stated))
        if answer.status != "optimal" or answer.value != condition.side:
            return _refuted(instance, stated, condition, answer)
    return None


def _where_premise_holds(instance: Instance, conventions: Sequence[Row], condition: Condition) -> list[Row] | None:
    """The conventions with a lower bound on the premise that leaves no violation out; None where it is never positive.

    If some optimum has a premise p > 0 and another one breaks the equation, then a mixture close enough to the first
    does both, unless the first breaks it already. The bound p/2 keeps the first one and such a mixture.
    """
    if condition.premise is None:
        return [*conventions]
    best = optimise(instance, "maximise", condition.premise, face_rows(instance, conventions))
    if best.status != "optimal" or best.value is None or best.value <= 0:
        return None
    return [*conventions, Row(condition.premise, ">=", best.value * Fraction(1, 2), "premise")]


def _refuted(instance: Instance, stated: Sequence[Row], condition: Condition, answer: Answer) -> Discrepancy:
    true = answer.value if answer.value is not None else answer.status
    certificate = answer.certificate
    if answer.status == "optimal":
        certificate = optimum_certificate(instance, point_of(answer), stated, condition.terms)
    return Discrepancy(
        claimed=condition.side,
        true=true,
        gap=abs(answer.value - condition.side) if answer.value is not None else answer.status,
        impact=Impact.VALUE,
        certificate=certificate,
        explanation=f"{condition.label} fails at the optimum {_shown(answer)}: it is {true}, not {condition.side}.",
    )


def optimum_certificate(instance: Instance, x: Sequence[Exact], stated: Sequence[Row], terms: Terms) -> Certificate:
    """A certificate that a point is an optimum of Eq. 6, meets the stated rows, and gives an expression its value."""
    known = optimum(instance).certificate
    rows = [
        {"label": row.label, "terms": _pairs(row.terms), "relation": row.relation, "side": to_text(row.side)}
        for row in stated
    ]
    return Certificate(
        "coalition-cover-face",
        {**known.instance, "rows": rows, "expression": _pairs(terms)},
        {**known.evidence, "primal": [to_text(value) for value in x]},
    )


def _pairs(terms: Terms) -> list[list[int | str]]:
    return [[party, to_text(coefficient)] for party, coefficient in sorted(terms.items())]


def _shown(answer: Answer) -> str:
    return "(" + ", ".join(str(value) for value in answer.point.values()) + ")"


def compare_equivalence(form: Rows, instance: Instance, conventions: Sequence[Row]) -> Discrepancy | None:
    """Whether the rows of a form describe the same points as Eq. 6, among those that meet the conventions."""
    claimed, truth = list(form(instance)), eq_6_rows(instance)
    return _implied(instance, [*truth, *conventions], claimed, Impact.OPTIMALITY) or _implied(
        instance, [*claimed, *conventions], truth, Impact.SAFETY
    )


def same_when_sorted(form: Rows, instance: Instance) -> Discrepancy | None:
    """Whether the rows of a form describe the sorted points of Eq. 6."""
    return compare_equivalence(form, instance, sorted_rows(instance))


def same_under_convention_5(form: Rows, instance: Instance) -> Discrepancy | None:
    """Whether the rows of a form describe the points of Eq. 6 that meet Conventions 3 and 5."""
    return compare_equivalence(form, instance, convention_5_rows(instance))


def _implied(instance: Instance, premises: list[Row], rows: list[Row], impact: Impact) -> Discrepancy | None:
    """The first of the rows (all of the kind >=) that the premises do not imply."""
    for row in (row for row in rows if row not in premises):
        answer = optimise(instance, "minimise", row.terms, premises)
        if answer.status != "optimal" or answer.value is None or answer.value < row.side:
            return _not_implied(row, answer, impact)
    return None


def _not_implied(row: Row, answer: Answer, impact: Impact) -> Discrepancy:
    reached = answer.value if answer.value is not None else answer.status
    return Discrepancy(
        claimed=row.side,
        true=reached,
        gap=row.side - answer.value if answer.value is not None else answer.status,
        impact=impact,
        certificate=answer.certificate,
        explanation=f"The row {row.label} need not hold: its left side can be as small as {reached}, below {row.side}.",
    )
