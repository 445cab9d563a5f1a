"""Statement: in Subcase 4 the optimal total is sigma_Gamma(1+)^2 + (t - 1)/(n - |U+| - t + 1) sigma_Gamma(2+)^2: only
the active parties' requirements count.

Model: the explicit linear program of Eq. 6, a row for each coalition and party outside it, solved and proved optimal.

Corners: t = 1, |U+| = n - t, n = t |U+| + 1, the strictest parties active, non-active, or one of each, ties, zeros.

Readings: the row contradicts Lemma 3, whose variances sum to max(alpha, beta)^2 + (t - 1)/(n - |U+| - t + 1)
min(alpha, beta)^2, where {alpha, beta} are the two largest requirements of all parties: the plus signs do not belong
there. The conference version has none. Whether arXiv's or the scan's, without them the row is right.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import FEW_ACTIVE, SMALL, Parties, eq6


def as_printed(parties: Parties) -> Value:
    n, t, size = parties.n, parties.t, len(parties.active)
    plus = sorted((parties.required[j] for j in parties.active), reverse=True)
    return plus[0] + Fraction(t - 1, n - size - t + 1) * plus[1]


def corrected(parties: Parties) -> Value:
    n, t, size = parties.n, parties.t, len(parties.active)
    ranked = sorted(parties.required, reverse=True)
    return ranked[0] + Fraction(t - 1, n - size - t + 1) * ranked[1]


CLAIM = Statement(
    "tpmdp/eq-7-subcase-4",
    place="Eq. 7, third row",
    title="the optimal total in Subcase 4",
    domain=FEW_ACTIVE,
    truth=minimum(eq6),
    asserts=equals,
    printed=Form(as_printed, "v = σ_Γ(1⁺)² + (t−1)/(n−|U⁺|−t+1)·σ_Γ(2⁺)²"),
    corrected=Form(corrected, "v = σ_Γ(1)² + (t−1)/(n−|U⁺|−t+1)·σ_Γ(2)², the two largest requirements of all parties"),
    effort=SMALL,
    readings=(
        Reading(
            name="without the plus signs, as in the conference version",
            mark=Mark.AS_SCANNED,
            printed=Form(corrected, "v = σ_Γ(1)² + (t−1)/(n−|U⁺|−t+1)·σ_Γ(2)²"),
            argument="Lemma 3's variances add up to this.",
            rests_on=("tpmdp/lem-3",),
        ),
    ),
)
