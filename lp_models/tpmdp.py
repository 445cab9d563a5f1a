"""Eq. 6 of TPMDP and its generalisation as linear programs: written out, of linear size, and by separation.

``CoverProblem`` is noise against coalitions in general: minimise the cost of variances x with 0 <= x <= cap such that
outside every coalition of the family the variances reach the requirement of each party outside. Eq. 6 is the case of
unit costs, no caps and the coalitions of exactly t parties with an active member. Variable j is party j's noise
variance. Certificates are of kind ``coalition-cover``: they carry the instance, not the rows.

``as_printed`` has a row for each pair of a coalition and a party outside it; ``deduplicated`` has one for each
coalition, with the largest requirement outside it on the right. With m = n - t, a active parties and
C = C(n, t) - C(n - a, t) coalitions (``coalition_count``) the sizes are

============  =========  =======  ==============
program       rows       columns  nonzeros
============  =========  =======  ==============
as printed    C m        n        C m^2
deduplicated  C          n        C m
compact       2n + 1     2n + 3   7n + a + 3
============  =========  =======  ==============

so that as printed the program is n - t times as long as it need be, and the exponential number of rows itself belongs
to this way of writing Eq. 6 and not to the problem.

``compact`` turns a threshold family into a program of linear size, in which no coalition appears. The heaviest
coalition against party j solves a linear program over vectors a in [0, 1]^n with a_j = 0, sum t and at least 1 on the
active parties. Its dual, with one pair of multipliers (level, relief) for all parties, turns the exponentially many
rows into 2n + 1: with excess_i >= x_i - level (+ relief if i is active),

    total(x) - total(excess) - t level + relief + excess_j >= required_j        for every party j.

That one pair is enough for all parties shows in the dual of this program, which the checker reads: the weights and
loads in it can always be split into coalitions.

``solve_cover`` and ``solve_separated`` add rows only where a point violates them: the coalition that a point violates
most comes from a sort.

``restricted`` is Eq. 6 with further rows. ``optimal_face`` asks for an extreme value of a linear expression over all
optima of Eq. 6: its columns are variances x and weights y of the coalitions, its rows say that x is feasible, y a
packing (no party carries more than 1), and that the total of x is at most what y proves. By duality the x of its points
are the optima, all of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import InvalidInput, ModelTooLarge
from optcheck.exact.files import Certificate
from optcheck.exact.numbers import Exact, exact, to_text, whole
from optcheck.lp.answer import Answer
from optcheck.lp.program import (
    Infeasible,
    LazyLabels,
    LinearProgram,
    Model,
    Optimal,
    Outcome,
    Relation,
    Sense,
    SparseRows,
    object_array,
)
from optcheck.lp.separation import Cut, solve_with_separation
from optcheck.tpmdp.instance import Instance, active_parties, some_parties, valid_threshold

__all__ = [
    "Coalition",
    "CoverProblem",
    "ListedCoalitions",
    "Size",
    "ThresholdCoalitions",
    "as_printed",
    "as_printed_size",
    "check_size",
    "coalition_count",
    "coalition_table",
    "compact",
    "compact_size",
    "cover_certificate",
    "cover_instance",
    "deduplicated",
    "deduplicated_size",
    "k_subsets",
    "optimal_face",
    "outcome_evidence",
    "outsiders",
    "restricted",
    "solve_cover",
    "solve_separated",
    "worst_cut",
]


_BYTES_PER_NONZERO = 32  # column, coefficient, and the two index arrays that live while they are made
Coalition = tuple[int, ...]
Weights = Sequence[Exact] | Sequence[float]


def as_printed(instance: Instance, memory_limit: int | None = None) -> LinearProgram:
    """Eq. 6 literally: for party j and coalition A without j, the variances outside A reach j's requirement.

    >>> program = as_printed(Instance.of([3, 1, 2], threshold=1))
    >>> program.rows.count, program.row_labels[0]
    (6, 'party[1], coalition[{0}]')
    """
    size = instance.outside
    check_size(coalition_count(instance) * size, size, memory_limit)
    outside = outsiders(coalition_table(instance))
    parties = outside.ravel()

    def label(row: int) -> str:
        return f"party[{parties[row]}], {_coalition_label(outside[row // size], instance.n)}"

    return _program(instance, np.repeat(outside, size, axis=0), parties, label)


def deduplicated(instance: Instance, memory_limit: int | None = None) -> LinearProgram:
    """Eq. 6 with a row for each coalition: the variances outside reach the largest requirement outside.

    >>> deduplicated(Instance.of([3, 1, 2], threshold=1)).rows.count
    3
    """
    check_size(coalition_count(instance), instance.outside, memory_limit)
    outside = outsiders(coalition_table(instance))
    strictest = outside[np.arange(len(outside)), np.argmax(_ranks(instance)[outside], axis=1)]
    return _program(instance, outside, strictest, lambda row: _coalition_label(outside[row], instance.n))


Expression = Mapping[int, Exact]  # coefficients by party
Condition = tuple[str, Expression, Relation, Exact]  # a label, and what compares how with which number


def restricted(
    instance: Instance, conditions: Iterable[Condition], expression: Expression | None = None
) -> LinearProgram:
    """Eq. 6 with further rows; the least total, or the least value of another expression.

    >>> restricted(Instance.of([3, 1, 2], threshold=1), [("equal", {0: 1, 1: -1}, "=", 0)]).rows.count
    4
    """
    model = Model("minimise")
    costs = dict.fromkeys(range(instance.n), 1) if expression is None else expression
    names = [model.variable(f"x[{j}]", cost=costs.get(j, 0)) for j in range(instance.n)]
    _protect(model, names, instance, conditions)
    return model.build()


def optimal_face(
    instance: Instance,
    sense: Sense,
    expression: Expression,
    conditions: Iterable[Condition] = (),
    constant: Exact = 0,
) -> LinearProgram:
    """The extreme value of an expression (and a constant) over the optima of Eq. 6 that meet the conditions.

    >>> from optcheck import solve
    >>> largest = optimal_face(Instance.of([1, 0, 0], threshold=1, active=[0, 1]), "maximise", {2: 1})
    >>> solve(largest).outcome.value
    1
    """
    model = Model(sense)
    names = [model.variable(f"x[{j}]", cost=expression.get(j, 0)) for j in range(instance.n)]
    if constant:
        model.variable("1", cost=constant, lower=1, upper=1)
    needs = _protect(model, names, instance, conditions)
    weights = {model.variable(f"y[{label}]"): (outside, need) for label, (outside, need) in needs.items()}
    for j in range(instance.n):
        model.row(f"load[{j}]", {y: 1 for y, (outside, _) in weights.items() if j in outside}, "<=", 1)
    proved: dict[str, Exact] = {y: -need for y, (_, need) in weights.items()}
    model.row("least total", {**dict.fromkeys(names, 1), **proved}, "<=", 0)
    return model.build()


def _protect(
    model: Model, names: list[str], instance: Instance, conditions: Iterable[Condition]
) -> dict[str, tuple[tuple[int, ...], Exact]]:
    """Rows for the coalitions and the conditions; who is outside each coalition, and the largest requirement there."""
    rows = {}
    for outside in combinations(range(instance.n), instance.outside):
        inside = sorted(set(range(instance.n)).difference(outside))
        if not set(inside).isdisjoint(instance.active):
            need = max(instance.required[j] for j in outside)
            label = "coalition[{" + ",".join(map(str, inside)) + "}]"
            model.row(label, {names[j]: 1 for j in outside}, ">=", need)
            rows[label] = outside, need
    for label, expression, relation, side in conditions:
        model.row(label, {names[j]: value for j, value in expression.items()}, relation, side)
    return rows


def _ranks(instance: Instance) -> NDArray[np.int64]:
    """Position of each party when sorted by requirement: compares exact numbers through integers."""
    order = sorted(range(instance.n), key=lambda j: instance.required[j])
    ranks = np.empty(instance.n, dtype=np.int64)
    ranks[order] = np.arange(instance.n)
    return ranks


def _program(
    instance: Instance,
    outside: NDArray[np.int32],
    parties: NDArray[np.int32],
    label: Callable[[int], str],
) -> LinearProgram:
    rows, n = len(outside), instance.n
    rhs = object_array(instance.required)[parties]
    return LinearProgram(
        sense="minimise",
        costs=(1,) * n,
        rows=SparseRows(
            starts=np.arange(rows + 1, dtype=np.int64) * outside.shape[1],
            columns=outside.ravel(),
            values=np.ones(outside.size, dtype=np.int64),
        ),
        relations=np.ones(rows, dtype=np.int8),
        rhs=rhs,
        lower=(0,) * n,
        upper=(None,) * n,
        column_labels=tuple(f"x[{j}]" for j in range(n)),
        row_labels=LazyLabels(rows, label),
        certifier=partial(cover_certificate, CoverProblem.from_instance(instance)),
    )


def _coalition_label(outside: NDArray[np.int32], n: int) -> str:
    members = sorted(set(range(n)) - set(outside.tolist()))
    return "coalition[{" + ",".join(map(str, members)) + "}]"


def coalition_count(instance: Instance) -> int:
    """How many coalitions of exactly t parties have an active member.

    >>> coalition_count(Instance.of([1] * 4, threshold=2, active=[0]))
    3
    """
    return _coalitions(instance.n, instance.threshold, len(instance.active))


@dataclass(frozen=True, slots=True)
class Size:
    """How large a program is; a nonzero is a coefficient that is not 0."""

    rows: int
    columns: int
    nonzeros: int


def as_printed_size(n: int, threshold: int, active: int) -> Size:
    """The size of ``as_printed``, from the numbers of parties, colluders and active parties alone.

    >>> as_printed_size(15, 1, 15), as_printed_size(15, 1, 8)
    (Size(rows=210, columns=15, nonzeros=2940), Size(rows=112, columns=15, nonzeros=1568))
    """
    rows = _coalitions(n, threshold, active) * (n - threshold)
    return Size(rows, n, rows * (n - threshold))


def deduplicated_size(n: int, threshold: int, active: int) -> Size:
    """The size of ``deduplicated``.

    >>> deduplicated_size(15, 1, 15)
    Size(rows=15, columns=15, nonzeros=210)
    """
    rows = _coalitions(n, threshold, active)
    return Size(rows, n, rows * (n - threshold))


def compact_size(n: int, threshold: int, active: int) -> Size:
    """The size of ``compact``, which does not depend on the threshold; without colluders it has no rows.

    >>> compact_size(15, 1, 15)
    Size(rows=31, columns=33, nonzeros=123)
    """
    constrained = threshold > 0 and active > 0
    return Size((2 * n + 1) * constrained, 2 * n + 3, (7 * n + active + 3) * constrained)


def _coalitions(n: int, threshold: int, active: int) -> int:
    return comb(n, threshold) - comb(n - active, threshold)


def coalition_table(instance: Instance) -> NDArray[np.bool_]:
    """Membership of party j (column) in each coalition (row) that Eq. 6 speaks of."""
    n, t = instance.n, instance.threshold
    inside = t <= n - t  # list the smaller side
    listed = k_subsets(n, t if inside else n - t)
    table = np.zeros((len(listed), n), dtype=np.bool_)
    np.put_along_axis(table, listed, True, axis=1)
    members = table if inside else ~table
    return members[members[:, list(instance.active)].any(axis=1)]


def k_subsets(n: int, k: int) -> NDArray[np.int32]:
    """All k-subsets of 0..n-1 in lexicographic order, one a row, built a whole column at a time.

    >>> k_subsets(3, 2).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    table = np.zeros((1, 0), dtype=np.int32)
    for position in range(k):
        first = table[:, -1] + 1 if position else np.zeros(1, dtype=np.int32)
        choices = (n - k + position + 1) - first
        step = np.arange(choices.sum()) - np.repeat(np.cumsum(choices) - choices, choices)
        column = (np.repeat(first, choices) + step).astype(np.int32)
        table = np.column_stack([np.repeat(table, choices, axis=0), column])
    return table


