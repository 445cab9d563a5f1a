"""Statement: Alg. 3 outputs variances that are feasible and optimal for Eq. 6, whatever the active set: Alg. 2 in
Subcases 1 and 3, Lemma 2's variances in Subcase 2, and in Subcase 4 those of Lemma 3, with alpha and beta set in
line 6.

Model: the lines as printed; alpha and beta stand for the squared values. Lines 4 and 5 ask for second largest elements
that do not exist when U- or U+ has fewer than two members; they are not used then.

Corners: all four subcases, t = 1, ties, zeros.

Readings: line 6 sets beta = max{sigma_Gamma(1+)}, a maximum over one element; Lemma 3 has beta = max{sigma_Gamma(1+),
sigma_Gamma(2-)}. Whether the second element was lost in the paper or in the scan, an implementation of the line as it
stands gives too little noise: with five parties, t = 2, two active ones that require nothing and others that require 2,
1, 0, the second of these is unprotected. (With 1, 1, 0 it stays feasible and adds 2 where 3/2 is enough.)
"""

from dataclasses import replace
from fractions import Fraction

from optcheck.claims import Claim, Form, Impact, Mark, Reading, Value
from optcheck.claims.relations import optimal
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance, Subcase
from proofs_numeric.tpmdp._eq6 import ALL, OPTIMAL_VARIANCES, domain
from proofs_numeric.tpmdp._eq6 import order as by_size
from proofs_numeric.tpmdp._selection import place
from proofs_numeric.tpmdp.alg_2 import as_printed as algorithm_2

AS_IN_LEMMA_3 = "Alg. 3 with line 6: α = max{σ_Γ(1⁻), σ_Γ(2⁺)}, β = max{σ_Γ(1⁺), σ_Γ(2⁻)}"


def as_printed(instance: Instance) -> Value:
    minus, plus = ranked_groups(instance)
    alpha = max(minus[:1] + plus[1:2], default=0)
    beta = max(plus[:1])
    return switch(instance, alpha, beta)


def corrected(instance: Instance) -> Value:
    minus, plus = ranked_groups(instance)
    alpha = max(minus[:1] + plus[1:2], default=0)
    beta = max(plus[:1] + minus[1:2])
    return switch(instance, alpha, beta)


def ranked_groups(instance: Instance) -> tuple[list[Exact], list[Exact]]:
    """The requirements of U- and of U+, largest first (lines 4 and 5)."""
    minus, plus = ([instance.required[j] for j in group] for group in (instance.inactive, instance.active))
    return sorted(minus, reverse=True), sorted(plus, reverse=True)


def switch(instance: Instance, alpha: Exact, beta: Exact) -> Value:
    """Lines 7 to 19: Alg. 2 in Subcases 1 and 3, and for the non-active parties in Subcase 2."""
    n, t, size = instance.n, instance.threshold, len(instance.active)
    if size >= n - t + 1 or (2 <= size <= n - t and n - t * size <= 0):
        return algorithm_2(instance)
    others = [instance.required[j] for j in instance.inactive]
    if size == 1 and t >= 2:
        return place(instance, [0], algorithm_2(Instance.of(others, t - 1)))
    if size == 1:
        return place(instance, [0], [Fraction(1, n - 1) * max(others)] * (n - 1))
    return subcase_4(instance, alpha, beta)


def subcase_4(instance: Instance, alpha: Exact, beta: Exact) -> Value:
    """Lines 20 to 35."""
    n, t, required, size = instance.n, instance.threshold, instance.required, len(instance.active)
    others = [required[j] for j in instance.inactive]
    if t == 1 or alpha <= beta:
        active = [max(0, required[j] - alpha) for j in instance.active]
        return place(instance, active, [Fraction(1, n - size - t + 1) * alpha] * (n - size))
    rest = Fraction(1, n - size - t + 1) * beta
    top = alpha - Fraction(n - size - t, n - size - t + 1) * beta
    return place(instance, [0] * size, [top if own == max(others) else rest for own in others])


def is_wanted(instance: Instance) -> bool:
    """Of five parties on the interesting subcase is enough."""
    return instance.n != 5 or instance.subcase is Subcase.FEW_ACTIVE


def order(instance: Instance) -> tuple[object, ...]:
    """Few parties, then few ties among the non-active ones, then small numbers."""
    others = [instance.required[j] for j in instance.inactive]
    sizes = (instance.n, instance.threshold, len(instance.active))
    return (*sizes, len(others) - len(set(others)), by_size(instance))


CLAIM = Claim(
    id="tpmdp/alg-3",
    place="Alg. 3 as printed, every line",
    title="Alg. 3's variances are feasible and of least total",
    domain=replace(domain("every t and active set (n = 5: Subcase 4)", is_wanted, most=5), order=order),
    truth=OPTIMAL_VARIANCES,
    asserts=optimal,
    printed=Form(as_printed, "Alg. 3 with line 6: α = max{σ_Γ(1⁻), σ_Γ(2⁺)}, β = max{σ_Γ(1⁺)}"),
    corrected=Form(corrected, AS_IN_LEMMA_3),
    impact=Impact.SAFETY,
    readings=(
        Reading(
            name="line 6 as in Lemma 3",
            mark=Mark.AS_SCANNED,
            domain=ALL,
            printed=Form(corrected, AS_IN_LEMMA_3),
        ),
    ),
)
