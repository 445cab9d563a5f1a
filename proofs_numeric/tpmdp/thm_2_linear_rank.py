"""Statement: if n - t is bounded, xi scales as n, and the total is essentially the sum of the requirements of a
constant share of the parties, the strictest ones.

Model: everyone active. With m = n - t the constants can be named: n/m <= xi <= n/m + 1.

Corners: t = n - 1 (xi = n), n divisible by n - t, xi = t + 1.

Readings: O(n) is an upper bound; the lower side shows that the order is exact. What the total adds up is judged on its
own: it lies between the sums of the xi - 1 and of the xi strictest requirements, a share between 1/m - 1/n and 1/m +
1/n of the parties.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import SMALL, Everyone, eq6
from proofs_numeric.tpmdp._sizes import Sizes
from proofs_numeric.tpmdp.thm_2_bounded_total import xi


def as_printed(sizes: Sizes) -> Value:
    share = Fraction(sizes.n, sizes.n - sizes.t)
    return share, share + 1


def sums(parties: Everyone) -> Value:
    n, t = parties.n, parties.t
    rank = min((2 * n - t) // (n - t), t + 1)
    ranked = sorted(parties.required, reverse=True)
    return sum(ranked[: rank - 1]), sum(ranked[:rank])


CLAIM = Statement(
    "tpmdp/thm-2-linear-rank",
    place="text after Theorem 2",
    title="for n - t = O(1) the rank xi is of order n",
    domain=Sizes,
    truth=definition(xi),
    asserts=between(),
    printed=Form(as_printed, "ξ = O(n); with constants n/(n−t) ≤ ξ ≤ n/(n−t) + 1"),
    readings=(
        Reading(
            name="the total adds up a constant share of the requirements",
            domain=Everyone,
            truth=minimum(eq6),
            printed=Form(sums, "Σ_{i<ξ} σ_Γ(i)² ≤ v ≤ Σ_{i≤ξ} σ_Γ(i)²"),
            argument="By Theorem 2 the total is the first sum and ((2n - t)/(n - t) - xi) of the xi-th requirement; "
            "that factor lies between 0 and 1, for xi is at most (2n - t)/(n - t), and at least that less 1 as shown "
            "above.",
            rests_on=("tpmdp/thm-2-value",),
            effort=SMALL,
        ),
    ),
)
