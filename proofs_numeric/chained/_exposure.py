"""Collusion against one slice."""

from dataclasses import dataclass
from fractions import Fraction

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
    """The probability that a slice is exposed: all orders alike, all sets of attackers."""

    def describe(instance: Collusion) -> Document:
        chance = texts([instance.probability])[0]
        return {"users": instance.users, "probability": chance, "attacker": attacker, "kept_back": None}

    return Quantity(kind="chain-exposure", name="exposure", describe=describe, holds=holds)


def impact(claimed: Value, true: Value) -> Impact:
    """Promising less exposure than there is is unsafe."""
    return Impact.SAFETY if claimed < true else Impact.VALUE
