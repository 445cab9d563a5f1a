"""Three cone programs for one problem: they agree with each other and with the exact optimum."""

from __future__ import annotations

import numpy as np
import pytest

from lp_models.cordp import eigenvalue_program, full_program, symmetric_program
from optcheck.cordp import least_effective_variance
from optcheck.errors import InvalidInput
from tests.strategies.cordp import Triple

PROGRAMS = (symmetric_program, eigenvalue_program, full_program)


def _least(triple: Triple) -> float:
    return float(least_effective_variance(*triple)) / (triple[1] - triple[2])


@pytest.mark.parametrize(
    "triple", [(1, 1, 0), (2, 1, 0), (2, 2, 1), (3, 2, 0), (4, 3, 1), (4, 2, 0), (4, 3, 2), (5, 4, 2)]
)
def test_the_programs_agree_with_the_closed_form(triple: Triple) -> None:
    for build in PROGRAMS:
        solution = build(*triple, 2.5).solve()
        assert solution.accurate
        assert solution.error == pytest.approx(2.5 * _least(triple), rel=1e-6)


@pytest.mark.parametrize("triple", [(2, 2, 0), (4, 4, 1), (5, 5, 0)])
def test_without_dropouts_they_come_close_from_above(triple: Triple) -> None:
    for build in PROGRAMS:
        error = build(*triple, 1.0, largest_variance=100.0).solve().error
        assert _least(triple) * (1 - 1e-6) <= error <= 1.02 * _least(triple)


def test_a_free_covariance_matrix_gains_nothing_and_the_symmetric_one_is_found() -> None:
    free = full_program(4, 3, 0, 1.0).solve()
    assert free.error == pytest.approx(_least((4, 3, 0)), rel=1e-6)
    matrix = free.variables["covariance matrix"]
    least_left = min(1 / entry for entry in np.diag(np.linalg.inv(matrix)))
    assert least_left == pytest.approx(1.0, rel=1e-5)


def test_free_source_variances_gain_nothing_with_colluders() -> None:
    free = full_program(5, 4, 1, 1.0).solve()
    assert free.error == pytest.approx(_least((5, 4, 1)), rel=1e-6)
    assert free.variables["source variances"].min() >= -1e-7


def test_the_eigenvalue_form_has_no_limit_on_users() -> None:
    solution = eigenvalue_program(1000, 900, 50, 1.0).solve()
    assert solution.error == pytest.approx(_least((1000, 900, 50)), rel=1e-5)


@pytest.mark.parametrize("build", [symmetric_program, full_program, eigenvalue_program])
def test_programs_refuse_sizes_and_variances_that_make_no_sense(build: object) -> None:
    with pytest.raises(InvalidInput, match="got n = 4, t = 5, c = 1"):
        build(4, 5, 1, 1.0)  # type: ignore[operator]  # a parametrised function
    with pytest.raises(InvalidInput, match="sigma2_min must be positive and finite, got nan"):
        build(4, 3, 1, float("nan"))  # type: ignore[operator]  # a parametrised function


@pytest.mark.parametrize("build", [symmetric_program, full_program])
def test_explicit_programs_refuse_many_users(build: object) -> None:
    with pytest.raises(InvalidInput, match="n must be 1 to 8, got 9"):
        build(9, 5, 0, 1.0)  # type: ignore[operator]  # a parametrised function
