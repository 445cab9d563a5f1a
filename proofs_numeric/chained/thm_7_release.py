"""Statement: a SAR release is (epsilon, max(delta_1, delta))-private with delta_1 = (K-2) p^2/K, however many slices.

Model: the budget is taken for granted (chained/thm-7-epsilon): delta is the exact failure probability of the noise at
epsilon. The release also fails if some slice is exposed, for then a coordinate is known exactly. All sets of
attackers and all orders of every slice are enumerated, orders uniform as footnote 5 simplifies.

Corners: two users, p = 0, delta = 0, one slice.

Readings: two slips. The failures of exposure and of noise are different events, so their maximum is too small even
for one slice; and all slices are parts of one user's record, so Theorem 6 does not apply and each slice is one more
chance. With one slice and delta = 0 the theorem is right.
"""

from collections.abc import Callable
from math import comb

from optcheck.claims import *
from proofs_numeric.chained._exposure import SlicedRelease, cases


def as_printed(release: SlicedRelease) -> Value:
    return largest((release.users - 2) * release.probability**2 / release.users, release.delta)


def corrected(release: SlicedRelease) -> Value:
    return 1 - hidden(release, given_attackers) * (1 - release.delta)


def given_attackers(users: int, attackers: int) -> Value:
    return Fraction(attackers * (attackers - 1), users * (users - 1))


def hidden(release: SlicedRelease, exposed: Callable[[int, int], Value]) -> Value:
    """The chance that no slice is exposed, from the exposure of one slice given the number of attackers."""
    users, p, found = release.users, release.probability, Fraction(0)
    for attackers in range(users):
        chance = comb(users - 1, attackers) * p**attackers * (1 - p) ** (users - 1 - attackers)
        found += chance * (1 - exposed(users, attackers)) ** release.slices
    return found


def union(release: SlicedRelease) -> Value:
    return release.slices * (release.users - 2) * release.probability**2 / release.users + release.delta


def failure(release: SlicedRelease) -> Value:
    """A slice is exposed, or the noise fails."""
    safe = sum(chance * (1 - share) ** release.slices for chance, share in cases(release, "weak"))
    return 1 - safe * (1 - release.delta)


CLAIM = Statement(
    "chained/thm-7-release",
    place="Theorem 7",
    title="the privacy of a whole SAR release against the weak attacker",
    domain=SlicedRelease,
    truth=definition(failure),
    asserts=at_most,
    printed=Form(as_printed, "failure probability ≤ max((K−2)p²/K, δ)"),
    corrected=Form(
        corrected,
        "1 − (1−δ) Σ_a C(K−1,a) p^a (1−p)^(K−1−a) (1 − a(a−1)/(K(K−1)))^N; at most N(K−2)p²/K + δ",
        asserts=equals,
    ),
    impact=Impact.SAFETY,
    falls=True,
    argument=(
        "Given a attackers, an ordered pair of them is next to the victim in 1/(K(K−1)) of the orders each. Given the "
        "attackers, the orders of the slices and the noise are independent."
    ),
    effort=Effort(instances=80, drawn=20, largest={"users": 5, "slices": 6}),
    readings=(
        Reading(
            name="one slice, and noise that never fails",
            domain=SlicedRelease.where("slices == 1", "delta == 0"),
        ),
        Reading(
            name="the simple bound N(K−2)p²/K + δ",
            printed=Form(union, "failure probability ≤ N(K−2)p²/K + δ"),
        ),
    ),
)
