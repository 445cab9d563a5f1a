"""Eq. 9 as a matrix and as samples; signatures; mechanisms of one bit."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lp_models.kairouz import extremal_signatures, hull_program, signature_tensor, simulation_program
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact
from optcheck.lp.solve import solve
from optcheck.randomized_response import keep_probability, simulate_responses, transcript_matrix
from proofs_numeric.kairouz._mechanisms import (
    Mechanism,
    least_false_alarm,
    response_mechanism,
    three_letter_mechanism,
)
from tests.strategies.protocols import is_private, is_protocol_compatible
from tests.strategies.randomized_response import lambdas, mechanisms


@settings(deadline=None, max_examples=60)
@given(st.lists(lambdas, min_size=1, max_size=3))
def test_the_matrix_is_stochastic_private_and_rank_one(levels: list[Exact]) -> None:
    matrix = transcript_matrix(levels)
    assert all(sum(row) == 1 for row in matrix)
    assert is_private(matrix, levels)
    assert is_protocol_compatible(matrix)
    if levels[0] > 1:
        tighter = [1 + (Fraction(levels[0]) - 1) / 2, *levels[1:]]
        assert not is_private(matrix, tighter)


def test_a_joint_message_is_not_protocol_compatible() -> None:
    half = Fraction(1, 2)
    xor_leak = [[1, 0], [0, 1], [0, 1], [1, 0]]
    assert not is_protocol_compatible(xor_leak)
    assert is_protocol_compatible([[half, half]] * 4)


def test_samples_have_the_chances_of_the_matrix() -> None:
    levels = [2, Fraction(3, 2)]
    drawn = simulate_responses([1, 0], levels, count=20_000, seed=1)
    counts = np.bincount(drawn[:, 0] * 2 + drawn[:, 1], minlength=4) / 20_000
    expected = [float(p) for p in transcript_matrix(levels)[2]]
    assert np.abs(counts - expected).max() < 0.02
    assert (simulate_responses([1, 0], levels, count=20_000, seed=1) == drawn).all()


def test_sampling_with_huge_denominators_and_bad_lengths() -> None:
    level = Fraction(10**40 + 1, 10**40)
    drawn = simulate_responses([1], [level], count=400, seed=3)
    assert 120 < int(drawn.sum()) < 280
    with pytest.raises(InvalidInput, match="one bit, 0 or 1, for each of 2 parties"):
        simulate_responses([1], [2, 2], 1, seed=0)
    with pytest.raises(InvalidInput, match="a bit must be at most 1, got 2"):
        simulate_responses([2, 0], [2, 2], 1, seed=0)
    with pytest.raises(InvalidInput, match="count must be at least 0, got -1"):
        simulate_responses([1, 0], [2, 2], -1, seed=0)
    with pytest.raises(InvalidInput, match="at least 1"):
        keep_probability(0)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(lambdas, st.integers(0, 4)), min_size=1, max_size=3))
def test_every_signature_is_a_mixture_of_extremal_ones(parts: list[tuple[Exact, int]]) -> None:
    levels = [value for value, _ in parts]
    signature = [1 / Fraction(v) + (v - 1 / Fraction(v)) * Fraction(share, 4) for v, share in parts]
    tensor = signature_tensor(signature)
    assert solve(hull_program(levels, tensor)).value == 0
    assert solve(hull_program(levels, [*tensor[:-1], tensor[-1] + 10**40])).value != 0


def _response_masses(lambdas: Sequence[Exact]) -> list[Fraction]:
    """The mass of each extremal signature in randomised response: response bit 0 has signature 1/lambda."""
    masses = [Fraction(1)]
    for value in lambdas:
        keep = Fraction(value) / (1 + Fraction(value))
        masses = [mass * share for mass in masses for share in (keep, 1 - keep)]
    return masses


@settings(deadline=None, max_examples=60)
@given(st.lists(lambdas, min_size=1, max_size=3))
def test_the_masses_of_randomised_response_solve_the_equation(levels: list[Exact]) -> None:
    columns = [signature_tensor(s) for s in extremal_signatures(levels)]
    for x in range(len(columns)):
        assert sum(m * c[x] for m, c in zip(_response_masses(levels), columns, strict=True)) == 1


@settings(deadline=None, max_examples=60)
@given(mechanisms())
def test_the_lower_boundary_is_the_best_of_all_tests(mechanism: Mechanism) -> None:
    for rejects in product((0, 1), repeat=len(mechanism.zero)):
        missed, alarm = mechanism.errors(rejects)
        assert least_false_alarm(mechanism, missed) <= alarm
    corners = mechanism.lower_boundary()
    assert corners[0] == (1, 0)
    assert corners[-1] == (0, 1)
    tests = {mechanism.errors(rejects) for rejects in product((0, 1), repeat=len(mechanism.zero))}
    assert set(corners) <= tests


def _region_includes(outer: Mechanism, inner: Mechanism) -> bool:
    """Both are symmetric about (1/2, 1/2), so comparing lower boundaries is enough, at the inner one's corners."""
    return all(least_false_alarm(outer, missed) <= alarm for missed, alarm in inner.lower_boundary())


@settings(deadline=None, max_examples=60)
@given(mechanisms(3), mechanisms(3))
def test_inclusion_of_regions_is_blackwell_dominance(strong: Mechanism, weak: Mechanism) -> None:
    distance = solve(simulation_program((strong.zero, strong.one), (weak.zero, weak.one))).value
    assert _region_includes(strong, weak) == (distance == 0)


@settings(deadline=None, max_examples=60)
@given(lambdas)
def test_randomised_response_dominates_the_three_letter_mechanism_and_back(value: Exact) -> None:
    letters, response = three_letter_mechanism(value), response_mechanism(value)
    assert _region_includes(response, letters)
    assert _region_includes(letters, response)


def test_mechanisms_are_validated() -> None:
    with pytest.raises(InvalidInput, match="total 1"):
        Mechanism((Fraction(1, 2),), (1,))
    with pytest.raises(InvalidInput, match="same outputs"):
        Mechanism((1,), (1, 0))
    with pytest.raises(InvalidInput, match="must be exact"):
        Mechanism((0.5, 0.5), (0.5, 0.5))  # type: ignore[arg-type]  # floats are refused, not rounded
