"""Every split of the users into parts, and into parts of equal size."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from optcheck.errors import InvalidInput

__all__ = ["Split", "equal_splits", "require_divisor", "splits"]

Split = tuple[tuple[int, ...], ...]


def splits(users: int) -> Iterator[Split]:
    """Every split of the users into parts.

    >>> sum(1 for _ in splits(4))
    15
    """
    if users == 0:
        yield ()
        return
    for split in splits(users - 1):
        yield (*split, (users - 1,))
        for index, part in enumerate(split):
            yield (*split[:index], (*part, users - 1), *split[index + 1 :])


def equal_splits(users: int, parts: int) -> Iterator[Split]:
    """Every split of the users into parts of equal size.

    >>> sum(1 for _ in equal_splits(6, 3))
    15
    """
    require_divisor(parts, users)
    yield from _parts(frozenset(range(users)), users // parts)


def require_divisor(parts: int, users: int) -> None:
    """Refuse a number of parts that does not divide the number of users."""
    if parts < 1 or users % parts:
        raise InvalidInput(f"the number of parts must divide the number of users, {users}; got {parts}")


def _parts(remaining: frozenset[int], size: int) -> Iterator[Split]:
    if not remaining:
        yield ()
        return
    first = min(remaining)
    for rest in combinations(sorted(remaining - {first}), size - 1):
        part = (first, *rest)
        for others in _parts(remaining.difference(part), size):
            yield (part, *others)
