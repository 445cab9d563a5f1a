"""Instances for the claims about collusion: a number of users and a probability."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from lp_models.chain_protocols import enumerated_exposure
from optcheck.audit import Discrepancy, Impact
from optcheck.chained_dp.exposure import Attacker
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text

PROBABILITIES = tuple(Fraction(text) for text in ("0", "1/2", "1/3", "2/3", "1/4", "3/4", "1/10", "99/100"))


@dataclass(frozen=True, slots=True)
class Collusion:
    """Users in a row, each of them an attacker with this probability, from one victim's point of view."""

    users: int
    probability: Fraction


def grid(least: int, most: int) -> Iterator[Collusion]:
    """All numbers of users with all probabilities: more of these than users, so polynomials agree everywhere."""
    for users in range(least, most + 1):
        for probability in PROBABILITIES:
            yield Collusion(users, probability)


def order(instance: Collusion) -> tuple[object, ...]:
    """Few users, then simple probabilities."""
    return instance.users, instance.probability.denominator, instance.probability.numerator


def judge_exposure(claimed: Fraction, instance: Collusion, attacker: Attacker) -> Discrepancy | None:
    """None if the claimed number is the probability that enumeration over orders and attackers gives."""
    true = enumerated_exposure(instance.users, instance.probability, attacker)
    if claimed == true:
        return None
    return Discrepancy(
        claimed=claimed,
        true=true,
        gap=abs(claimed - true),
        impact=Impact.SAFETY if claimed < true else Impact.VALUE,
        certificate=Certificate(
            "chain-exposure",
            {
                "users": instance.users,
                "probability": to_text(instance.probability),
                "attacker": attacker,
                "kept_back": None,
            },
            {},
        ),
        explanation=f"All orders of {instance.users} users and all sets of attackers give {true}.",
    )
