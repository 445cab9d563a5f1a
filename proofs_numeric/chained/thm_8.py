"""Theorem 8, Eq. 32: how likely the strong attacker learns a slice.

Statement: the probability that there are attackers on both sides of a user is, with q = 1 - p, 1 + q^(K-1) - 2 (1 -
q^(K-1)) / (K q). The proof starts from (1/K) sum over i of (1 - q^i)(1 - q^(K-1-i)).

Model: as for chained/thm-7-delta: all orders with equal weight, all sets of attackers, one slice, two users at
least.

Relation: equals. Corners: two users (nobody can be in between), p = 0, p near 1.

Expected: corrected. The sum is right; its closed form is not. The geometric sum of q^i for i < K is (1 - q^K)/(1 -
q): the exponent must be K and the denominator K p, giving 1 + q^(K-1) - 2 (1 - q^K)/(K p). The printed form claims
probability 2 where nobody attacks; it is negative, so promises too much, when attackers are many (three users, p =
2/3: -2/3 instead of 4/27). The remarks on the order and on several slices at chained/thm-7-delta apply here
as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from proofs_numeric.chained import _exposure
from proofs_numeric.chained._algebra import require_identity
from proofs_numeric.chained._exposure import Collusion, judge_exposure, order
from proofs_numeric.chained._plot import BLUE, RED, line_drawing


def as_printed(instance: Collusion) -> Fraction:
    users, q = instance.users, 1 - instance.probability
    return 1 + q ** (users - 1) - 2 * (1 - q ** (users - 1)) / (users * q)


def corrected(instance: Collusion) -> Fraction:
    users, p = instance.users, instance.probability
    if p == 0:
        return Fraction(0)
    return 1 + (1 - p) ** (users - 1) - 2 * (1 - (1 - p) ** users) / (users * p)


def compare(form: Any, instance: Collusion) -> Discrepancy | None:
    return judge_exposure(form(instance), instance, "strong")


def grid() -> Iterator[Collusion]:
    return _exposure.grid(2, 7)


def proof() -> Proof:
    q, power, u, v, users = sympy.symbols("q power u v K", positive=True)
    steps = require_identity((1 - u) * (1 - v), 1 - u - v + u * v)
    steps += require_identity((1 - power) / (1 - q) + power, (1 - power * q) / (1 - q))
    geometric = (1 - power * q) / (1 - q)
    steps += require_identity(
        (users - 2 * geometric + users * power) / users, 1 + power - 2 * (1 - power * q) / (users * (1 - q))
    )
    argument = (
        "A user in place i has i users before and K-1-i behind it: exposure (1 - q^i)(1 - q^(K-1-i)), each place with "
        "probability 1/K. Multiply out with u v = q^(K-1); the sums of q^i and q^(K-1-i) are both (1 - q^K)/(1 - q), "
        "by induction over K."
    )
    return Proof(argument, steps)


def plot() -> str:
    def printed(p: float) -> float:
        return 1 + (1 - p) ** 4 - 2 * (1 - (1 - p) ** 4) / (5 * (1 - p))

    def right(p: float) -> float:
        return 1 + (1 - p) ** 4 - 2 * (1 - (1 - p) ** 5) / (5 * p)

    return line_drawing(
        "Five users: probability of exposure by the attackers' share p",
        (0.001, 0.9),
        (0.0, 2.2),
        (("as printed", RED, lambda p: max(printed(p), 0.0)), ("true", BLUE, right)),
        (0.2, 0.4, 0.6, 0.8),
    )


CLAIM = Claim(
    id="chained/thm-8",
    place="Theorem 8, Eq. 32",
    title="failure probability against the strong attacker",
    relation=Relation.EQUALS,
    domain=Domain(
        description="2 to 7 users, eight probabilities in [0, 1), uniform order, one slice",
        grid=grid,
        order=order,
    ),
    printed=Form("δ̂_2 = 1 + q^(K−1) − 2(1 − q^(K−1)) / (K q), q = 1 − p", as_printed),
    corrected=Form("δ̂_2 = 1 + q^(K−1) − 2(1 − q^K) / (K p), q = 1 − p (0 for p = 0)", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
    plot=plot,
)
