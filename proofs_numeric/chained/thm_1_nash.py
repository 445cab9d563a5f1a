"""Theorem 1 with Definition 3: is the printed profile a Nash equilibrium?

Statement: for every row of preferences the profile (m max beta, 0, ..., 0) is the Nash equilibrium.

Model: Definition 3 read literally: nobody can lower its cost by changing its own variance, the others' variances
being fixed. Every user's deviation to its best response is tried, and its gain is computed exactly from Eq. 14. The
proof in the paper minimises the first user's cost with the others responding; that is backward induction, not
Definition 3.

Relation: equilibrium. Corners: one user, equal preferences, the largest preference first, preference 0.

Expected: corrected. The profile is an equilibrium only if the first user has the largest preference: otherwise the
first user gains by adding only m beta_1, the others being fixed. The unique equilibrium adds m (max_{i<=k} beta_i -
max_{i<k} beta_i) at each user k.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from lp_models.noise_game import grid_equilibria
from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.chained_dp.game import best_response
from optcheck.errors import InvalidInput
from proofs_numeric.chained._algebra import response_identities
from proofs_numeric.chained._common import (
    Profile,
    Users,
    cost_of,
    deviation_certificate,
    preference_rows,
    rows_of_users,
    users_order,
)
from proofs_numeric.chained._plot import BLUE, RED, line_drawing

ENUMERATED = 3


def as_printed(instance: Users) -> Profile:
    return (max(instance.preferences), *(Fraction(0) for _ in instance.preferences[1:]))


def corrected(instance: Users) -> Profile:
    profile, top = [], Fraction(0)
    for preference in instance.preferences:
        profile.append(max(preference, top) - top)
        top = max(preference, top)
    return tuple(profile)


def compare(form: Any, instance: Users) -> Discrepancy | None:
    claimed = tuple(form(instance))
    for user, preference in enumerate(instance.preferences):
        best = best_response(preference, sum(claimed[:user], Fraction(0)))
        if claimed[user] != best:
            return _discrepancy(instance, claimed, user, best)
    return None


def _discrepancy(instance: Users, claimed: Profile, user: int, best: Fraction) -> Discrepancy:
    gain = _gain(instance, claimed, user, best)
    return Discrepancy(
        claimed=claimed,
        true=_equilibrium(instance),
        gap=gain,
        impact=Impact.OPTIMALITY,
        certificate=deviation_certificate(instance.preferences, claimed, user, best),
        explanation=f"User {user} lowers its cost by {gain} m if it adds {best} m instead of {claimed[user]} m.",
    )


def _gain(instance: Users, claimed: Profile, user: int, best: Fraction) -> Fraction | str:
    """What the user saves, where that is rational; the certificate proves that it is positive."""
    deviating = (*claimed[:user], best, *claimed[user + 1 :])
    try:
        paid, less = (cost_of(instance.preferences, profile, user) for profile in (claimed, deviating))
    except InvalidInput:
        return "an irrational multiple of"
    return "infinitely many" if paid is None or less is None else paid - less


def _equilibrium(instance: Users) -> Profile:
    """Found by enumeration where that is cheap."""
    if len(instance.preferences) > ENUMERATED:
        return corrected(instance)
    return grid_equilibria(instance.preferences, (Fraction(0), *instance.preferences))[0]


def grid() -> Iterator[Users]:
    return map(Users, preference_rows(1, 4, zeros=True))


def strategy() -> st.SearchStrategy[Users]:
    return st.builds(Users, rows_of_users(2, 8, zeros=True))


def proof() -> Proof:
    argument = (
        "Later noise shifts a user's cost by a constant, so the best response of Lemma 1 is unique given the noise "
        "before. User 1 must choose m beta_1, user 2 max(m beta_2 - m beta_1, 0), and so on: one equilibrium."
    )
    return Proof(argument, response_identities())


def plot() -> str:
    return line_drawing(
        "Preferences 1 and 4: cost of the first user by its noise (units of m)",
        (0.2, 6.0),
        (0.0, 9.0),
        (
            ("the other one fixed (Definition 3): least at 1", RED, lambda u: u + 2 * u**-0.5),
            ("the other one responds: least at 4", BLUE, lambda u: max(u, 4.0) + 2 * u**-0.5),
        ),
        (1, 2, 3, 4, 5, 6),
    )


CLAIM = Claim(
    id="chained/thm-1-nash",
    place="Theorem 1 with Definition 3",
    title="the printed profile is a Nash equilibrium",
    relation=Relation.EQUILIBRIUM,
    domain=Domain(
        description="up to 3 users with roots 0, 1/2, 1, 3/2, 2, 3 of the preferences; 4 users with 0, 1, 2, 3",
        grid=grid,
        strategy=strategy,
        order=users_order,
    ),
    printed=Form("σ² = (m max β, 0, …, 0)", as_printed),
    corrected=Form("σ_k² = m (max_{i≤k} β_i − max_{i<k} β_i); the printed profile only if β_1 = max β", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
    plot=plot,
)
