"""The rule for irreducible infeasible subsystems: rows and bounds that exclude each other, each needed. Stdlib only.

Multipliers turn the members into 0 >= something positive; for each member a point satisfies all the others.
"""

from __future__ import annotations

from typing import NamedTuple

from optcheck.checker import work
from optcheck.checker.core import Kind
from optcheck.checker.facts import Fact, counted
from optcheck.checker.linear import Program, holds
from optcheck.checker.numbers import Exact, number_text
from optcheck.checker.reading import Record, choice, integer, needed, number, require, row, same_length, sequence

_MEMBER = row(choice("row", "lower", "upper"), integer(0), number())


class _Evidence(Record):
    members = needed(sequence(_MEMBER, least=1))
    points = needed(sequence(sequence(row(integer(0), number()))))


class _Member(NamedTuple):
    name: str
    terms: list[tuple[int, Exact]]
    relation: str
    side: Exact
    multiplier: Exact


def check(program: Program, evidence: _Evidence) -> tuple[Fact, ...]:
    """The members exclude each other, and without any one of them they do not."""
    members = [_member(program, *member) for member in evidence.members]
    distinct = {
        (what, index) for what, index, _ in evidence.members
    }  # indices are small by now: no file chooses hashes
    require(len(distinct) == len(members), "members", "distinct ones")
    same_length("points", evidence.points, len(members))
    _check_contradiction(members)
    for k, entries in enumerate(evidence.points):
        _check_point(members, k, sparse(entries, len(program.columns), "column of a point"))
    rows = sum(what == "row" for what, _, _ in evidence.members)
    return (
        Fact("program", "is", "infeasible"),
        Fact("rows of an irreducible infeasible subsystem", "=", rows),
        Fact("bounds of an irreducible infeasible subsystem", "=", len(members) - rows),
    )


def sentence(program: Program, facts: tuple[Fact, ...]) -> str:
    """How many rows and bounds exclude each other."""
    rows, bounds = (int(str(fact.value)) for fact in facts[1:])
    members = f"{counted(rows, 'row')} and {counted(bounds, 'bound')}"
    return f"{members} of the linear program exclude each other, and each of them is needed for that"


def sparse(entries: list[tuple[int, Exact]], count: int, where: str) -> dict[int, Exact]:
    """Numbers by index, each index once and below the count."""
    for index, _ in entries:
        require(index < count, where, f"0..{count - 1}", index)
    values = dict(entries)
    require(len(values) == len(entries), where, "distinct ones")
    return values


def _member(program: Program, what: str, index: int, multiplier: Exact) -> _Member:
    count = len(program.rows if what == "row" else program.columns)
    require(index < count, f"index of a member ({what})", f"0..{count - 1}", index)
    if what == "row":
        name, terms = f"row {program.row(index)}", program.terms[index]
        return _Member(name, terms, program.relations[index], program.rhs[index], multiplier)
    side = program.lower[index] if what == "lower" else program.upper[index]
    name = f"{what} bound of column {program.column(index)}"
    require(side is not None, name, "a finite bound", "none")
    assert side is not None
    return _Member(name, [(index, 1)], ">=" if what == "lower" else "<=", side, multiplier)


def _check_contradiction(members: list[_Member]) -> None:
    """The combination has no variables left on its left side and something positive on its right."""
    left: dict[int, Exact] = {}
    side: Exact = 0
    for name, terms, relation, right, multiplier in members:
        if relation != "=" and not holds(multiplier, relation, 0):
            require(False, f"multiplier of {name}", f"a sign that fits {relation}", number_text(multiplier))
        side += multiplier * right
        work.pay(side, multiplier, times=2)
        for column, coefficient in terms:
            left[column] = left.get(column, 0) + multiplier * coefficient
            work.pay(left[column], multiplier)
    for column, rest in left.items():
        require(rest == 0, f"combined coefficient of column {column}", "0", number_text(rest))
    require(side > 0, "combined right side", "> 0", number_text(side))


def _check_point(members: list[_Member], left_out: int, point: dict[int, Exact]) -> None:
    for k, (name, terms, relation, side, _) in enumerate(members):
        if k != left_out:
            values = (point.get(column, 0) for column, _ in terms)
            activity = work.dot((coefficient for _, coefficient in terms), values)
            work.pay(activity, side)
            if not holds(activity, relation, side):
                where = f"{name} at point {left_out}"
                require(False, where, f"{relation} {number_text(side)}", number_text(activity))


KINDS = {"irreducible-infeasible-subsystem": Kind(Program, _Evidence, check, sentence)}
