"""The definitions by enumeration: every noise source, every set of responders and colluders. Slow, and independent.

Nothing here uses a simplified formula: the covariance of what the server sees is added up source by source, what
colluders know is struck out source by source, and conditional variances come from exact elimination. Works for ints,
Fractions and numbers of Q(sqrt(D)).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

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
