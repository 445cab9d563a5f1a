"""The optimisation behind CorDP-DME as cone programs (cvxpy with Clarabel): three statements of one problem.

``symmetric_program`` is written from the definitions: every colluding set gives the covariance matrix of the honest
users' noise without the colluders' sources, linear in (variance, covariance), and privacy of a user says that this
matrix minus sigma2_min at the user's diagonal entry is positive semidefinite (a Schur complement). The error is the
largest over all sets of responders and colluders. ``eigenvalue_program`` is the small form in the two eigenvalues.
``full_program`` assumes no symmetry: a variance for every source (own and pairwise), and for c = 0 any covariance
matrix.

For t = n the optimum is a limit with infinite variance; ``largest_variance`` keeps the program bounded. Values are
floats: hints to compare with, never evidence.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from optcheck.cordp.accuracy import checked_triple
from optcheck.cordp.sources import Source, covariance_matrix, settings, signed_sources
from optcheck.errors import InvalidInput, SolverFailed, missing_extra

try:
    import cvxpy as cp
except ModuleNotFoundError as error:
    raise missing_extra("the cone programs of CorDP-DME", error) from error


__all__ = ["ConeProgram", "ConeSolution", "eigenvalue_program", "full_program", "symmetric_program"]


MOST_USERS = 8
FloatMatrix = NDArray[np.float64]


def symmetric_program(n: int, t: int, c: int, sigma2_min: float, largest_variance: float = 100.0) -> ConeProgram:
    """Equal variances and covariances; from the definitions, all colluding sets and all responders.

    >>> round(symmetric_program(4, 3, 1, 1.0).solve().error, 6)
    0.444444
    """
    _check_size(n, t, c, sigma2_min)
    variance, covariance = cp.Variable(name="variance"), cp.Variable(name="covariance")
    rows = [covariance <= 0, variance + (n - 1) * covariance >= 0, variance <= largest_variance * sigma2_min]
    for colluders in _colluding_sets(n, c):
        honest = [user for user in range(n) if user not in colluders]
        by_variance, by_covariance = _coefficients(n, honest, colluders)
        rows += _private(by_variance * variance + by_covariance * covariance, sigma2_min)
    errors = {_error_coefficients(n, setting.honest, setting.responding_colluders) for setting in settings(n, t, c)}
    worst = cp.maximum(*(v * variance + r * covariance for v, r in sorted(errors)), 0)
    return ConeProgram(cp.Problem(cp.Minimize(worst), rows), {"variance": variance, "covariance": covariance})


def eigenvalue_program(n: int, t: int, c: int, sigma2_min: float, largest_variance: float = 100.0) -> ConeProgram:
    """The small form: eigenvalues across and along the honest users' sum; two variables at any n.

    Variables are in units of sigma2_min, the second one times m, so that the solver sees numbers near 1.

    >>> round(eigenvalue_program(4, 3, 1, 1.0).solve().error, 6)
    0.444444
    """
    _check_positive(sigma2_min)
    n, t, c = checked_triple(n, t, c)
    m, k = n - c, t - c
    across, along = cp.Variable(name="across"), cp.Variable(name="along, times n-c")
    privacy = (m - 1) / m * cp.inv_pos(across) + cp.inv_pos(along) <= 1
    effective = ((m - k) * across + k / m * along) / m
    problem = cp.Problem(cp.Minimize(effective), [privacy, across <= largest_variance])
    return ConeProgram(problem, {"across": across, "along, times n-c": along}, scale=sigma2_min / k)


def full_program(n: int, t: int, c: int, sigma2_min: float, largest_variance: float = 100.0) -> ConeProgram:
    """No symmetry: a variance for every noise source; for c = 0, where no source leaks, any covariance matrix.

    >>> round(full_program(4, 3, 1, 1.0).solve().error, 6)
    0.444444
    """
    _check_size(n, t, c, sigma2_min)
    if c == 0:
        return _any_covariance(n, t, sigma2_min, largest_variance)
    sources = sorted({source for user in range(n) for source in signed_sources(n, user)})
    weights = cp.Variable(len(sources), name="source variances", nonneg=True)
    rows = [weights <= largest_variance * sigma2_min]
    loads = _source_matrix(n, sources)
    for colluders in _colluding_sets(n, c):
        honest = [user for user in range(n) if user not in colluders]
        rows += _private(_unrevealed(loads, honest, colluders, weights), sigma2_min)
    errors = []
    for responders in combinations(range(n), t):
        for colluders in combinations(responders, c):
            honest = [user for user in responders if user not in colluders]
            errors.append(cp.sum(_unrevealed(loads, honest, colluders, weights)) / len(honest) ** 2)
    return ConeProgram(cp.Problem(cp.Minimize(cp.maximum(*errors, 0)), rows), {"source variances": weights})


def _any_covariance(n: int, t: int, sigma2_min: float, largest_variance: float) -> ConeProgram:
    matrix = cp.Variable((n, n), symmetric=True, name="covariance matrix")
    rows = [*_private(matrix, sigma2_min), cp.diag(matrix) <= largest_variance * sigma2_min]
    errors = [cp.sum(matrix[np.ix_(users, users)]) / t**2 for users in combinations(range(n), t)]
    return ConeProgram(cp.Problem(cp.Minimize(cp.maximum(*errors, 0)), rows), {"covariance matrix": matrix})


@dataclass(frozen=True, slots=True)
class ConeProgram:
    """A cvxpy problem whose objective times ``scale`` is the unbiased error per dimension, with its variables."""

    problem: cp.Problem
    variables: dict[str, cp.Variable]
    scale: float = 1.0

    def solve(self) -> ConeSolution:
        """Solve with Clarabel; SolverFailed when there is no solution."""
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Solution may be inaccurate")  # reported as ``accurate``
            self.problem.solve(solver=cp.CLARABEL)
        if self.problem.status not in (cp.OPTIMAL, cp.OPTIMAL_INACCURATE):
            raise SolverFailed(f"Clarabel ended with status {self.problem.status}")
        values = {name: variable.value for name, variable in self.variables.items()}
        return ConeSolution(self.scale * float(self.problem.value), values, self.problem.status == cp.OPTIMAL)


@dataclass(frozen=True, slots=True)
class ConeSolution:
    """The solver's answer: the least unbiased error per dimension, the variables by name, whether it is accurate."""

    error: float
    variables: dict[str, NDArray[np.float64]]
    accurate: bool


