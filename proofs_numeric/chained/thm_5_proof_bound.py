"""Proof of Theorem 5: the bound that the proof arrives at.

Statement: the total cost under BAS is less than max beta / min beta times the least total cost.

Model: as for chained/thm-5-bound: positive preferences, not all equal (BAS cannot run on equal ones; there the
ratio and the price of anarchy are both 1). Exact comparison of cubes.

Relation: at most, strictly. Corners: nearly equal preferences, one user far above the others, spreads of 10^12.

Expected: holds, proved, although the proof writes beta for alpha: with z^3 the mean of beta^(3/2) over its maximum,
the price is (1 + 2z^3)/(3z^2) < 1/z^2 <= max/min. The bound is far from tight (see chained/thm-5-bound).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from optcheck.audit import Claim, Discrepancy, Expected, Form, Proof, Relation
from proofs_numeric.chained._algebra import anarchy_identities
from proofs_numeric.chained._anarchy import Bounds, judge_bounds, unequal_users
from proofs_numeric.chained._common import Root, Users

EXTREMES = ((Fraction(10**6), Fraction(10**6 + 2001) ** 2 / 10**6), (Fraction(1), Fraction(10**6)))


def as_printed(instance: Users) -> Bounds:
    return Bounds(Fraction(1), Root(max(instance.preferences) / min(instance.preferences), 1))


def compare(form: Any, instance: Users) -> Discrepancy | None:
    return judge_bounds(form(instance), instance, strict=True)


def proof() -> Proof:
    argument = (
        "The price is h(z) = (1 + 2z^3)/(3z^2) with z^3 the mean of beta^(3/2) over its maximum, z < 1, and "
        "1/z^2 - h(z) = 2(1 - z^3)/(3z^2) > 0. Every beta is at least min, so z^2 >= min/max."
    )
    return Proof(argument, anarchy_identities())


CLAIM = Claim(
    id="chained/thm-5-proof-bound",
    place="proof of Theorem 5",
    title="the bound that the proof arrives at",
    relation=Relation.AT_MOST,
    domain=unequal_users(EXTREMES, "spreads of 1.004 and 10^6"),
    printed=Form("1 < PoA < max β / min β", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
