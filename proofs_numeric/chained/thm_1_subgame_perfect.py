"""Remark after Theorem 1: is the printed profile what subgame-perfect play leads to?

Statement: the profile (m max beta, 0, ..., 0) is (the outcome of) a subgame-perfect equilibrium.

Model: backward induction on finitely many levels of noise that contain 0, all preferences and levels between and above
them; every reply to every level is tried. A profile that differs from the result is accepted only if no user gains by
deviating when all later users respond. Strategies are plans for all situations; the profile is only the path they lead
to. It is not a Nash equilibrium of Definition 3 (see chained/thm-1-nash): off the path the later users would add noise.

Relation: equilibrium. Corners: one user, equal preferences, preference 0 (such a first user is indifferent, so the
outcome is not unique then, but the printed one is among them).

Expected: holds, proved. By induction from the end, user k leaves max(noise found, m max_{i>=k} beta_i): with M the
largest target behind it, its cost max(x, M) + alpha x^(-1/2) falls up to M, and Lemma 1 applies beyond.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import sympy
from hypothesis import strategies as st

from lp_models.noise_game import backward_induction
from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.chained_dp.game import cost, square_root
from optcheck.errors import InvalidInput
from proofs_numeric.chained._algebra import require_identity, response_identities
from proofs_numeric.chained._common import (
    Profile,
    Users,
    cost_of,
    deviation_certificate,
    preference_rows,
    rows_of_users,
    users_order,
)


def as_printed(instance: Users) -> Profile:
    return (max(instance.preferences), *(Fraction(0) for _ in instance.preferences[1:]))


def levels(instance: Users) -> list[Fraction]:
    """0, the preferences, one level between any two neighbours, and one above."""
    roots = sorted({Fraction(0), *map(square_root, instance.preferences)})
    between = [(low + high) / 2 for low, high in pairwise(roots)]
    return [root * root for root in (*roots, *between, roots[-1] + 1)]


def compare(form: Any, instance: Users) -> Discrepancy | None:
    claimed = tuple(form(instance))
    if len(claimed) != len(instance.preferences) or min(claimed) < 0:
        raise InvalidInput(f"there must be one variance >= 0 per user, got {claimed}")
    outcome = backward_induction(instance.preferences, levels(instance))
    return None if claimed == outcome else _profitable_deviation(instance, claimed, outcome)


def _profitable_deviation(instance: Users, claimed: Profile, outcome: Profile) -> Discrepancy | None:
    found = Fraction(0)
    for user, preference in enumerate(instance.preferences):
        paid = cost_of(instance.preferences, claimed, user)
        for level in levels(instance):
            less = cost(preference, max((level, *instance.preferences[user + 1 :])), level)
            if level >= found and less is not None and (paid is None or less < paid):
                return Discrepancy(
                    claimed=claimed,
                    true=outcome,
                    gap="infinite" if paid is None else paid - less,
                    impact=Impact.OPTIMALITY,
                    certificate=deviation_certificate(instance.preferences, claimed, user, level - found, True),
                    explanation=f"User {user} gains by leaving noise {level} m when all later users respond.",
                )
        found += claimed[user]
    return None


def grid() -> Iterator[Users]:
    return map(Users, preference_rows(1, 4, zeros=True))


def strategy() -> st.SearchStrategy[Users]:
    return st.builds(Users, rows_of_users(4, 8, zeros=True))


def proof() -> Proof:
    x, y, r, b = sympy.symbols("x y r b", positive=True)
    falling = require_identity((b**2 + 2 * r**3 / x) - (b**2 + 2 * r**3 / y), 2 * r**3 * (y - x) / (x * y))
    argument = (
        "Induction from the last user. If all later users together lift the noise to at least M = b^2, a user with "
        "preference r^2 who leaves x^2 pays max(x^2, b^2) + 2r^3/x: falling in x up to b, then Lemma 1's cost. So it "
        "leaves the largest of what it finds, M and its own target; the first user therefore leaves m max beta."
    )
    return Proof(argument, falling + response_identities())


CLAIM = Claim(
    id="chained/thm-1-subgame-perfect",
    place="remark after Theorem 1",
    title="the printed profile is the outcome of a subgame-perfect equilibrium",
    relation=Relation.EQUILIBRIUM,
    domain=Domain(
        description="up to 3 users with roots 0, 1/2, 1, 3/2, 2, 3 of the preferences; 4 users with 0, 1, 2, 3",
        grid=grid,
        strategy=strategy,
        order=users_order,
        examples=100,
    ),
    printed=Form("σ² = (m max β, 0, …, 0)", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
