"""All optima of a linear program: is the optimum unique, what dimension has the optimal face, how far does it reach.

At the optimum c x = v with multipliers y and reduced costs d, the optima are the feasible points at which every row
with y_i != 0 is tight and every column with d_j != 0 stands at its bound: the *tight* program. The least and the
greatest value of a column over it are linear programs. What such a program proves holds for the original one with the
row c x = v, by multipliers that are made of both: if e = y' A + d' over the tight program, then
e = (y' + s y) A + (d' + s d) - s c, and for a large enough s every sign fits. So each certificate speaks of the program
itself and its optimal value, and the checker needs no rule of its own.

The dimension is the number of columns less the rank of all that is tight at every optimum. Which inequalities are, is
one more linear program: the greatest sum of slacks, each counted up to 1, is 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from optcheck.checker.core import counted
from optcheck.errors import InvalidInput, NotCertified, shown
from optcheck.exact.files import Certificate
from optcheck.exact.numbers import Exact, brief, whole
from optcheck.lp.answer import Answer, IntegerAnswer
from optcheck.lp.draft import CONSTANT
from optcheck.lp.limits import Run
from optcheck.lp.linear_algebra import Unsolved, rank
from optcheck.lp.program import LinearProgram, Optimal, Outcome, Unbounded
from optcheck.lp.solve import solve

OBJECTIVE_ROW = "optimal value"  # of the row c x = v
_ROUNDS = 50
Point = tuple[Exact, ...]


@dataclass(frozen=True, slots=True)
class Face:
    """The optimal face: its dimension, a vertex, another optimum where there is one, and ranges of columns.

    ``ranges`` has for each column that was asked for the least and the greatest value over all optima; None is
    infinite. ``proofs`` are certificates about the program with the row "optimal value" added; beside the certificate
    of the optimum they prove the ranges, and that the rows and bounds in ``always_tight`` are tight at every optimum.
    """

    program: LinearProgram
    value: Exact
    dimension: int
    vertex: Mapping[str, Exact]
    other: Mapping[str, Exact] | None
    ranges: Mapping[str, tuple[Exact | None, Exact | None]]
    always_tight: tuple[str, ...]
    proofs: Mapping[str, Certificate] = field(default_factory=dict, repr=False)

    @property
    def unique(self) -> bool:
        """Whether there is one optimum only."""
        return self.dimension == 0

    def __str__(self) -> str:
        """What is known of all optima, line by line."""
        head = "the optimum is unique" if self.unique else f"the optima form a face of dimension {self.dimension}"
        lines = [f"{head}; the value is {brief(self.value)}"]
        for name, (low, high) in self.ranges.items():
            ends = ("-infinity" if low is None else brief(low)), ("infinity" if high is None else brief(high))
            if low is None or low != high:
                lines.append(f"{name} is between {ends[0]} and {ends[1]}")
        fixed = sum(1 for low, high in self.ranges.values() if low is not None and low == high)
        if self.ranges and not self.unique:
            lines.append(f"{counted(fixed, 'column')} of {len(self.ranges)} have one value at every optimum")
        return "\n".join(lines)


def optimal_face(answer: Answer | IntegerAnswer, columns: Iterable[str] | None = None, limit: float = 60.0) -> Face:
    """All optima of a linear program that was solved: exact, every part certified.

    ``columns`` are those whose ranges are wanted, all of them unless named; two small programs for each.
    """
    if not isinstance(answer, Answer | IntegerAnswer):
        raise InvalidInput(f"there must be an answer of optcheck.solve, got {shown(answer)}")
    if not isinstance(answer, Answer) or not answer.program.continuous:
        raise InvalidInput("an optimal face is one of a linear program, and this one has integer columns or gaps")
    if not isinstance(answer.outcome, Optimal):
        raise InvalidInput(f"only an optimum has an optimal face; this program is {answer.status}")
    names = [name for name in answer.program.column_labels if name != CONSTANT] if columns is None else list(columns)
    index = {name: j for j, name in enumerate(answer.program.column_labels)}
    unknown = next((name for name in names if name not in index), None)
    if unknown is not None:
        raise InvalidInput(f"columns must be columns of the program; {unknown!r} is none")
    return _Search(answer.program, answer.outcome, Run(limit)).face({name: index[name] for name in names})


class _Search:
    """Points of the face, and what is proved of it."""

    def __init__(self, program: LinearProgram, optimum: Optimal, run: Run) -> None:
        self.program, self.optimum, self.run = program, optimum, run
        self.reduced = program.reduced_costs(optimum)
        self.points: list[Point] = [tuple(optimum.primal)]
        self.proofs: dict[str, Certificate] = {}
        self.entries = [program.rows.summed(i) for i in range(program.rows.count)]
        goal = [(j, cost) for j, cost in enumerate(program.costs) if cost]
        self.stated = program.extended([(OBJECTIVE_ROW, goal, 0, optimum.value)])
        x = optimum.primal
        self.tight = replace(
            program,
            relations=np.array(
                [0 if optimum.dual.get(i) else r for i, r in enumerate(program.relations)], dtype=np.int8
            ),
            lower=tuple(x[j] if d else low for j, (low, d) in enumerate(zip(program.lower, self.reduced, strict=True))),
            upper=tuple(x[j] if d else up for j, (up, d) in enumerate(zip(program.upper, self.reduced, strict=True))),
            certifier=None,
        )

    def face(self, columns: Mapping[str, int]) -> Face:
        """Ranges first: their vertices are points from which the rest begins."""
        ranges = {name: (self._end(j, 1), self._end(j, -1)) for name, j in columns.items()}
        always = self._always_tight()
        dimension = len(self.program.costs) - self._rank(always)
        labels = self.program.column_labels
        other = self._other() if dimension else None
        return Face(
            self.program,
            self.optimum.value,
            dimension,
            dict(zip(labels, self.optimum.primal, strict=True)),
            None if other is None else dict(zip(labels, other, strict=True)),
            ranges,
            tuple(self._name(*one) for one in always),
            self.proofs,
        )

    def _name(self, what: str, index: int) -> str:
        return (
            self.program.row_labels[index] if what == "row" else f"{what} bound of {self.program.column_labels[index]}"
        )

    def _end(self, j: int, sign: int) -> Exact | None:
        """The least (sign 1) or the greatest value of a column over the face; None is infinite."""
        low, high = self.tight.lower[j], self.tight.upper[j]
        own = low if sign == 1 else high
        if low == high and low is not None:
            return low
        if own is not None and any(point[j] == own for point in self.points):
            return own  # by the bound itself
        word = "least" if sign == 1 else "greatest"
        outcome = self._solved({j: 1}, sign, f"{word} {self.program.column_labels[j]}")
        self.points.append(tuple(outcome.primal))
        if isinstance(outcome, Optimal):
            return outcome.value
        self.points.append(tuple(whole(Fraction(a) + b) for a, b in zip(outcome.primal, outcome.ray, strict=True)))
        return None

    def _solved(self, costs: Mapping[int, Exact], sign: int, name: str) -> Optimal | Unbounded:
        """An objective over the tight program; what is proved is turned into a proof about the program itself."""
        objective = tuple(costs.get(j, 0) for j in range(len(self.program.costs)))
        sense = {"sense": "minimise" if sign == 1 else "maximise", "costs": objective}
        answer = solve(replace(self.tight, **sense), limit=max(self.run.remaining, 1e-3))  # type: ignore[arg-type]
        outcome = answer.outcome
        if not isinstance(outcome, Optimal | Unbounded):
            raise NotCertified("the optimal face was lost: its program is infeasible")
        stated, proof = replace(self.stated, **sense), outcome  # type: ignore[arg-type]
        if isinstance(outcome, Optimal):
            rests = self.tight.reduced(objective, outcome.dual)
            proof = replace(outcome, dual=self._combined(outcome.dual, rests, sign))
        self._keep(name, stated, proof)
        return outcome

    def _keep(self, name: str, program: LinearProgram, outcome: Outcome) -> None:
        certificate = program.certificate(outcome)
        certificate.accept(max(self.run.limit, 10.0))
        self.proofs[name] = certificate

    def _combined(self, dual: Mapping[int, Exact], rests: Sequence[Exact], sign: int) -> dict[int, Exact]:
        """Multipliers of the program with the row c x = v, as the head of this module says."""
        y, own = self.optimum.dual, self.program.sign
        scale = Fraction(0)
        for i, multiplier in y.items():
            if multiplier and sign * dual.get(i, 0) * int(self.program.relations[i]) < 0:
                scale = max(scale, abs(Fraction(dual[i]) / multiplier))
        for d, rest in zip(self.reduced, rests, strict=False):
            if d and sign * rest * own * d < 0:
                scale = max(scale, abs(Fraction(rest) / d))
        count, weight = self.program.rows.count, scale * sign * own
        combined = {i + (i >= count): value for i, value in dual.items()}  # rows that follow come after c x = v
        for i, multiplier in y.items():
            combined[i] = whole(combined.get(i, 0) + weight * multiplier)
        combined[count] = whole(-weight)
        return {i: value for i, value in combined.items() if value}

    # what is tight at every optimum

    def _inequalities(self) -> list[tuple[str, int]]:
        """Rows and bounds that are not tight by the multipliers already, by kind and number."""
        tight = self.tight
        rows = [("row", i) for i, relation in enumerate(tight.relations) if relation]
        free = [j for j, (low, high) in enumerate(zip(tight.lower, tight.upper, strict=True)) if low != high]
        lower = [("lower", j) for j in free if tight.lower[j] is not None]
        return rows + lower + [("upper", j) for j in free if tight.upper[j] is not None]

    def _slack(self, what: str, index: int, point: Sequence[Exact]) -> Exact:
        if what == "row":
            left = sum((a * point[j] for j, a in self.entries[index].items()), start=Fraction(0))
            side: Exact = self.tight.rhs[index]
            return int(self.tight.relations[index]) * (left - side)
        bound = (self.tight.lower if what == "lower" else self.tight.upper)[index]
        assert bound is not None, "only bounds that are there are asked for"
        return point[index] - bound if what == "lower" else bound - point[index]

    def _always_tight(self) -> list[tuple[str, int]]:
        """The inequalities that hold with equality at every optimum, with a proof that they do."""
        candidates = self._inequalities()
        for _ in range(_ROUNDS):
            candidates = [one for one in candidates if not any(self._slack(*one, point) > 0 for point in self.points)]
            if not candidates:
                return []
            total, point = self._greatest_slack(candidates)
            if total == 0:
                return candidates
            self.points.append(point)
        raise NotCertified("what is tight at every optimum was not settled")

    def _greatest_slack(self, candidates: Sequence[tuple[str, int]]) -> tuple[Exact, Point]:
        """The greatest sum of slacks, each counted up to 1, over the face; its proof is kept where it is 0."""
        count = len(self.program.costs)
        rows = [(self._terms(*one), count + k, self._offset(*one)) for k, one in enumerate(candidates)]
        extended = self._extended(self.tight, rows)
        outcome = solve(extended, limit=max(self.run.remaining, 1e-3)).outcome
        if not isinstance(outcome, Optimal):
            raise NotCertified("a sum of slacks that is bounded has no optimum")
        if outcome.value == 0:
            rests = extended.reduced(extended.costs, outcome.dual)
            proof = replace(outcome, dual=self._combined(outcome.dual, rests, -1))
            self._keep("always tight", self._extended(self.stated, rows), proof)
        return outcome.value, tuple(outcome.primal[:count])

    def _terms(self, what: str, index: int) -> dict[int, Exact]:
        if what == "row":
            relation = int(self.tight.relations[index])
            return {j: relation * a for j, a in self.entries[index].items()}
        return {index: 1 if what == "lower" else -1}

    def _offset(self, what: str, index: int) -> Exact:
        return whole(-self._slack(what, index, [0] * len(self.program.costs)))

    def _extended(self, base: LinearProgram, rows: Sequence[tuple[dict[int, Exact], int, Exact]]) -> LinearProgram:
        """Maximise the sum of t_k between 0 and 1 that are at most the slacks."""
        extra = range(len(rows))
        return base.extended(
            [
                (f"at most slack {k}", [*terms.items(), (column, -1)], 1, side)
                for k, (terms, column, side) in enumerate(rows)
            ],
            sense="maximise",
            costs=(0,) * len(base.costs) + (1,) * len(rows),
            lower=base.lower + (0,) * len(rows),
            upper=base.upper + (1,) * len(rows),
            column_labels=(*base.column_labels, *(f"slack {k}" for k in extra)),
        )

    def _rank(self, always: Sequence[tuple[str, int]]) -> int:
        """The rank of everything that is tight at every optimum."""
        tight, n = self.tight, len(self.program.costs)
        fixed = {j for j in range(n) if tight.lower[j] == tight.upper[j] and tight.lower[j] is not None}
        fixed |= {index for what, index in always if what != "row"}
        rows = [i for i, relation in enumerate(tight.relations) if not relation]
        rows += [index for what, index in always if what == "row"]
        rest = [{j: a for j, a in self.entries[i].items() if j not in fixed and a} for i in rows]
        try:
            return len(fixed) + rank([row for row in rest if row])
        except Unsolved as error:
            raise NotCertified(f"the dimension of the optimal face is out of reach: {error}") from None

    def _other(self) -> Point:
        """Another optimum: a vertex, unless the face goes on for ever in that direction."""
        first = self.points[0]
        j, sign = self._direction() or self._wider_direction()
        outcome = self._solved({j: 1}, sign, f"another optimum, by {self.program.column_labels[j]}")
        if isinstance(outcome, Unbounded):
            return tuple(whole(Fraction(a) + b) for a, b in zip(first, outcome.ray, strict=True))
        return tuple(outcome.primal)

    def _direction(self) -> tuple[int, int] | None:
        """A column in which a known optimum differs from the first, and whether it has less there."""
        first = self.points[0]
        pairs = ((j, point[j]) for point in self.points[1:] for j in range(len(first)) if point[j] != first[j])
        return next(((j, 1 if x < first[j] else -1) for j, x in pairs), None)

    def _wider_direction(self) -> tuple[int, int]:
        """The same where no other optimum is known yet."""
        for j in range(len(self.program.costs)):
            for sign in (1, -1):
                self._end(j, sign)
                direction = self._direction()
                if direction is not None:
                    return direction
        raise NotCertified("no other optimum was found, though the face has a dimension")
