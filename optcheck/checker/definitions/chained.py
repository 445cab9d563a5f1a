"""Equilibria of Chained-DP's noise game. Standard library only.

Users stand in a row; documents number them from 0. All variances and costs are in units of m = 2^(-2/3). By Eq. 14 the
cost of user k with preference beta_k is then

    (all noise) + 2 beta_k^(3/2) / sqrt(noise added by users 0 to k);

a user with preference 0 has no privacy cost. With y^2 the noise that a user sees and r^2 its preference, the cost is a
constant plus y^2 + 2 r^3/y, and y^2 + 2 r^3/y - 3 r^2 = (y - r)^2 (y + 2r) / y: least at y = r, and growing beyond.
"""

from __future__ import annotations

from optcheck.checker import work
from optcheck.checker.core import Kind
from optcheck.checker.facts import Fact, Finding, shown
from optcheck.checker.numbers import Exact, number_text, whole
from optcheck.checker.reading import Nothing, Record, needed, number, require, same_length, sequence


class _Game(Record):
    preferences = profile = needed(sequence(number(least=0), least=1))


def check_equilibrium(instance: _Game, evidence: Nothing) -> Finding:
    """The profile is a Nash equilibrium: every user's variance is a best response to the others' variances.

    A variance above zero is best only if it tops the noise up to the preference, zero only if there is as much already.
    """
    preferences, profile = instance.preferences, instance.profile
    same_length("profile", profile, len(preferences))
    seen: Exact = 0
    for place, (target, added) in enumerate(zip(preferences, profile, strict=True)):
        seen += added
        work.pay(seen, target)
        fits = seen == target if added > 0 else seen >= target
        require(fits, f"best response {place}", number_text(target), number_text(seen))
    total = whole(seen)
    facts = (Fact("profile", "is", "a Nash equilibrium"), Fact("total noise", "=", total))
    text = (
        f"the profile {shown(tuple(profile))} m of users with preferences {shown(tuple(preferences))} is a Nash "
        f"equilibrium with total noise {shown(total)} m"
    )
    return Finding(text, total, facts)


KINDS = {"noise-game-equilibrium": Kind(_Game, Nothing, check_equilibrium)}
