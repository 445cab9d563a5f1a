"""Instances for the claims about collusion: a number of users and a probability."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from optcheck.claims import Domain, Impact, Quantity, Value
from optcheck.claims.grids import amounts, texts

PROBABILITIES = amounts("0 1/2 1/3 2/3 1/4 3/4 1/10 99/100")


@dataclass(frozen=True, slots=True)
class Collusion:
    """Users in a row, each of them an attacker with this probability, from one victim's point of view."""

    users: int
    probability: Fraction


def order(instance: Collusion) -> tuple[Any, ...]:
    """Few users, then simple probabilities."""
    return instance.users, instance.probability.denominator, instance.probability.numerator


def grid() -> Iterator[Collusion]:
    """Eight probabilities, more than a polynomial of degree 6 has coefficients."""
    return (Collusion(users, probability) for users in range(2, 8) for probability in PROBABILITIES)


DOMAIN: Domain[Collusion] = Domain(
    description="2 to 7 users, eight probabilities in [0, 1), uniform order, one slice", grid=grid, order=order
)


def exposure(attacker: Literal["weak", "strong"], **more: Any) -> Quantity[Collusion]:
    """The probability that a slice is exposed: all orders alike, all sets of attackers."""
    return Quantity(
        kind="chain-exposure",
        name="exposure",
        describe=lambda instance: {
            "users": instance.users,
            "probability": texts([instance.probability])[0],
            "attacker": attacker,
            "kept_back": None,
        },
        **more,
    )


def impact(claimed: Value, true: Value) -> Impact:
    """Promising less exposure than there is is unsafe."""
    return Impact.SAFETY if claimed < true else Impact.VALUE