def outsiders(members: NDArray[np.bool_]) -> NDArray[np.int32]:
    """The parties outside each coalition, one row a coalition (all coalitions have one size)."""
    count, n = members.shape
    size = n - int(members[0].sum()) if count else n
    flat = np.flatnonzero(~members)
    np.remainder(flat, n, out=flat)
    return flat.astype(np.int32).reshape(count, size)


def check_size(rows: int, per_row: int, limit: int | None) -> None:
    """Refuse a model that would not fit: by default in half of the machine's memory."""
    size = rows * per_row * _BYTES_PER_NONZERO
    most = _half_of_memory() if limit is None else limit
    if size > most:
        raise ModelTooLarge(
            f"the explicit model must fit in {most:,} bytes: it has {rows:,} rows of {per_row} nonzeros "
            f"and would take about {size:,} bytes; the separated model lists no rows"
        )


def _half_of_memory() -> int:
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2


@dataclass(frozen=True, slots=True)
class ThresholdCoalitions:
    """Every set of exactly ``threshold`` parties with a member among ``active``."""

    threshold: int
    active: tuple[int, ...]

    def document(self) -> dict[str, object]:
        """The family as JSON values."""
        return {"threshold": self.threshold, "active": list(self.active)}


@dataclass(frozen=True, slots=True)
class ListedCoalitions:
    """A family that is written out."""

    coalitions: tuple[Coalition, ...]

    def document(self) -> dict[str, object]:
        """The family as JSON values."""
        return {"coalitions": [list(coalition) for coalition in self.coalitions]}


