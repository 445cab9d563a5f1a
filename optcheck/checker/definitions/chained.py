"""Equilibria of Chained-DP's noise game. Standard library only.

Users stand in a row; documents number them from 0. All variances and costs are in units of m = 2^(-2/3). By Eq. 14 the
cost of user k with preference beta_k is then

    (all noise) + 2 beta_k^(3/2) / sqrt(noise added by users 0 to k);

a user with preference 0 has no privacy cost. With y^2 the noise that a user sees and r^2 its preference, the cost is a
constant plus y^2 + 2 r^3/y, and y^2 + 2 r^3/y - 3 r^2 = (y - r)^2 (y + 2r) / y: least at y = r, and growing beyond.
"""

from __future__ import annotations

from optcheck.checker import reading, work
from optcheck.checker.core import Fact, Kind, shown
from optcheck.checker.reading import Exact, Record, needed, number, require, sequence, whole


class _Game(Record):
    preferences = profile = needed(sequence(number(least=0), least=1))


def check_equilibrium(instance: _Game, evidence: Record) -> tuple[Fact, ...]:
    """The profile is a Nash equilibrium: every user's variance is a best response to the others' variances.

    A variance above zero is best only if it tops the noise up to the preference, zero only if there is as much already.
    """
    preferences, profile = instance.preferences, instance.profile
    reading.same_length("profile", profile, len(preferences))
    seen: Exact = 0
    for place, (target, added) in enumerate(zip(preferences, profile, strict=True)):
        seen += added
        work.pay(seen, target)
        fits = seen == target if added > 0 else seen >= target
        require(fits, f"best response {place}", target, seen)
    return Fact("profile", "is", "a Nash equilibrium"), Fact("total noise", "=", whole(seen))


def sentence(instance: _Game, facts: tuple[Fact, ...]) -> str:
    """The profile, what it is, and its noise."""
    profile, noise = facts
    return (
        f"the profile {shown(tuple(instance.profile))} m of users with preferences "
        f"{shown(tuple(instance.preferences))} is {profile.value} with {noise.quantity} {shown(noise.value)} m"
    )


KINDS = {"noise-game-equilibrium": Kind(_Game, Record, check_equilibrium, sentence)}