def _check_size(n: int, t: int, c: int, sigma2_min: float) -> None:
    _check_positive(sigma2_min)
    if checked_triple(n, t, c)[0] > MOST_USERS:
        raise InvalidInput(f"the explicit program lists all sets of users, so n must be 1 to {MOST_USERS}, got {n}")


def _check_positive(sigma2_min: float) -> None:
    if not 0 < sigma2_min < math.inf:
        raise InvalidInput(f"sigma2_min must be positive and finite, got {sigma2_min}")


def _colluding_sets(n: int, c: int) -> Iterable[tuple[int, ...]]:
    return (colluders for size in range(c + 1) for colluders in combinations(range(n), size))


def _private(matrix: cp.Expression, sigma2_min: float) -> list[cp.Constraint]:
    """Every user retains sigma2_min given the others."""
    size = matrix.shape[0]
    return [matrix - sigma2_min * np.outer(unit, unit) >> 0 for unit in np.eye(size)]


def _coefficients(n: int, honest: Sequence[int], known: Iterable[int]) -> tuple[FloatMatrix, FloatMatrix]:
    """The two matrices of the honest users' covariance, which is linear in (variance, covariance)."""
    revealed = tuple(known)
    by_variance, by_covariance = (covariance_matrix(n, honest, revealed, *pair) for pair in ((1, 0), (0, 1)))
    return np.array(by_variance, dtype=float), np.array(by_covariance, dtype=float)


def _error_coefficients(n: int, honest: tuple[int, ...], responding_colluders: tuple[int, ...]) -> tuple[float, float]:
    by_variance, by_covariance = _coefficients(n, honest, responding_colluders)
    return by_variance.sum() / len(honest) ** 2, by_covariance.sum() / len(honest) ** 2


def _source_matrix(n: int, sources: list[Source]) -> FloatMatrix:
    """One row for each user: the signs with which the sources enter its noise."""
    rows = [signed_sources(n, user) for user in range(n)]
    return np.array([[row.get(source, 0) for source in sources] for row in rows], dtype=float)


def _unrevealed(loads: FloatMatrix, honest: list[int], colluders: Iterable[int], weights: cp.Variable) -> cp.Expression:
    """Covariance of the honest users' noise without the sources that colluders know."""
    unknown = (loads[list(colluders)] == 0).all(axis=0).astype(float)
    signs = loads[honest] * unknown
    return signs @ cp.diag(weights) @ signs.T
