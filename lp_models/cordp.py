"""The definitions by enumeration: every noise source, every set of responders and colluders. Slow, and independent.

Nothing here uses a simplified formula: the covariance of what the server sees is added up source by source, what
colluders know is struck out source by source, and conditional variances come from exact elimination. Works for ints,
Fractions and numbers of Q(sqrt(D)).

The optimisation behind CorDP-DME as cone programs (cvxpy with Clarabel): three statements of one problem.

``symmetric_program`` is written from the definitions: every colluding set gives the covariance matrix of the honest
users' noise with the colluders' sources struck out, linear in (variance, covariance), and privacy of a user says that
this matrix minus sigma2_min at the user's place is positive semidefinite (a Schur complement). The error is the
largest over all sets of responders and colluders. ``eigenvalue_program`` is the small form in the two eigenvalues.
``full_program`` assumes no symmetry: a variance for every source (own and pairwise), and for c = 0 any covariance
matrix.

For t = n the optimum is a limit with infinite variance; ``largest_variance`` keeps the program bounded. Values are
floats: hints to compare with, never evidence.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from optcheck.cordp.accuracy import checked_triple
from optcheck.errors import InvalidInput, SolverFailed
from optcheck.extras import missing_extra

Source = tuple[str, int, int]
Number = Any  # of one field: an int, a Fraction or a Quadratic; what comes out is of the same
Matrix = list[list[Number]]


class Setting(NamedTuple):
    """Who responds, who colludes, and who is left."""

    responders: tuple[int, ...]
    colluders: tuple[int, ...]

    @property
    def honest(self) -> tuple[int, ...]:
        """The responders who do not collude."""
        return tuple(user for user in self.responders if user not in self.colluders)

    @property
    def told(self) -> tuple[int, ...]:
        """The colluders who respond."""
        return tuple(user for user in self.colluders if user in self.responders)


def triples(largest: int) -> Iterator[tuple[int, int, int]]:
    """All sizes (n, t, c) with 0 <= c < t <= n and 2 <= n <= largest.

    >>> list(triples(2))
    [(2, 1, 0), (2, 2, 0), (2, 2, 1)]
    """
    return ((n, t, c) for n in range(2, largest + 1) for t in range(1, n + 1) for c in range(t))


def settings(n: int, t: int, c: int) -> Iterator[Setting]:
    """All sets of at least t responders with all sets of at most c colluders."""
    for responders in _subsets(range(n), t, n):
        for colluders in _subsets(range(n), 0, c):
            yield Setting(responders, colluders)


def _subsets(users: Iterable[int], least: int, most: int) -> Iterator[tuple[int, ...]]:
    members = tuple(users)
    for size in range(least, most + 1):
        yield from combinations(members, size)


def signed_sources(n: int, user: int) -> dict[Source, int]:
    """The noise sources of a user with their signs: its own, and one for each pair (steps 2 to 4 of the protocol)."""
    pairs = {
        ("pair", min(user, other), max(user, other)): 1 if other < user else -1 for other in range(n) if other != user
    }
    return {("own", user, user): 1, **pairs}


def source_variance(source: Source, n: int, variance: Number, covariance: Number) -> Number:
    """The variance of one source: -covariance for a pair, variance + (n-1) covariance for a user's own."""
    return -covariance if source[0] == "pair" else variance + (n - 1) * covariance


def covariance_matrix(
    n: int, users: Sequence[int], known: Iterable[int], variance: Number, covariance: Number
) -> Matrix:
    """Covariance of the users' noises after striking out every source that one of the ``known`` users has a part in."""
    struck = {source for user in known for source in signed_sources(n, user)}
    signs = [
        {source: sign for source, sign in signed_sources(n, user).items() if source not in struck} for user in users
    ]
    return [
        [
            sum(
                (sign * right[source] * source_variance(source, n, variance, covariance))
                for source, sign in left.items()
                if source in right
            )
            + Fraction(0)  # so that divisions of whole numbers stay exact
            for right in signs
        ]
        for left in signs
    ]


def conditional_variance(matrix: Matrix, user: int) -> Number:
    """Variance of one coordinate given all the others, by elimination; the matrix must be positive definite."""
    order = [index for index in range(len(matrix)) if index != user] + [user]
    rows = [[matrix[i][j] for j in order] for i in order]
    while len(rows) > 1:
        pivot, *rest = rows
        if not pivot[0] > 0:
            raise ValueError(f"the covariance matrix is not positive definite: pivot {pivot[0]}")
        rows = [[row[j] - row[0] * (pivot[j] / pivot[0]) for j in range(1, len(row))] for row in rest]
    return rows[0][0]


def regression(matrix: Matrix, user: int) -> list[Number]:
    """The weights of all other coordinates in the best linear prediction of one coordinate, by exact solving."""
    others = [index for index in range(len(matrix)) if index != user]
    return solve([[matrix[i][j] for j in others] for i in others], [matrix[i][user] for i in others])


