"""Statement: the failure probability is at most 1/K^2 if p <= sqrt(1 / (K (K-2))).

Model: the exposure of one slice in uniform order, by the places in the row, compared with 1/K^2 on both sides of the
threshold. Three users at least: with two, nobody can be exposed, every p is bearable, and the formula divides
by zero. For the user with the largest preference, BAS orders lower the threshold to sqrt((K-1) / (K^2 (K-2)));
against the strong attacker it is about sqrt(6)/K^2 (optcheck.chained_dp.threshold).

Corners: p = 0.

Readings: the paper says "less than 1/K^2" and prints "<="; for rational p that is the same, because K (K-2) = (K-1)^2
- 1 is never a square. Judged in both directions: bearable exactly if p is at most the threshold. For the failure of a
release of several slices the threshold is too large.
"""

from optcheck.claims import *
from proofs_numeric.chained._exposure import Collusion, Sliced, weak_exposure, weak_failure


def as_printed(at: Collusion) -> Value:
    return sqrt(Fraction(1, at.users * (at.users - 2)))


def is_below(at: Collusion, threshold: Value) -> Value:
    return at.probability <= threshold


def is_bearable(at: Collusion) -> Value:
    return weak_exposure(at) <= Fraction(1, at.users**2)


def target(at: Sliced) -> Value:
    return Fraction(1, at.users**2)


def bound(at: Sliced, value: Value) -> Value:
    return value


CLAIM = Statement(
    "chained/eq-33",
    place="Eq. 33",
    title="threshold on the collusion probability, weak attacker",
    domain=Collusion.where("users >= 3"),
    truth=definition(is_bearable),
    means=is_below,
    asserts=decides,
    printed=Form(as_printed, "p ≤ √(1 / (K (K−2)))"),
    impact=Impact.SAFETY,
    argument=(
        "The exposure is (K−2)p²/K: p² at each of K − 2 inner places of K. It exceeds 1/K² by (K−2)/K times "
        "p² − 1/(K(K−2)), which has the sign of p minus the printed root."
    ),
    readings=(
        Reading(
            name="the failure of a release of several slices",
            domain=Sliced.where("users >= 3", "probability**2 * users * (users - 2) <= 1"),
            truth=definition(weak_failure),
            means=bound,
            asserts=at_most,
            printed=Form(target, "failure probability ≤ 1/K² for p ≤ √(1 / (K (K−2)))"),
            effort=Effort(instances=60, drawn=20, largest={"users": 5}),
            expected=Outcome.REFUTED,
        ),
    ),
)
