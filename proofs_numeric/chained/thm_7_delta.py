"""Theorem 7, Eq. 31: how likely the weak attacker learns a slice.

Statement: the probability that both neighbours of a user are attackers is (K-2) p^2 / K.

Model: all K! orders with equal weight, as footnote 5 simplifies, and all sets of attackers among the other users,
each an attacker with probability p independently. One slice. Two users at least (for one the formula is negative).

Corners: two users, p = 0, p near 1.

Readings: BAS keeps the user with the largest preference out of the first place, where it would be safe: for that user
the probability is (K-2) p^2/(K-1), more than printed; for the others (K-2)^2 p^2/(K-1)^2, less. The formula speaks
about one slice: with N slices some slice is exposed far more often, and Theorem 6 cannot help, because the slices are
parts of one user's record. Nor do the two failures of Theorem 7 have the probability max(delta_1, delta): they are
different events, and delta_1 + (1 - delta_1) delta is more. See optcheck.chained_dp.exposure and release_exposure.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from optcheck.claims import Argument, Claim, Form, Outcome, Value
from optcheck.claims.relations import equals
from proofs_numeric.chained._exposure import DOMAIN, Collusion, exposure, impact


def as_printed(instance: Collusion) -> Value:
    return (instance.users - 2) * instance.probability**2 / instance.users


def proof(argument: Argument, form: Callable[[Any], Any]) -> None:
    p = sympy.Symbol("p", nonnegative=True)
    argument.induction(
        "K times the exposure is p^2 for each inner place, and a user more makes one inner place more",
        lambda users: users * form(Collusion(users, p)),
        start=2,
        first=0,
        step=lambda before, _: before + p**2,
    )


CLAIM = Claim(
    id="chained/thm-7-delta",
    place="Theorem 7, Eq. 31",
    title="failure probability against the weak attacker, uniform order, one slice",
    domain=DOMAIN,
    truth=exposure("weak"),
    asserts=equals,
    printed=Form(as_printed, "δ̂_1 = (K−2) p² / K"),
    impact=impact,
    expected=Outcome.HOLDS,
    proof=proof,
)
