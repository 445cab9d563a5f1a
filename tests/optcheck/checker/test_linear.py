"""The checker accepts what is proved and names what is wrong."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import Model, solve, verify
from optcheck.errors import CertificateRejected
from optcheck.lp.program import LinearProgram
from tests.strategies.programs import linear_programs


def _document() -> dict[str, Any]:
    model = Model("minimise")
    x, y = model.variable("x", cost=2), model.variable("y", cost=3, upper=10)
    model.row("cover", {x: 1, y: 2}, ">=", "7/2")
    model.row("mix", {x: 1, y: -1}, "=", "1/2")
    return solve(model.build()).certificate.document()


def _changed(part: str, name: str, value: object) -> dict[str, Any]:
    document = _document()
    return {**document, part: {**document[part], name: value}}


def test_the_example_is_proved() -> None:
    # x = y + 1/2 and 3y = 3: x = 3/2, y = 1, cost 6.
    assert verify(_document()).statement == "the minimum of the linear program with 2 rows and 2 columns is 6"


@pytest.mark.parametrize(
    ("part", "name", "value", "message"),
    [
        ("evidence", "primal", ["3/2", "0"], 'row "cover": expected >= 7/2, got 3/2, gap 2'),
        ("evidence", "primal", ["-1", "1"], 'column "x": expected >= 0, got -1, gap 1'),
        ("evidence", "primal", ["23/2", "11"], 'column "y": expected <= 10, got 11, gap 1'),
        ("evidence", "primal", ["2", "1"], 'row "mix": expected = 1/2, got 1, gap 1/2'),
        ("evidence", "primal", ["5/2", "2"], "objective at the primal point: expected = 6, got 11, gap 5"),
        ("evidence", "primal", ["1"], "length of 'primal': expected 2, got 1"),
        ("evidence", "primal", [1.5, 1], 'primal[0]: expected an int or a "p/q" text, got 1.5'),
        ("evidence", "primal", [True, 1], "primal[0]"),
        ("evidence", "dual", ["-1", "0"], 'multiplier of row "cover": expected a sign that fits >='),
        ("evidence", "dual", ["0", "0"], "bound by the dual: expected = 6, got 0, gap 6"),
        ("evidence", "value", "5", "expected = 5, got 6"),
        ("evidence", "status", "best", "status: expected one of optimal, got 'best'"),
        ("evidence", "status", "infeasible", "status"),
        ("evidence", "status", "unbounded", "status"),
        ("instance", "sense", "improve", "sense"),
        ("instance", "relations", [">="], "length of 'relations'"),
        ("instance", "relations", [">=", "=="], "relations[1]"),
        ("instance", "terms", [[[0, 1], [2, 1]], []], "column index: expected 0..1, got 2"),
        ("instance", "terms", [[[-1, 1]], []], "terms[0][0]"),
        ("instance", "terms", [5, []], "terms[0]: expected a list, got 5"),
        ("instance", "lower", ["0"], "length of 'lower'"),
        ("instance", "rhs", ["7/0", "1/2"], "rhs[0]: expected a positive denominator"),
        ("instance", "rhs", ["7 /2", "1/2"], "rhs[0]"),
        ("instance", "costs", "2", "costs: expected a list"),
    ],
)
def test_a_fault_is_named(part: str, name: str, value: object, message: str) -> None:
    with pytest.raises(CertificateRejected) as caught:
        verify(_changed(part, name, value))
    assert message in str(caught.value)


def test_documents_of_other_kinds_and_formats_are_refused() -> None:
    for wrong in ({"format": 2}, {**_document(), "kind": "magic"}, {**_document(), "evidence": []}):
        with pytest.raises(CertificateRejected):
            verify(wrong)


@given(linear_programs(), st.data())
@settings(max_examples=80, deadline=None)
def test_a_stated_optimum_of_another_value_is_refused(program: LinearProgram, data: st.DataObject) -> None:
    document = solve(program).certificate.document()
    shift = data.draw(st.sampled_from(["1", "-1", "1/1000000007"]))
    stated = document["evidence"].get("value")
    if stated is not None and Fraction(stated) != Fraction(shift):
        with pytest.raises(CertificateRejected):
            verify({**document, "evidence": {**document["evidence"], "value": shift}})
