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
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import sympy

from optcheck.chained_dp.exposure import Attacker
from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Reading, Value
from optcheck.claims.claim import each, simplicity
from optcheck.claims.functions import largest
from optcheck.claims.relations import at_most, equals
from proofs_numeric.chained._exposure import release_failure


@dataclass(frozen=True, slots=True)
class SlicedRelease:
    """Users, slices, the chance that another user is an attacker, and delta of the noise at its budget."""

    users: int
    slices: int
    probability: Fraction
    delta: Fraction


def as_printed(release: SlicedRelease) -> Value:
    return largest((release.users - 2) * release.probability**2 / release.users, release.delta)


def corrected(release: SlicedRelease) -> Value:
    return 1 - (1 - of_slices(release, given_attackers)) * (1 - release.delta)


def given_attackers(users: int, count: int) -> Fraction:
    return Fraction(count * (count - 1), users * (users - 1))


def of_slices(release: SlicedRelease, given: Callable[[int, int], Fraction]) -> Fraction:
    """The chance that some slice is exposed, from the exposure of one slice given the number of attackers."""
    users, p, hidden = release.users, release.probability, Fraction(0)
    for count in range(users):
        chance = comb(users - 1, count) * p**count * (1 - p) ** (users - 1 - count)
        hidden += chance * (1 - given(users, count)) ** release.slices
    return 1 - hidden


def failure(attacker: Attacker) -> Definition[SlicedRelease]:
    """The true failure probability, by all sets of attackers and orders: a slice is exposed, or the noise fails."""
    return Definition(lambda at: release_failure(at.users, at.slices, at.probability, at.delta, attacker))


def union(release: SlicedRelease) -> Value:
    return release.slices * (release.users - 2) * release.probability**2 / release.users + release.delta


def proof(argument: Argument, form: Formula[SlicedRelease]) -> None:
    p, delta = sympy.symbols("p delta", nonnegative=True)
    found = form(SlicedRelease(3, 1, p, delta))
    argument.identity("three users, one slice: p^2/3 or the noise", found, p**2 / 3 + (1 - p**2 / 3) * delta)
    argument.identity(
        "two slices: both hide with (2/3)^2 if both others attack",
        form(SlicedRelease(3, 2, p, sympy.Integer(0))),
        p**2 * sympy.Rational(5, 9),
    )
    argument.words("Given a attackers, an ordered pair of them is next to the victim in 1/(K(K-1)) of the orders each.")
    argument.words("Given the attackers, the orders of the slices and the noise are independent.")


RELEASES: Domain[SlicedRelease] = Domain(
    description="2 to 5 users, 1 to 3 slices, p = 0, 1/2, 1/3, 1/10, delta = 0, 1/10, 1/1000, uniform orders",
    grid=each(SlicedRelease, range(2, 6), range(1, 4), "0 1/2 1/3 1/10", "0 1/10 1/1000"),
    order=lambda release: (release.users, release.slices, *simplicity((release.probability, release.delta))),
)
CLAIM = Claim(
    id="chained/thm-7-release",
    place="Theorem 7",
    title="the privacy of a whole SAR release against the weak attacker",
    domain=RELEASES,
    truth=failure("weak"),
    asserts=at_most,
    printed=Form(as_printed, "failure probability ≤ max((K−2)p²/K, δ)"),
    corrected=Form(
        corrected,
        "1 − (1−δ) Σ_a C(K−1,a) p^a (1−p)^(K−1−a) (1 − a(a−1)/(K(K−1)))^N; at most N(K−2)p²/K + δ",
        asserts=equals,
    ),
    impact=Impact.SAFETY,
    proof=proof,
    readings=(
        Reading(
            name="one slice, and noise that never fails",
            domain=RELEASES.where(
                lambda release: release.slices == 1 and release.delta == 0, "as above with one slice and delta = 0"
            ),
        ),
        Reading(
            name="the simple bound N(K−2)p²/K + δ",
            printed=Form(union, "failure probability ≤ N(K−2)p²/K + δ"),
        ),
    ),
)
