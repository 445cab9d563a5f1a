"""Statement: Alg. 3 outputs variances that are feasible and optimal for Eq. 6, whatever the active set: Alg. 2 in
Subcases 1 and 3, Lemma 2's variances in Subcase 2, and in Subcase 4 those of Lemma 3, with alpha and beta set in
line 6.

Model: the lines as printed; alpha and beta stand for the squared values. Lines 4 and 5 ask for second largest elements
that do not exist when U- or U+ has fewer than two members; they are not used then.

Corners: all four subcases, t = 1, ties, zeros.

The letter is judged where line 6 matters (Subcase 4 with t >= 2) and no two parties tie for 1-; the reading everywhere.

Readings: line 6 sets beta = max{sigma_Gamma(1+)}, a maximum over one element; Lemma 3 has beta = max{sigma_Gamma(1+),
sigma_Gamma(2-)}, and so has line 6 in the conference version. Wherever the second element was lost, an implementation
of the line as it stands gives too little noise: with five parties, t = 2, two active ones that require nothing and
others that require 2, 1, 0, the second of these is unprotected. (With 1, 1, 0 it stays feasible and adds 2 where 3/2 is
enough.)
"""

from optcheck.claims import *
from optcheck.exact.numbers import Exact
from proofs_numeric.tpmdp._parties import SMALL, Everyone, FewActive, Parties, Posed, optimal_for
from proofs_numeric.tpmdp.alg_2 import as_printed as algorithm_2

AS_IN_LEMMA_3 = "Alg. 3 with line 6: α = max{σ_Γ(1⁻), σ_Γ(2⁺)}, β = max{σ_Γ(1⁺), σ_Γ(2⁻)}"


def as_printed(parties: Posed) -> Value:
    minus, plus = ranked_groups(parties)
    alpha = max(minus[:1] + plus[1:2], default=0)
    beta = max(plus[:1])
    return switch(parties, alpha, beta)


def corrected(parties: Posed) -> Value:
    minus, plus = ranked_groups(parties)
    alpha = max(minus[:1] + plus[1:2], default=0)
    beta = max(plus[:1] + minus[1:2])
    return switch(parties, alpha, beta)


def ranked_groups(parties: Posed) -> tuple[list[Exact], list[Exact]]:
    """The requirements of U- and of U+, largest first (lines 4 and 5)."""
    minus, plus = ([parties.required[j] for j in group] for group in (parties.inactive, parties.active))
    return sorted(minus, reverse=True), sorted(plus, reverse=True)


def switch(parties: Posed, alpha: Exact, beta: Exact) -> Value:
    """Lines 7 to 19: Alg. 2 in Subcases 1 and 3, and for the non-active parties in Subcase 2."""
    n, t, size = parties.n, parties.t, len(parties.active)
    if size >= n - t + 1 or (2 <= size <= n - t and n - t * size <= 0):
        return algorithm_2(Everyone(n, t, parties.required))
    others = tuple(parties.required[j] for j in parties.inactive)
    if size == 1 and t >= 2:
        return by_group(parties, (0,), algorithm_2(Everyone(n - 1, t - 1, others)))
    if size == 1:
        return by_group(parties, (0,), (Fraction(1, n - 1) * max(others),) * (n - 1))
    return subcase_4(parties, alpha, beta)


def subcase_4(parties: Posed, alpha: Exact, beta: Exact) -> Value:
    """Lines 20 to 35."""
    n, t, required, size = parties.n, parties.t, parties.required, len(parties.active)
    others = [required[j] for j in parties.inactive]
    if t == 1 or alpha <= beta:
        own = [max(0, required[j] - alpha) for j in parties.active]
        return by_group(parties, own, [Fraction(1, n - size - t + 1) * alpha] * (n - size))
    rest = Fraction(1, n - size - t + 1) * beta
    top = alpha - Fraction(n - size - t, n - size - t + 1) * beta
    return by_group(parties, [0] * size, [top if one == max(others) else rest for one in others])


def by_group(parties: Posed, active: Value, inactive: Value) -> Value:
    """The variances of both groups in the order of all parties."""
    plus, minus = parties.active, parties.inactive
    return tuple(active[plus.index(j)] if j in plus else inactive[minus.index(j)] for j in range(parties.n))


CLAIM = Statement(
    "tpmdp/alg-3",
    place="Alg. 3 as printed, every line",
    title="Alg. 3's variances are feasible and of least total",
    domain=FewActive.where("t >= 2", "minus[0] > minus[1]"),
    truth=optimal_for,
    asserts=optimal,
    printed=Form(as_printed, "Alg. 3 with line 6: α = max{σ_Γ(1⁻), σ_Γ(2⁺)}, β = max{σ_Γ(1⁺)}"),
    corrected=Form(corrected, AS_IN_LEMMA_3),
    impact=Impact.SAFETY,
    effort=Effort(instances=100, drawn=30, largest={"u": 3, "t": 3, "n": 8}),
    readings=(
        Reading(
            name="line 6 as in Lemma 3",
            mark=Mark.AS_SCANNED,
            domain=Parties,
            effort=SMALL,
            printed=Form(corrected, AS_IN_LEMMA_3),
        ),
    ),
)
