"""Statement: in Subcase 4 and under Convention 6, each optimum has (1) sigma_1-^2 + sum over E equal to
sigma_Gamma_1-^2; (2) a rank 1 <= xi <= t from which on the non-active variances are equal, with tight rows before
it; (3) xi = 1 if sigma_1+^2 > 0, and xi <= 2 if sigma_1+^2 = 0.

Model: xi is the first rank from which the variances are equal (with ties other values also satisfy condition 2, and
condition 3 would be empty words). So the conditions say: row 1- is tight; two ranks of U- are equal, but rank 1 may
differ from the others if t >= 2 and sigma_1+ = 0. An instance names the two ranks. Over all optima that meet
Convention 6, the largest difference and the largest sigma_1+ are optima of explicit programs; one of them must not be
positive, since optima are a convex set.

Corners: t = 1, n = t |U+| + 1, |U+| = n - t, ties, zeros.

Readings: for t = 1, which Subcase 4 contains, the conditions are false: the largest requirement may be split over 1+
and U- in many ways then. With three parties, t = 1, two active ones that require 1 and 0, a third that requires 0:
variances 0, 0, 1 are optimal, and condition 1 asks the third for 0. For t >= 2 they hold. Lemma 3 is not harmed: it
treats t = 1 apart.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import CONVENTION_6, Ranked, X, low_second, row_of, vanishing_product

CONDITIONS = (
    "σ_1⁻² + Σ_E σ_i² = σ_Γ1⁻²;  ∃ ξ ≤ t: σ_ξ⁻² = … = σ_(n−η−1)⁻², rows j < ξ tight;  ξ = 1 if σ_1⁺² > 0, else ξ ≤ 2"
)


class Pair(Ranked):
    """And two ranks of U-: the same for condition 1, different ones for their difference."""

    i: int = integer(1, "n - u")
    j: int = integer(1, "n - u")
    conditions = ("n > t * u", CONVENTION_6, "i != j or i == 1")


def as_printed(pair: Pair) -> Value:
    return 0


def corrected(pair: Pair) -> Value:
    return pair.t >= 2, 0


def difference(pair: Pair, x: X) -> Value:
    """The variance of rank i less that of rank j; of one rank the slack of its row."""
    if pair.i == pair.j:
        return row_of(pair, 1, x)
    return x[pair.u + pair.i - 1] - x[pair.u + pair.j - 1]


def first_active(pair: Pair, x: X) -> Value:
    """The variance of 1+, where rank 1 may differ from the others if that is 0; else the difference again."""
    if pair.i != pair.j and min(pair.i, pair.j) == 1 and pair.t >= 2:
        return x[0]
    return difference(pair, x)


CLAIM = Statement(
    "tpmdp/lem-14",
    place="Lemma 14",
    title="necessary conditions of an optimum in Subcase 4",
    domain=Pair,
    truth=vanishing_product(difference, first_active, low_second),
    asserts=at_most,
    printed=Form(as_printed, CONDITIONS),
    corrected=Form(corrected, f"for t ≥ 2: {CONDITIONS}", asserts=provided(at_most)),
    impact=Impact.TEXT,
    argument="sigma_2+ = 0 and U- is level from t- on (Lemmas 12, 13). With m = n - eta - t: were row 1- slack, "
    "Lemma 12 makes all of U- equal, and gamma less on each of them with m gamma more on 1+ keeps Eq. 12 and changes "
    "the total by -(t - 1) gamma; (2) is Lemma 12; were xi >= 2 with sigma_1+ > 0, or xi >= 3, raising ranks xi and "
    "later by a unit while ranks before give up m - 1 (and 1+ gives up m) keeps Eq. 12, and the total falls: for xi "
    "= 2 by 2m - 1 - (n - eta - 2), for xi = 3 by 2 (m - 1) - (n - eta - 3), positive as n > t (eta + 1) and t >= 2, "
    "and by m more for each rank more.",
    effort=Effort(instances=60, drawn=12, largest={"u": 3, "t": 2, "n": 7}),
    rests_on=("tpmdp/cor-1", "tpmdp/lem-12", "tpmdp/lem-13-2"),
)
