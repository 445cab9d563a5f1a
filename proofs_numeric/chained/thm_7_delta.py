"""Theorem 7, Eq. 31: how likely the weak attacker learns a slice.

Statement: the probability that both neighbours of a user are attackers is (K-2) p^2 / K.

Model: all K! orders with equal weight, as footnote 5 simplifies, and all sets of attackers among the other users,
each an attacker with probability p independently. One slice. Two users at least (for one the formula is negative).

Relation: equals. Corners: two users, p = 0, p near 1.

Expected: holds: proved by summing over places, and enumerated for up to seven users (eight probabilities fix a
polynomial of degree six, so for all p).

What it does not say: BAS keeps the user with the largest preference out of the first place, where it would be safe.
For that user the true probability is (K-2) p^2/(K-1), more than printed; for the others (K-2)^2 p^2/(K-1)^2, less.
And it speaks about one slice: with N slices, some slice is exposed far more often, and Theorem 6 cannot help,
because the slices are parts of one user's record and not different users' data. Nor do the two failures of Theorem 7
have the probability max(delta_1, delta): exposure and the Gaussian mechanism's own failure are different events, and
delta_1 + (1 - delta_1) delta is more. See optcheck.chained_dp.exposure
and release_exposure.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from proofs_numeric.chained import _exposure
from proofs_numeric.chained._algebra import require_identity
from proofs_numeric.chained._exposure import Collusion, judge_exposure, order


def as_printed(instance: Collusion) -> Fraction:
    return Fraction((instance.users - 2) * instance.probability**2, instance.users)


def compare(form: Any, instance: Collusion) -> Discrepancy | None:
    return judge_exposure(form(instance), instance, "weak")


def grid() -> Iterator[Collusion]:
    return _exposure.grid(2, 7)


def proof() -> Proof:
    users, p = sympy.symbols("K p", positive=True)
    place = sympy.Symbol("i", integer=True)
    inner = sympy.summation(p**2 / users, (place, 1, users - 2))
    argument = (
        "In a uniform order a user has each of the K places with probability 1/K. In the K-2 inner places it has two "
        "neighbours, attackers independently with probability p each; in the outer two it is never exposed."
    )
    return Proof(argument, require_identity(inner, (users - 2) * p**2 / users))


CLAIM = Claim(
    id="chained/thm-7-delta",
    place="Theorem 7, Eq. 31",
    title="failure probability against the weak attacker, uniform order, one slice",
    relation=Relation.EQUALS,
    domain=Domain(
        description="2 to 7 users, eight probabilities in [0, 1), uniform order, one slice",
        grid=grid,
        order=order,
    ),
    printed=Form("δ̂_1 = (K−2) p² / K", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
