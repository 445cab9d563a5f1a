"""Check who gains by deviating in Chained-DP's noise game, and what users pay. Standard library only.

Kinds: noise-game-deviation, noise-game-equilibrium, noise-game-cost.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from optcheck.checker._noise_game import (
    Expression,
    cost,
    cost_at,
    decide,
    read_preferences,
    read_profile,
    read_user,
)
from optcheck.checker.core import Document, Exact, Finding, field, number_text, numbers, parse_number, require


def check_deviation(instance: Document, evidence: Document) -> Finding:
    """A user gains by deviating: the others' choices fixed, or (responding) with later users' best responses.

    Later users top up to their preferences, whatever they foresee, so the noise then ends at the largest of them.
    """
    preferences = read_preferences(instance)
    profile = read_profile(instance, "profile", len(preferences))
    user = read_user(evidence, len(preferences))
    (deviation,) = read_profile({"deviation": [evidence["deviation"]]}, "deviation", 1)
    seen: Expression = ["+", *profile[:user], deviation]
    responding = field(instance, "responding", bool)
    total = ["max", seen, *preferences[user + 1 :]] if responding else ["+", seen, *profile[user + 1 :]]
    before, after = cost_at(preferences, profile, user), cost(preferences[user], total, seen)
    require(after is not None, "deviation", "a finite cost", "no noise at all")
    words = f"user {user} gains by deviating, so the profile is no equilibrium"
    if before is None:
        return Finding(f"{words}: its cost there is infinite")
    return decide(after, "<", before, words)


def check_equilibrium(instance: Document, evidence: Document) -> Finding:
    """The profile is a Nash equilibrium: every user's variance is a best response."""
    preferences = read_preferences(instance)
    profile = numbers(evidence, "profile", len(preferences))
    seen = _check_responses(preferences, profile, Fraction(0))
    words = f"a Nash equilibrium with total noise {number_text(seen)} m"
    return Finding(words, seen)


def _check_responses(preferences: list[Any], profile: list[Exact], before: Exact) -> Exact:
    """Every variance is a best response to the noise before it; returns the noise in the end.

    With x = y^2 the noise that a user with preference r^2 sees, its cost is a constant plus y^2 + 2 r^3/y, and
    y^2 + 2 r^3/y - 3 r^2 = (y - r)^2 (y + 2r) / y: least at x = r^2, and growing beyond. So a choice above zero is
    best only if it tops up to the preference, and zero is best only if there is as much noise already.
    """
    seen = before
    for place, (text, added) in enumerate(zip(preferences, profile, strict=True)):
        seen, target = seen + added, parse_number(text)
        require(added >= 0, f"variance {place}", ">= 0", added)
        require(seen == target if added > 0 else seen >= target, f"best response {place}", target, seen)
    return seen


def check_cost(instance: Document, evidence: Document) -> Finding:
    """A user's cost at the profile is not the claimed one. If ``responding``, users from the second on respond."""
    preferences = read_preferences(instance)
    profile = read_profile(instance, "profile", len(preferences))
    user = read_user(instance, len(preferences))
    if field(instance, "responding", bool):
        _check_responses(preferences[1:], numbers(instance, "profile")[1:], parse_number(profile[0]))
    paid = cost_at(preferences, profile, user)
    require(paid is not None, "profile", "a finite cost", profile)
    words = f"cost of user {user} against the claimed cost"
    return decide(paid, "!=", evidence["claimed"], words)


CHECKS = {
    "noise-game-cost": check_cost,
    "noise-game-deviation": check_deviation,
    "noise-game-equilibrium": check_equilibrium,
}
