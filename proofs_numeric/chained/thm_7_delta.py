"""Statement: the failure probability of SAR against the weak attacker is (K-2) p^2 / K, the probability that both
neighbours of a user are attackers.

Model: all orders with equal weight, as footnote 5 simplifies, drawn anew for each of N slices, and all sets of
attackers among the other users, each an attacker with probability p independently. Some slice is exposed; the noise's
own failure is left to chained/thm-7-release. Two users at least (for one the formula is negative).

Corners: two users, p = 0, one slice.

Readings: the theorem speaks about the release, its proof about one sub-vector; for one sub-vector the formula is
right. With N slices some slice is exposed far more often, and Theorem 6 cannot help, because the slices are parts of
one user's record. BAS's own orders change the constants (chained/footnote-5).
"""

from math import comb

from optcheck.claims import *
from proofs_numeric.chained._exposure import Collusion, Sliced, impact, weak_exposure, weak_failure


def as_printed(at: Collusion) -> Value:
    return (at.users - 2) * at.probability**2 / at.users


def corrected(release: Sliced) -> Value:
    users, p, hidden = release.users, release.probability, Fraction(0)
    for attackers in range(users):
        chance = comb(users - 1, attackers) * p**attackers * (1 - p) ** (users - 1 - attackers)
        hidden += chance * (1 - Fraction(attackers * (attackers - 1), users * (users - 1))) ** release.slices
    return 1 - hidden


CLAIM = Statement(
    "chained/thm-7-delta",
    place="Theorem 7, Eq. 31",
    title="failure probability against the weak attacker",
    domain=Sliced,
    truth=definition(weak_failure),
    asserts=equals,
    printed=Form(as_printed, "δ̂_1 = (K−2) p² / K, for a release of N slices"),
    corrected=Form(corrected, "1 − Σ_a C(K−1,a) p^a (1−p)^(K−1−a) (1 − a(a−1)/(K(K−1)))^N; (K−2)p²/K for N = 1"),
    impact=impact,
    argument=(
        "Given a attackers, each of a(a−1) ordered pairs has the victim between in 1/(K(K−1)) of the orders. Given the "
        "attackers, the orders of the slices are independent."
    ),
    effort=Effort(instances=80, drawn=20, largest={"users": 5, "slices": 6}),
    readings=(
        Reading(
            name="one sub-vector, as in its proof",
            domain=Collusion,
            truth=definition(weak_exposure),
            mark=Mark.AS_ITS_PROOF_USES_IT,
            effort=Effort(),
        ),
    ),
)
