"""The comparison of integer solvers: what counts as right, and copies in other units that keep their optimum."""

from __future__ import annotations

import random

import pytest

from benchmarks.integer_programs import right, truth
from benchmarks.lp_scaled import stretched
from optcheck import Model
from optcheck.lp.integer import solve_integer

TRUTH = {"status": "optimal", "value": "40/3"}


@pytest.mark.parametrize(
    ("said", "good"),
    [
        ({"status": "optimal", "value": "13.3333333"}, True),
        ({"status": "optimal", "value": "13.334"}, False),
        ({"status": "infeasible"}, False),
        ({"status": "no answer"}, None),
    ],
)
def test_what_is_right(said: dict[str, str], good: bool | None) -> None:
    assert right(said, TRUTH) is good


def test_the_truth_has_a_proof() -> None:
    late = {"status": "no answer"}
    assert truth({"optcheck": late, "HiGHS": TRUTH}) == {"status": "unknown"}
    assert truth({"optcheck": late, "SCIP exact": TRUTH}) == TRUTH


def test_other_units_keep_the_optimum() -> None:
    model = Model("maximise")
    x, y = model.variable("x", cost=2, upper=10, integer=True), model.variable("y", cost=1, upper=10)
    model.row("a", {x: 3, y: 7}, "<=", 20)
    program = model.build()
    copy = stretched(program, 6, random.Random(3))
    assert copy.rhs[0] != program.rhs[0]
    assert solve_integer(copy).value == solve_integer(program).value
