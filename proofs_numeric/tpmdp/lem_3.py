"""Statement: let alpha be the larger of sigma_Gamma(1-) and sigma_Gamma(2+), beta the larger of sigma_Gamma(1+) and
sigma_Gamma(2-), and m = n - eta - t. If t = 1 or alpha <= beta, each non-active party adds alpha^2/m and each active
one what it requires beyond alpha^2. Otherwise the active ones add nothing, the strictest non-active party adds
alpha^2 - (m-1)/m beta^2, and the other non-active ones beta^2/m. These variances are optimal for Eq. 6.

Model: alpha and beta stand for the squared values (the order is the same). Where U- has a single member (only possible
for t = 1), sigma_Gamma(2-) counts as 0; it is not used then.

Corners: t = 1, |U+| = n - t, n = t |U+| + 1, alpha = beta, ties at 1-, zeros.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import FEW_ACTIVE, SMALL, Parties, optimal_for


def as_printed(parties: Parties) -> Value:
    n, t, required = parties.n, parties.t, parties.required
    plus = sorted((required[j] for j in parties.active), reverse=True)
    minus = sorted((required[j] for j in parties.inactive), reverse=True)
    m = n - (len(plus) - 1) - t
    alpha = max(minus[0], plus[1])
    beta = max(plus[:1] + minus[1:2])
    if t == 1 or alpha <= beta:
        return tuple(max(0, required[j] - alpha) if j in parties.active else Fraction(1, m) * alpha for j in range(n))
    top, rest = alpha - Fraction(m - 1, m) * beta, Fraction(1, m) * beta
    return tuple(0 if j in parties.active else top if required[j] == minus[0] else rest for j in range(n))


CLAIM = Statement(
    "tpmdp/lem-3",
    place="Lemma 3",
    title="the optimal variances in Subcase 4",
    domain=FEW_ACTIVE,
    truth=optimal_for,
    asserts=optimal,
    printed=Form(
        as_printed,
        "α = max{σ_Γ(1⁻), σ_Γ(2⁺)}, β = max{σ_Γ(1⁺), σ_Γ(2⁻)}, m = n−η−t;  t = 1 or α ≤ β: σ_i² = α²/m on U⁻, "
        "max{0, σ_Γi² − α²} on U⁺;  else 0 on U⁺, α² − (m−1)/m·β² at 1⁻, β²/m on the rest of U⁻",
    ),
    impact=Impact.SAFETY,
    effort=SMALL,
)
