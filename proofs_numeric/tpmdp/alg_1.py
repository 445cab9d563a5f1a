"""Statement: if every party adds Gaussian noise with variances that satisfy Eq. 5, every group of at most t parties
with an active member learns about each party j outside no more than (epsilon_j, delta_j) allows.

Model: parties with their own epsilon, delta and partial sensitivity; requirements by calibration (doubles, taken as
exact numbers), variances by Alg. 3 as corrected. For every group and every outsider the exact failure probability of
the sum of the noise outside the group is compared with delta_j. That the secure computation reveals nothing else is
Theorem 1's premise.

Corners: t = 1 and t = n - 1, one active party, parties with very different budgets.

Readings: none. Parties are assumed to draw the noise that they were told to.
"""

from itertools import combinations

from optcheck.claims import *
from optcheck.gaussian import required_variance
from proofs_numeric.tpmdp._parties import Parties
from proofs_numeric.tpmdp.alg_3 import corrected as algorithm_3
from proofs_numeric.tpmdp.gaussian_threshold import Budget


class Guarded(Instance):
    """Parties, how many may collude, who sees the output, and the parties' budgets."""

    n: int = integer(2)
    t: int = integer(1, "n - 1")
    active: tuple[int, ...] = subset("n", least=1, symbol="U⁺ (from 0)")
    budgets: tuple[Budget, ...] = row(record(Budget), "n")


def as_printed(at: Guarded) -> Value:
    required = tuple(Fraction(float(required_variance(one.epsilon, one.delta, one.sensitivity))) for one in at.budgets)
    return algorithm_3(Parties(at.n, at.t, at.active, required))


def attacks(at: Guarded) -> list[tuple[tuple[int, ...], int]]:
    """Every group of at most t parties with an active member, and every party outside."""
    groups = [group for size in range(1, at.t + 1) for group in combinations(range(at.n), size)]
    seeing = [group for group in groups if not set(group).isdisjoint(at.active)]
    return [(group, j) for group in seeing for j in range(at.n) if j not in group]


def failures(at: Guarded, variances: Value) -> Value:
    """The exact failure probability of each attack."""
    found = []
    for group, j in attacks(at):
        rest = sum(value for i, value in enumerate(variances) if i not in group)
        budget = at.budgets[j]
        found.append(gaussian_delta(budget.sensitivity / sqrt(rest), budget.epsilon) if rest > 0 else 1)
    return tuple(found)


def allowed(at: Guarded) -> Value:
    """The delta of each attacked party."""
    return tuple(at.budgets[j].delta for _, j in attacks(at))


CLAIM = Statement(
    "tpmdp/alg-1",
    place="Alg. 1 with Theorem 1",
    title="the multi-party Gaussian mechanism as a whole protects every party against every group of at most t",
    domain=Guarded,
    truth=definition(allowed),
    means=failures,
    asserts=at_least,
    printed=Form(as_printed, "δ of F(x) + Σ_{i∉A} X_i at ε_j is at most δ_j, for all |A| ≤ t, A ∩ U⁺ ≠ ∅, j ∉ A"),
    impact=Impact.SAFETY,
    argument="By Theorem 1 the noise outside every group of at most t parties reaches the requirement of each "
    "outsider, and by Section II-B the sum of independent Gaussians is private for it from there on.",
    effort=Effort(instances=40, drawn=10, largest={"n": 4}),
    rests_on=("tpmdp/thm-1", "tpmdp/gaussian-threshold"),
)