@dataclass(frozen=True, slots=True)
class CoverProblem:
    """Requirements, coalitions, costs and caps of the parties; a cap of None is none, a cap of 0 forbids noise."""

    required: tuple[Exact, ...]
    family: ThresholdCoalitions | ListedCoalitions
    costs: tuple[Exact, ...]
    caps: tuple[Exact | None, ...]

    @classmethod
    def of(
        cls,
        required: Sequence[object],
        threshold: int,
        active: Iterable[int] | None = None,
        costs: Sequence[object] | None = None,
        caps: Sequence[object] | None = None,
    ) -> CoverProblem:
        """The problem with coalitions of exactly ``threshold`` parties, one of them active."""
        n = _length(required, "required")
        family = ThresholdCoalitions(valid_threshold(threshold, n), active_parties(active, n))
        return cls._checked(required, family, costs, caps)

    @classmethod
    def listed(
        cls,
        required: Sequence[object],
        coalitions: Iterable[Iterable[int]],
        costs: Sequence[object] | None = None,
        caps: Sequence[object] | None = None,
    ) -> CoverProblem:
        """The problem with the coalitions that are given."""
        n = _length(required, "required")
        if not n:
            raise InvalidInput("there must be at least one party, got none")
        if not isinstance(coalitions, Iterable):
            raise InvalidInput(f"coalitions must be a list of lists of parties, got {coalitions!r}")
        listed = {some_parties(members, n, "a member of a coalition") for members in coalitions}
        family = ListedCoalitions(tuple(sorted(listed)))
        return cls._checked(required, family, costs, caps)

    @classmethod
    def from_instance(cls, instance: Instance) -> CoverProblem:
        """Eq. 6 as a case of the general problem."""
        return cls.of(instance.required, instance.threshold, instance.active)

    @classmethod
    def _checked(
        cls,
        required: Sequence[object],
        family: ThresholdCoalitions | ListedCoalitions,
        costs: Sequence[object] | None,
        caps: Sequence[object] | None,
    ) -> CoverProblem:
        n = len(required)
        bounds: Sequence[object] = [None] * n if caps is None else caps
        charges: Sequence[object] = [1] * n if costs is None else costs
        for name, values in (("costs", charges), ("caps", bounds)):
            if _length(values, name) != n:
                raise InvalidInput(f"{name} must have one entry for each of {n} parties, got {len(values)}")
        limits = tuple(None if cap is None else _not_negative(cap, f"caps[{j}]") for j, cap in enumerate(bounds))
        prices = tuple(_not_negative(cost, f"costs[{j}]") for j, cost in enumerate(charges))
        needs = tuple(_not_negative(need, f"required[{j}]") for j, need in enumerate(required))
        return cls(needs, family, prices, limits)

    @property
    def n(self) -> int:
        """How many parties there are."""
        return len(self.required)


