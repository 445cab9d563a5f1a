"""Theorem 4: taking part in BAS always costs less than adding noise alone (LDP).

Statement: for every user the optimal cost outside, C_k^L (the least value of Eq. 26), is strictly larger than the cost
inside. Eq. 26 counts the user's own noise x, which is all it sees, and "the" noise of the others, a constant.

Model: inside, the noise is m max beta, added by the first user, whom BAS chooses below the maximum. Outside, x +
alpha_k x^(-1/2) is least at x = m beta_k; in units of m that is 3 beta_k (three terms with product beta_k^3 add up to
at least 3 beta_k). The others' noise can be read in two ways, and instances carry which. "stay": the starred variances
of Eq. 26 are those of Theorem 1's profile (m max beta, 0, ..., 0), as printed: nothing if the first user leaves, m max
beta otherwise. "regroup": the others find the equilibrium without the user, m times their largest preference; the
proof computes with this one. Preferences lie in [0, infinity), as after Eq. 14.

Relation: order (the sign of the difference, outside minus inside). Corners: the first user, the largest one,
preference 0, all others 0.

Expected: corrected. By Eq. 26 to the letter the theorem fails in every outcome of BAS: the first user adds more than
it wants, and leaving pays; with preferences (1, 4) it costs 3 m, staying 5 m. For all other users, and for everybody if
the others regroup, positive preferences are enough for the strict inequality (proved); a user with preference 0, or one
whose regrouped partners all have preference 0, pays the same in both cases. (The square root in the paper's proof lacks
an m; the argument survives. If the others also acted alone, C_k^L would only grow.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

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
    Preferences,
    cost_of,
    enforced,
    every_user,
    height,
    one_of_users,
    preference_rows,
    rows_of_users,
    texts,
)

RELATIONS = {1: ">", 0: "=", -1: "<"}

Others = Literal["stay", "regroup"]
READINGS: tuple[Others, ...] = ("stay", "regroup")


@dataclass(frozen=True, slots=True)
class Leaver:
    """The users' preferences in the order that BAS chose, the one who leaves, and what the others then do."""

    preferences: Preferences
    user: int
    others: Others


def without(row: tuple[Fraction, ...], user: int) -> tuple[Fraction, ...]:
    """A row of numbers but one."""
    return (*row[:user], *row[user + 1 :])


def as_printed(instance: Leaver) -> int:
    return 1


def corrected(instance: Leaver) -> int:
    if instance.others == "stay" and instance.user == 0:
        return -1
    if instance.preferences[instance.user] == 0:
        return 0
    if instance.others == "regroup" and max(without(instance.preferences, instance.user)) == 0:
        return 0
    return 1


def compare(form: Any, instance: Leaver) -> Discrepancy | None:
    claimed, profile = form(instance), enforced(instance.preferences)
    staying, regrouped = sum(without(profile, instance.user)), max(without(instance.preferences, instance.user))
    outside = 3 * instance.preferences[instance.user] + (staying if instance.others == "stay" else regrouped)
    inside = cost_of(instance.preferences, profile, instance.user)
    if inside is None:
        raise OptcheckError(f"an infinite cost at {instance}")
    sign = (outside > inside) - (outside < inside)
    if claimed == sign:
        return None
    return Discrepancy(
        claimed=f"outside − inside has sign {claimed}",
        true=outside - inside,
        gap=abs(outside - inside),
        impact=Impact.OPTIMALITY if sign < 0 else Impact.TEXT,
        certificate=Certificate(
            "noise-game-participation",
            {
                "preferences": texts(instance.preferences),
                "user": instance.user,
                "others": instance.others,
            },
            {},
        ),
        explanation=f"User {instance.user} pays {outside} m outside and {inside} m inside.",
    )


def can_begin(preferences: Preferences) -> bool:
    """Whether BAS lets this order begin: the first user is not one with the largest preference."""
    return preferences[0] < max(preferences)


def grid() -> Iterator[Leaver]:
    for one in every_user(filter(can_begin, preference_rows(2, 4, zeros=True))):
        yield from (Leaver(one.preferences, one.user, others) for others in READINGS)


def strategy() -> st.SearchStrategy[Leaver]:
    users = one_of_users(rows_of_users(2, 7, zeros=True).filter(can_begin))
    return st.builds(lambda one, others: Leaver(one.preferences, one.user, others), users, st.sampled_from(READINGS))


def order(instance: Leaver) -> tuple[object, ...]:
    row = instance.preferences
    return (len(row), *height(row), READINGS.index(instance.others), instance.user)


def proof() -> Proof:
    r, t = sympy.symbols("r t", positive=True)
    top = r + t
    largest = require_identity(3 * r**2 + t**2 - 3 * r**2, t**2)
    regrouped = sympy.expand((3 * r**2 + top**2) * top - (top**3 + 2 * r**3))
    first = require_identity(top**2 + 2 * r**3 / top - 3 * r**2, t**2 * (top + 2 * r) / top)
    argument = (
        "Alone a user with preference r^2 pays 3r^2 plus the others' noise. Let (r+t)^2 be the largest preference. If "
        "the others' noise is (r+t)^2, outside minus inside times r+t is a polynomial in r and t without negative "
        "coefficients and with the term r^3: positive unless r = 0. That covers regrouping without a smaller user, and "
        "staying without one who is not first. If the largest user leaves and the others regroup, the difference is "
        "their noise t^2. If they stay and the first one leaves, inside minus outside is t^2 (3r + t)/(r + t) > 0."
    )
    return Proof(argument, response_identities() + largest + first + require_positive_coefficients(regrouped, r, t))


CLAIM = Claim(
    id="chained/thm-4",
    place="Theorem 4",
    title="participating always costs less than LDP",
    relation=Relation.ORDER,
    domain=Domain(
        description="2, 3 users with roots 0, 1/2, 1, 3/2, 2, 3 of the preferences, 4 users with 0 to 3, the first one "
        "below the maximum; every user, both readings",
        grid=grid,
        strategy=strategy,
        order=order,
    ),
    printed=Form("C_k^L > C_k", as_printed),
    corrected=Form(
        "others regroup: C_k^L ≥ C_k, equal exactly if β_k = 0 or all others' are 0; "
        "others stay (Eq. 26): C_1^L < C_1, and for k > 1 C_k^L ≥ C_k, equal exactly if β_k = 0",
        corrected,
    ),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
