"""The costs of Chained-DP's noise game as expressions. Standard library only.

All variances and costs are in units of m = 2^(-2/3). By Eq. 14 the cost of user k with preference beta_k is then

    (all noise) + 2 beta_k^(3/2) / sqrt(noise added by users 1 to k);

a user with preference 0 has no privacy cost. Numbers are expressions of the comparison family, so roots are allowed.
Costs are rebuilt here from preferences and profile; nothing is taken from a closed form.
"""

from __future__ import annotations

from typing import Any

from optcheck.checker import comparison
from optcheck.checker.core import Document, Finding, field, numbers, require
from optcheck.checker.intervals import point

Expression = Any


def read_preferences(instance: Document, name: str = "preferences") -> list[Any]:
    """The preferences as they stand in the document, none negative."""
    values = numbers(instance, name)
    require(len(values) > 0 and min(values) >= 0, name, "numbers >= 0", values)
    return list(instance[name])


def read_profile(document: Document, name: str, users: int) -> list[Expression]:
    """One variance per user, none negative."""
    profile = field(document, name, list)
    require(len(profile) == users, name, f"{users} variances", len(profile))
    for variance in profile:
        require(comparison.evaluate(variance, {}, 64).low >= 0, name, "variances >= 0", variance)
    return list(profile)


def read_user(document: Document, users: int) -> int:
    """The index of a user."""
    user = field(document, "user", int)
    require(0 <= user < users, "user", f"an index below {users}", user)
    return int(user)


def is_zero(expression: Expression) -> bool:
    """Whether an expression is exactly zero."""
    return comparison.evaluate(expression, {}, 64) == point(0)


def weight(preference: Expression) -> Expression:
    """2 beta^(3/2): the weight of the privacy cost in units of m."""
    return ["*", 2, ["sqrt", ["^", preference, 3]]]


def cost(preference: Expression, total: Expression, seen: Expression) -> Expression | None:
    """A user's cost; None stands for infinity."""
    if is_zero(preference):
        return total
    if is_zero(seen):
        return None
    return ["+", total, ["/", weight(preference), ["sqrt", seen]]]


def cost_at(preferences: list[Any], profile: list[Expression], user: int) -> Expression | None:
    """A user's cost at a profile; None stands for infinity."""
    return cost(preferences[user], ["+", *profile], ["+", *profile[: user + 1]])


def total_cost(preferences: list[Any], profile: list[Expression]) -> Expression:
    """The sum of all users' costs, which must be finite."""
    costs = [cost_at(preferences, profile, user) for user in range(len(preferences))]
    require(None not in costs, "profile", "finite costs", profile)
    return ["+", *costs]


def decide(left: Expression, relation: str, right: Expression, statement: str) -> Finding:
    """Compare two expressions; returns the statement with both values, or rejects."""
    document = {"values": {}, "left": left, "relation": relation, "right": right}
    return Finding(comparison.check(document, {"note": statement}).statement)
