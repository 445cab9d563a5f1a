"""Chained-DP without closed forms, by exhaustive enumeration: the baseline of benchmarks, the oracle of tests.

Finite games. The noise that a user's data carry must be one of finitely many levels (squares of rationals, in units
of m). A profile is the rising row of levels U_1 <= U_2 <= ... <= U_K. All Nash equilibria come from trying every
unilateral deviation, the subgame-perfect outcome from backward induction. If the levels contain 0 and all preferences,
the solutions of the continuous game are profiles of the finite one.

Exposure is counted over all orders and all sets of attackers; the best split into equal parts comes from dynamic
programming over subsets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, pairwise, permutations

from optcheck.chained_dp.exposure import Attacker
from optcheck.chained_dp.game import cost
from optcheck.errors import InvalidInput
from proofs_numeric.chained._game import Profile

__all__ = [
    "Split",
    "backward_induction",
    "enumerated_exposure",
    "equal_splits",
    "exposed_counts",
    "grid_equilibria",
    "least_split_noise",
    "splits",
]

Split = tuple[tuple[int, ...], ...]


def grid_equilibria(preferences: Sequence[Fraction], levels: Sequence[Fraction]) -> list[Profile]:
    """All Nash equilibria (Definition 3) with running noise in the given levels, as variances per user.

    >>> grid_equilibria([Fraction(1), Fraction(4)], [Fraction(n * n) for n in range(4)])
    [(Fraction(1, 1), Fraction(3, 1))]
    """
    rows = combinations_with_replacement(sorted(set(levels)), len(preferences))
    return [_variances(row) for row in rows if _is_stable(preferences, levels, row)]


def _variances(row: Sequence[Fraction]) -> Profile:
    return tuple(after - before for before, after in pairwise((Fraction(0), *row)))


def _is_stable(preferences: Sequence[Fraction], levels: Sequence[Fraction], row: Sequence[Fraction]) -> bool:
    """Whether no user gains by raising the noise to another level, all other variances fixed."""
    for user, preference in enumerate(preferences):
        before, seen = (row[user - 1] if user else Fraction(0)), row[user]
        paid = cost(preference, row[-1], seen)
        others = (cost(preference, row[-1] - seen + level, level) for level in levels if level >= before)
        if any(_is_less(other, paid) for other in others):
            return False
    return True


def _is_less(a: Fraction | None, b: Fraction | None) -> bool:
    """Compare costs, of which None is infinite."""
    return a is not None and (b is None or a < b)


def backward_induction(preferences: Sequence[Fraction], levels: Sequence[Fraction]) -> Profile:
    """The subgame-perfect outcome with running noise in the given levels, as variances per user.

    From the last user to the first: for every level handed over, the level that costs the user least when all later
    users respond. An indifferent user (one with preference 0) chooses the highest level.

    >>> backward_induction([Fraction(1), Fraction(4)], [Fraction(n * n) for n in range(4)])
    (Fraction(4, 1), Fraction(0, 1))
    """
    steps = sorted(set(levels))
    final = {level: level for level in steps}
    replies: list[dict[Fraction, Fraction]] = []
    for preference in reversed(preferences):
        reply = {level: _best_level(preference, steps, level, final) for level in steps}
        final = {level: final[reply[level]] for level in steps}
        replies.append(reply)
    row: list[Fraction] = []
    for reply in reversed(replies):
        row.append(reply[row[-1] if row else Fraction(0)])
    return _variances(row)


def _best_level(
    preference: Fraction, steps: Sequence[Fraction], before: Fraction, final: dict[Fraction, Fraction]
) -> Fraction:
    best = before
    for level in steps:
        if level < before:
            continue
        candidate, incumbent = cost(preference, final[level], level), cost(preference, final[best], best)
        if not _is_less(incumbent, candidate):
            best = level
    return best


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
        raise InvalidInput(f"no order of {users} users keeps user {kept_back} from coming first")
    counts = [0] * users
    for order in orders:
        position = order.index(0)
        before, after = set(order[:position]), set(order[position + 1 :])
        if attacker == "weak":
            before, after = set(order[max(position - 1, 0) : position]), set(order[position + 1 : position + 2])
        for size in range(users):
            counts[size] += sum(
                1
                for group in combinations(range(1, users), size)
                if not before.isdisjoint(group) and not after.isdisjoint(group)
            )
    return tuple(counts), len(orders)


def least_split_noise(preferences: Sequence[Fraction], parts: int) -> Fraction:
    """The least sum of the parts' largest preferences over all equal splits, by dynamic programming over subsets.

    A part's largest preference belongs to the highest remaining user in the order of preferences, so the state is
    the set of remaining users.

    >>> least_split_noise([Fraction(n) for n in (1, 4, 2, 3)], 2)
    Fraction(6, 1)
    """
    require_divisor(parts, len(preferences))
    size = len(preferences) // parts

    @cache
    def least(remaining: frozenset[int]) -> Fraction:
        if not remaining:
            return Fraction(0)
        top = max(remaining, key=lambda user: (preferences[user], user))
        companions = combinations(sorted(remaining - {top}), size - 1)
        return preferences[top] + min(least(remaining.difference((top, *others))) for others in companions)

    return least(frozenset(range(len(preferences))))


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
