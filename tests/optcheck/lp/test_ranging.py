"""Ranges of costs and right sides: solving the moved program is the oracle, and the checker is not fooled."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings

from optcheck import Model, verify
from optcheck.errors import CertificateRejected, InvalidInput, NotCertified
from optcheck.exact.numbers import Exact
from optcheck.lp.program import LinearProgram, Optimal, object_array
from optcheck.lp.ranging import Ranges, ranges
from optcheck.lp.solve import solve
from tests.strategies.programs import linear_programs

F = Fraction


def within(value: Exact, low: Exact | None, high: Exact | None) -> list[Exact]:
    """Both ends (or a point far out), and a point between."""
    first, last = (value - 7 if low is None else low), (value + 9 if high is None else high)
    assert first <= value <= last
    return [first, last, (F(first) + last) / 2]


@given(linear_programs(columns=3, rows=4))
@settings(max_examples=40)
def test_the_optimum_is_as_predicted_within_every_interval(program: LinearProgram) -> None:
    answer = solve(program)
    assume(isinstance(answer.outcome, Optimal))
    assert isinstance(answer.outcome, Optimal)
    found = ranges(answer)
    for part in found.costs:
        for cost in within(program.costs[part.index], part.low, part.high):
            costs = (*program.costs[: part.index], cost, *program.costs[part.index + 1 :])
            moved = solve(replace(program, costs=costs)).value
            assert moved == sum(c * x for c, x in zip(costs, answer.outcome.primal, strict=True))
    for part in found.sides:
        for side in within(program.rhs[part.index], part.low, part.high):
            sides = program.rhs.tolist()
            sides[part.index] = side
            slope = answer.outcome.dual.get(part.index, 0)
            moved = solve(replace(program, rhs=object_array(sides))).value
            assert moved == answer.outcome.value + slope * (side - program.rhs[part.index])


def mixture() -> LinearProgram:
    model = Model("minimise")
    bread, milk = model.variable("bread", cost="1/2"), model.variable("milk", cost="2/3", upper=9)
    model.row("energy", {bread: 3, milk: 2}, ">=", 7)
    model.row("protein", {bread: 1, milk: 3}, ">=", 5)
    model.row("slack", {bread: 1}, "<=", 100)
    return model.build()


def test_known_intervals() -> None:
    found = ranges(solve(mixture()))
    assert found.cost_of("bread") == (F(2, 9), 1)
    assert found.cost_of("milk") == (F(1, 3), F(3, 2))
    assert found.side_of("energy") == (F(10, 3), 15)
    assert found.side_of("protein") == (F(7, 3), F(21, 2))
    assert found.side_of("slack") == (F(11, 7), None)
    proved = verify(found.certificate())
    assert proved.value == F(65, 42)
    assert "stays optimal within 2 intervals of costs, the multipliers within 3 of right sides" in proved.statement


def test_the_intervals_end_where_the_basis_does() -> None:
    """Beyond the ends of a program that is not degenerate another point is optimal."""
    program, found = mixture(), ranges(solve(mixture()))
    low, high = found.cost_of("bread")
    assert low is not None
    assert high is not None
    for cost in (low - F(1, 1000), high + F(1, 1000)):
        moved = solve(replace(program, costs=(cost, program.costs[1])))
        assert moved.point != solve(program).point


def test_only_an_optimum_has_ranges() -> None:
    model = Model("maximise")
    model.variable("x", cost=1)
    with pytest.raises(InvalidInput, match="this program is unbounded"):
        ranges(solve(model.build()))
    with pytest.raises(NotCertified, match="limit"):
        ranges(solve(mixture()), limit=1e-9)


def test_a_point_that_is_no_vertex_has_no_basis() -> None:
    model = Model("minimise")
    x, y = model.variable("x", cost=1), model.variable("y", cost=1)
    model.row("sum", {x: 1, y: 1}, ">=", 2)
    answer = solve(model.build())
    middle = replace(answer, outcome=Optimal(2, (1, 1), {0: 1}))
    with pytest.raises(NotCertified, match="no vertex"):
        ranges(middle)


def document() -> dict[str, Any]:
    return ranges(solve(mixture())).certificate().document()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("evidence", "cost_ranges", 0, 1), "1/9"),
        (("evidence", "cost_ranges", 0, 2), "10/9"),
        (("evidence", "cost_ranges", 0, 2), None),
        (("evidence", "cost_ranges", 0, 1), None),
        (("evidence", "cost_ranges", 0, 1), "3/4"),
        (("evidence", "cost_ranges", 0, 0), 1),
        (("evidence", "cost_ranges", 0, 0), 7),
        (("evidence", "cost_ranges", 0, 3), []),
        (("evidence", "cost_ranges", 0, 3, 0, 0), 9),
        (("evidence", "side_ranges", 0, 1), 3),
        (("evidence", "side_ranges", 0, 2), 16),
        (("evidence", "side_ranges", 0, 2), None),
        (("evidence", "side_ranges", 2, 1), 1),
        (("evidence", "side_ranges", 2, 1), None),
        (("evidence", "side_ranges", 0, 0), 1),
        (("evidence", "side_ranges", 0, 0), 8),
        (("evidence", "side_ranges", 0, 3), []),
        (("evidence", "side_ranges", 0, 3, 0, 0), 9),
        (("evidence", "primal", 0), 2),
        (("evidence", "dual", 0), 0),
        (("evidence", "dual", 2), "-1/9"),
        (("instance", "rhs", 0), 8),
        (("instance", "costs", 0), 1),
        (("instance", "columns", 0), "milk"),
        (("instance", "rows", 0), "slack"),
    ],
)
def test_tampered_certificates_are_rejected(path: tuple[Any, ...], value: object) -> None:
    tampered: Any = deepcopy(document())
    place = tampered
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(CertificateRejected):
        verify(tampered)


def test_large_bases_are_solved_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once: Ranges = ranges(solve(mixture()))
    monkeypatch.setattr("optcheck.lp.linear_algebra._MOST_INVERTED", 0)
    assert ranges(solve(mixture())).certificate() == at_once.certificate()
