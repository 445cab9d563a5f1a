"""Statement: a SAR release is (epsilon, max(delta_2, delta))-private with the delta_2 of Eq. 32.

Model: as for chained/thm-7-release, with attackers anywhere before and behind the victim.

Corners: two users, p = 0, delta = 0, one slice.

Readings: beside the slip in Eq. 32's closed form (chained/thm-8) the same two as in Theorem 7: a maximum of two
different events, and slices of one record treated as disjoint data. With the right sum in Eq. 32 it still fails.
"""

from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Outcome, Reading, Value
from optcheck.claims.functions import largest
from optcheck.claims.relations import at_most, equals
from proofs_numeric.chained.thm_7_release import RELEASES, SlicedRelease, failure, of_slices


def as_printed(release: SlicedRelease) -> Value:
    users, q = release.users, 1 - release.probability
    return largest(1 + q ** (users - 1) - 2 * (1 - q ** (users - 1)) / (users * q), release.delta)


def corrected(release: SlicedRelease) -> Value:
    return 1 - (1 - of_slices(release, given_attackers)) * (1 - release.delta)


def given_attackers(users: int, count: int) -> Fraction:
    return Fraction(max(count - 1, 0), count + 1)


def with_the_right_sum(release: SlicedRelease) -> Value:
    users, q = release.users, 1 - release.probability
    places = ((1 - q**i) * (1 - q ** (users - 1 - i)) for i in range(users))
    return largest(sum(places, Fraction(0)) / users, release.delta)


def proof(argument: Argument, form: Formula[SlicedRelease]) -> None:
    p, delta = sympy.symbols("p delta", nonnegative=True)
    found = form(SlicedRelease(3, 1, p, delta))
    argument.identity("three users, one slice: p^2/3 or the noise", found, p**2 / 3 + (1 - p**2 / 3) * delta)
    argument.identity(
        "four users: two attackers of three have the victim between in 1/3, all three in 1/2 of the orders",
        form(SlicedRelease(4, 1, p, sympy.Integer(0))),
        3 * p**2 * (1 - p) / 3 + p**3 / 2,
    )
    argument.words("Among a attackers and the victim every place is as likely, and a - 1 of a + 1 are inner ones.")
    argument.words("Given the attackers, the orders of the slices and the noise are independent.")


CLAIM = Claim(
    id="chained/thm-8-release",
    place="Theorem 8",
    title="the privacy of a whole SAR release against the strong attacker",
    domain=RELEASES,
    truth=failure("strong"),
    asserts=at_most,
    printed=Form(as_printed, "failure probability ≤ max(δ̂_2, δ), δ̂_2 as printed in Eq. 32"),
    corrected=Form(corrected, "1 − (1−δ) Σ_a C(K−1,a) p^a (1−p)^(K−1−a) (1 − max(a−1, 0)/(a+1))^N", asserts=equals),
    impact=Impact.SAFETY,
    proof=proof,
    readings=(
        Reading(
            name="δ̂_2 by the sum in its proof",
            printed=Form(with_the_right_sum, "failure probability ≤ max((1/K) Σ_i (1−q^i)(1−q^(K−1−i)), δ)"),
            expected=Outcome.REFUTED,
        ),
    ),
)
