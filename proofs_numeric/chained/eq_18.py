"""Eq. 18 and Corollary 2: the total noise when everybody plays best responses.

Statement: the variances add up to m times the largest preference, whatever the order of the users. (Corollary 2 calls
this the privacy cost; it is the accuracy cost of Eq. 11.)

Model: Nash equilibria of the game on levels that contain all preferences, found by trying every profile and every
unilateral deviation (up to three users); longer rows by letting one user after the other respond. Lemma 1 is stated
for k > 1; the first user responds too, to no noise at all. If only the later users respond, the total is the larger
of sigma_1^2 and m max beta over k > 1.

Relation: equals. Corners: one user, equal preferences, preference 0, all preferences 0.

Expected: holds, proved by induction: the noise after user k is the larger of the noise before it and m beta_k.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy
from hypothesis import strategies as st

from lp_models.noise_game import grid_equilibria
from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.chained_dp.game import best_response
from optcheck.errors import OptcheckError
from optcheck.exact.certificate import Certificate
from proofs_numeric.chained._algebra import require_identity, response_identities
from proofs_numeric.chained._common import Profile, Users, preference_rows, rows_of_users, texts, users_order

ENUMERATED = 3


def as_printed(instance: Users) -> Fraction:
    return max(instance.preferences)


def equilibria(instance: Users) -> list[Profile]:
    """Every equilibrium of the game on the preferences' levels; of long rows the one that responding leads to."""
    if len(instance.preferences) <= ENUMERATED:
        return grid_equilibria(instance.preferences, (Fraction(0), *instance.preferences))
    profile: list[Fraction] = []
    for preference in instance.preferences:
        profile.append(best_response(preference, sum(profile, Fraction(0))))
    return [tuple(profile)]


def compare(form: Any, instance: Users) -> Discrepancy | None:
    claimed = form(instance)
    found = equilibria(instance)
    if not found:
        raise OptcheckError(f"no equilibrium on the levels of {instance.preferences}")
    for profile in found:
        total = sum(profile, Fraction(0))
        if total != claimed:
            return Discrepancy(
                claimed=claimed,
                true=total,
                gap=abs(total - claimed),
                impact=Impact.VALUE,
                certificate=Certificate(
                    "noise-game-equilibrium",
                    {"preferences": texts(instance.preferences), "profile": texts(profile)},
                    {},
                ),
                explanation="The variances of this equilibrium add up to another total.",
            )
    return None


def grid() -> Iterator[Users]:
    return map(Users, preference_rows(1, 4, zeros=True))


def strategy() -> st.SearchStrategy[Users]:
    return st.builds(Users, rows_of_users(4, 9, zeros=True))


def proof() -> Proof:
    before, target = sympy.symbols("before target", nonnegative=True)
    argument = (
        "Lemma 1: with less noise than m beta_k the user adds the difference, and the noise is m beta_k; otherwise it "
        "adds nothing. Either way the noise is then max(before, m beta_k); by induction from 0 it ends at m max beta."
    )
    return Proof(argument, response_identities() + require_identity(before + (target - before), target))


CLAIM = Claim(
    id="chained/eq-18",
    place="Eq. 18, Corollary 2",
    title="best responses add up to m max β, whatever the order",
    relation=Relation.EQUALS,
    domain=Domain(
        description="up to 3 users with roots 0, 1/2, 1, 3/2, 2, 3 of the preferences; 4 users with 0, 1, 2, 3",
        grid=grid,
        strategy=strategy,
        order=users_order,
    ),
    printed=Form("Σ_k σ_k² = m max β", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
