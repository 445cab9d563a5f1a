"""Chained-DP without closed forms, by exhaustive enumeration: the baseline of benchmarks, the oracle of tests.

Finite games. The noise that a user's data carry must be one of finitely many levels (squares of rationals, in units
of m). A profile is the rising row of levels U_1 <= U_2 <= ... <= U_K. All Nash equilibria come from trying every
unilateral deviation, the subgame-perfect outcome from backward induction. If the levels contain 0 and all preferences,
the solutions of the continuous game are profiles of the finite one.

Exposure is counted over all orders and all sets of attackers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, pairwise, permutations

from optcheck.chained_dp.exposure import Attacker
from optcheck.chained_dp.game import cost
from optcheck.errors import InvalidInput
from proofs_numeric.chained._game import Profile

__all__ = [
    "backward_induction",
    "enumerated_exposure",
    "exposed_counts",
    "grid_equilibria",
]


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
