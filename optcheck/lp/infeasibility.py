"""Why a program is infeasible: an irreducible infeasible subsystem, with a proof that it is one.

Rows and bounds that cannot hold together, of which none can be left out. The vertices of the polyhedron of Farkas
proofs have exactly the irreducible subsystems as supports (Gleeson and Ryan): so the exact optimum of a linear program
over the proofs yields one. Without one member, the others can be met with equality: a square system gives the point.

With hard rows, with groups of rows, or with integer columns one group after the other is left out, and stays out where
the rest is infeasible still: what is left is one of the smallest sets in the sense that none of its groups can be left
out. Every step is an exact answer with a certificate of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from optcheck.checker.core import DEFAULT_LIMIT
from optcheck.errors import InvalidInput, NotCertified, shown
from optcheck.exact.files import Certificate
from optcheck.exact.inputs import instance_of
from optcheck.exact.numbers import Exact, brief, to_json, whole
from optcheck.lp.answer import Answer, IntegerAnswer, IntegerOutcome
from optcheck.lp.integer import solve as solve_any
from optcheck.lp.limits import Run
from optcheck.lp.linear_algebra import Inverse, independent_columns, solve_sparse
from optcheck.lp.program import RELATIONS, Infeasible, LinearProgram, Model, Optimal, SparseRows, object_array
from optcheck.lp.solve import solve

KIND = "irreducible-infeasible-subsystem"


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

    def sentence(self) -> str:
        """One member against the others: what it needs, and what they leave.

        The proof without that member bounds the member's own left side.
        """
        subject = max(range(len(self.members)), key=self._weight)
        member = self.members[subject]
        side = _side(self.program, member)
        excess = sum((m.multiplier * _side(self.program, m) for m in self.members), start=Fraction(0))
        limit = brief(whole(side - excess / Fraction(member.multiplier)))
        needs, leave = ("at least", "at most") if member.multiplier > 0 else ("at most", "at least")
        left, name = self._left(member), self._name(member)
        others = [self._name(other) for k, other in enumerate(self.members) if k != subject]
        if not others:
            return f"{name} needs {needs} {brief(side)}, but its left side is {limit}"
        verb = "together leave" if len(others) > 1 else "leaves"
        return f"{name} needs {left} to be {needs} {brief(side)}, but {_listed(others)} {verb} {leave} {limit}"

    def _weight(self, member: int) -> tuple[bool, int, int]:
        """What people call the need: a row before a bound, at least before at most, many columns before few."""
        one = self.members[member]
        relation = int(self.program.relations[one.index]) if one.what == "row" else 0
        return one.what == "row", relation, len(_entries(self.program, one))

    def _name(self, member: Member) -> str:
        return self.program.row_labels[member.index] if member.what == "row" else self._line(member)[1]

    def _left(self, member: Member) -> str:
        """A member's left side in the program's names, the first terms of it."""
        entries = _entries(self.program, member)
        terms = [_term(a, self.program.column_labels[j]) for j, a in entries.items() if a]
        return " ".join(terms[:6] + ["+ ..."] * (len(terms) > 6)).removeprefix("+ ") or "0"


def irreducible_subsystem(answer: Answer, limit: float = 60.0) -> Subsystem:
    """An irreducible infeasible subsystem of a program that was proved infeasible; the checker has accepted it."""
    if not answer.program.continuous:
        raise InvalidInput("a subsystem is one of a linear program, and this one has integer columns or gaps")
    if not isinstance(answer.outcome, Infeasible):
        raise InvalidInput(f"only an infeasible program has an infeasible subsystem; this one is {answer.status}")
    run = Run(limit)
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


def _term(a: Exact, name: str) -> str:
    magnitude = max(a, -a)
    size = "" if magnitude == 1 else f"{brief(magnitude)} "
    return f"{'-' if a < 0 else '+'} {size}{name}"


def _listed(names: Sequence[str], most: int = 8) -> str:
    """Names as people list them."""
    shown_names = [*names[:most], *([f"{len(names) - most} more"] if len(names) > most else [])]
    return shown_names[0] if len(shown_names) == 1 else f"{', '.join(shown_names[:-1])} and {shown_names[-1]}"


# Groups and integers: what can be left out is left out


@dataclass(frozen=True, slots=True)
class Conflict:
    """Groups of rows that no point satisfies together (with the hard rows, the bounds and the integers).

    ``proof`` shows that; ``witnesses`` show for each group a point of the rest. ``subsystem`` is there for a linear
    program without groups: rows and bounds with one proof for all of it.
    """

    program: LinearProgram
    groups: Mapping[str, tuple[str, ...]]
    hard: tuple[str, ...]
    proof: Certificate
    witnesses: Mapping[str, Certificate]
    subsystem: Subsystem | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The groups, or the rows and bounds, that exclude each other."""
        if self.subsystem is not None:
            return tuple(name for name, _ in self.subsystem.lines())
        return tuple(self.groups)

    def sentences(self) -> list[str]:
        """Why there is no point, in the program's names."""
        if self.subsystem is not None:
            lines = [f"{name}: {says}" for name, says in self.subsystem.lines()]
            return [self.subsystem.sentence(), *lines]
        given = f" beside {_listed(self.hard)}, which must stay" if self.hard else ""
        integers = " with integer columns" if self.program.integers else ""
        if not self.groups:
            return [f"the bounds{integers}{given or ' alone'} admit no point"]
        head = f"{_listed(list(self.groups))} cannot hold{' together' * (len(self.groups) > 1)}{integers}{given}"
        tail = "; without any one of them the others can" if len(self.groups) > 1 else "; without it the rest can"
        named = [(name, rows) for name, rows in self.groups.items() if rows != (name,)]
        return [head + tail, *(f"{name}: {_listed(rows)}" for name, rows in named)]

    def __str__(self) -> str:
        """The sentences, one a line."""
        return "\n".join(self.sentences())


