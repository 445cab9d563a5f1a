"""Differences that hide below every tolerance: refinement finds the exactly optimal basis."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import Model
from optcheck.lp import backends
from optcheck.lp.limits import Run
from optcheck.lp.program import LinearProgram
from optcheck.lp.recovery import Problem, optimum_of_basis, refined_optimum
from optcheck.lp.simplex import exact_outcome

_TINY = st.sampled_from([Fraction(1, 10**9), Fraction(1, 10**12), Fraction(1, 10**20)])
_FIVE = st.lists(st.integers(0, 5), min_size=5, max_size=5)


def _cover(sides: list[Fraction], costs: list[Fraction]) -> LinearProgram:
    """Any three of five variables reach the largest side among them."""
    model = Model("minimise")
    names = [model.variable(f"x{j}", cost=cost) for j, cost in enumerate(costs)]
    for group in combinations(range(5), 3):
        model.row(f"group {group}", {names[j]: 1 for j in group}, ">=", max(sides[j] for j in group))
    return model.build()


@given(_FIVE, _FIVE, _TINY)
@settings(max_examples=60, deadline=None)
def test_near_ties_in_sides_or_costs_are_resolved_exactly(steps: list[int], more: list[int], tiny: Fraction) -> None:
    for sides, costs in ((steps, [0] * 5), ([0] * 5, more)):
        program = _cover([1 + k * tiny for k in sides], [1 + k * tiny for k in costs])
        floats = program.to_floats()
        solution, problem = backends.solve_simplex(floats), Problem(program, floats, Run(60, 4))
        assert solution.basis is not None
        found = optimum_of_basis(problem, solution.basis) or refined_optimum(problem, solution)
        assert found is not None
        truth = exact_outcome(program)
        program.certificate(found).verify()
        assert found.value == truth.value  # type: ignore[union-attr]  # a cover always has an optimum


def test_refinement_gives_up_honestly(monkeypatch: pytest.MonkeyPatch) -> None:
    program = _cover([Fraction(1)] * 5, [Fraction(1)] * 5)
    floats = program.to_floats()
    solution = backends.solve_simplex(floats)
    monkeypatch.setattr("optcheck.lp.recovery.optimum_of_basis", lambda *_: None)
    assert refined_optimum(Problem(program, floats, Run(60, 4)), solution) is None
