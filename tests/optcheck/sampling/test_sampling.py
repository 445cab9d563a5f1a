"""What the samplers return: shapes, types, refusals, and that the draws look like their distribution."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from optcheck import sampling
from optcheck.errors import InvalidInput
from optcheck.sampling import testing

DRAWS = 200_000


@pytest.mark.parametrize("variance", [Fraction(1, 100), Fraction(9, 4), 30, 10**4, 10**15, 2**90])
def test_seeded_gaussian_draws_fit(variance: Fraction) -> None:
    draws = sampling.discrete_gaussian(variance, 20_000 if variance > 2**89 else DRAWS, source=testing.seeded(5))
    _assert_fits(draws, lambda x: -(x**2) / (2 * float(variance)), 7 * float(variance) ** 0.5 + 3)


@pytest.mark.parametrize("scale", [Fraction(1, 4), Fraction(17, 3), 10**5])
def test_seeded_laplace_draws_fit(scale: Fraction) -> None:
    draws = sampling.discrete_laplace(scale, DRAWS, source=testing.seeded(6))
    _assert_fits(draws, lambda x: -np.abs(x) / float(scale), 30 * float(scale) + 3)


def _assert_fits(draws: Any, log_weight: Any, reach: float) -> None:
    """Chi-squared over cells of the line, against the distribution function summed (or, far out, integrated)."""
    if reach < 1e6:
        points = np.arange(-int(reach), int(reach) + 1, dtype=np.float64)
    else:
        points = np.linspace(-reach, reach, 400_001)
    weights = np.exp(log_weight(points))
    cells = np.linspace(-reach - 0.5, reach + 0.5, 60)
    expected = np.histogram(points, cells, weights=weights / weights.sum())[0] * len(draws)
    counts = np.histogram(draws.astype(np.float64), cells)[0]
    good = expected > 10
    distance = float((((counts - expected) ** 2)[good] / expected[good]).sum())
    assert distance < good.sum() + 6 * (2 * good.sum()) ** 0.5 + 1


def test_sizes_and_types() -> None:
    assert isinstance(sampling.discrete_gaussian(4), int)
    assert sampling.discrete_gaussian("9/4", size=(2, 3)).shape == (2, 3)
    assert sampling.discrete_gaussian(5, size=0).tolist() == []
    assert sampling.discrete_gaussian(5, size=7).dtype == np.int64
    assert sampling.discrete_gaussian(2**120, size=3).dtype == object
    assert sampling.discrete_gaussian(0, size=3).tolist() == [0, 0, 0]
    assert sampling.discrete_laplace(0.5, size=4).shape == (4,)


def test_draws_differ_from_call_to_call() -> None:
    assert (sampling.discrete_gaussian(10**6, 50) != sampling.discrete_gaussian(10**6, 50)).any()


def test_a_seed_repeats_them() -> None:
    first, second = (sampling.discrete_gaussian(10**6, 50, source=testing.seeded(3)).tolist() for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("variance", "size", "words"),
    [
        (-1, 1, "variance must not be negative, got -1"),
        (float("nan"), 1, "variance must be a finite number"),
        (float("inf"), 1, "variance must be a finite number"),
        ("x", 1, "variance must be a number"),
        (1, -1, "size must be at least 0, got -1"),
        (1, 2.5, "size must be a whole number, got 2.5"),
        (1, "3", "size must be a whole number, got '3'"),
    ],
)
def test_bad_input_is_refused(variance: object, size: Any, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        sampling.discrete_gaussian(variance, size)
