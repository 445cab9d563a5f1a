"""Statement: with everyone active and everything sorted there is an optimum, and a rank xi <= min(floor((2n - t)/(n -
t)), t + 1), such that the variances from rank xi on are equal and the constraint of Lemma 5 is tight for each j <=
xi.

Model: for given xi the equations leave one point: R/(n-t) from rank xi on, R the xi-th requirement, and before it what
makes the rows tight. The form is the least total of those of these points, over all admissible xi, that are feasible;
the truth is the optimum of the explicit program.

Corners: t = 1, t = n - 1, ties, zeros, all requirements equal, n divisible by n - t.
"""

from itertools import combinations

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import SMALL, Sorted, eq6


def as_printed(parties: Sorted) -> Value:
    n, t = parties.n, parties.t
    points = [variances(parties, xi) for xi in range(1, min((2 * n - t) // (n - t), t + 1) + 1)]
    return min(sum(x) for x in points if covers(parties, x))


def variances(parties: Sorted, xi: int) -> Value:
    """The solution of the lemma's equations."""
    outside, required = parties.n - parties.t, parties.required
    level = Fraction(1, outside) * required[xi - 1]
    return tuple(own - (outside - 1) * level if i + 1 < xi else level for i, own in enumerate(required))


def covers(parties: Sorted, x: Value) -> bool:
    """Eq. 6, coalition by coalition."""
    return all(
        sum(x[i] for i in outside) >= parties.required[j]
        for outside in combinations(range(parties.n), parties.n - parties.t)
        for j in outside
    )


CLAIM = Statement(
    "tpmdp/lem-7",
    place="Lemma 7",
    title="some optimum is constant from rank xi on, with tight constraints up to it",
    domain=Sorted,
    truth=minimum(eq6),
    asserts=equals,
    printed=Form(
        as_printed,
        "∃ optimal σ, ξ ≤ min(⌊(2n−t)/(n−t)⌋, t+1): σ_ξ² = … = σ_n² and σ_j² + Σ_{i≥t+2} σ_i² = σ_Γj² for j ≤ ξ",
    ),
    impact=Impact.TEXT,
    argument="With the largest admissible xi the equations give Alg. 2's variances: rows j < xi are tight, for own - "
    "(n - t - 1) level + (n - t - 1) level = own, and row xi is, for (n - t) level = its requirement. So Alg. 2's "
    "variances are such an optimum for every n, with xi the bound itself.",
    effort=SMALL,
    rests_on=("tpmdp/alg-2",),
)
