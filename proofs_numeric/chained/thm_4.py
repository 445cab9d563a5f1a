"""Theorem 4: taking part in BAS always costs less than adding noise alone (LDP).

Statement: for every user the optimal cost outside, C_k^L, is strictly larger than the cost inside.

Model: inside, the noise is m max beta. Outside, the user adds its own noise x and sees only that, while the others'
noise, m times their largest preference, still counts (Eq. 26): x + alpha_k x^(-1/2) + m max of the others.
Preferences lie in [0, infinity), as after Eq. 14; BAS needs two different ones. In units of m the best x is beta_k,
at cost 3 beta_k (three terms with product beta_k^3 add up to at least 3 beta_k).

Relation: order (the sign of the difference, outside minus inside). Corners: preference 0, all others 0, the largest
user.

Expected: corrected, by boundary cases only: for positive preferences the strict inequality is proved. A user with
preference 0, or one whose partners all have preference 0, pays the same in both cases. (The square root in the
paper's proof lacks an m; the argument survives.) If the others also acted alone, C_k^L would only grow. But if the
starred variances in Eq. 26 are those of the profile (m max beta, 0, ..., 0) itself, as printed, the others of the first
user add nothing, and the theorem fails for it: with preferences (1, 4) leaving costs it 3 m, staying 5 m. The proof
lets the others find a new equilibrium without the user; that reading is the one judged here.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy
from hypothesis import strategies as st

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.errors import OptcheckError
from optcheck.exact.certificate import Certificate
from proofs_numeric.chained._algebra import (
    require_identity,
    require_positive_coefficients,
    response_identities,
)
from proofs_numeric.chained._common import (
    OneUser,
    are_different,
    cost_of,
    enforced,
    every_user,
    one_of_users,
    preference_rows,
    rows_of_users,
    texts,
    users_order,
)

RELATIONS = {1: ">", 0: "=", -1: "<"}


def others_of(instance: OneUser) -> tuple[Fraction, ...]:
    """The preferences of all other users."""
    return (*instance.preferences[: instance.user], *instance.preferences[instance.user + 1 :])


def as_printed(instance: OneUser) -> int:
    return 1


def corrected(instance: OneUser) -> int:
    if instance.preferences[instance.user] == 0 or max(others_of(instance)) == 0:
        return 0
    return 1


def compare(form: Any, instance: OneUser) -> Discrepancy | None:
    claimed = form(instance)
    outside = 3 * instance.preferences[instance.user] + max(others_of(instance))
    inside = cost_of(instance.preferences, enforced(instance.preferences), instance.user)
    if inside is None:
        raise OptcheckError(f"an infinite cost at {instance}")
    sign = (outside > inside) - (outside < inside)
    if claimed == sign:
        return None
    return Discrepancy(
        claimed=f"outside − inside has sign {claimed}",
        true=outside - inside,
        gap=abs(outside - inside),
        impact=Impact.TEXT,
        certificate=Certificate(
            "noise-game-participation",
            {"preferences": texts(instance.preferences), "user": instance.user, "relation": RELATIONS[sign]},
            {},
        ),
        explanation=f"User {instance.user} pays {outside} m outside and {inside} m inside.",
    )


def grid() -> Iterator[OneUser]:
    return every_user(filter(are_different, preference_rows(2, 4, zeros=True)))


def strategy() -> st.SearchStrategy[OneUser]:
    return one_of_users(rows_of_users(2, 7, zeros=True).filter(are_different))


def proof() -> Proof:
    r, t = sympy.symbols("r t", positive=True)
    largest = require_identity(3 * r**2 + t**2 - 3 * r**2, t**2)
    top = r + t
    smaller = sympy.expand((3 * r**2 + top**2) * top - (top**3 + 2 * r**3))
    argument = (
        "Alone a user with preference r^2 pays 3r^2 plus the others' noise. If it has the largest preference, inside "
        "costs 3r^2: the difference is the others' noise t^2. Otherwise, with top (r+t)^2, the difference times r+t is "
        "a polynomial in r and t without negative coefficients and with the term r^3: positive unless r = 0."
    )
    return Proof(argument, response_identities() + largest + require_positive_coefficients(smaller, r, t))


CLAIM = Claim(
    id="chained/thm-4",
    place="Theorem 4",
    title="participating always costs less than LDP",
    relation=Relation.ORDER,
    domain=Domain(
        description="2, 3 users with roots 0, 1/2, 1, 3/2, 2, 3 of the preferences, 4 users with 0 to 3; not all equal",
        grid=grid,
        strategy=strategy,
        order=users_order,
    ),
    printed=Form("C_k^L > C_k", as_printed),
    corrected=Form("C_k^L ≥ C_k, with equality exactly if β_k = 0 or all others' preferences are 0", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
