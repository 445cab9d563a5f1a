"""Another solver's answer judged: exact violations and distances, one sentence."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import Model, solve
from optcheck.errors import InvalidInput, NotCertified
from optcheck.lp import judge as judging
from optcheck.lp.answer import IntegerAnswer, IntegerOutcome
from optcheck.lp.judge import judge, safe_bound, violations
from optcheck.lp.program import LinearProgram
from tests.strategies.programs import linear_programs, rationals

F = Fraction


def covering() -> LinearProgram:
    model = Model("minimise")
    x, y = model.variable("x", cost=1, upper=4), model.variable("y", cost=2)
    model.row("cover", {x: 3, y: 1}, ">=", 2)
    model.row("same", {x: 1, y: -1}, "=", F(2, 3))
    return model.build()


@pytest.mark.parametrize(
    ("values", "verdict", "sentence"),
    [
        ({"x": F(2, 3)}, "right", "right: every row and bound holds"),
        ({"x": "0.6666667"}, "right within", "right within 3.34e-8: rows and bounds are broken by at most 3.34e-8"),
        (
            {"x": "0.6"},
            "infeasible",
            "infeasible by 0.2: rows and bounds are broken by at most 0.2",
        ),
        (
            {"x": F(5, 3), "y": 1},
            "not optimal",
            "not optimal by 3: every row and bound holds, and the",
        ),
        ({"x": 5, "y": F(13, 3)}, "infeasible", "infeasible by 1: rows and bounds"),
    ],
)
def test_the_sentence(values: dict[str, object], verdict: str, sentence: str) -> None:
    found = judge(covering(), values)
    assert found.verdict == verdict
    assert found.sentence.startswith(sentence)


def test_violations_are_exact_and_the_worst_comes_first() -> None:
    found = violations(covering(), (F(1, 2), -1))
    assert [(v.what, v.name, v.rule, v.amount) for v in found] == [
        ("row", "cover", ">= 2", F(3, 2)),
        ("bound", "y", ">= 0", 1),
        ("row", "same", "= 2/3", F(5, 6)),
    ]


def test_a_tolerance_of_zero_forgives_nothing() -> None:
    assert judge(covering(), {"x": "0.6666667"}, tolerance=0).verdict == "infeasible"
    with pytest.raises(InvalidInput, match="tolerance must not be negative"):
        judge(covering(), {}, tolerance=-1)


def test_names_must_be_known() -> None:
    with pytest.raises(InvalidInput, match="'z' is none"):
        judge(covering(), {"x": 1, "z": 3})
    assert judge(covering(), {"x": F(2, 3), "cover": 17}).verdict == "right", "rows are passed over"


def test_the_columns_that_gurobi_makes_of_ranges_are_passed_over() -> None:
    assert judge(covering(), {"x": F(2, 3), "Rgcover": 5, "MPS_Rgsame": 0}).verdict == "right"


def test_names_with_spaces_may_come_back_with_underscores() -> None:
    model = Model("minimise")
    for name in ("two words", "a b", "a_b"):
        model.variable(name, cost=1, lower=1)
    assert judge(model.build(), {"two_words": 1, "a b": 1, "a_b": 1}).verdict == "right"
    assert judge(model.build(), {"two_words": 1, "a_b": 1}).verdict == "infeasible", "a_b is not a b"


def impossible() -> LinearProgram:
    model = Model("minimise")
    x = model.variable("x", cost=1, upper=1)
    model.row("beyond", {x: 1}, ">=", 2)
    return model.build()


def test_statuses_are_judged() -> None:
    assert judge(impossible(), {}, "Infeasible").verdict == "right"
    assert judge(impossible(), {"x": 1}).sentence == "infeasible by 1: the program is infeasible"
    wrong = judge(covering(), {}, "Primal infeasible or unbounded")
    assert wrong.verdict == "wrong status"
    assert wrong.sentence.endswith(
        "says infeasible or unbounded, but the program has the optimum 0.666666666666666 .. 0.666666666666667"
    )
    model = Model("maximise")
    model.variable("x", cost=1)
    assert judge(model.build(), {"x": 10}).sentence == "not optimal: the program is unbounded"
    assert judge(model.build(), {}, "infeasible").sentence.endswith("but the program is unbounded")
    assert judge(model.build(), {"x": "-1e-9"}).sentence == "not optimal: the program is unbounded"


@given(linear_programs(least=1), st.data())
@settings(max_examples=60)
def test_judgements_agree_with_the_definition(program: LinearProgram, data: st.DataObject) -> None:
    point = {name: data.draw(rationals()) for name in program.column_labels}
    found = judge(program, point, tolerance=0)
    answer = solve(program)
    feasible = not violations(program, tuple(point.values()))
    objective = sum(c * x for c, x in zip(program.costs, point.values(), strict=True))
    assert (found.verdict == "right") == (feasible and objective == answer.value)
    assert (found.verdict == "infeasible") == (not feasible or answer.status == "infeasible")
    if answer.status == "optimal":
        assert judge(program, answer.point, tolerance=0).verdict == "right"


def out_of_reach(*_: object, **__: object) -> None:
    raise NotCertified("out of reach")


def test_without_the_optimum_a_rigorous_bound_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "solve", out_of_reach)
    near = judge(covering(), {"x": F(2, 3)}, tolerance="1e-3")
    assert near.verdict == "right within"
    assert near.distance is None
    assert near.distance_at_most is not None
    assert 0 <= near.distance_at_most <= F(1, 1000)
    assert judge(covering(), {"x": "0.5"}).verdict == "infeasible"
    far = judge(covering(), {"x": F(5, 3), "y": 1})
    assert (far.verdict, far.answer) == ("undecided", None)
    assert judge(covering(), {}, "infeasible").verdict == "undecided"


def test_a_bound_says_nothing_about_a_point_that_breaks_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model("minimise")
    x, y = model.variable("x", cost=1), model.variable("y")
    model.row("most", {x: 1, y: 1}, "<=", 1)
    model.row("least", {x: 1, y: 1}, ">=", 1 + F(1, 10**9))
    assert solve(model.build()).status == "infeasible"
    monkeypatch.setattr(judging, "solve", out_of_reach)
    monkeypatch.setattr(judging, "safe_bound", lambda *_: 0)
    found = judge(model.build(), {"y": 1})
    assert found.verdict == "undecided"
    assert "broken by at most 1e-9, and the objective is at most 0 worse than the optimum" in found.sentence
    monkeypatch.setattr(judging, "safe_bound", lambda *_: 5)
    assert "the objective is at least 5 better than the optimum" in judge(model.build(), {"y": 1}).sentence


def test_without_any_bound_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "solve", out_of_reach)
    monkeypatch.setattr(judging, "safe_bound", lambda *_: None)
    assert judge(covering(), {"x": F(2, 3)}).sentence == (
        "undecided: broken by at most 0, and nothing is proved of the distance; out of reach"
    )


@given(linear_programs())
@settings(max_examples=60)
def test_a_safe_bound_is_a_bound(program: LinearProgram) -> None:
    answer, bound = solve(program), safe_bound(program)
    if answer.value is not None and bound is not None:
        assert program.sign * bound <= program.sign * answer.value
    if answer.status == "unbounded":
        assert bound is None


def _rounded_down() -> LinearProgram:
    """The relaxation's maximum is 7/3, the integer one 2."""
    model = Model("maximise")
    x = model.variable("x", cost=1, integer=True)
    model.row("limit", {x: 3}, "<=", 7)
    return model.build()


