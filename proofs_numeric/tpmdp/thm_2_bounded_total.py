"""Statement: with everyone active and t <= p n for a constant p < 1, xi is O(1) and the optimal total is O(1).

Model: with the constants spelled out the order becomes an inequality that can be decided: v <= sigma_Gamma(1)^2/(1-p)
at p = t/n, which equal requirements attain, and xi <= 1 + 1/(1-p). A larger p loosens both. The total is the optimum of
the explicit program.

Corners: t = n - 1, equal requirements, one dominating requirement, zeros.

Readings: "independent of n" is read as bounded (the total does change with n a little, through n/(n-t)). Constants may
depend on p and on the strictest requirement: if requirements themselves grow with n, so does the total (the paper adds
"sigma_Gamma in [C1, C2]" where it compares with PLDP). The rank is judged on its own.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import SMALL, Everyone, eq6
from proofs_numeric.tpmdp._sizes import Sizes


def as_printed(parties: Everyone) -> Value:
    p = Fraction(parties.t, parties.n)
    return max(parties.required) / (1 - p)


def rank_bound(sizes: Sizes) -> Value:
    p = Fraction(sizes.t, sizes.n)
    return 1 + 1 / (1 - p)


def xi(sizes: Sizes) -> Value:
    """Theorem 2's rank."""
    n, t = sizes.n, sizes.t
    return min((2 * n - t) // (n - t), t + 1)


CLAIM = Statement(
    "tpmdp/thm-2-bounded-total",
    place="text after Theorem 2",
    title="for t <= p n the rank xi and the total do not grow with n",
    domain=Everyone,
    truth=minimum(eq6),
    asserts=at_most,
    printed=Form(as_printed, "v = O(1); with its constant v ≤ σ_Γ(1)²/(1−p), p = t/n"),
    argument="The total grows with each requirement, so it is at most that of equal ones, which by Theorem 2 is n/(n "
    "- t) = 1/(1 - p) times one of them; and 1/(1 - p) grows with p.",
    effort=SMALL,
    rests_on=("tpmdp/thm-2-value",),
    readings=(
        Reading(
            name="the rank",
            domain=Sizes,
            truth=definition(xi),
            printed=Form(rank_bound, "ξ = O(1); with its constant ξ ≤ 1 + 1/(1−p)"),
        ),
    ),
)
