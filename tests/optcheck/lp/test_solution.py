"""Scales by powers of two: undone without loss, and units change no outcome."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import Model, solve
from optcheck.lp.program import LinearProgram, Optimal, Solution, Status, all_scales, badly_scaled, matrix_scales
from optcheck.lp.simplex import exact_outcome
from tests.strategies.programs import linear_programs


def _stretched(program: LinearProgram, exponents: list[int]) -> LinearProgram:
    """The same program in other units: rows and columns times powers of ten."""
    model = Model(program.sense)
    count = len(program.costs)
    units = [Fraction(10) ** e for e in exponents]
    unit = [units[k % len(units)] for k in range(count + program.rows.count)]
    for j, (name, cost) in enumerate(zip(program.column_labels, program.costs, strict=True)):
        bounds = [None if b is None else b / unit[j] for b in (program.lower[j], program.upper[j])]
        model.variable(name, cost * unit[j], *bounds)
    for i, label in enumerate(program.row_labels):
        factor = unit[count + i]
        terms = {program.column_labels[j]: a * unit[j] * factor for j, a in program.rows.row(i)}
        relation = {-1: "<=", 0: "=", 1: ">="}[int(program.relations[i])]
        model.row(label, terms, relation, program.rhs[i] * factor)  # type: ignore[arg-type]  # one of the three
    return model.build()


@given(linear_programs(), st.lists(st.integers(-9, 9), min_size=3, max_size=7))
@settings(max_examples=60, deadline=None)
def test_units_do_not_change_the_outcome(program: LinearProgram, exponents: list[int]) -> None:
    wanted, found = exact_outcome(program), solve(_stretched(program, exponents)).outcome
    assert type(found) is type(wanted)
    if isinstance(wanted, Optimal) and isinstance(found, Optimal):
        assert found.value == wanted.value


@given(linear_programs(least=1), st.lists(st.integers(-9, 9), min_size=3, max_size=7))
@settings(max_examples=60, deadline=None)
def test_scales_are_powers_of_two_and_undone_without_loss(program: LinearProgram, exponents: list[int]) -> None:
    floats = _stretched(program, exponents).to_floats()
    for scales in (all_scales(floats), matrix_scales(floats)):
        for values in (scales.rows, scales.columns, np.array([scales.objective])):
            assert (np.frexp(values)[0] == 0.5).all()
        point, dual = np.arange(1.0, 1 + len(floats.costs)), np.arange(1.0, 1 + len(floats.row_lower))
        scaled = Solution("some", Status.OPTIMAL, 1.0, point / scales.columns, dual / scales.rows * scales.objective)
        back = scales.undo(scaled)
        assert (back.primal == point).all()
        assert (back.dual == dual).all()
        applied = scales.apply(floats)
        assert np.array_equal(applied.lower * scales.columns, floats.lower)


def test_programs_in_ordinary_units_are_left_alone() -> None:
    model = Model()
    x = model.variable("x", cost=3)
    model.row("row", {x: 7}, ">=", 100)
    floats = model.build().to_floats()
    assert not badly_scaled(floats)
    assert (matrix_scales(floats).rows == 1).all()
    model.row("other", {x: 10**9}, ">=", 1)
    assert badly_scaled(model.build().to_floats())