def why_infeasible(
    program: LinearProgram,
    hard: Iterable[str] = (),
    groups: Mapping[str, Iterable[str]] | None = None,
    limit: float = 60.0,
) -> Conflict:
    """Why a program is infeasible, in its own names: rows (or groups of rows) of which none can be left out.

    ``hard`` names rows that stay in any case and are not blamed; ``groups`` puts rows under one name, to be left out
    together. Every other row is a group of its own. Column bounds and integers stay, except for a linear program
    without hard rows and groups: there bounds are blamed like rows, and one certificate proves it all.
    """
    instance_of(program, LinearProgram, "program")
    hard_rows, grouped = _grouped(program, hard, groups or {})
    run = Run(limit)
    answer = solve_any(_without_costs(program), limit=limit)
    if answer.status != "infeasible":
        raise InvalidInput(f"only an infeasible program has a conflict; this one is {_status(answer)}")
    if isinstance(answer, Answer) and not hard_rows and not groups:
        subsystem = irreducible_subsystem(replace(answer, program=program), limit)
        rows = {name: (name,) for name in (program.row_labels[m.index] for m in subsystem.members if m.what == "row")}
        return Conflict(program, rows, (), subsystem.certificate(), {}, subsystem)
    return _Deletion(program, hard_rows, grouped, run).conflict(answer)


def _status(answer: Answer | IntegerAnswer) -> str:
    return "feasible" if answer.status in ("optimal", "unbounded", "feasible") else "not closed within the limit"


def _grouped(
    program: LinearProgram, hard: Iterable[str], groups: Mapping[str, Iterable[str]]
) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    """Hard rows, and groups; each row in one of them."""
    hard_rows, grouped = tuple(hard), {name: tuple(rows) for name, rows in groups.items()}
    named = [*hard_rows, *(row for rows in grouped.values() for row in rows)]
    known = set(program.row_labels)
    wrong = next((row for row in named if row not in known), None)
    if wrong is not None:
        raise InvalidInput(f"hard rows and groups must name rows of the program; {shown(wrong)} is none")
    if len(set(named)) != len(named):
        twice = next(row for k, row in enumerate(named) if row in named[:k])
        raise InvalidInput(f"each row may stand in one group, or among the hard ones; {shown(twice)} stands twice")
    return hard_rows, grouped | {row: (row,) for row in program.row_labels if row not in set(named)}


@dataclass(slots=True)
class _Deletion:
    """Leaves out one group after the other."""

    program: LinearProgram
    hard: tuple[str, ...]
    groups: dict[str, tuple[str, ...]]
    run: Run

    def conflict(self, answer: Answer | IntegerAnswer) -> Conflict:
        """The smallest set that is reached, and its proofs."""
        points: dict[str, Sequence[Exact]] = {}
        needed = self._used(answer, list(self.groups))
        for name in list(needed):
            if name not in needed:
                continue
            rest = [other for other in needed if other != name]
            trial = self._solved(rest)
            if trial.status == "infeasible":
                needed = self._used(trial, rest)
            elif trial.status in ("optimal", "feasible", "unbounded") and trial.point:
                points[name] = tuple(trial.point.values())
            else:
                raise NotCertified(f"whether the rest is feasible without {name} was not proved within the limit")
        proof = self._solved(needed).certificate
        witnesses = {name: self._witness([k for k in needed if k != name], points[name]) for name in needed}
        return Conflict(self.program, {k: self.groups[k] for k in needed}, self.hard, proof, witnesses)

    def _program(self, names: Sequence[str]) -> LinearProgram:
        rows = {*self.hard, *(row for name in names for row in self.groups[name])}
        index = [i for i, label in enumerate(self.program.row_labels) if label in rows]
        return _without_costs(with_rows(self.program, index))

    def _solved(self, names: Sequence[str]) -> Answer | IntegerAnswer:
        return solve_any(self._program(names), limit=max(self.run.remaining, 1e-3))

    def _used(self, answer: Answer | IntegerAnswer, names: Sequence[str]) -> list[str]:
        """Groups of which the proof uses a row; for integers the proof may use all of them."""
        if not isinstance(answer, Answer) or not isinstance(answer.outcome, Infeasible):
            return list(names)
        used = {answer.program.row_labels[i] for i, y in answer.outcome.dual.items() if y}
        return [name for name in names if used & set(self.groups[name])]

    def _witness(self, names: Sequence[str], point: Sequence[Exact]) -> Certificate:
        """A certificate that the point satisfies all rows of these groups."""
        program = self._program(names)
        if program.continuous:
            certificate = program.certificate(Optimal(0, point, {}))
        else:
            certificate = IntegerOutcome("feasible", 0, point).certificate(program)
        certificate.accept()
        return certificate


def with_rows(program: LinearProgram, index: Sequence[int]) -> LinearProgram:
    """The program with some of its rows."""
    return replace(
        program,
        rows=SparseRows.of([list(program.rows.row(i)) for i in index]),
        relations=program.relations[list(index)],
        rhs=object_array([program.rhs[i] for i in index]),
        row_labels=tuple(program.row_labels[i] for i in index),
        certifier=None,
    )


def _without_costs(program: LinearProgram) -> LinearProgram:
    return replace(program, costs=(0,) * len(program.costs), certifier=None)
