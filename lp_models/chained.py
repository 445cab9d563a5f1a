"""Chained-DP's noise game without closed forms: finite games by enumeration, the centralised optimum as programs.

Finite games. The noise that a user's data carry must be one of finitely many levels (squares of rationals, in units
of m). A profile is the rising row of levels U_1 <= U_2 <= ... <= U_K. All Nash equilibria are found by trying every
unilateral deviation, the subgame-perfect outcome by backward induction. If the levels contain 0 and all preferences,
the solutions of the continuous game are profiles of the finite one.

Centralised optimum. Minimise the sum of all costs over the variances u_k >= 0:

    minimise  K (u_1 + ... + u_K) + 2 sum_k beta_k^(3/2) (u_1 + ... + u_k)^(-1/2).

The function x^(-1/2) is convex, so every tangent lies below it: tangents at rational y^2 give a linear program with
rational data, 3/(2y) - x/(2 y^3) at each tangent, whose value is a lower bound. It is exact if y^2 is the optimum.

Chained-DP's protocols by exhaustive enumeration: who is exposed in which order, and which splits are best.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, pairwise, permutations, product

import numpy as np

from optcheck.chained_dp.exposure import Attacker
from optcheck.chained_dp.game import Floats, best_response, cost, exact_preferences, float_preferences, square_root
from optcheck.errors import InvalidInput, SolverFailed
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from optcheck.extras import require
from optcheck.lp.program import LinearProgram, Model

__all__ = [
    "backward_induction",
    "best_responses",
    "enumerated_error",
    "enumerated_exposure",
    "equal_splits",
    "exposed_counts",
    "grid_equilibria",
    "least_split_noise",
    "nash_certificate",
    "release_failure",
    "solve_centralised",
    "splits",
    "tangent_program",
]


Profile = tuple[Fraction, ...]


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


def best_responses(preferences: Sequence[Fraction], first: Profile = ()) -> Profile:
    """The profile in which everybody after the first ones responds to the noise found, user by user.

    >>> best_responses([Fraction(1), Fraction(4)])
    (Fraction(1, 1), Fraction(3, 1))
    """
    profile = list(first)
    for preference in preferences[len(first) :]:
        profile.append(best_response(preference, sum(profile, Fraction(0))))
    return tuple(profile)


def nash_certificate(preferences: Sequence[Fraction], profile: Profile) -> Certificate:
    """Proof that a profile is a Nash equilibrium, or that somebody gains by another variance.

    >>> nash_certificate([Fraction(1), Fraction(4)], (Fraction(4), Fraction(0))).verify().fact("gain").value
    2
    """
    document = {"preferences": [to_text(b) for b in preferences], "profile": [to_text(x) for x in profile]}
    for user, preference in enumerate(preferences):
        best = best_response(preference, sum(profile[:user], Fraction(0)))
        if profile[user] != best:
            evidence = {"user": user, "deviation": to_text(best)}
            return Certificate("noise-game-deviation", {**document, "concept": "Nash"}, evidence)
    return Certificate("noise-game-equilibrium", document, {})


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
        there, here = cost(preference, final[level], level), cost(preference, final[best], best)
        if not _is_less(here, there):
            best = level
    return best


def solve_centralised(preferences: object, solver: str = "CLARABEL") -> Floats:
    """The variances with the least total cost, in units of m, from a cone solver: floats, a hint and no proof.

    >>> solve_centralised([4, 4]).round(3)
    array([4., 0.])
    """
    require("solve_centralised", "cvxpy", "clarabel")
    import cvxpy as cp  # slow to load, and only needed here

    beta = float_preferences(preferences)
    if beta.max() == 0:
        return np.zeros_like(beta)
    variances = cp.Variable(len(beta), nonneg=True)
    seen = cp.cumsum(variances)
    weighted = [2 * float(b) ** 1.5 * cp.power(seen[user], -0.5) for user, b in enumerate(beta) if b > 0]
    problem = cp.Problem(cp.Minimize(len(beta) * cp.sum(variances) + sum(weighted)))
    problem.solve(solver=solver)
    if problem.status != "optimal":
        raise SolverFailed(f"{solver} stopped with status {problem.status}")
    return np.asarray(variances.value, dtype=np.float64)


def tangent_program(preferences: Sequence[object], tangents: Sequence[Fraction]) -> LinearProgram:
    """The linear program whose value bounds the least total cost from below, in units of m.

    ``tangents`` are the y at whose squares x^(-1/2) is replaced by its tangent. Preferences must be squares.

    >>> program = tangent_program([4, 4], [Fraction(1), Fraction(2)])
    >>> len(program.costs), len(program.rhs)
    (4, 4)
    """
    beta = exact_preferences(preferences)
    if not tangents or min(tangents) <= 0:
        raise InvalidInput(f"tangents must be positive and there must be one, got {list(tangents)}")
    model = Model("minimise")
    variances = [model.variable(f"u[{user}]", cost=len(beta)) for user in range(len(beta))]
    for user, preference in enumerate(beta):
        height = model.variable(f"w[{user}]", cost=2 * square_root(preference) ** 3)
        for y in tangents:
            slope = 1 / (2 * Fraction(y) ** 3)
            terms = {height: Fraction(1), **dict.fromkeys(variances[: user + 1], slope)}
            model.row(f"tangent[{user},{y}]", terms, ">=", 3 / (2 * Fraction(y)))
    return model.build()


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
