"""Eq. 25: the cost of a user in equilibrium.

Statement: user k pays 2^(1/3) beta_k^(1/2) + 2^(-2/3) beta_k.

Model: the cost by Eq. 14 at the profile of Theorem 1, in units of m. As 2^(1/3) = 2m, the printed cost is 2
sqrt(beta_k) + beta_k. At least two users; positive preferences.

Relation: equals. Corners: equal preferences, preference 1 (where alpha = beta, so that the two cannot be confused).

Expected: corrected. The noise is that of the largest preference, not of one's own, and the weight is alpha_k, not
beta_k: C_k = m max beta + alpha_k / sqrt(m max beta). The smallest counterexample is a user with preference 1, for
whom the printed formula fails however beta is read. (Eq. 25 would also contradict Theorem 3, which it is to prove.)
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.chained_dp.game import square_root
from optcheck.errors import OptcheckError
from proofs_numeric.chained._algebra import unit_identity
from proofs_numeric.chained._common import (
    OneUser,
    cost_certificate,
    cost_of,
    enforced,
    every_user,
    one_of_users,
    preference_rows,
    rows_of_users,
    users_order,
)


def as_printed(instance: OneUser) -> Fraction:
    own = instance.preferences[instance.user]
    return 2 * square_root(own) + own


def as_printed_with_alpha(instance: OneUser) -> Fraction:
    """The friendlier reading: the cost that a user with weight alpha would have at its own noise level."""
    own = instance.preferences[instance.user]
    return 2 * square_root(own) ** 3 / square_root(own) + own


def corrected(instance: OneUser) -> Fraction:
    own, top = instance.preferences[instance.user], max(instance.preferences)
    return top + 2 * square_root(own) ** 3 / square_root(top)


def compare(form: Any, instance: OneUser) -> Discrepancy | None:
    claimed, profile = form(instance), enforced(instance.preferences)
    paid = cost_of(instance.preferences, profile, instance.user)
    if paid is None:
        raise OptcheckError(f"an infinite cost at {instance}")
    if paid == claimed:
        return None
    return Discrepancy(
        claimed=claimed,
        true=paid,
        gap=abs(paid - claimed),
        impact=Impact.VALUE,
        certificate=cost_certificate(instance.preferences, profile, instance.user),
        explanation=f"User {instance.user} pays {paid} m by Eq. 14.",
    )


def grid() -> Iterator[OneUser]:
    return every_user(preference_rows(2, 4))


def strategy() -> st.SearchStrategy[OneUser]:
    return one_of_users(rows_of_users(2, 8))


def proof() -> Proof:
    argument = (
        "At (V, 0, ..., 0) with V = m max beta every user carries noise V, so C_k = V + alpha_k / sqrt(V) by Eq. 14; "
        "in units of m the privacy cost is 2 beta_k^(3/2) / sqrt(max beta)."
    )
    return Proof(argument, unit_identity())


CLAIM = Claim(
    id="chained/eq-25",
    place="Eq. 25",
    title="the equilibrium cost of a user",
    relation=Relation.EQUALS,
    domain=Domain(
        description="2 to 3 users with roots 1/2, 1, 3/2, 2, 3 of the preferences, 4 users with 1, 2, 3; every user",
        grid=grid,
        strategy=strategy,
        order=users_order,
    ),
    printed=Form("C_k = 2^(1/3) β_k^(1/2) + 2^(−2/3) β_k", as_printed),
    corrected=Form("C_k = m max β + α_k / √(m max β)", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
