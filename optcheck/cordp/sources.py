"""The noise sources of CorDP-DME one by one: which users share them, and the covariance that colluders leave.

Every user has a source of its own, and every two users share one (steps 2 to 4 of the protocol). Nothing here uses a
simplified formula: the covariance of what the server sees is added up source by source, without the sources that
colluders reveal. Works for ints, Fractions and numbers of Q(sqrt(D)).
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
    """Who responds and who colludes."""

    responders: tuple[int, ...]
    colluders: tuple[int, ...]

    @property
    def honest(self) -> tuple[int, ...]:
        """The responders who do not collude."""
        return tuple(user for user in self.responders if user not in self.colluders)

    @property
    def responding_colluders(self) -> tuple[int, ...]:
        """The colluders who respond."""
        return tuple(user for user in self.colluders if user in self.responders)


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
    """Covariance of the users' noises without every source that one of the ``known`` users shares."""
    revealed = {source for user in known for source in signed_sources(n, user)}
    signs = [
        {source: sign for source, sign in signed_sources(n, user).items() if source not in revealed} for user in users
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
