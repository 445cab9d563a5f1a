"""Explanations, exactly: the whole optimal face, bounds from rough multipliers, groups of rows that cannot hold."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import optcheck
from optcheck.errors import InvalidInput, NotCertified
from optcheck.lp.answer import Answer, bound_by
from optcheck.lp.face import Face
from optcheck.lp.infeasibility import with_rows
from optcheck.lp.linear_algebra import rank
from optcheck.lp.program import Infeasible, LinearProgram, Model, Optimal
from optcheck.lp.simplex import exact_outcome
from optcheck.lp.solve import solve
from tests.strategies.programs import linear_programs, rationals

F = Fraction


def _optimal(program: LinearProgram) -> Answer:
    answer = solve(program)
    assume(answer.status == "optimal")
    return answer


def _triangle() -> LinearProgram:
    """Maximise x + y with x + y <= 2: a segment of optima, times an interval of z."""
    model = Model("maximise")
    x, y, z = model.variable("x", cost=1), model.variable("y", cost=1), model.variable("z", upper=3)
    model.row("sum", {x: 1, y: 1}, "<=", 2)
    model.row("x alone", {x: 1}, "<=", "3/2")
    model.row("loose", {x: -1, y: 1, z: 1}, "<=", 5)
    return model.build()


def test_a_face_of_dimension_two() -> None:
    face = optcheck.optimal_face(optcheck.solve(_triangle()))
    assert (face.dimension, face.unique, face.value) == (2, False, 2)
    assert face.ranges == {"x": (0, F(3, 2)), "y": (F(1, 2), 2), "z": (0, 3)}
    assert face.other is not None
    assert face.other != face.vertex
    assert "x is between 0 and 3/2" in str(face)


def test_an_infinite_face() -> None:
    model = Model("minimise")
    x, y = model.variable("x", cost=1), model.variable("y", lower=None)
    model.row("sum", {x: 1, y: 1}, ">=", 2)
    face = optcheck.optimal_face(optcheck.solve(model.build()))
    assert (face.dimension, face.ranges) == (1, {"x": (0, 0), "y": (2, None)})


def _hull(face: Face, program: LinearProgram) -> list[list[Fraction]]:
    points = [face.vertex, *([] if face.other is None else [face.other])]
    return [[F(point[name]) for name in program.column_labels] for point in points]


@given(linear_programs(columns=3, rows=4, least=1))
@settings(max_examples=80, deadline=None)
def test_faces_against_the_exact_simplex_method(program: LinearProgram) -> None:
    """Ranges by another route: the program with the row c x = v, solved without floats for each column."""
    answer = _optimal(program)
    face = optcheck.optimal_face(answer)
    assert isinstance(answer.outcome, Optimal)
    for j, name in enumerate(program.column_labels):
        for sense, end in (("minimise", face.ranges[name][0]), ("maximise", face.ranges[name][1])):
            outcome = exact_outcome(_stated(program, answer.outcome.value, sense, j))
            assert (outcome.value if isinstance(outcome, Optimal) else None) == end
    assert face.unique == all(low is not None and low == high for low, high in face.ranges.values())
    assert (face.other is None) == face.unique
    for point in _hull(face, program):
        assert sum(c * x for c, x in zip(program.costs, point, strict=True)) == face.value
    for proof in face.proofs.values():
        proof.verify()


def _stated(program: LinearProgram, value: Fraction | int, sense: str, column: int) -> LinearProgram:
    model = Model(sense)  # type: ignore[arg-type]
    bounds = zip(program.column_labels, program.lower, program.upper, strict=True)
    names = [
        model.variable(name, cost=int(j == column), lower=low, upper=high) for j, (name, low, high) in enumerate(bounds)
    ]
    for i, label in enumerate(program.row_labels):
        terms = {names[j]: a for j, a in program.rows.summed(i).items()}
        relation = {-1: "<=", 0: "=", 1: ">="}[int(program.relations[i])]
        model.row(label, terms, relation, program.rhs[i])  # type: ignore[arg-type]
    model.row("value", dict(zip(names, program.costs, strict=True)), "=", value)
    return model.build()


@given(linear_programs(columns=3, rows=3, least=1))
@settings(max_examples=50, deadline=None)
def test_the_dimension_is_that_of_points_that_span_the_face(program: LinearProgram) -> None:
    """From below: vertices in the directions of the columns are points of the face."""
    program = replace(program, lower=(-1,) * len(program.costs), upper=(2,) * len(program.costs))
    answer = _optimal(program)
    face = optcheck.optimal_face(answer)
    assert isinstance(answer.outcome, Optimal)
    points = []
    for j in range(len(program.costs)):
        for sense in ("minimise", "maximise"):
            outcome = exact_outcome(_stated(program, answer.outcome.value, sense, j))
            assert isinstance(outcome, Optimal)
            points.append(outcome.primal)
    steps = [{j: F(a) - b for j, (a, b) in enumerate(zip(p, points[0], strict=True)) if a != b} for p in points[1:]]
    assert rank([step for step in steps if step]) <= face.dimension
    assert (face.dimension == 0) == (not any(steps))


def test_what_has_no_face_is_named() -> None:
    model = Model("minimise")
    model.variable("x", cost=-1)
    with pytest.raises(InvalidInput, match="only an optimum has an optimal face"):
        optcheck.optimal_face(optcheck.solve(model.build()))
    with pytest.raises(InvalidInput, match="'w' is none"):
        optcheck.optimal_face(optcheck.solve(_triangle()), ["w"])


# bounds


@given(linear_programs(columns=3, rows=4, least=1), st.lists(rationals(), min_size=4, max_size=4))
@settings(max_examples=80, deadline=None)
def test_any_multipliers_give_a_bound_that_holds(program: LinearProgram, multipliers: list[Fraction]) -> None:
    answer = _optimal(program)
    rough = multipliers[: program.rows.count]
    found = optcheck.bound(program, rough)
    assert answer.value is not None
    assert program.sign * found.value <= program.sign * answer.value
    found.certificate.verify()
    plain = bound_by(program, rough)
    assert plain is None or program.sign * plain <= program.sign * answer.value


@given(linear_programs(columns=3, rows=4, least=1))
@settings(max_examples=60, deadline=None)
def test_exact_multipliers_give_the_optimum(program: LinearProgram) -> None:
    answer = _optimal(program)
    assert optcheck.bound(program, answer.multipliers).value == answer.value


def test_bounds_of_integer_programs_and_of_doubles() -> None:
    model = Model("maximise")
    x = model.variable("x", cost=1, integer=True)
    model.row("cap", {x: 3}, "<=", 7)
    program = model.build()
    rough = optcheck.bound(program, [0.33333])
    assert 2 <= rough.value < F(5, 2)
    assert rough.certificate.verify().statement
    with pytest.raises(InvalidInput, match="'nothing' is none"):
        optcheck.bound(program, {"nothing": 1})
    with pytest.raises(InvalidInput, match="there must be 1 multipliers"):
        optcheck.bound(program, [1, 2])


def test_multipliers_near_none_that_prove_something() -> None:
    model = Model("minimise")
    model.variable("x", cost=-1)
    with pytest.raises(NotCertified, match="no multipliers prove a bound"):
        optcheck.bound(model.build(), [])


# groups


def test_groups_and_hard_rows() -> None:
    model = Model("minimise")
    x, y = model.variable("x"), model.variable("y")
    model.row("demand", {x: 1, y: 1}, ">=", 40)
    model.row("supply 1", {x: 1}, "<=", 20)
    model.row("supply 2", {y: 1}, "<=", 15)
    model.row("other", {x: 1}, ">=", 1)
    program = model.build()
    plain = optcheck.why_infeasible(program)
    assert plain.sentences()[0] == (
        "demand needs x + y to be at least 40, but supply 1 and supply 2 together leave at most 35"
    )
    grouped = optcheck.why_infeasible(program, hard=["demand"], groups={"plants": ["supply 1", "supply 2"]})
    assert grouped.names == ("plants",)
    assert str(grouped).startswith("plants cannot hold beside demand, which must stay; without it the rest can")
    assert grouped.proof.verify().statement.startswith("no point of the linear program with 3 rows")
    grouped.witnesses["plants"].verify()
    with pytest.raises(InvalidInput, match="'supply 1' stands twice"):
        optcheck.why_infeasible(program, hard=["supply 1"], groups={"plants": ["supply 1"]})
    with pytest.raises(InvalidInput, match="'supply 9' is none"):
        optcheck.why_infeasible(program, hard=["supply 9"])


def test_integers_are_part_of_the_reason() -> None:
    model = Model("minimise")
    x = model.variable("x", upper=5, integer=True)
    model.row("low", {x: 2}, ">=", 3)
    model.row("high", {x: 2}, "<=", 3)
    model.row("idle", {x: 1}, "<=", 4)
    conflict = optcheck.why_infeasible(model.build())
    assert conflict.names == ("low", "high")
    assert "low and high cannot hold together with integer columns" in str(conflict)
    assert all(proof.verify().statement for proof in (conflict.proof, *conflict.witnesses.values()))


def test_a_feasible_program_has_no_conflict() -> None:
    with pytest.raises(InvalidInput, match="this one is feasible"):
        optcheck.why_infeasible(_triangle())


@given(linear_programs(columns=3, rows=5, least=2), st.sets(st.integers(0, 4)), st.sets(st.integers(0, 4)))
@settings(max_examples=80, deadline=None)
def test_no_group_can_be_left_out(program: LinearProgram, hard: set[int], grouped: set[int]) -> None:
    assume(isinstance(exact_outcome(program), Infeasible) and program.crossed_bounds() is None)
    labels = list(program.row_labels)
    stay = [labels[i] for i in hard if i < len(labels)]
    group = [labels[i] for i in grouped - hard if i < len(labels)]
    conflict = optcheck.why_infeasible(program, stay, {"group": group} if group else None)
    if conflict.subsystem is not None:
        return
    rows = [set(conflict.groups[name]) for name in conflict.names]
    needed = {*stay}.union(*rows)
    assert isinstance(exact_outcome(_kept(program, needed)), Infeasible)
    for own in rows:
        assert not isinstance(exact_outcome(_kept(program, needed - own)), Infeasible)


def _kept(program: LinearProgram, names: set[str]) -> LinearProgram:
    return with_rows(program, [i for i, name in enumerate(program.row_labels) if name in names])


def test_a_program_that_was_not_solved_is_refused_by_name() -> None:
    model = Model("minimise")
    model.variable("x", cost=1)
    with pytest.raises(InvalidInput, match=r"there must be an answer of optcheck\.solve, got"):
        optcheck.optimal_face(model.build())  # type: ignore[arg-type]
