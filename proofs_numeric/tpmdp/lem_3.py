"""Lemma 3: the optimum in Subcase 4, with alpha and beta as the lemma defines them.

Statement: let alpha be the larger of sigma_Gamma(1-) and sigma_Gamma(2+), beta the larger of sigma_Gamma(1+) and
sigma_Gamma(2-), and m = n - eta - t. If t = 1 or alpha <= beta, each non-active party adds alpha^2/m and each
active one what it requires beyond alpha^2. Otherwise the active ones add nothing, the strictest non-active party
adds alpha^2 - (m-1)/m beta^2, and the other non-active ones beta^2/m. These variances are optimal for Eq. 6.

Model: feasibility and total against Eq. 6 solved exactly. Here alpha and beta stand for the squared values (the
order is the same). Where U- has a single member (only possible for t = 1), sigma_Gamma(2-) counts as 0; it is not
used then. Relation: optimal. Corners: t = 1, |U+| = n - t, n = t |U+| + 1, alpha = beta, ties at 1-, zeros.
Expected: holds, for all n: weights (t-1)/m and 1 on two rows of Eq. 10 prove the total, whichever two parties are
the strictest.
"""

from __future__ import annotations

from fractions import Fraction

from optcheck.audit import Claim, Expected, Form, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._algebra import Argument
from proofs_numeric.tpmdp._arguments import all_active_optimum, few_active_optimum
from proofs_numeric.tpmdp._common import compare_allocation
from proofs_numeric.tpmdp._domains import FEW_ACTIVE


def as_printed(instance: Instance) -> list[Exact]:
    """The two conditions of Lemma 3."""
    n, t, required = instance.n, instance.threshold, instance.required
    plus = sorted((required[j] for j in instance.active), reverse=True)
    minus = sorted((required[j] for j in instance.inactive), reverse=True)
    eta = len(plus) - 1
    alpha = max(minus[0], plus[1])
    beta = max(plus[:1] + minus[1:2])
    if t == 1 or alpha <= beta:
        return [
            max(0, required[j] - alpha) if j in instance.active else Fraction(1, n - eta - t) * alpha for j in range(n)
        ]
    return [
        0
        if j in instance.active
        else alpha - Fraction(n - eta - t - 1, n - eta - t) * beta
        if required[j] == minus[0]
        else Fraction(1, n - eta - t) * beta
        for j in range(n)
    ]


def proof() -> Proof:
    """Feasible by counting; optimal by two weights; the case sigma_2+ >= sigma_t- costs more (Lemma 9)."""
    argument = Argument()
    all_active_optimum(argument)
    few_active_optimum(argument)
    return argument.proof(
        "for t = 1 the total is the largest requirement, which some row demands; otherwise sorted variances either "
        "have sigma_2+ >= sigma_t- and cost as much as everyone active, or satisfy Eq. 10, and both cost at least "
        "the total"
    )


CLAIM = Claim(
    id="tpmdp/lem-3",
    place="Lemma 3",
    title="the optimal variances in Subcase 4",
    relation=Relation.OPTIMAL,
    domain=FEW_ACTIVE,
    printed=Form(
        "α = max{σ_Γ(1⁻), σ_Γ(2⁺)}, β = max{σ_Γ(1⁺), σ_Γ(2⁻)}, m = n−η−t;  t = 1 or α ≤ β: σ_i² = α²/m on U⁻, "
        "max{0, σ_Γi² − α²} on U⁺;  else 0 on U⁺, α² − (m−1)/m·β² at 1⁻, β²/m on the rest of U⁻",
        as_printed,
    ),
    compare=compare_allocation,
    expected=Expected.HOLDS,
    proof=proof,
)
