"""The exact optimum: against the definitions by enumeration, and its proof by the checker."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.cordp import exact_noise, least_effective_variance
from optcheck.cordp.accuracy import dual_matrix
from optcheck.cordp.sources import settings as all_settings
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Quadratic
from proofs_numeric.cordp._enumeration import conditional_variance, solve, unbiased_errors
from tests.strategies.cordp import Triple, floors, least_conditional_variance, least_covariance, seed_pairs, triples


def _near(triple: Triple) -> Fraction | None:
    return Fraction(21, 20) if triple[0] == triple[1] else None


@settings(max_examples=40, deadline=None)
@given(triples(largest=4), floors())
def test_the_optimum_meets_the_definitions_with_equality(triple: Triple, floor: Fraction) -> None:
    noise = exact_noise(*triple, floor, within=_near(triple))
    n, t, c = triple
    assert least_conditional_variance(*triple, noise.variance, noise.covariance) == floor
    assert max(unbiased_errors(*triple, noise.variance, noise.covariance).values()) == noise.effective_variance / (
        t - c
    )
    assert noise.covariance <= 0
    assert (noise.covariance == 0) == (t == c + 1)
    if t < n or c == n - 1:
        assert noise.effective_variance == least_effective_variance(*triple, floor)


@settings(max_examples=60, deadline=None)
@given(triples(largest=4, smallest=2).flatmap(lambda triple: st.tuples(st.just(triple), seed_pairs(triple[0]))))
def test_no_pair_beats_the_bound(drawn: tuple[Triple, tuple[Fraction, Fraction]]) -> None:
    """A pair that keeps the variance x is private for sigma2_min = x, so its error is at least the bound for x."""
    triple, pair = drawn
    kept = least_conditional_variance(*triple, *pair)
    assert max(unbiased_errors(*triple, *pair).values()) >= least_effective_variance(*triple, kept) / (
        triple[1] - triple[2]
    )


@settings(max_examples=60, deadline=None)
@given(triples(largest=30), floors())
def test_the_checker_accepts_the_proof(triple: Triple, floor: Fraction) -> None:
    noise = exact_noise(*triple, floor, within=_near(triple))
    facts = noise.certify().verify().facts
    assert (facts[0].relation == "=") == (triple[1] < triple[0] or triple[0] - triple[2] == 1)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 4).flatmap(lambda n: st.tuples(st.integers(1, n), _factors(n))))
def test_no_covariance_matrix_beats_it_even_with_the_best_weights(drawn: tuple[int, list[list[Fraction]]]) -> None:
    """Any covariance LL' + 1: the worst precision 1'X_U^-1 1 of t reports is at most t over the closed form."""
    t, rows = drawn
    n = len(rows)
    matrix = [[_product(x, y) + (i == j) for j, y in enumerate(rows)] for i, x in enumerate(rows)]
    kept = min(conditional_variance(matrix, user) for user in range(n))
    precisions = []
    for users in combinations(range(n), t):
        part = [[matrix[i][j] for j in users] for i in users]
        precisions.append(sum(solve(part, [Fraction(1)] * t)))
    assert min(precisions) * least_effective_variance(n, t, 0, kept) <= t


def _product(x: list[Fraction], y: list[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(x, y, strict=True)), start=Fraction(0))


def _factors(n: int) -> st.SearchStrategy[list[list[Fraction]]]:
    entries = st.fractions(-3, 3, max_denominator=4)
    return st.lists(st.lists(entries, min_size=n, max_size=n), min_size=n, max_size=n)


@settings(deadline=None)
@given(triples(largest=40))
def test_the_dual_matrix_has_rank_one_trace_one_and_total_k(triple: Triple) -> None:
    n, t, c = triple
    p, r, s = dual_matrix(*triple)
    others = n - c - 1
    assert p * s == r * r
    assert p + others * s == 1
    assert p + 2 * others * r + others * others * s == t - c


@settings(deadline=None)
@given(triples(largest=20, smallest=2), floors(), st.fractions(1, 30, max_denominator=9))
def test_the_optimal_pair_is_on_the_boundary_and_lower_covariances_are_not(
    triple: Triple, floor: Fraction, ratio: Fraction
) -> None:
    n, t, c = triple
    if t < n:
        noise = exact_noise(*triple, floor)
        assert least_covariance(n, c, noise.variance, floor) == noise.covariance
    covariance = least_covariance(n, c, floor * ratio, floor)
    assert covariance <= 0
    assert floor * ratio + (n - 1) * covariance > 0


@settings(deadline=None)
@given(triples(largest=30), st.integers(1, 5), st.integers(0, 5))
def test_only_honest_users_and_honest_responders_count(triple: Triple, more: int, floor: int) -> None:
    n, t, c = triple
    shifted = least_effective_variance(n + more, t + more, c + more, floor + 1)
    assert shifted == least_effective_variance(n, t, c, floor + 1)


@pytest.mark.parametrize(
    ("triple", "expected"),
    [((1, 1, 0), 1), ((2, 1, 0), 1), ((2, 2, 1), 1), ((2, 2, 0), Fraction(1, 2)), ((3, 2, 0), Fraction(8, 9))],
)
def test_small_values(triple: Triple, expected: Fraction) -> None:
    assert least_effective_variance(*triple) == expected


def test_the_price_of_dropouts_and_of_colluders_is_never_negative() -> None:
    for n in range(2, 9):
        errors = [[least_effective_variance(n, t, c) / (t - c) for c in range(t)] for t in range(1, n + 1)]
        for row in errors:
            assert all(x < y for x, y in pairwise(row))
        for shorter, longer in pairwise(errors):
            assert all(x > y for x, y in zip(shorter, longer, strict=False))


def test_the_enumeration_lists_every_setting_once() -> None:
    found = list(all_settings(4, 3, 2))
    assert len(found) == len(set(found)) == (4 + 1) * (1 + 4 + 6)
    assert all(len(item.responders) >= 3 and len(item.colluders) <= 2 and item.honest for item in found)


@pytest.mark.parametrize("triple", [(3, 4, 0), (3, 2, 2), (3, 2, -1), (0, 0, 0)])
def test_sizes_that_make_no_sense_are_named(triple: Triple) -> None:
    with pytest.raises(InvalidInput, match=f"got n = {triple[0]}, t = {triple[1]}, c = {triple[2]}"):
        exact_noise(*triple, 1)


@pytest.mark.parametrize("floor", [0, -1, "x"])
def test_the_floor_must_be_positive(floor: object) -> None:
    with pytest.raises(InvalidInput, match="sigma2_min must be"):
        exact_noise(3, 2, 0, floor)  # type: ignore[arg-type]  # the point of the test


def test_numpy_sizes_are_sizes_and_texts_are_not() -> None:
    sizes: Any = np.array([4, 3, 1])
    assert exact_noise(sizes[0], sizes[1], sizes[2], 1) == exact_noise(4, 3, 1, 1)
    with pytest.raises(InvalidInput, match="n must be a whole number, got '4'"):
        exact_noise("4", 3, 1, 1)  # type: ignore[arg-type]  # the point of the test
    with pytest.raises(InvalidInput, match="t must be a whole number, got 3"):
        exact_noise(4, 3.0, 1, 1)  # type: ignore[arg-type]  # the point of the test
    with pytest.raises(InvalidInput, match="n must be a whole number, got True"):
        exact_noise(True, 1, 0, 1)
    with pytest.raises(InvalidInput, match="sigma2_min must be positive, got -1"):
        least_effective_variance(4, 3, 1, -1)


@pytest.mark.parametrize("within", [None, 1, Fraction(1, 2), "1/2"])
def test_a_limit_needs_a_factor_above_one(within: Fraction | None) -> None:
    with pytest.raises(InvalidInput, match="within must be above 1 for t = n = 5"):
        exact_noise(5, 5, 1, 1, within)


def test_a_generous_factor_ends_at_independent_noise() -> None:
    noise = exact_noise(3, 3, 0, 1, within=10)
    assert (noise.variance, noise.covariance, noise.within) == (Quadratic(1), Quadratic(0), 3)
