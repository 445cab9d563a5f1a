"""Statement: with everyone active and everything sorted, if an optimum has sigma_j^2 > sigma_{j+1}^2 for some j <= t,
then sigma_j^2 plus the sum of the variances from rank t + 2 on equals sigma_Gamma_j^2.

Model: over all sorted optima, the largest drop after rank j and the largest slack of row j (explicit programs whose
points are these optima): one of the two must be 0, since optima are a convex set.

Corners: t = n - 1, t = 1, ties, zeros, n divisible by n - t.

Readings: as in condition 1.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import Sorted, X, in_order, vanishing_product


class Drop(Sorted):
    """And a rank."""

    j: int = integer(1, "t")


def as_printed(at: Drop) -> Value:
    return 0


def drop(at: Drop, x: X) -> Value:
    """Rank j less rank j + 1."""
    return x[at.j - 1] - x[at.j]


def slack(at: Drop, x: X) -> Value:
    """Row j of Eq. 9: left side less right side."""
    return x[at.j - 1] + sum(x[at.t + 1 :]) - at.required[at.j - 1]


CLAIM = Statement(
    "tpmdp/lem-6-2",
    place="Lemma 6, condition 2",
    title="a strict drop in a sorted optimum makes the constraint before it tight",
    domain=Drop,
    truth=vanishing_product(drop, slack, in_order),
    asserts=equals,
    printed=Form(as_printed, "σ optimal, j ≤ t, σ_j² > σ_{j+1}² ⇒ σ_j² + Σ_{i≥t+2} σ_i² = σ_Γj²"),
    impact=Impact.TEXT,
    argument="Rank j <= t occurs in one row of Eq. 9 only, its own; were that row slack after a strict drop, party j "
    "could add a little less and stay above rank j + 1, so the point would not be optimal.",
    effort=Effort(instances=50, drawn=12, largest={"n": 5}),
    rests_on=("tpmdp/lem-5",),
)
