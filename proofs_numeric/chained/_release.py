"""A whole SAR release: several slices, one set of attackers, an order drawn anew for each slice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb
from typing import Literal

from optcheck.claims import Domain
from optcheck.claims.grids import amounts, simplicity

Attacker = Literal["weak", "strong"]


@dataclass(frozen=True, slots=True)
class SlicedRelease:
    """Users, slices, the chance that another user is an attacker, and delta of the noise at its budget."""

    users: int
    slices: int
    probability: Fraction
    delta: Fraction


DOMAIN: Domain[SlicedRelease] = Domain(
    description="2 to 5 users, 1 to 3 slices, p = 0, 1/2, 1/3, 1/10, delta = 0, 1/10, 1/1000, uniform orders",
    grid=lambda: (
        SlicedRelease(*case)
        for case in product(range(2, 6), range(1, 4), amounts("0 1/2 1/3 1/10"), amounts("0 1/10 1/1000"))
    ),
    order=lambda release: (release.users, release.slices, *simplicity((release.probability, release.delta))),
)


def failure(attacker: Attacker) -> Callable[[SlicedRelease], Fraction]:
    """The true failure probability, by all sets of attackers and orders: a slice is exposed, or the noise fails."""

    def found(release: SlicedRelease) -> Fraction:
        safe = Fraction(0)
        for members in product((False, True), repeat=release.users - 1):
            chance = Fraction(1)
            for is_attacker in members:
                chance *= release.probability if is_attacker else 1 - release.probability
            safe += chance * (1 - exposed(attacker, members)) ** release.slices
        return 1 - safe * (1 - release.delta)

    return found


@cache
def exposed(attacker: Attacker, members: tuple[bool, ...]) -> Fraction:
    """The share of orders in which these attackers expose the victim, who is the last of the users."""
    orders = list(permutations((*members, None)))
    return Fraction(sum(_sees(attacker, order) for order in orders), len(orders))


def _sees(attacker: Attacker, order: tuple[bool | None, ...]) -> bool:
    place = order.index(None)
    before, after = order[:place], order[place + 1 :]
    if attacker == "weak":
        before, after = before[-1:], after[:1]
    return any(before) and any(after)


def of_slices(release: SlicedRelease, given: Callable[[int, int], Fraction]) -> Fraction:
    """The chance that some slice is exposed, from the exposure of one slice given the number of attackers."""
    users, p, hidden = release.users, release.probability, Fraction(0)
    for count in range(users):
        chance = comb(users - 1, count) * p**count * (1 - p) ** (users - 1 - count)
        hidden += chance * (1 - given(users, count)) ** release.slices
    return 1 - hidden