def solve(matrix: Matrix, right: Sequence[Number]) -> list[Number]:
    """The solution of a positive definite system, by elimination without pivoting."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for step, pivot in enumerate(rows):
        for row in rows[step + 1 :]:
            factor = row[step] / pivot[step]
            row[step:] = [entry - factor * above for entry, above in zip(row[step:], pivot[step:], strict=True)]
    found: list[Number] = []
    for step in reversed(range(len(rows))):
        known = sum(entry * value for entry, value in zip(rows[step][step + 1 : -1], found, strict=True))
        found.insert(0, (rows[step][-1] - known) / rows[step][step])
    return found


def least_conditional_variance(n: int, t: int, c: int, variance: Number, covariance: Number) -> Number:
    """The least variance that a report keeps given all that the server sees, over all settings and honest users.

    >>> least_conditional_variance(4, 3, 1, Fraction(4, 3), Fraction(-2, 9))
    Fraction(1, 1)
    """
    found = []
    for setting in settings(n, t, c):
        matrix = covariance_matrix(n, setting.honest, setting.colluders, variance, covariance)
        found += [conditional_variance(matrix, index) for index in range(len(setting.honest))]
    return min(found)


def unbiased_errors(n: int, t: int, c: int, variance: Number, covariance: Number) -> dict[Setting, Number]:
    """The error of the plain mean per dimension in every setting, the responding colluders' terms taken out.

    >>> max(unbiased_errors(4, 3, 1, Fraction(4, 3), Fraction(-2, 9)).values())
    Fraction(4, 9)
    """
    found = {}
    for setting in settings(n, t, c):
        honest = setting.honest
        matrix = covariance_matrix(n, honest, setting.told, variance, covariance)
        found[setting] = sum(sum(row) for row in matrix) / (len(honest) * len(honest))
    return found


try:
    import cvxpy as cp
except ModuleNotFoundError as error:
    raise missing_extra("the cone programs of CorDP-DME", error) from error

MOST_USERS = 8
FloatMatrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ConeSolution:
    """What the solver says: the least unbiased error per dimension, the variables by name, its own doubts."""

    error: float
    variables: dict[str, NDArray[np.float64]]
    accurate: bool


@dataclass(frozen=True, slots=True)
class ConeProgram:
    """A cvxpy problem whose objective times ``scale`` is the unbiased error per dimension, with its variables."""

    problem: cp.Problem
    variables: dict[str, cp.Variable]
    scale: float = 1.0

    def solve(self) -> ConeSolution:
        """Solve with Clarabel; SolverFailed when no solution comes back."""
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Solution may be inaccurate")  # reported as ``accurate``
            self.problem.solve(solver=cp.CLARABEL)
        if self.problem.status not in (cp.OPTIMAL, cp.OPTIMAL_INACCURATE):
            raise SolverFailed(f"Clarabel ended with status {self.problem.status}")
        values = {name: variable.value for name, variable in self.variables.items()}
        return ConeSolution(self.scale * float(self.problem.value), values, self.problem.status == cp.OPTIMAL)


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
    errors = {_error_coefficients(n, setting.honest, setting.told) for setting in settings(n, t, c)}
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
    """No symmetry: a variance for every noise source; for c = 0, where nobody's sources leak, any covariance matrix.

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
        rows += _private(_struck(loads, honest, colluders, weights), sigma2_min)
    errors = []
    for responders in combinations(range(n), t):
        for colluders in combinations(responders, c):
            honest = [user for user in responders if user not in colluders]
            errors.append(cp.sum(_struck(loads, honest, colluders, weights)) / len(honest) ** 2)
    return ConeProgram(cp.Problem(cp.Minimize(cp.maximum(*errors, 0)), rows), {"source variances": weights})


def _any_covariance(n: int, t: int, sigma2_min: float, largest_variance: float) -> ConeProgram:
    matrix = cp.Variable((n, n), symmetric=True, name="covariance matrix")
    rows = [*_private(matrix, sigma2_min), cp.diag(matrix) <= largest_variance * sigma2_min]
    errors = [cp.sum(matrix[np.ix_(users, users)]) / t**2 for users in combinations(range(n), t)]
    return ConeProgram(cp.Problem(cp.Minimize(cp.maximum(*errors, 0)), rows), {"covariance matrix": matrix})


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
    """Every user keeps sigma2_min given the others."""
    size = matrix.shape[0]
    return [matrix - sigma2_min * np.outer(unit, unit) >> 0 for unit in np.eye(size)]


def _coefficients(n: int, honest: Sequence[int], known: Iterable[int]) -> tuple[FloatMatrix, FloatMatrix]:
    """The two matrices of the honest users' covariance, which is linear in (variance, covariance)."""
    struck = tuple(known)
    by_variance, by_covariance = (covariance_matrix(n, honest, struck, *pair) for pair in ((1, 0), (0, 1)))
    return np.array(by_variance, dtype=float), np.array(by_covariance, dtype=float)


def _error_coefficients(n: int, honest: tuple[int, ...], told: tuple[int, ...]) -> tuple[float, float]:
    by_variance, by_covariance = _coefficients(n, honest, told)
    return by_variance.sum() / len(honest) ** 2, by_covariance.sum() / len(honest) ** 2


def _source_matrix(n: int, sources: list[Source]) -> FloatMatrix:
    """One row for each user: the signs with which the sources enter its noise."""
    rows = [signed_sources(n, user) for user in range(n)]
    return np.array([[row.get(source, 0) for source in sources] for row in rows], dtype=float)


def _struck(loads: FloatMatrix, honest: list[int], colluders: Iterable[int], weights: cp.Variable) -> cp.Expression:
    """Covariance of the honest users' noise without the sources that colluders know."""
    unknown = (loads[list(colluders)] == 0).all(axis=0).astype(float)
    signs = loads[honest] * unknown
    return signs @ cp.diag(weights) @ signs.T
