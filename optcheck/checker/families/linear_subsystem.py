"""Check an irreducible infeasible subsystem: rows and bounds that exclude each other, each needed. Stdlib only."""

from __future__ import annotations

from dataclasses import dataclass

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, number_text, require
from optcheck.checker.linear import holds
from optcheck.checker.programs import Instance, Program, program_of
from optcheck.checker.reading import Record, choice, integer, needed, number, row, same_length, sequence
from optcheck.checker.wording import counted

KIND = "irreducible-infeasible-subsystem"


class _Evidence(Record):
    members = needed(sequence(row(choice("row", "lower", "upper"), integer(0), number()), least=1))
    points = needed(sequence(sequence(row(integer(0), number()))))


@dataclass(frozen=True, slots=True)
class _Member:
    name: str
    terms: list[tuple[int, Exact]]
    relation: str
    side: Exact
    multiplier: Exact


def check(instance: Instance, evidence: _Evidence) -> Finding:
    """The multipliers turn the members into 0 >= something positive; each point satisfies all members but one."""
    program = program_of(instance)
    require(len({tuple(m[:2]) for m in evidence.members}) == len(evidence.members), "members", "distinct ones")
    members = [_member(program, *member) for member in evidence.members]
    same_length("points", evidence.points, len(members))
    _check_contradiction(members)
    for k, entries in enumerate(evidence.points):
        _check_point(members, k, _point(program, entries))
    rows = sum(what == "row" for what, _, _ in evidence.members)
    bounds = len(members) - rows
    text = (
        f"{counted(rows, 'row')} and {counted(bounds, 'bound')} of the linear program exclude each other, and each of "
        "them is needed for that"
    )
    facts = (
        Fact("program", "is", "infeasible"),
        Fact("rows of an irreducible infeasible subsystem", "=", rows),
        Fact("bounds of an irreducible infeasible subsystem", "=", bounds),
    )
    return Finding(text, facts=facts)


def _member(program: Program, what: str, index: int, multiplier: Exact) -> _Member:
    count = len(program.rows if what == "row" else program.columns)
    require(index < count, f"index of a member ({what})", f"0..{count - 1}", index)
    if what == "row":
        name, terms = f"row {program.row(index)}", program.terms[index]
        return _Member(name, terms, program.relations[index], program.sides[index], multiplier)
    side = program.lower[index] if what == "lower" else program.upper[index]
    name = f"{what} bound of column {program.column(index)}"
    if side is None:
        require(False, name, "a finite bound", "none")
    assert side is not None
    return _Member(name, [(index, 1)], ">=" if what == "lower" else "<=", side, multiplier)


def _check_contradiction(members: list[_Member]) -> None:
    """The combination has no variables left on its left side and something positive on its right."""
    left: dict[int, Exact] = {}
    side: Exact = 0
    for member in members:
        fits = member.relation == "=" or holds(member.multiplier, member.relation, 0)
        require(
            fits, f"multiplier of {member.name}", f"a sign that fits {member.relation}", number_text(member.multiplier)
        )
        side += member.multiplier * member.side
        work.pay(side, member.multiplier, times=2)
        for column, coefficient in member.terms:
            left[column] = left.get(column, 0) + member.multiplier * coefficient
            work.pay(left[column], member.multiplier)
    for column, rest in left.items():
        require(rest == 0, f"combined coefficient of column {column}", "0", number_text(rest))
    require(side > 0, "combined right side", "> 0", number_text(side))


def _point(program: Program, entries: list[tuple[int, Exact]]) -> dict[int, Exact]:
    point = dict(entries)
    require(len(point) == len(entries), "columns of a point", "distinct ones")
    for column in point:
        require(column < len(program.columns), "column of a point", f"0..{len(program.columns) - 1}", column)
    return point


def _check_point(members: list[_Member], left_out: int, point: dict[int, Exact]) -> None:
    for k, member in enumerate(members):
        if k != left_out:
            values = (point.get(column, 0) for column, _ in member.terms)
            activity = work.dot((coefficient for _, coefficient in member.terms), values)
            where = f"{member.name} at point {left_out}"
            require(
                holds(activity, member.relation, member.side),
                where,
                f"{member.relation} {number_text(member.side)}",
                number_text(activity),
            )


KINDS = {KIND: Kind(Instance, _Evidence, check)}
