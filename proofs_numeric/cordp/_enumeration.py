"""The definitions of CorDP-DME by enumeration: every set of responders and colluders. Slow, and independent.

Conditional variances come from exact elimination in the covariance matrix, for ints, Fractions and numbers of
Q(sqrt(D)).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from optcheck.cordp.sources import Matrix, Number, Setting, covariance_matrix, settings


def triples(largest: int) -> Iterator[tuple[int, int, int]]:
    """All sizes (n, t, c) with 0 <= c < t <= n and 2 <= n <= largest.

    >>> list(triples(2))
    [(2, 1, 0), (2, 2, 0), (2, 2, 1)]
    """
    return ((n, t, c) for n in range(2, largest + 1) for t in range(1, n + 1) for c in range(t))


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
    solution: list[Number] = []
    for step in reversed(range(len(rows))):
        known = sum(entry * value for entry, value in zip(rows[step][step + 1 : -1], solution, strict=True))
        solution.insert(0, (rows[step][-1] - known) / rows[step][step])
    return solution


def kept_variance(n: int, c: int, variance: Number, covariance: Number) -> Number:
    """The least variance that the first report keeps given all others and what at most c colluders know.

    Users are alike, so the last ones collude. Seeds make no positive covariance; colluders then know their own noise
    alone, which the other reports tell as well.

    >>> from fractions import Fraction
    >>> kept_variance(4, 1, Fraction(4, 3), Fraction(-2, 9)), kept_variance(2, 1, Fraction(1), Fraction(1, 2))
    (Fraction(1, 1), Fraction(3, 4))
    """
    told = range(c + 1) if covariance <= 0 else range(1)
    matrices = [covariance_matrix(n, range(n - j), range(n - j, n), variance, covariance) for j in told]
    return min([conditional_variance(matrix, 0) for matrix in matrices])


def unbiased_errors(n: int, t: int, c: int, variance: Number, covariance: Number) -> dict[Setting, Number]:
    """The error of the plain mean per dimension in every setting, the responding colluders' terms subtracted.

    >>> from fractions import Fraction
    >>> max(unbiased_errors(4, 3, 1, Fraction(4, 3), Fraction(-2, 9)).values())
    Fraction(4, 9)
    """
    errors = {}
    for setting in settings(n, t, c):
        honest = setting.honest
        matrix = covariance_matrix(n, honest, setting.responding_colluders, variance, covariance)
        errors[setting] = sum(sum(row) for row in matrix) / (len(honest) * len(honest))
    return errors
