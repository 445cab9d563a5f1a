"""Collusion: one slice, or a whole SAR release of several slices with one set of attackers and an order for each."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from lp_models.chain_protocols import release_failure
from optcheck.chained_dp.exposure import Attacker
from optcheck.claims import Definition, Document, Domain, Impact, Quantity, Value
from optcheck.claims.grids import amounts, simplicity, texts

PROBABILITIES = amounts("0 1/2 1/3 2/3 1/4 3/4 1/10 99/100")


@dataclass(frozen=True, slots=True)
class Collusion:
    """Users in a row, each of them an attacker with this probability, from one victim's point of view."""

    users: int
    probability: Fraction


def order(instance: Collusion) -> tuple[object, ...]:
    """Few users, then simple probabilities."""
    return instance.users, instance.probability.denominator, instance.probability.numerator


DOMAIN: Domain[Collusion] = Domain(  # more probabilities than a polynomial of degree 6 has coefficients
    description="2 to 7 users, eight probabilities in [0, 1), uniform order, one slice",
    grid=lambda: (Collusion(users, probability) for users in range(2, 8) for probability in PROBABILITIES),
    order=order,
)


def exposure(attacker: Attacker, **more: Any) -> Quantity[Collusion]:
    """The probability that a slice is exposed: all orders alike, all sets of attackers."""

    def describe(instance: Collusion) -> Document:
        chance = texts([instance.probability])[0]
        return {"users": instance.users, "probability": chance, "attacker": attacker, "kept_back": None}

    return Quantity(kind="chain-exposure", name="exposure", describe=describe, **more)


def impact(claimed: Value, true: Value) -> Impact:
    """Promising less exposure than there is is unsafe."""
    return Impact.SAFETY if claimed < true else Impact.VALUE


@dataclass(frozen=True, slots=True)
class SlicedRelease:
    """Users, slices, the chance that another user is an attacker, and delta of the noise at its budget."""

    users: int
    slices: int
    probability: Fraction
    delta: Fraction


RELEASES: Domain[SlicedRelease] = Domain(
    description="2 to 5 users, 1 to 3 slices, p = 0, 1/2, 1/3, 1/10, delta = 0, 1/10, 1/1000, uniform orders",
    grid=lambda: (
        SlicedRelease(*case)
        for case in product(range(2, 6), range(1, 4), amounts("0 1/2 1/3 1/10"), amounts("0 1/10 1/1000"))
    ),
    order=lambda release: (release.users, release.slices, *simplicity((release.probability, release.delta))),
)


def failure(attacker: Attacker) -> Definition[Any]:
    """The true failure probability, by all sets of attackers and orders: a slice is exposed, or the noise fails."""
    return Definition(lambda at: release_failure(at.users, at.slices, at.probability, at.delta, attacker))


def of_slices(release: SlicedRelease, given: Callable[[int, int], Fraction]) -> Fraction:
    """The chance that some slice is exposed, from the exposure of one slice given the number of attackers."""
    users, p, hidden = release.users, release.probability, Fraction(0)
    for count in range(users):
        chance = comb(users - 1, count) * p**count * (1 - p) ** (users - 1 - count)
        hidden += chance * (1 - given(users, count)) ** release.slices
    return 1 - hidden
