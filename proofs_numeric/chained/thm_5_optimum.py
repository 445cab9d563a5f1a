"""Proof of Theorem 5: the centralised optimum.

Statement: the sum of all users' costs is least at (m (mean of beta)^(2/3), 0, ..., 0).

Model: all noise T in the first place is best, since it covers everybody; the total cost in units of m is then K T +
2 A / sqrt(T) with A the sum of the beta_k^(3/2), convex, with a derivative of the sign of K^2 T^3 - A^2. Forms
return T as the cube root of a rational. A wrong T is refuted by a profile that costs less, compared exactly.

Relation: optimal. Corners: equal preferences, preference 1 (alpha = beta), spreads of 10^12.

Expected: corrected. By Remark 2 the weight is alpha = beta^(3/2), so the optimum is m (mean of beta^(3/2))^(2/3).
With alpha in place of beta the printed formula is right: here the paper's inconsistent use of beta is the whole
mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy
from hypothesis import strategies as st

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.chained_dp.game import square_root
from optcheck.errors import OptcheckError
from optcheck.exact.certificate import Certificate
from proofs_numeric.chained._algebra import require_identity, unit_identity
from proofs_numeric.chained._common import (
    Root,
    Users,
    mean,
    preference_rows,
    rows_of_users,
    texts,
    users_order,
    weights,
)


def as_printed(instance: Users) -> Root:
    return Root(mean(instance.preferences) ** 2, 3)


def as_printed_with_alpha(instance: Users) -> Root:
    """The friendlier reading: alpha where the paper prints beta."""
    return Root(mean([square_root(beta) ** 3 for beta in instance.preferences]) ** 2, 3)


def corrected(instance: Users) -> Root:
    total = sum((square_root(beta) ** 3 for beta in instance.preferences), Fraction(0))
    return Root((total / len(instance.preferences)) ** 2, 3)


def compare(form: Any, instance: Users) -> Discrepancy | None:
    claimed = form(instance)
    users, total = len(instance.preferences), weights(instance.preferences)
    if claimed.degree != 3 or claimed.value < 0:
        raise OptcheckError(f"not the cube root of a number >= 0: {claimed}")
    if users**2 * claimed.value == total**2:
        return None
    return Discrepancy(
        claimed=f"{claimed} m",
        true=f"{Root((total / users) ** 2, 3)} m",
        gap=abs(claimed.value - (total / users) ** 2),
        impact=Impact.OPTIMALITY,
        certificate=Certificate("noise-game-least-total", {"preferences": texts(instance.preferences)}, {}),
        explanation="A profile with other noise costs all users together less (gap: between the variances' cubes).",
    )


def grid() -> Iterator[Users]:
    return map(Users, preference_rows(2, 4))


def strategy() -> st.SearchStrategy[Users]:
    return st.builds(Users, rows_of_users(2, 8))


def proof() -> Proof:
    k, a, y = sympy.symbols("K a y", positive=True)
    total = k * y**2 + 2 * k * a**3 / y
    argument = (
        "Nobody carries more noise than there is in all, so noise in the first place is best. With y^2 the noise and "
        "a^3 the mean of beta^(3/2) the total exceeds 3K a^2 by K (y-a)^2 (y+2a)/y, which is zero only at y = a."
    )
    steps = unit_identity() + require_identity(total - 3 * k * a**2, k * (y - a) ** 2 * (y + 2 * a) / y)
    return Proof(argument, steps)


CLAIM = Claim(
    id="chained/thm-5-optimum",
    place="proof of Theorem 5",
    title="the centralised optimum",
    relation=Relation.OPTIMAL,
    domain=Domain(
        description="2 to 3 users with roots 1/2, 1, 3/2, 2, 3 of the preferences, 4 users with 1, 2, 3",
        grid=grid,
        strategy=strategy,
        order=users_order,
    ),
    printed=Form("σ_1² = m (Σ_k β_k / K)^(2/3), the others 0", as_printed),
    corrected=Form("σ_1² = m (Σ_k β_k^(3/2) / K)^(2/3), the others 0", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