def _length(values: object, name: str) -> int:
    if not isinstance(values, Sized) or isinstance(values, str):
        raise InvalidInput(f"{name} must be a list of numbers, got {values!r}")
    return len(values)


def _not_negative(value: object, name: str) -> Exact:
    number = exact(value, name)
    if number < 0:
        raise InvalidInput(f"{name} must not be negative, got {value}")
    return number


def cover_certificate(problem: CoverProblem, program: LinearProgram, outcome: Outcome) -> Certificate:
    """The outcome with the coalitions that carry the dual; the checker finds the rest by sorting."""
    evidence, dual = outcome_evidence(problem, outcome)
    evidence["dual"] = [_weighted(problem, program, row, weight) for row, weight in dual.items() if weight]
    return Certificate("coalition-cover", cover_instance(problem), evidence)


def outcome_evidence(problem: CoverProblem, outcome: Outcome) -> tuple[dict[str, object], Mapping[int, Exact]]:
    """Status, value and variances as JSON values, and the row multipliers, not yet encoded."""
    match outcome:
        case Optimal(value, primal, dual):
            point = [to_text(x) for x in primal[: problem.n]]
            return {"status": "optimal", "value": to_text(value), "primal": point}, dual
        case Infeasible(dual):
            return {"status": "infeasible"}, dual
        case _:
            raise InvalidInput("a cover with costs that are not negative is never unbounded")


