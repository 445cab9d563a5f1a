"""Statement: an optimum of Eq. 6 that meets Convention 6 has (1) sigma_t-^2 = ... = sigma_(n-eta-1)-^2 if t >= 2, (2)
sigma_2+^2 = ... = sigma_(eta+1)+^2, and (3) for j < t, a tight row of j- wherever sigma_j-^2 > sigma_(j+1)-^2.

Model: an instance names two parties of which a condition speaks. Over all optima that meet Convention 6, the largest
difference of their variances (and in (3) the largest slack of the row) are optima of explicit programs; the difference,
or in (3) one of the two, must not be positive, since optima are a convex set.

Corners: Subcases 3 and 4, n = t |U+| (where there are many optima), sigma_2+ = sigma_t-, t = 1 and 2, ties, zeros.

Readings: Convention 6 does not repeat Convention 3 (sorted variances; see Lemma 10). Here that does no harm: the
conditions hold at every optimum that meets Convention 6, sorted or not. For t >= 2 all of these are sorted. For t = 1
some are not: with requirements 3, 3 of the active parties and 3, 2 of the others the variances 0, 0 and 0, 3 are
optimal; they are sorted inside U+, and of U- nothing is stated there. The paper leaves the proof out; the argument here
also treats sigma_2+ = sigma_t-, where lowering sigma_t- alone would leave the convention.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import CONVENTION_6, Ranked, X, low_second, row_of, vanishing_product


class Pair(Ranked):
    """And two parties, counted from 0 through 1+, 2+, ..., 1-, 2-, ..., about whose variances a condition speaks."""

    i: int = integer(1, "n - 1")
    j: int = integer(1, "n - 1")
    conditions = (
        CONVENTION_6,
        "i != j",
        "max(i, j) < u or t >= 2 and min(i, j) >= u + t - 1 or u <= i and i < u + t - 1 and j == i + 1",
    )


def as_printed(pair: Pair) -> Value:
    return 0


def difference(pair: Pair, x: X) -> Value:
    """The variance of i less that of j."""
    return x[pair.i] - x[pair.j]


def slack(pair: Pair, x: X) -> Value:
    """In condition 3, that of row i; in the others the difference must vanish by itself."""
    if pair.u <= pair.i < pair.u + pair.t - 1:
        return row_of(pair, pair.i - pair.u + 1, x)
    return difference(pair, x)


CLAIM = Statement(
    "tpmdp/lem-12",
    place="Lemma 12",
    title="necessary conditions of an optimum under Convention 6",
    domain=Pair,
    truth=vanishing_product(difference, slack, low_second),
    asserts=at_most,
    printed=Form(
        as_printed,
        "t ≥ 2: σ_t⁻² = … = σ_(n−η−1)⁻²;  σ_2⁺² = … = σ_(η+1)⁺²;  j < t, σ_j⁻² > σ_(j+1)⁻² ⇒ σ_j⁻² + Σ_E σ_i² = σ_Γj⁻²",
    ),
    impact=Impact.TEXT,
    argument="Eq. 12 decides feasibility of sorted variances (Corollary 1). (1) Lower 1-, ..., t- by gamma and raise "
    "a later rank by gamma: no row of U- changes, and the total falls by (t - 1) gamma; where sigma_2+ = sigma_t-, "
    "lower U+ by gamma as well and raise the later rank |U+| times as much: rows stay, the total falls by t gamma. "
    "(2) Level 2+ and later, lower 1+ and 2+ by gamma, raise 3+ by gamma: rows stay, the total falls by gamma. (3) "
    "j- is in its own row only, and could add less. Every move keeps the conventions. That was for sorted optima. "
    "Any optimum x becomes a sorted one, y, inside its groups (Lemma 8). In y the ranks of U- up to a drop before t- "
    "have tight rows, and 1+ has one if it has more than 2+. A party of these ranks to which x gives less than y "
    "does would miss its row, so x has y's values there; the later ones are level in U+, and for t >= 2 in U-. So "
    "for t >= 2 x is y; for t = 1 x is y on U+ and may differ from it inside U-, of which (1) and (3) then state "
    "nothing. And y meets Convention 6: if y gave 2+ more than t-, it would be an optimum with everyone active "
    "(Lemma 9); there at most t parties have more than the least variance (Lemmas 4 and 6), by the same rows the "
    "strictest ones, ties in whatever order; but 1-, ..., t- are no less strict than 2+.",
    effort=Effort(instances=50, drawn=12, largest={"u": 3, "t": 3, "n": 6}),
    rests_on=("tpmdp/cor-1", "tpmdp/lem-4", "tpmdp/lem-6-1", "tpmdp/lem-6-2", "tpmdp/lem-8", "tpmdp/lem-9"),
)
