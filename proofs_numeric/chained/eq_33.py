"""Eq. 33: the threshold on the collusion probability against the weak attacker.

Statement: the failure probability is at most 1/K^2 if p <= sqrt(1 / (K (K-2))).

Model: exposure by enumeration of orders and attackers (uniform order, one slice), compared with 1/K^2 on both sides
of the threshold, which the form returns as a square root. Three users at least: with two, nobody can be exposed,
every p is bearable, and the formula divides by zero. The paper says "less than 1/K^2" and prints "<="; for rational
p that is the same, because K (K-2) = (K-1)^2 - 1 is never a square.

Relation: equals (bearable if and only if p is at most the threshold). Corners: p next to the threshold, p = 0.

Expected: holds, proved from chained/thm-7-delta. For the user with the largest preference, BAS orders lower the
threshold to sqrt((K-1) / (K^2 (K-2))); against the strong attacker it is about sqrt(6)/K^2
(optcheck.chained_dp.threshold).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt
from typing import Any

import sympy

from lp_models.chain_protocols import enumerated_exposure
from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from proofs_numeric.chained._algebra import require_identity
from proofs_numeric.chained._common import Root
from proofs_numeric.chained._exposure import PROBABILITIES, Collusion, order


def as_printed(instance: Collusion) -> Root:
    return Root(Fraction(1, instance.users * (instance.users - 2)), 2)


def compare(form: Any, instance: Collusion) -> Discrepancy | None:
    claimed, target = form(instance), Fraction(1, instance.users**2)
    bearable = instance.probability**claimed.degree <= claimed.value
    exposure = enumerated_exposure(instance.users, instance.probability, "weak")
    if bearable == (exposure <= target):
        return None
    return Discrepancy(
        claimed=f"p {'≤' if bearable else '>'} {claimed}",
        true=exposure,
        gap=abs(exposure - target),
        impact=Impact.SAFETY if bearable else Impact.VALUE,
        certificate=Certificate(
            "chain-exposure",
            {
                "users": instance.users,
                "probability": to_text(instance.probability),
                "attacker": "weak",
                "kept_back": None,
            },
            {},
        ),
        explanation=f"The exposure is {exposure}, the target {target}.",
    )


def grid() -> Iterator[Collusion]:
    for users in range(3, 7):
        for scale in (10, 1000, 10**6):
            below = isqrt(scale * scale // (users * (users - 2)))
            yield Collusion(users, Fraction(below, scale))
            yield Collusion(users, Fraction(below + 1, scale))
        yield from (Collusion(users, probability) for probability in PROBABILITIES)


def proof() -> Proof:
    users, p = sympy.symbols("K p", positive=True)
    excess = (users - 2) * p**2 / users - 1 / users**2
    factor = (users - 2) / users
    steps = require_identity(excess, factor * (p**2 - 1 / (users * (users - 2))))
    argument = "(K-2)p^2/K - 1/K^2 = (K-2)/K (p^2 - 1/(K(K-2))): for K >= 3 both have the same sign."
    return Proof(argument, steps)


CLAIM = Claim(
    id="chained/eq-33",
    place="Eq. 33",
    title="threshold on the collusion probability, weak attacker",
    relation=Relation.EQUALS,
    domain=Domain(
        description="3 to 6 users, probabilities next to the threshold at scales 10, 1000, 10^6, and eight others",
        grid=grid,
        order=order,
    ),
    printed=Form("p ≤ √(1 / (K (K−2)))", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
