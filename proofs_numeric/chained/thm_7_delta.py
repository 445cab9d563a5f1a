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

from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Mark, Reading, Value
from optcheck.claims.relations import equals
from proofs_numeric.chained._exposure import DOMAIN, Collusion, exposure, impact
from proofs_numeric.chained.thm_7_release import RELEASES, SlicedRelease, failure, given_attackers, of_slices


def as_printed(instance: SlicedRelease | Collusion) -> Value:
    return (instance.users - 2) * instance.probability**2 / instance.users


def corrected(instance: SlicedRelease) -> Value:
    return of_slices(instance, given_attackers)


def proof(argument: Argument, form: Formula[SlicedRelease]) -> None:
    p, none = sympy.Symbol("p", nonnegative=True), Fraction(0)
    argument.identity("three users, one slice", form(SlicedRelease(3, 1, p, none)), p**2 / 3)
    hidden = sympy.Rational(2, 3)
    argument.identity("two slices hide independently", form(SlicedRelease(3, 2, p, none)), p**2 * (1 - hidden**2))
    argument.identity("four users, one slice", form(SlicedRelease(4, 1, p, none)), p**2 / 2)
    argument.words(
        "Given a attackers, each of a(a-1) ordered pairs has the victim between in 1/(K(K-1)) of the orders."
    )
    argument.words("Given the attackers, the orders of the slices are independent.")


def proof_for_one_sub_vector(argument: Argument, form: Formula[Collusion]) -> None:
    p = sympy.Symbol("p", nonnegative=True)
    argument.induction(
        "K times the exposure is p^2 for each inner place, and a user more makes one inner place more",
        lambda users: users * form(Collusion(users, p)),
        start=2,
        first=0,
        step=lambda before, _: before + p**2,
    )


CLAIM = Claim(
    id="chained/thm-7-delta",
    place="Theorem 7, Eq. 31",
    title="failure probability against the weak attacker",
    domain=RELEASES.where(
        lambda release: release.delta == 0, "2 to 5 users, 1 to 3 slices, p = 0, 1/2, 1/3, 1/10, uniform orders"
    ),
    truth=failure("weak"),
    asserts=equals,
    printed=Form(as_printed, "δ̂_1 = (K−2) p² / K, for a release of N slices"),
    corrected=Form(corrected, "1 − Σ_a C(K−1,a) p^a (1−p)^(K−1−a) (1 − a(a−1)/(K(K−1)))^N; (K−2)p²/K for N = 1"),
    impact=impact,
    proof=proof,
    readings=(
        Reading(
            name="one sub-vector, as in its proof",
            domain=DOMAIN,
            truth=exposure("weak"),
            proof=proof_for_one_sub_vector,
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
