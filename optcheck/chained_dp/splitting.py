"""Splitting a long row of users into shorter ones that work in parallel.

Each part q ends with the noise m max_q beta. The server combines the parts' means. Weighted by the parts' sizes the
result is the mean of all users plus noise of variance (sum over q of m max_q beta) / K^2 per coordinate; never more
than the (sum over k of m beta_k) / K^2 of purely local noise. Averaged without weights, as the paper's text says, parts
of different sizes give a biased mean, and the noise can exceed local noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from optcheck.chained_dp.game import exact_preferences
from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import exact_row, flag, items, whole_number

__all__ = ["local_noise", "sorted_split", "split_noise"]

Split = tuple[tuple[int, ...], ...]


def sorted_split(preferences: Sequence[object], parts: int) -> Split:
    """The users' indices in parts of equal size with the least noise: sort by preference, then cut.

    >>> sorted_split([1, 4, 2, 3], 2)
    ((1, 3), (2, 0))
    """
    beta = exact_preferences(preferences)
    if whole_number(parts, "parts") < 1 or len(beta) % parts:
        raise InvalidInput(f"the number of parts must divide the number of users, {len(beta)}; got {shown(parts)}")
    order = sorted(range(len(beta)), key=lambda user: (-beta[user], user))
    size = len(beta) // parts
    return tuple(tuple(order[start : start + size]) for start in range(0, len(beta), size))


def split_noise(preferences: Sequence[object], split: Sequence[Sequence[int]], weighted: bool = True) -> Fraction:
    """Variance per coordinate of the combined mean, in units of m, exactly.

    >>> split_noise([1, 4, 2, 3], ((1, 3), (2, 0)))
    Fraction(3, 8)
    """
    beta = exact_preferences(preferences)
    parts = [exact_row(part, "user") for part in items(split, "a part")]
    if sorted(user for part in parts for user in part) != list(range(len(beta))) or not all(parts):
        raise InvalidInput(f"every user must be in exactly one part, and no part empty; got {shown(split)}")
    tops = [(max(beta[int(user)] for user in part), len(part)) for part in parts]
    if flag(weighted, "weighted"):
        return Fraction(sum(top for top, _ in tops)) / len(beta) ** 2
    return sum((top / (len(parts) * size) ** 2 for top, size in tops), Fraction(0))


def local_noise(preferences: Sequence[object]) -> Fraction:
    """Variance per coordinate of the mean when everybody adds noise alone, in units of m.

    >>> local_noise([1, 4, 2, 3])
    Fraction(5, 8)
    """
    beta = exact_preferences(preferences)
    return Fraction(sum(beta)) / len(beta) ** 2
