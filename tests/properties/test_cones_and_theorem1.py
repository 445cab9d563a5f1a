"""The cone programs of CorDP-DME against Theorem 1 (corrected), the exact optimum.

Clarabel's answers are floats: the closed form lies within their accuracy. That no point of the program is better is
held exactly, at random feasible points.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lp_models.cordp import eigenvalue_program, symmetric_program
from optcheck.cordp import error_with, exact_noise, kept_variance, least_effective_variance
from tests.strategies.cordp import Triple, floors, seed_pairs, triples


@settings(max_examples=15, deadline=None)
@given(triples(largest=5), floors())
def test_the_program_from_the_definitions_has_the_closed_form(triple: Triple, floor: Fraction) -> None:
    n, t, c = triple
    assume(t < n or n - c == 1)  # else the optimum is a limit
    least = float(least_effective_variance(*triple, floor)) / (t - c)
    assert symmetric_program(*triple, float(floor)).solve().error == pytest.approx(least, rel=1e-5)


@settings(max_examples=25, deadline=None)
@given(triples(largest=300, smallest=6), floors())
def test_far_beyond_the_grid_the_small_program_agrees(triple: Triple, floor: Fraction) -> None:
    n, t, c = triple
    assume(t < n or n - c == 1)
    least = float(least_effective_variance(*triple, floor)) / (t - c)
    error = eigenvalue_program(*triple, float(floor), largest_variance=1e4).solve().error
    assert error == pytest.approx(least, rel=1e-4)


@settings(max_examples=150, deadline=None)
@given(triples(largest=60, smallest=2).flatmap(lambda triple: st.tuples(st.just(triple), seed_pairs(triple[0]))))
def test_no_feasible_point_is_better(drawn: tuple[Triple, tuple[Fraction, Fraction]]) -> None:
    """What a pair keeps is the floor for which it is feasible; its error is then at least the optimum, exactly."""
    (n, t, c), pair = drawn
    floor = kept_variance(n, c, *pair)
    assert error_with(n, t, c, *pair) * (t - c) >= least_effective_variance(n, t, c, floor)


@settings(max_examples=60, deadline=None)
@given(triples(largest=60), floors())
def test_the_closed_form_is_feasible_and_certified(triple: Triple, floor: Fraction) -> None:
    n, t, c = triple
    assume(t < n or n - c == 1)
    noise = exact_noise(*triple, floor)
    assert noise.effective_variance == least_effective_variance(*triple, floor)
    assert noise.certify().verify().facts[0].relation == "="
