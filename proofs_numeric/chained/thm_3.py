"""Theorem 3: all users' equilibrium costs are equal.

Statement: at the profile of Theorem 1 any two users pay the same ("fairness").

Model: costs by Eq. 14 at (m max beta, 0, ..., 0), in units of m, for every pair of users.

Relation: equals (the difference of two users' costs). Corners: equal preferences, one of them the largest.

Expected: corrected. All users carry the same noise, but weigh it differently: C_j - C_k = (alpha_j - alpha_k) /
sqrt(m max beta). Costs are equal if and only if preferences are. At the Nash profile of Definition 3
not even that: with preferences (1, 4, 1) the outer users pay 6 m and 5 m.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any

from hypothesis import strategies as st

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.chained_dp.game import square_root
from optcheck.errors import OptcheckError
from proofs_numeric.chained._algebra import unit_identity
from proofs_numeric.chained._common import (
    Preferences,
    cost_certificate,
    cost_of,
    enforced,
    height,
    preference_rows,
    rows_of_users,
)


@dataclass(frozen=True, slots=True)
class TwoUsers:
    """A row of users and two of them."""

    preferences: Preferences
    one: int
    other: int


def as_printed(instance: TwoUsers) -> Fraction:
    return Fraction(0)


def corrected(instance: TwoUsers) -> Fraction:
    one, other = instance.preferences[instance.one], instance.preferences[instance.other]
    return 2 * (square_root(one) ** 3 - square_root(other) ** 3) / square_root(max(instance.preferences))


def compare(form: Any, instance: TwoUsers) -> Discrepancy | None:
    claimed, profile = form(instance), enforced(instance.preferences)
    one, other = (cost_of(instance.preferences, profile, user) for user in (instance.one, instance.other))
    if one is None or other is None:
        raise OptcheckError(f"an infinite cost at {instance}")
    if one - other == claimed:
        return None
    return Discrepancy(
        claimed=claimed,
        true=one - other,
        gap=abs(one - other - claimed),
        impact=Impact.VALUE,
        certificate=cost_certificate(instance.preferences, profile, instance.one),
        explanation=f"User {instance.one} pays {one} m, user {instance.other} pays {other} m.",
    )


def grid() -> Iterator[TwoUsers]:
    for row in preference_rows(2, 4):
        for one, other in permutations(range(len(row)), 2):
            yield TwoUsers(row, one, other)


def strategy() -> st.SearchStrategy[TwoUsers]:
    return rows_of_users(2, 8).flatmap(
        lambda row: st.builds(TwoUsers, st.just(row), st.integers(0, len(row) - 1), st.integers(0, len(row) - 1))
    )


def order(instance: TwoUsers) -> tuple[object, ...]:
    return (len(instance.preferences), *height(instance.preferences), instance.one, instance.other)


def proof() -> Proof:
    argument = (
        "At (V, 0, ..., 0) with V = m max beta every user carries noise V, so C_k = V + alpha_k / sqrt(V) by Eq. 14; "
        "V cancels in the difference, which in units of m is 2 (beta_j^(3/2) - beta_k^(3/2)) / sqrt(max beta)."
    )
    return Proof(argument, unit_identity())


CLAIM = Claim(
    id="chained/thm-3",
    place="Theorem 3",
    title="all users' equilibrium costs are equal",
    relation=Relation.EQUALS,
    domain=Domain(
        description="2 to 3 users with roots 1/2, 1, 3/2, 2, 3 of the preferences, 4 users with 1, 2, 3; all pairs",
        grid=grid,
        strategy=strategy,
        order=order,
    ),
    printed=Form("C_j − C_k = 0", as_printed),
    corrected=Form("C_j − C_k = (α_j − α_k) / √(m max β)", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