def cover_instance(problem: CoverProblem) -> dict[str, object]:
    """The problem as JSON values."""
    return {
        "required": [to_text(need) for need in problem.required],
        "costs": [to_text(cost) for cost in problem.costs],
        "caps": [None if cap is None else to_text(cap) for cap in problem.caps],
        "family": problem.family.document(),
    }


def _weighted(problem: CoverProblem, program: LinearProgram, row: int, weight: Exact) -> dict[str, object]:
    outside = [column for column, _ in program.rows.row(row)]
    leader = max(outside, key=lambda j: problem.required[j])
    members = sorted(set(range(problem.n)) - set(outside))
    return {"coalition": members, "party": leader, "weight": to_text(weight)}


def compact(problem: CoverProblem) -> LinearProgram:
    """The program in x, excess, level, relief and the weight left outside; solve it with ``optcheck.solve``.

    >>> from optcheck import solve
    >>> solve(compact(CoverProblem.of([3, 1, 2], threshold=1, costs=[5, 1, 1]))).value
    6
    """
    family = problem.family
    if not isinstance(family, ThresholdCoalitions):
        raise InvalidInput("a compact program needs coalitions given by a threshold, got a list")
    n, unconstrained = problem.n, not family.threshold or not family.active
    rows = SparseRows(np.zeros(1, np.int64), np.empty(0, np.int32), np.empty(0, np.int64))
    count = 0 if unconstrained else 2 * n + 1
    relations = np.ones(count, np.int8)
    relations[2 * n :] = 0
    return LinearProgram(
        sense="minimise",
        costs=(*problem.costs, *(0,) * (n + 3)),
        rows=rows if unconstrained else _compact_rows(n, family),
        relations=relations,
        rhs=object_array([*problem.required, *(0,) * (n + 1)][:count] if count else []),
        lower=(*(0,) * (2 * n), None, 0, None),
        upper=(*problem.caps, *(None,) * (n + 3)),
        column_labels=(*(f"x[{j}]" for j in range(n)), *(f"excess[{j}]" for j in range(n)), "level", "relief", "left"),
        row_labels=(*(f"party[{j}]" for j in range(n)), *(f"excess[{j}]" for j in range(n)), "left")[:count],
        certifier=partial(_compact_certificate, problem),
    )


def _compact_rows(n: int, family: ThresholdCoalitions) -> SparseRows:
    """Party rows: left + excess_j. Excess rows: excess_i - x_i + level - relief if active. Last: what left means."""
    parties, zeros, ones = np.arange(n), np.zeros(n, np.int64), np.ones(n, np.int64)
    level, relief, left = 2 * n, 2 * n + 1, 2 * n + 2
    active = np.zeros(n, np.int64)
    active[list(family.active)] = 1
    columns = [
        np.column_stack([n + parties, zeros + left]),
        np.column_stack([parties, n + parties, zeros + level, zeros + relief]),
        np.arange(2 * n + 3),
    ]
    values = [
        np.column_stack([ones, ones]),
        np.column_stack([-ones, ones, ones, -active]),
        np.concatenate([ones, -ones, [-family.threshold, 1, -1]]),
    ]
    sizes = np.concatenate([np.full(n, 2), np.full(n, 4), [2 * n + 3]])
    return SparseRows(
        starts=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        columns=np.concatenate([part.ravel() for part in columns]).astype(np.int32),
        values=np.concatenate([part.ravel() for part in values]).astype(np.int64),
    )


def _compact_certificate(problem: CoverProblem, program: LinearProgram, outcome: Outcome) -> Certificate:
    """Weights of the parties and loads instead of coalitions: linear size."""
    evidence, dual = outcome_evidence(problem, outcome)
    n = problem.n
    weights = [dual.get(j, 0) for j in range(n)]
    total = sum(weights)
    evidence["weights"] = [to_text(weight) for weight in weights]
    evidence["loads"] = [to_text(total - dual.get(n + j, 0)) for j in range(n)]
    return Certificate("coalition-cover", cover_instance(problem), evidence)


