"""Eq. 21: the first user's cost when the others play best responses.

Statement: with the first user adding sigma_1^2, its cost is beta_1/sigma_1 plus the constant m max beta while
sigma_1^2 is at most m max beta, and beta_1/sigma_1 plus K sigma_1^2 beyond.

Model: the others respond one after the other (Lemma 1), and the cost is computed from Eq. 14. In units of m, with
sigma_1^2 = u m: beta/sigma becomes 2 beta/sqrt(u). At least two users: with one there is nobody to respond.

Relation: equals. Corners: equal preferences, the first user with the largest preference, u at the border.

Expected: corrected. Three slips: the accuracy cost is sigma_1^2, not K times it; the weight is alpha_1 =
beta_1^(3/2), not beta_1; and the constant must not count the first user's own preference, which nobody else makes
up for. The first slip alone refutes the formula, whichever way beta is read: the smallest counterexample has all
preferences 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.chained_dp.game import best_response, square_root
from proofs_numeric.chained._algebra import response_identities, unit_identity
from proofs_numeric.chained._common import (
    Preferences,
    Profile,
    cost_certificate,
    cost_of,
    height,
    preference_rows,
    rows_of_users,
    squares,
    texts,
)


@dataclass(frozen=True, slots=True)
class FirstMove:
    """The users' preferences and the variance that the first one adds."""

    preferences: Preferences
    first: Fraction


def as_printed(instance: FirstMove) -> Fraction:
    privacy = 2 * instance.preferences[0] / square_root(instance.first)
    if instance.first <= max(instance.preferences):
        return privacy + max(instance.preferences)
    return privacy + len(instance.preferences) * instance.first


def as_printed_with_alpha(instance: FirstMove) -> Fraction:
    """The friendlier reading: alpha where the paper prints beta."""
    privacy = 2 * square_root(instance.preferences[0]) ** 3 / square_root(instance.first)
    if instance.first <= max(instance.preferences):
        return privacy + max(instance.preferences)
    return privacy + len(instance.preferences) * instance.first


def corrected(instance: FirstMove) -> Fraction:
    privacy = 2 * square_root(instance.preferences[0]) ** 3 / square_root(instance.first)
    return privacy + max(instance.first, *instance.preferences[1:])


def responses(instance: FirstMove) -> Profile:
    """The profile in which everybody after the first user responds."""
    profile = [instance.first]
    for preference in instance.preferences[1:]:
        profile.append(best_response(preference, sum(profile, Fraction(0))))
    return tuple(profile)


def compare(form: Any, instance: FirstMove) -> Discrepancy | None:
    claimed, profile = form(instance), responses(instance)
    paid = cost_of(instance.preferences, profile, 0)
    if paid is None or claimed == paid:
        return None
    return Discrepancy(
        claimed=claimed,
        true=paid,
        gap=abs(claimed - paid),
        impact=Impact.VALUE,
        certificate=cost_certificate(instance.preferences, profile, 0, responding=True),
        explanation=f"The others add {', '.join(texts(profile[1:]))} m in response; the first user then pays {paid} m.",
    )


def grid() -> Iterator[FirstMove]:
    for row in preference_rows(2, 3):
        for root in ("1", "2", "3", "4", "1/2", "3/2", "5/2"):
            yield FirstMove(row, Fraction(root) ** 2)


def strategy() -> st.SearchStrategy[FirstMove]:
    return st.builds(FirstMove, rows_of_users(2, 6), squares())


def order(instance: FirstMove) -> tuple[object, ...]:
    return (len(instance.preferences), *height(instance.preferences), *height((instance.first,)))


def proof() -> Proof:
    argument = (
        "By Lemma 1 the noise after each later user is the larger of the noise before and m beta_k, so it ends at "
        "max(sigma_1^2, m max over k >= 2 of beta_k); the first user's data carry sigma_1^2."
    )
    return Proof(argument, unit_identity() + response_identities())


CLAIM = Claim(
    id="chained/eq-21",
    place="Eq. 21",
    title="first user's cost given best responses",
    relation=Relation.EQUALS,
    domain=Domain(
        description="2 or 3 users with roots 1/2, 1, 3/2, 2, 3 of the preferences, first variance with roots 1/2 to 4",
        grid=grid,
        strategy=strategy,
        order=order,
    ),
    printed=Form("β_1/σ_1 + m max β if σ_1² ≤ m max β, else β_1/σ_1 + K σ_1²", as_printed),
    corrected=Form("α_1/σ_1 + max(σ_1², m max_{k≥2} β_k), α_1 = β_1^(3/2)", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
