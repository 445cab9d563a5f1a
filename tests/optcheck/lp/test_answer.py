"""Answers for people and as JSON: what they show is what was proved."""

from __future__ import annotations

import json
from fractions import Fraction

from hypothesis import given, settings

from optcheck import Model
from optcheck.exact.numbers import parse
from optcheck.lp.program import LinearProgram, Optimal
from optcheck.lp.solve import solve
from tests.strategies.programs import linear_programs


def diet() -> LinearProgram:
    model = Model("minimise")
    bread, milk = model.variable("bread", cost="1/2"), model.variable("milk", cost="2/3")
    model.row("energy", {bread: 3, milk: 2}, ">=", 7)
    model.row("protein", {bread: 1, milk: 3}, ">=", 5)
    return model.build()


def test_the_page_tells_status_value_proof_route_and_time() -> None:
    page = str(solve(diet()))
    assert page.startswith("optimal: the minimum is 65/42 (1.54761904761904 .. 1.54761904761905)\n")
    for part in ("2 rows, 2 columns, 4 entries", "2 row multipliers", "basis of highs", "check", " s (accepted)"):
        assert part in page


def test_the_table_shows_values_and_multipliers() -> None:
    answer = solve(diet())
    table = [line.split() for line in answer.table().splitlines()]
    assert ["bread", "11/7", "0"] in table
    assert ["protein", "5", ">=", "5", "1/7"] in table
    assert "... and 1 more" in answer.table(most=1)
    assert answer.multipliers == {"energy": Fraction(5, 42), "protein": Fraction(1, 7)}
    assert answer.reduced_costs == {"bread": 0, "milk": 0}


@given(linear_programs())
@settings(max_examples=60)
def test_every_answer_prints_and_its_document_is_the_proof(program: LinearProgram) -> None:
    answer = solve(program)
    assert str(answer).startswith(answer.status)
    assert answer.table()
    document = json.loads(json.dumps(answer.document()))
    assert document["status"] == answer.status
    assert {name: parse(str(x)) for name, x in document["columns"].items()} == answer.point
    if isinstance(answer.outcome, Optimal):
        assert parse(str(document["value"])) == answer.value
        low, high = map(Fraction, document["value_between"])
        assert low <= answer.outcome.value <= high
        value = sum(y * side for y, side in zip(_spread(answer.outcome, program), program.rhs.tolist(), strict=True))
        rests = [answer.reduced_costs[name] * answer.point[name] for name in program.column_labels]
        assert value + sum(rests) == answer.value, "strong duality, with reduced costs at the point"


def _spread(outcome: Optimal, program: LinearProgram) -> list[Fraction]:
    return [Fraction(outcome.dual.get(i, 0)) for i in range(program.rows.count)]
