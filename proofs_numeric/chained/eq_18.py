"""Statement: the variances add up to m times the largest preference, whatever the order of the users. (Corollary 2
calls this the privacy cost; it is the accuracy cost of Eq. 11.)

Model: user after user adds what Lemma 1 says for the noise before it. That this is the one equilibrium is
chained/thm-1-nash.

Corners: one user, equal preferences, preference 0, all preferences 0.

Readings: Lemma 1 is stated for k > 1; here the first user responds too, to no noise at all. If only the later users
respond, the total is the larger of sigma_1^2 and m max beta over k > 1.
"""

from optcheck.claims import *
from proofs_numeric.chained._game import Users, responded


def as_printed(users: Users) -> Value:
    return largest(users.preferences)


def after_all(users: Users) -> Value:
    return responded(users.preferences, Fraction(0))


CLAIM = Statement(
    "chained/eq-18",
    place="Eq. 18, Corollary 2",
    title="best responses add up to m max β, whatever the order",
    domain=Users,
    truth=definition(after_all),
    asserts=equals,
    printed=Form(as_printed, "Σ_k σ_k² = m max β"),
    argument=(
        "Without users there is no noise. One more user, who responds by Lemma 1, leaves the larger of the noise "
        "before and its preference, so in the end the noise is the largest preference."
    ),
    rests_on=("chained/lem-1",),
)
