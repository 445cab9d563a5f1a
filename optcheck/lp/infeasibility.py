"""Why a program is infeasible: an irreducible infeasible subsystem, with a proof that it is one.

Rows and bounds that cannot hold together, of which none can be left out. The vertices of the polyhedron of Farkas
proofs have exactly the irreducible subsystems as supports (Gleeson and Ryan): so the exact optimum of a linear program
over the proofs yields one. Without one member, the others can be met with equality: a square system gives the point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from optcheck.checker.core import DEFAULT_LIMIT
from optcheck.errors import InvalidInput, NotCertified
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_json
from optcheck.lp.answer import Answer
from optcheck.lp.limits import Run
from optcheck.lp.linear_algebra import Inverse, independent_columns, solve_sparse
from optcheck.lp.program import RELATIONS, Infeasible, LinearProgram, Model
from optcheck.lp.solve import solve

__all__ = ["Member", "Subsystem", "irreducible_subsystem"]

KIND = "irreducible-infeasible-subsystem"
_MEMORY = 4.0  # gigabytes


@dataclass(frozen=True, slots=True)
class Member:
    """A row, or a lower or upper bound of a column, with its multiplier in the proof."""

    what: Literal["row", "lower", "upper"]
    index: int
    multiplier: Exact


@dataclass(frozen=True, slots=True)
class Subsystem:
    """Members that no point satisfies together; ``points[k]`` satisfies all but the k-th (columns not named are 0)."""

    program: LinearProgram
    members: tuple[Member, ...]
    points: tuple[Mapping[int, Exact], ...]

    def certificate(self) -> Certificate:
        """The whole proof as one certificate."""
        evidence = {
            "members": [[member.what, member.index, to_json(member.multiplier)] for member in self.members],
            "points": [[[j, to_json(x)] for j, x in sorted(point.items()) if x] for point in self.points],
        }
        return Certificate(KIND, self.program.instance(), evidence)

    def lines(self) -> list[tuple[str, str]]:
        """Each member for people: what it is, and what it says."""
        return [self._line(member) for member in self.members]

    def _line(self, member: Member) -> tuple[str, str]:
        program = self.program
        if member.what == "row":
            i = member.index
            terms = [f"{'-' if a < 0 else '+'} {abs(a)} {program.column_labels[j]}" for j, a in program.rows.row(i)]
            left = " ".join(terms[:6] + ["+ ..."] * (len(terms) > 6)).removeprefix("+ ") or "0"
            return f"row {program.row_labels[i]}", f"{left} {RELATIONS[int(program.relations[i])]} {program.rhs[i]}"
        name = program.column_labels[member.index]
        relation, side = (">=", program.lower) if member.what == "lower" else ("<=", program.upper)
        return f"bound {name}", f"{name} {relation} {side[member.index]}"


def irreducible_subsystem(answer: Answer, limit: float = 60.0) -> Subsystem:
    """An irreducible infeasible subsystem of a program that was proved infeasible; the checker has accepted it."""
    if not answer.program.continuous:
        raise InvalidInput("a subsystem is one of a linear program, and this one has integer columns or gaps")
    if not isinstance(answer.outcome, Infeasible):
        raise InvalidInput(f"only an infeasible program has an infeasible subsystem; this one is {answer.status}")
    run = Run(limit, _MEMORY)
    program = answer.program
    members = _vertex(program, _proof_members(program, answer.outcome), run)
    subsystem = Subsystem(program, tuple(members), tuple(_Witnesses(program, members, run).points()))
    subsystem.certificate().verify(max(limit, DEFAULT_LIMIT))
    return subsystem


def _proof_members(program: LinearProgram, outcome: Infeasible) -> list[Member]:
    """Everything that a Farkas proof uses."""
    if outcome.column is not None:
        return [Member("lower", outcome.column, 1), Member("upper", outcome.column, -1)]
    rests = enumerate(program.reduced_costs(outcome))
    bounds = [Member("lower" if rest > 0 else "upper", j, rest) for j, rest in rests if rest]
    return [Member("row", i, y) for i, y in sorted(outcome.dual.items()) if y] + bounds


def _vertex(program: LinearProgram, members: Sequence[Member], run: Run) -> list[Member]:
    """A proof that is a vertex among those that use these members with these signs, their sizes adding up to 1."""
    model = Model("maximise")
    columns: dict[int, dict[str, Exact]] = {}
    for k, member in enumerate(members):
        sign = 1 if member.multiplier > 0 else -1
        name = model.variable(str(k), cost=sign * _side(program, member))
        for j, a in _entries(program, member).items():
            columns.setdefault(j, {})[name] = sign * a
    for j, terms in columns.items():
        model.row(f"column {j}", terms, "=", 0)
    model.row("sizes", {str(k): 1 for k in range(len(members))}, "=", 1)
    weights = solve(model.build(), limit=max(run.remaining, 1e-3)).point
    return [
        Member(member.what, member.index, weight if member.multiplier > 0 else -weight)
        for member, weight in zip(members, weights.values(), strict=True)
        if weight
    ]


def _entries(program: LinearProgram, member: Member) -> dict[int, Exact]:
    return program.rows.summed(member.index) if member.what == "row" else {member.index: 1}


def _side(program: LinearProgram, member: Member) -> Exact:
    if member.what == "row":
        side: Exact = program.rhs[member.index]
        return side
    bound = (program.lower if member.what == "lower" else program.upper)[member.index]
    assert bound is not None, "a proof uses only bounds that are there"
    return bound


class _Witnesses:
    """For each member a point that meets all the others with equality.

    Bounds fix their columns. Of the rows one is left out: the others are independent, and when their sides and the
    bounds are met, the row that is left out is off by what the proof says.
    """

    def __init__(self, program: LinearProgram, members: Sequence[Member], run: Run) -> None:
        self._program, self._members, self._run = program, members, run
        self._excess = sum((m.multiplier * _side(program, m) for m in members), start=Fraction(0))
        self._entries = [_entries(program, member) for member in members]
        self._bounds = [k for k, member in enumerate(members) if member.what != "row"]
        self._rows = [k for k, member in enumerate(members) if member.what == "row"][1:]
        fixed = {members[k].index for k in self._bounds}
        self._free = sorted({j for k in self._rows for j in self._entries[k]} - fixed)
        self._columns = self._independent()
        index = {j: k for k, j in enumerate(self._columns)}
        self._system = [{index[j]: a for j, a in self._entries[k].items() if j in index} for k in self._rows]
        self._inverse = Inverse(self._system, run.check)

    def _independent(self) -> list[int]:
        """Columns on which the rows are independent."""
        columns = independent_columns([self._entries[k] for k in self._rows], self._free)
        if len(columns) != len(self._rows):
            raise NotCertified("no irreducible infeasible subsystem was found: the proof is no vertex")
        return columns

    def points(self) -> list[dict[int, Exact]]:
        """One point for each member. All of them start from the point that meets everything but the first row."""
        fixed: dict[int, Exact] = {self._members[k].index: _side(self._program, self._members[k]) for k in self._bounds}
        sides = [_side(self._program, self._members[k]) - _dot(self._entries[k], fixed) for k in self._rows]
        solved = solve_sparse(self._system, sides, self._run.check)
        start = fixed | dict(zip(self._columns, solved, strict=True))
        return [self._moved(start, k) for k in range(len(self._members))]

    def _moved(self, start: Mapping[int, Exact], left_out: int) -> dict[int, Exact]:
        """The point after the side of one member has moved by what the proof leaves over."""
        self._run.check()
        shift = -self._excess / Fraction(self._members[left_out].multiplier)
        point = dict(start)
        if left_out in self._bounds:
            column = self._members[left_out].index
            point[column] = _side(self._program, self._members[left_out]) + shift
            changes = {row: -shift * a for row, k in enumerate(self._rows) if (a := self._entries[k].get(column))}
        else:
            changes = {row: shift for row, k in enumerate(self._rows) if k == left_out}
        for row, change in changes.items():
            for j, step in zip(self._columns, self._inverse.column(row), strict=True):
                point[j] += change * step
        return point


def _dot(entries: Mapping[int, Exact], point: Mapping[int, Exact]) -> Exact:
    return sum((a * point[j] for j, a in entries.items() if j in point), start=0)
