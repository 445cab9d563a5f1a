"""Statement: let 2 <= |U+| <= n - t and everything be sorted inside its group. If an optimum of Eq. 6 has sigma_2+^2 >=
sigma_t-^2, its total is at least the optimal total with A_t in the place of A_t^+.

Model: the least total of Eq. 6 among sorted variances with sigma_2+^2 >= sigma_t-^2 (that they are optimal for Eq. 6 is
not asked, which says more than the lemma), less the least total with everyone active: optima of explicit programs.

Corners: |U+| = 2, |U+| = n - t, t = 1, ties, zeros.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import Ranked, X, everyone_active, in_order_by_group, least_under


def as_printed(parties: Ranked) -> Value:
    return 0


def high_second(parties: Ranked, x: X) -> tuple[Value, ...]:
    """Variances that are sorted inside their groups, with sigma_2+ at least sigma_t-."""
    return (*in_order_by_group(parties, x), x[1] - x[parties.u + parties.t - 1])


def cost(parties: Ranked, x: X) -> Value:
    return sum(x)


CLAIM = Statement(
    "tpmdp/lem-9",
    place="Lemma 9",
    title="an optimum with sigma_2+ >= sigma_t- costs at least the optimum with everyone active",
    domain=Ranked,
    truth=Combination(
        parts=(least_under(cost, high_second), minimum(everyone_active)), value=lambda own, every: own - every
    ),
    asserts=at_least,
    printed=Form(as_printed, "σ optimal, σ_2⁺² ≥ σ_t⁻² ⇒ v_σ ≥ min v over A_t"),
    impact=Impact.OPTIMALITY,
    argument="A coalition A inside U- has a member of rank t- or later; of 1+ and 2+ the one that is not j has at "
    "least sigma_2+. Trading the two gives a coalition of A_t^+ without j that leaves no more outside, whose row of "
    "Eq. 6 holds, so the row of A holds: the point is feasible with everyone active, and costs at least the optimum "
    "there.",
    effort=Effort(instances=60, drawn=15, largest={"u": 3, "t": 3, "n": 6}),
)
