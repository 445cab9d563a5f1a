"""Collusion against one slice, and against a whole release."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations, product

from optcheck.chained_dp.exposure import Attacker
from optcheck.claims import Document, Domain, Holds, Impact, Quantity, Value
from optcheck.claims.claim import amounts, each, texts

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
    grid=each(Collusion, range(2, 8), PROBABILITIES),
    order=order,
)


def exposure(attacker: Attacker, holds: Holds[Collusion] | None = None) -> Quantity[Collusion]:
    """The probability that a slice is exposed: every order equally likely, all sets of attackers."""

    def describe(instance: Collusion) -> Document:
        chance = texts([instance.probability])[0]
        return {"users": instance.users, "probability": chance, "attacker": attacker, "kept_back": None}

    return Quantity(kind="chain-exposure", name="exposure", describe=describe, holds=holds)


def impact(claimed: Value, true: Value) -> Impact:
    """Promising less exposure than there is is unsafe."""
    return Impact.SAFETY if claimed < true else Impact.VALUE


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
    position = order.index(None)
    before, after = order[:position], order[position + 1 :]
    if attacker == "weak":
        before, after = before[-1:], after[:1]
    return any(before) and any(after)