def solve_separated(instance: Instance) -> Answer:
    """Solve Eq. 6 with rows added only where a point violates them, and prove the optimum.

    >>> solve_separated(Instance.of([3, 1, 2], threshold=1)).value
    4
    """
    return solve_cover(CoverProblem.from_instance(instance))


def solve_cover(problem: CoverProblem) -> Answer:
    """Solve by separation and prove the answer with a certificate of kind ``coalition-cover``.

    >>> solve_cover(CoverProblem.of([3, 1, 2], threshold=1, costs=[5, 1, 1])).value
    6
    """
    scale = _near(max(problem.required))  # a solver's absolute tolerances suit numbers near one
    scaled = replace(
        problem,
        required=tuple(need / scale for need in problem.required),
        caps=tuple(None if cap is None else cap / scale for cap in problem.caps),
    )
    answer = solve_with_separation(_without_rows(scaled), lambda point: worst_cut(scaled, point))
    outcome = _rescaled(answer.outcome, scale)
    certificate = cover_certificate(problem, answer.program, outcome)
    certificate.verify()
    return replace(answer, outcome=outcome, certificate=certificate)


def _near(value: Exact) -> Fraction:
    """A power of two within a factor of two of the value."""
    return Fraction(2) ** (value.numerator.bit_length() - value.denominator.bit_length())


def _rescaled(outcome: Outcome, scale: Fraction) -> Outcome:
    if isinstance(outcome, Optimal):
        point = tuple(whole(x * scale) for x in outcome.primal)
        return Optimal(whole(outcome.value * scale), point, outcome.dual)
    return outcome


def worst_cut(problem: CoverProblem, point: Sequence[Exact] | NDArray[np.float64]) -> list[Cut]:
    """The row that a point violates most, if any; exact at an exact point.

    One row a round: more make fewer rounds but slower ones (measured at n = 200).
    """
    weights: Weights = point.tolist() if isinstance(point, np.ndarray) else point
    rows = [_row(problem, coalition) for coalition in dict.fromkeys(_candidates(problem, weights))]
    violations = [(row.violation(weights), row) for row in rows if row is not None]
    most, worst = max(violations, key=lambda pair: pair[0], default=(0, None))
    return [] if worst is None or most <= 0 else [worst]


def _candidates(problem: CoverProblem, weights: Weights) -> Iterator[Coalition]:
    """Coalitions one of which is violated if any is; among equally heavy parties the cheap ones collude.

    The heaviest coalition against a party holds the heaviest active party and the heaviest others. Against one of
    these the next heaviest replaces it; the one that lacks most decides for all of them. Against the heaviest
    active party the second heaviest replaces it.
    """
    if isinstance(problem.family, ListedCoalitions):
        yield from problem.family.coalitions
        return
    threshold, active = problem.family.threshold, set(problem.family.active)
    order = sorted(range(len(weights)), key=lambda j: (-weights[j], problem.costs[j]))
    viewers = [j for j in order if j in active]
    if not threshold or not viewers:
        return
    others = [j for j in order if j != viewers[0]]
    core, spare = [viewers[0], *others[: threshold - 1]], others[threshold - 1]
    yield tuple(sorted(core))
    if len(core) > 1:
        neediest = max(core[1:], key=lambda j: problem.required[j] - weights[j])
        yield tuple(sorted({*core, spare} - {neediest}))
    if len(viewers) > 1:
        rest = [j for j in others if j != viewers[1]]
        yield tuple(sorted([viewers[1], *rest[: threshold - 1]]))


def _row(problem: CoverProblem, coalition: Coalition) -> Cut | None:
    """The variances outside reach the largest requirement outside; None if every party is a member."""
    members = set(coalition)
    outside = [j for j in range(problem.n) if j not in members]
    if not outside:
        return None
    label = "coalition[{" + ",".join(map(str, coalition)) + "}]"
    return Cut(label, outside, [1] * len(outside), ">=", max(problem.required[j] for j in outside))


def _without_rows(problem: CoverProblem) -> LinearProgram:
    return LinearProgram(
        sense="minimise",
        costs=problem.costs,
        rows=SparseRows(np.zeros(1, np.int64), np.empty(0, np.int32), np.empty(0, np.int64)),
        relations=np.empty(0, np.int8),
        rhs=object_array([]),
        lower=(0,) * problem.n,
        upper=problem.caps,
        column_labels=tuple(f"x[{j}]" for j in range(problem.n)),
        row_labels=(),
        certifier=partial(cover_certificate, problem),
    )
