"""Statement: a SAR release is (epsilon, max(delta_2, delta))-private with the delta_2 of Eq. 32.

Model: as for chained/thm-7-release, with attackers anywhere before and behind the victim.

Corners: two users, p = 0, delta = 0, one slice.

Readings: beside the slip in Eq. 32's closed form (chained/thm-8) the same two as in Theorem 7: a maximum of two
different events, and slices of one record treated as disjoint data. With the right sum in Eq. 32 it still fails.
"""

from optcheck.claims import *
from proofs_numeric.chained._exposure import SlicedRelease, cases
from proofs_numeric.chained.thm_7_release import hidden


def as_printed(release: SlicedRelease) -> Value:
    users, q = release.users, 1 - release.probability
    return largest(1 + q ** (users - 1) - 2 * (1 - q ** (users - 1)) / (users * q), release.delta)


def corrected(release: SlicedRelease) -> Value:
    return 1 - hidden(release, given_attackers) * (1 - release.delta)


def given_attackers(users: int, attackers: int) -> Value:
    return Fraction(max(attackers - 1, 0), attackers + 1)


def with_the_right_sum(release: SlicedRelease) -> Value:
    users, q = release.users, 1 - release.probability
    places = ((1 - q**i) * (1 - q ** (users - 1 - i)) for i in range(users))
    return largest(sum(places, Fraction(0)) / users, release.delta)


def failure(release: SlicedRelease) -> Value:
    """A slice is exposed, or the noise fails."""
    safe = sum(chance * (1 - share) ** release.slices for chance, share in cases(release, "strong"))
    return 1 - safe * (1 - release.delta)


CLAIM = Statement(
    "chained/thm-8-release",
    place="Theorem 8",
    title="the privacy of a whole SAR release against the strong attacker",
    domain=SlicedRelease,
    truth=definition(failure),
    asserts=at_most,
    printed=Form(as_printed, "failure probability ≤ max(δ̂_2, δ), δ̂_2 as printed in Eq. 32"),
    corrected=Form(corrected, "1 − (1−δ) Σ_a C(K−1,a) p^a (1−p)^(K−1−a) (1 − max(a−1, 0)/(a+1))^N", asserts=equals),
    impact=Impact.SAFETY,
    falls=True,
    argument=(
        "Among a attackers and the victim every place is as likely, and a − 1 of a + 1 are inner ones. Given the "
        "attackers, the orders of the slices and the noise are independent."
    ),
    effort=Effort(instances=80, drawn=20, largest={"users": 5, "slices": 6}),
    readings=(
        Reading(
            name="δ̂_2 by the sum in its proof",
            printed=Form(with_the_right_sum, "failure probability ≤ max((1/K) Σ_i (1−q^i)(1−q^(K−1−i)), δ)"),
            expected=Outcome.REFUTED,
        ),
    ),
)
