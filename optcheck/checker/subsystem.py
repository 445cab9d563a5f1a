"""The rule for irreducible infeasible subsystems: rows and bounds that exclude each other, each needed. Stdlib only.

The members are the rows of a linear program without bounds. Multipliers prove it infeasible by the rule for linear
programs; for each member a point satisfies all the others.
"""

from __future__ import annotations

from optcheck.checker import reading, work
from optcheck.checker.core import Fact, Kind, counted, quoted
from optcheck.checker.linear import Program, check_rows, multiplied_bound
from optcheck.checker.reading import Exact, Record, integer, needed, number, number_text, rejected, require, sequence

SPARSE = sequence(reading.row(tuple[int, Exact], integer(0), number()))
_MEMBER = reading.row(tuple[str, int, Exact], reading.choice("row", "lower", "upper"), integer(0), number())


class _Evidence(Record):
    members = needed(sequence(_MEMBER, least=1))
    points = needed(sequence(SPARSE))


def check(program: Program, evidence: _Evidence) -> tuple[Fact, ...]:
    """The members exclude each other, and without any one of them they do not."""
    members = [_member(program, what, index) for what, index, _ in evidence.members]
    distinct = {(what, index) for what, index, _ in evidence.members}  # small by now: no file chooses hashes
    require(len(distinct) == len(members), "members", "distinct ones")
    reading.same_length("points", evidence.points, len(members))
    used = sorted({j for _, terms, _, _ in members for j, _ in terms})
    system = _system(used, members)
    bound = multiplied_bound(system, [0] * len(used), 1, [multiplier for *_, multiplier in evidence.members])
    require(bound > 0, "combined right side", "> 0", bound)
    for k, entries in enumerate(evidence.points):
        point = sparse(entries, len(program.columns), "column of a point")
        work.spend(100 * len(used))
        check_rows(system, [point.get(j, 0) for j in used], system.rhs, f"without member {k}: row", k)
    count = sum(what == "row" for what, _, _ in evidence.members)
    return (
        Fact("program", "is", "infeasible"),
        Fact("rows of an irreducible infeasible subsystem", "=", count),
        Fact("bounds of an irreducible infeasible subsystem", "=", len(members) - count),
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


_Member = tuple[str, list[tuple[int, Exact]], str, Exact]  # a name, terms, relation and right side


def _member(program: Program, what: str, index: int) -> _Member:
    count = len(program.rows if what == "row" else program.columns)
    require(index < count, f"index of a member ({what})", f"0..{count - 1}", index)
    if what == "row":
        return program.rows[index], program.terms[index], program.relations[index], program.rhs[index]
    side, name = (program.lower if what == "lower" else program.upper)[index], f"{what} bound of column {index}"
    if side is None:
        raise rejected(f"{what} bound of column {quoted(program.columns[index])}", "a finite bound", "none")
    return name, [(index, 1)], ">=" if what == "lower" else "<=", side


def _system(used: list[int], members: list[_Member]) -> Program:
    """The program without bounds whose rows are the members."""
    place, free = {j: k for k, j in enumerate(used)}, [None] * len(used)
    document = {"sense": "minimise", "columns": [str(j) for j in used], "costs": [0] * len(used)}
    document |= {"lower": free, "upper": free, "rows": [name for name, *_ in members]}
    document |= {"relations": [relation for *_, relation, _ in members]}
    document |= {"rhs": [number_text(side) for *_, side in members]}
    document |= {"terms": [[[place[j], number_text(a)] for j, a in terms] for _, terms, _, _ in members]}
    return Program(document, "subsystem")


KINDS = {"irreducible-infeasible-subsystem": Kind(Program, _Evidence, check, sentence)}
