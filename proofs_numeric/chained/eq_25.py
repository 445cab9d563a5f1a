"""Statement: user k pays 2^(1/3) beta_k^(1/2) + 2^(-2/3) beta_k.

Model: the cost by Eq. 14 at the profile of Theorem 1, in units of m. As 2^(1/3) = 2m, the printed cost is 2
sqrt(beta_k) + beta_k. At least two users; positive preferences.

Corners: equal preferences, preference 1 (where alpha = beta, so that the two cannot be confused).

Readings: with alpha for beta in the privacy cost it is the cost that a user would have at its own noise level, 3
beta_k; wrong as well, because the noise is that of the largest preference. (Eq. 25 would also contradict Theorem 3.)
"""

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

import sympy

from optcheck.claims import Argument, Claim, Document, Form, Formula, Outcome, Quantity, Reading, Value
from optcheck.claims.functions import largest, power, row, sqrt
from optcheck.claims.relations import equals
from proofs_numeric.chained._game import EACH_USER, OneUser, Users, enforced, game
from proofs_numeric.chained._steps import cost, r, units, y

Row = TypeVar("Row", bound=Users)


def as_printed(one: OneUser) -> Value:
    own = one.preferences[one.user]
    return 2 * sqrt(own) + own


def with_alpha(one: OneUser) -> Value:
    own = one.preferences[one.user]
    return 2 * power(own, Fraction(3, 2)) / sqrt(own) + own


def corrected(one: OneUser) -> Value:
    own, top = one.preferences[one.user], largest(one.preferences)
    return top + 2 * power(own, Fraction(3, 2)) / sqrt(top)


def cost_of(user: Callable[[Row], int]) -> Quantity[Row]:
    """What a user pays where BAS enforces its profile."""

    def describe(users: Row) -> Document:
        return {**game(users.preferences, enforced(users.preferences)), "user": user(users), "responding": False}

    return Quantity(kind="noise-game-cost", name="cost", describe=describe)


def proof(argument: Argument, form: Formula[OneUser]) -> None:
    units(argument)
    k = sympy.Symbol("k", integer=True)
    paid = form(OneUser(row("beta", entries={k: r**2}, largest=y**2), k))
    argument.identity("at (V, 0, ..., 0) every user sees all noise V = y^2: C_k = V + alpha_k/sqrt(V)", paid, cost(y))


CLAIM = Claim(
    id="chained/eq-25",
    place="Eq. 25",
    title="the equilibrium cost of a user",
    domain=EACH_USER,
    truth=cost_of(lambda one: one.user),
    asserts=equals,
    printed=Form(as_printed, "C_k = 2^(1/3) β_k^(1/2) + 2^(−2/3) β_k"),
    corrected=Form(corrected, "C_k = m max β + α_k / √(m max β)"),
    proof=proof,
    readings=(
        Reading(
            name="α_k where β_k is printed",
            printed=Form(with_alpha, "C_k = α_k / √(m β_k) + m β_k"),
            expected=Outcome.REFUTED,
        ),
    ),
)
