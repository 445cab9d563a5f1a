"""Statement: if variances are feasible for Eq. 6 with everyone active, then so is each rearrangement of them in which a
party with a larger requirement has a variance that is not smaller.

Model: an instance carries variances in any order; the form decides Eq. 6 for the rearrangement, the definition Eq. 6
for the variances themselves, coalition by coalition. Where the latter are feasible, the former must be.

Corners: t = 1, t = n - 1, ties, zeros.

Readings: "larger or equal requirement, larger or equal variance" would force equal variances on parties with equal
requirements, and then no rearrangement might qualify; ties are therefore ordered in any way, which covers more
rearrangements than the printed words.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import Everyone, Placed, is_feasible


class Noise(Everyone):
    """With the variances that the parties add."""

    variances: tuple[Fraction, ...] = row(rational(at_least=0), "n", symbol="σ²")


def as_printed(at: Noise) -> bool:
    x = tuple(placed(at, tuple(range(at.n)), j) for j in range(at.n))
    return is_feasible(Noise(at.n, at.t, at.required, x))


def placed(at: Placed, group: tuple[int, ...], j: int) -> Value:
    """The variance of j once its group is sorted, the largest for the strictest party; ties keep their order."""
    values, own = sorted((at.variances[i] for i in group), reverse=True), at.required[j]
    return values[sum(1 for i in group if at.required[i] > own or (at.required[i] == own and i < j))]


CLAIM = Statement(
    "tpmdp/lem-4",
    place="Lemma 4",
    title="sorting feasible variances by requirement keeps them feasible (everyone active)",
    domain=Noise,
    truth=definition(is_feasible),
    asserts=implied_by,
    printed=Form(as_printed, "σ feasible ⇒ σ̂ feasible, σ̂ the rearrangement of σ with σ̂_i ≥ σ̂_j when σ_Γi ≥ σ_Γj"),
    impact=Impact.SAFETY,
    argument="Let S be a set of n - t parties with k in it, and let i have no larger variance than k: S itself if i "
    "is in it, or S with i in the place of k, has i in it and no larger sum. So the least sum that protects a party "
    "grows with its own variance. The k parties of largest requirement have sums of at least the k-th requirement, "
    "hence the k-th largest of these sums is at least it, and sorting gives it to the k-th party.",
    effort=Effort(instances=300, drawn=60, largest={"n": 6}),
)
