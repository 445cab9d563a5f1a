"""Chained-DP's noise game without closed forms: finite games by enumeration, the centralised optimum as programs.

Finite games. The noise that a user's data carry must be one of finitely many levels (squares of rationals, in units
of m). A profile is the rising row of levels U_1 <= U_2 <= ... <= U_K. All Nash equilibria are found by trying every
unilateral deviation, the subgame-perfect outcome by backward induction. If the levels contain 0 and all preferences,
the solutions of the continuous game are profiles of the finite one.

Centralised optimum. Minimise the sum of all costs over the variances u_k >= 0:

    minimise  K (u_1 + ... + u_K) + 2 sum_k beta_k^(3/2) (u_1 + ... + u_k)^(-1/2).

The function x^(-1/2) is convex, so every tangent lies below it: tangents at rational y^2 give a linear program with
rational data, 3/(2y) - x/(2 y^3) at each tangent, whose value is a lower bound. It is exact if y^2 is the optimum.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise

import numpy as np

from optcheck.chained_dp.game import Floats, best_response, cost, exact_preferences, float_preferences, square_root
from optcheck.errors import InvalidInput, SolverFailed
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from optcheck.extras import require
from optcheck.lp.program import LinearProgram, Model

__all__ = [
    "backward_induction",
    "best_responses",
    "grid_equilibria",
    "nash_certificate",
    "solve_centralised",
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