def test_integer_programs_are_judged_by_their_own_optimum() -> None:
    program = _rounded_down()
    assert judge(program, {"x": 2}).verdict == "right"
    fraction = judge(program, {"x": "7/3"})
    assert (fraction.verdict, fraction.worst) == ("infeasible", Fraction(1, 3))
    assert [violation.what for violation in fraction.violations] == ["integer"]
    assert judge(program, {"x": 1}).distance == 1
    assert judge(program, {}, "infeasible").verdict == "wrong status"


@pytest.mark.parametrize(
    ("outcome", "values", "status", "verdict"),
    [
        (IntegerOutcome("bounds", 1, (1,), 2), {"x": 0}, "", "not optimal"),
        (IntegerOutcome("bounds", 1, (1,), 2), {"x": 2}, "", "right within"),
        (IntegerOutcome("bounds", 1, (1,), 2), {"x": 1}, "", "undecided"),
        (IntegerOutcome("bounds", 1, (1,), 2), {"x": "1/2"}, "", "infeasible"),
        (IntegerOutcome("bounds", 1, (1,), 2), {}, "infeasible", "wrong status"),
        (IntegerOutcome("bounds", None, None, 2), {}, "infeasible", "undecided"),
        (IntegerOutcome("bounds", None, None, 2), {}, "unbounded", "wrong status"),
        (IntegerOutcome("feasible", 1, (1,)), {"x": 2}, "", "undecided"),
    ],
)
def test_a_point_and_a_bound_decide_what_they_can(
    monkeypatch: pytest.MonkeyPatch, outcome: IntegerOutcome, values: dict[str, object], status: str, verdict: str
) -> None:
    program = _rounded_down()
    answer = IntegerAnswer(program, outcome, outcome.certificate(program), 1, 0)
    monkeypatch.setattr(judging, "solve_integer", lambda *_, **__: answer)
    assert judge(program, values, status).verdict == verdict


@pytest.mark.parametrize(
    ("program", "values", "said"),
    [("x", {}, "program must be a LinearProgram, got 'x'"), (covering(), (1, 2), "values must be by name")],
)
def test_what_is_no_program_and_no_names_is_refused(program: object, values: object, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        judge(program, values)  # type: ignore[arg-type]
