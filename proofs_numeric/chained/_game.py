"""The noise game in units of m = 2^(-2/3): rows of users, and what a user pays.

A variance of u stands for m u. By Eq. 14 a user pays all noise and alpha/sqrt(noise that its data carry), alpha =
beta^(3/2); as m^(-3/2) = 2, that is noise + 2 beta^(3/2)/sqrt(seen) in units of m.
"""

from collections.abc import Sequence

from optcheck.claims import *

__all__ = ["Deviation", "Preferences", "Profile", "Users", "cost", "cost_at", "enforced", "responded"]

Preferences = tuple[Fraction, ...]
Profile = tuple[Fraction, ...]


class Users(Instance):
    """The users' preferences, in the order of the row."""

    preferences: Preferences = row(rational(at_least=0), least=1, symbol="β")


class Deviation(Users):
    """A row of users, one of them, and the noise that it may make its data carry instead, by adding more or less."""

    user: int = integer(0, "len(preferences) - 1", symbol="k−1")
    instead: Fraction = rational(at_least=0, symbol="other V_k/m")


def cost(preference: Value, noise: Value, seen: Value) -> Value:
    """Eq. 14: what a user pays for all noise and for the noise that its own data carry."""
    if preference == 0:
        return noise
    if seen == 0:
        return INFINITE
    return noise + 2 * preference * sqrt(preference / seen)


def cost_at(preferences: Sequence[Value], profile: Sequence[Value], user: int) -> Value:
    """What a user pays at a profile: its data carry the noise of everybody up to itself."""
    return cost(preferences[user], sum(profile), sum(profile[: user + 1]))


def enforced(preferences: Sequence[Value]) -> Profile:
    """The profile that Theorem 1 prints and that BAS enforces."""
    return (max(preferences), *[Fraction(0) for _ in preferences[1:]])


def responded(preferences: Sequence[Value], noise: Value) -> Value:
    """The noise in the end if one user after the other responds by Lemma 1 to the noise before it."""
    for preference in preferences:
        noise = noise + max(preference - noise, 0)
    return noise
