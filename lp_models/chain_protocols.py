"""Chained-DP's protocols by exhaustive enumeration: who is exposed in which order, and which splits are best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, permutations, product

from optcheck.chained_dp.exposure import Attacker
from optcheck.errors import InvalidInput

__all__ = [
    "enumerated_error",
    "enumerated_exposure",
    "equal_splits",
    "exposed_counts",
    "least_split_noise",
    "release_failure",
    "splits",
]

Split = tuple[tuple[int, ...], ...]


def enumerated_exposure(users: int, p: Fraction, attacker: Attacker, kept_back: int | None = None) -> Fraction:
    """Probability that user 0 is exposed, over all orders and all sets of attackers among the others.

    ``kept_back`` leaves out the orders in which that user comes first, as BAS does with the largest bidder.

    >>> enumerated_exposure(3, Fraction(1, 2), "weak")
    Fraction(1, 12)
    """
    counts, orders = exposed_counts(users, attacker, kept_back)
    chances = (p**size * (1 - p) ** (users - 1 - size) for size in range(users))
    return sum((count * chance for count, chance in zip(counts, chances, strict=True)), Fraction(0)) / orders


@lru_cache(maxsize=64)
def exposed_counts(users: int, attacker: Attacker, kept_back: int | None) -> tuple[tuple[int, ...], int]:
    """Exposing pairs (order, attackers) by number of attackers, and the number of orders."""
    orders = [order for order in permutations(range(users)) if order[0] != kept_back]
    if not orders:
        raise InvalidInput(f"no order of {users} users keeps user {kept_back} from the first place")
    counts = [0] * users
    for order in orders:
        place = order.index(0)
        before, after = set(order[:place]), set(order[place + 1 :])
        if attacker == "weak":
            before, after = set(order[max(place - 1, 0) : place]), set(order[place + 1 : place + 2])
        for size in range(users):
            counts[size] += sum(
                1
                for group in combinations(range(1, users), size)
                if not before.isdisjoint(group) and not after.isdisjoint(group)
            )
    return tuple(counts), len(orders)


def release_failure(users: int, slices: int, p: Fraction, delta: Fraction, attacker: Attacker) -> Fraction:
    """Probability that a whole release fails: a slice of the victim is exposed, or the noise fails with ``delta``.

    All sets of attackers are listed, each with all orders; the orders of the slices are drawn independently.

    >>> release_failure(3, 2, Fraction(1, 2), Fraction(0), "weak")
    Fraction(5, 36)
    """
    safe = Fraction(0)
    for members in product((False, True), repeat=users - 1):
        chance = p ** sum(members) * (1 - p) ** (users - 1 - sum(members))
        safe += chance * (1 - _exposed_share(attacker, members)) ** slices
    return 1 - safe * (1 - delta)


@cache
def _exposed_share(attacker: Attacker, members: tuple[bool, ...]) -> Fraction:
    """The share of orders in which these attackers expose the victim, who is the last of the users."""
    orders = list(permutations((*members, None)))
    return Fraction(sum(_is_exposed(attacker, order) for order in orders), len(orders))


def _is_exposed(attacker: Attacker, order: tuple[bool | None, ...]) -> bool:
    place = order.index(None)
    before, after = order[:place], order[place + 1 :]
    if attacker == "weak":
        before, after = before[-1:], after[:1]
    return any(before) and any(after)


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
    _require_divisor(parts, users)
    yield from _parts(frozenset(range(users)), users // parts)


def _require_divisor(parts: int, users: int) -> None:
    if parts < 1 or users % parts:
        raise InvalidInput(f"the number of parts must divide the number of users, {users}; got {parts}")


def _parts(left: frozenset[int], size: int) -> Iterator[Split]:
    if not left:
        yield ()
        return
    first = min(left)
    for rest in combinations(sorted(left - {first}), size - 1):
        part = (first, *rest)
        for others in _parts(left.difference(part), size):
            yield (part, *others)


def least_split_noise(preferences: Sequence[Fraction], parts: int) -> Fraction:
    """The least sum of the parts' largest preferences over all equal splits, by dynamic programming over subsets.

    A part's largest preference belongs to the highest user left in the order of preferences, so the state is the set
    of users not yet placed.

    >>> least_split_noise([Fraction(n) for n in (1, 4, 2, 3)], 2)
    Fraction(6, 1)
    """
    _require_divisor(parts, len(preferences))
    size = len(preferences) // parts

    @cache
    def least(left: frozenset[int]) -> Fraction:
        if not left:
            return Fraction(0)
        top = max(left, key=lambda user: (preferences[user], user))
        companions = combinations(sorted(left - {top}), size - 1)
        return preferences[top] + min(least(left.difference((top, *others))) for others in companions)

    return least(frozenset(range(len(preferences))))


def enumerated_error(deviations: Sequence[Fraction], coordinates: int) -> Fraction:
    """Expected squared error of the mean, with each Gaussian noise replaced by plus or minus its deviation.

    The expectation of a square depends on means and covariances only, so the two-point noise has the same error; it
    is averaged over all sign patterns, passing the sum from user to user as in Eq. 6 to 8.

    >>> enumerated_error([Fraction(1), Fraction(2)], 1)
    Fraction(5, 4)
    """
    users, total, patterns = len(deviations), Fraction(0), 0
    for signs in product((-1, 1), repeat=users * coordinates):
        patterns += 1
        for coordinate in range(coordinates):
            own = signs[coordinate * users : (coordinate + 1) * users]
            message = Fraction(0)
            for sign, deviation in zip(own, deviations, strict=True):
                message += sign * deviation
            total += (message / users) ** 2
    return total / patterns
