"""Irreducible infeasible subsystems: they exclude each other, each is needed, and the checker is not fooled."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import assume, given, settings

from optcheck import Model, verify
from optcheck.errors import CertificateRejected, InvalidInput, NotCertified
from optcheck.lp.infeasibility import Member, irreducible_subsystem
from optcheck.lp.program import LinearProgram
from optcheck.lp.solve import solve
from tests.strategies.programs import linear_programs


def reduced(program: LinearProgram, members: list[Member]) -> LinearProgram:
    """The program with only these members."""
    model = Model(program.sense)
    kept = {(member.what, member.index) for member in members}
    for j, name in enumerate(program.column_labels):
        low = program.lower[j] if ("lower", j) in kept else None
        high = program.upper[j] if ("upper", j) in kept else None
        model.variable(name, lower=low, upper=high)
    names = program.column_labels
    for i, label in enumerate(program.row_labels):
        if ("row", i) in kept:
            relation = {-1: "<=", 0: "=", 1: ">="}[int(program.relations[i])]
            model.row(label, {names[j]: a for j, a in program.rows.row(i)}, relation, program.rhs[i])  # type: ignore[arg-type]
    return model.build()


@given(linear_programs(least=1, rows=8))
@settings(max_examples=150)
def test_members_exclude_each_other_and_each_is_needed(program: LinearProgram) -> None:
    answer = solve(program)
    assume(answer.status == "infeasible")
    members = list(irreducible_subsystem(answer).members)
    assert solve(reduced(program, members)).status == "infeasible"
    for k in range(len(members)):
        assert solve(reduced(program, members[:k] + members[k + 1 :])).status == "optimal"


def crowded() -> LinearProgram:
    """One contradiction, and rows that have nothing to do with it."""
    model = Model("minimise")
    x, y, z = model.variable("x", cost=1, upper=3), model.variable("y"), model.variable("z", lower=None)
    model.row("enough", {x: 1, y: 2}, ">=", 10)
    model.row("little", {y: 4}, "<=", 13)
    model.row("idle", {z: 2}, "<=", 9)
    model.row("high", {z: 1}, ">=", 4)
    model.row("low", {z: 1}, "<=", 4)
    return model.build()


def test_the_members_in_words() -> None:
    found = irreducible_subsystem(solve(crowded()))
    assert dict(found.lines()) == {
        "row enough": "1 x + 2 y >= 10",
        "row little": "4 y <= 13",
        "bound x": "x <= 3",
    }
    proved = verify(found.certificate())
    assert proved.fact("program").value == "infeasible"
    assert proved.fact("rows of an irreducible infeasible subsystem").value == 2


def test_crossed_bounds_and_an_empty_row_are_subsystems() -> None:
    crossed = Model("minimise")
    crossed.variable("x", lower=2, upper=1)
    found = irreducible_subsystem(solve(crossed.build()))
    assert [(member.what, member.index) for member in found.members] == [("lower", 0), ("upper", 0)]
    empty = Model("minimise")
    empty.variable("x")
    empty.row("never", {}, ">=", 1)
    assert len(irreducible_subsystem(solve(empty.build())).members) == 1


def test_only_infeasible_programs_have_one() -> None:
    model = Model("minimise")
    model.variable("x", cost=1)
    with pytest.raises(InvalidInput, match="this one is optimal"):
        irreducible_subsystem(solve(model.build()))
    with pytest.raises(NotCertified, match="limit"):
        irreducible_subsystem(solve(crowded()), limit=1e-9)


def _tampered(document: dict[str, Any], path: tuple[Any, ...], value: object) -> dict[str, Any]:
    copy: Any = deepcopy(document)
    place = copy
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return copy  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("evidence", "members", 0, 2), "17/3"),
        (("evidence", "members", 0, 2), "-1"),
        (("evidence", "members", 0, 1), 17),
        (("evidence", "members", 0, 1), 2),
        (("evidence", "members", 0, 0), "column"),
        (("evidence", "members", 1), ["row", 0, 1]),
        (("evidence", "members", 2, 0), "lower"),
        (("evidence", "members"), []),
        (("evidence", "points", 1), []),
        (("evidence", "points", 1), [[0, 1], [0, 1]]),
        (("evidence", "points", 1), [[99, 1]]),
        (("evidence", "points"), []),
        (("instance", "rhs", 1), 14),
        (("instance", "upper", 0), None),
        (("instance", "upper", 0), 4),
    ],
)
def test_tampered_certificates_are_rejected(path: tuple[Any, ...], value: object) -> None:
    document = irreducible_subsystem(solve(crowded())).certificate().document()
    assert verify(document).statement
    with pytest.raises(CertificateRejected):
        verify(_tampered(document, path, value))


def test_a_reducible_subsystem_is_rejected() -> None:
    """A member with multiplier 0 is never needed: no point satisfies the others."""
    document = irreducible_subsystem(solve(crowded())).certificate().document()
    evidence = document["evidence"]
    evidence["members"].append(["row", 2, 0])
    evidence["points"].append([])
    with pytest.raises(CertificateRejected, match="without member 3"):
        verify(document)
