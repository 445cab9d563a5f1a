"""The cone programs of CorDP-DME against Theorem 1 (corrected), the exact optimum.

Clarabel's answers are floats. Those of the program from the definitions are made into certificates: its pair, scaled
until it is private, bounds the least error from above, and a dual matrix just below its value from below; the checker
accepts both, and the closed form lies between them. That no point is better is held exactly, at random feasible points.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lp_models.cordp import ConeSolution, eigenvalue_program, symmetric_program
from optcheck.cordp import error_with, exact_noise, kept_variance, least_effective_variance
from optcheck.exact.files import Certificate
from optcheck.exact.numbers import to_text
from tests.strategies.cordp import Triple, floors, seed_pairs, triples


@settings(max_examples=20, deadline=None)
@given(triples(largest=5), floors())
def test_the_program_from_the_definitions_is_certified_around_the_closed_form(triple: Triple, floor: Fraction) -> None:
    n, t, c = triple
    assume(t < n or n - c == 1)  # else the optimum is a limit
    solution = symmetric_program(*triple, float(floor)).solve()
    upper = _bound("<=", triple, floor, pair=_private_pair(triple, floor, solution))
    lower = _bound(">=", triple, floor, dual=_dual_below(triple, floor, solution))
    least = least_effective_variance(*triple, floor) / (t - c)
    assert lower <= least <= upper
    assert upper <= lower * (1 + Fraction(1, 10**5))


def _bound(relation: str, triple: Triple, floor: Fraction, **evidence: Sequence[Fraction]) -> Fraction:
    """What the checker makes of the evidence."""
    n, t, c = triple
    instance = {"n": n, "t": t, "c": c, "sigma2_min": to_text(floor)}
    texts = {name: [to_text(entry) for entry in entries] for name, entries in evidence.items()}
    value = Certificate("cordp-optimum", instance, texts).verify().fact("least error", relation).value
    assert isinstance(value, int | Fraction)
    return Fraction(value)


def _private_pair(triple: Triple, floor: Fraction, solution: ConeSolution) -> list[Fraction]:
    """The solver's pair, scaled so that it keeps exactly the floor."""
    n, _, c = triple
    variance, covariance = (Fraction(float(solution.variables[name])) for name in ("variance", "covariance"))
    pair = [variance, min(covariance, Fraction(0))]
    scale = floor / kept_variance(n, c, *pair)
    return [scale * entry for entry in pair]


def _dual_below(triple: Triple, floor: Fraction, solution: ConeSolution) -> list[Fraction]:
    """A matrix of trace 1 and total t - c whose first entry is what the solver's value says, and a little less."""
    n, t, c = triple
    others, honest = n - c - 1, t - c
    if not others:
        return [Fraction(1), Fraction(0), Fraction(0)]
    first = Fraction(solution.error) * honest / floor * (1 - Fraction(1, 10**6))
    rest = (1 - first) / others
    return [first, (honest - first - others**2 * rest) / (2 * others), rest]


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
