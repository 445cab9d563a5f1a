"""Theorem 5, Eq. 29: bounds on the price of anarchy.

Statement: the total cost under BAS over the least total cost lies strictly between 1 and max beta / (K min beta).

Model: in units of m with preferences that are squares, the cube of the price of anarchy is rational, so bounds are
compared exactly. BAS needs two different preferences; they are positive. The upper bound is judged without its
strictness.

Relation: at most. Corners: nearly equal preferences, one user far above the others, spreads of 10^12.

Expected: corrected. The K in the denominator is wrong: as soon as max/min < K the bound says less than 1. (The
proof arrives at max/min without K, see chained/thm-5-proof-bound, which holds.) With a = (1 + (K-1)
(min/max)^(3/2)) / K the best bound in terms of K, min and max is (1 + 2a) / (3 a^(2/3)): attained by one user at
the maximum and all others at the minimum. Whatever the preferences, it is below (K + 2) / (3 K^(1/3)).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from optcheck.audit import Claim, Discrepancy, Expected, Form, Proof, Relation
from optcheck.chained_dp.game import square_root
from proofs_numeric.chained._algebra import anarchy_identities
from proofs_numeric.chained._anarchy import Bounds, judge_bounds, unequal_users
from proofs_numeric.chained._common import Root, Users

EXTREMES = ((Fraction(9), Fraction(16)), (Fraction(1), Fraction(10**6)))


def as_printed(instance: Users) -> Bounds:
    upper = max(instance.preferences) / (len(instance.preferences) * min(instance.preferences))
    return Bounds(Fraction(1), Root(upper, 1))


def corrected(instance: Users) -> Bounds:
    users = len(instance.preferences)
    ratio = square_root(min(instance.preferences) / max(instance.preferences))
    a = (1 + (users - 1) * ratio**3) / users
    return Bounds(Fraction(1), Root((1 + 2 * a) ** 3 / (27 * a**2), 3))


def compare(form: Any, instance: Users) -> Discrepancy | None:
    return judge_bounds(form(instance), instance, strict=False)


def proof() -> Proof:
    argument = (
        "With z^3 = mean of beta^(3/2) over its maximum, the price is h(z) = (1 + 2z^3)/(3z^2); it falls to h(1) = 1. "
        "Given K, min and max, z^3 is least when all but one user are at the minimum: z^3 = a."
    )
    return Proof(argument, anarchy_identities())


CLAIM = Claim(
    id="chained/thm-5-bound",
    place="Theorem 5, Eq. 29",
    title="bounds on the price of anarchy",
    relation=Relation.AT_MOST,
    domain=unequal_users(EXTREMES, "the preferences (9, 16), (1, 10^6)"),
    printed=Form("1 < PoA < max β / (K min β)", as_printed),
    corrected=Form("1 < PoA ≤ (1 + 2a) / (3 a^(2/3)), a = (1 + (K−1)(min β/max β)^(3/2)) / K; attained", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
