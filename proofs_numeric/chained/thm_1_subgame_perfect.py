"""Statement: the profile (m max beta, 0, ..., 0) is (the outcome of) a subgame-perfect equilibrium.

Model: strategies are plans for all situations; the profile is the path they lead to. Whoever comes later tops up, so a
user who makes its data carry another noise pays for the larger of that and the largest later preference. An instance
holds a user and any such noise, provided that it is at least what the user finds; it costs no less.

Corners: one user, equal preferences, preference 0 (such a first user is indifferent, so the outcome is not unique
then, but the printed one is among them).

Readings: it is no Nash equilibrium of Definition 3 (chained/thm-1-nash): off the path the later users would add noise.
"""

from optcheck.claims import *
from proofs_numeric.chained._game import Deviation, Profile, cost, cost_at


def as_printed(move: Deviation) -> Profile:
    return (largest(move.preferences), *[Fraction(0) for _ in move.preferences[1:]])


def paid(move: Deviation, profile: Profile) -> Value:
    """Whether the user can make its data carry the other noise, and what it pays on the path."""
    assert len(profile) == len(move.preferences), "a profile has one variance for each user"
    return move.instead >= sum(profile[: move.user]), cost_at(move.preferences, profile, move.user)


def paid_instead(move: Deviation) -> Value:
    """What the user would pay: whoever comes later lifts the noise to the largest preference that remains."""
    noise = max((move.instead, *move.preferences[move.user + 1 :]))
    return cost(move.preferences[move.user], noise, move.instead)


CLAIM = Statement(
    "chained/thm-1-subgame-perfect",
    place="remark after Theorem 1",
    title="the printed profile is the outcome of a subgame-perfect equilibrium",
    domain=Deviation,
    truth=definition(paid_instead),
    means=paid,
    asserts=provided(at_least),
    printed=Form(as_printed, "σ² = (m max β, 0, …, 0)"),
    impact=Impact.OPTIMALITY,
    argument=(
        "Induction from the last user: if the later users lift the noise to at least M, a user who leaves x pays "
        "max(x, M) + 2r³/√x, falling up to M, then Lemma 1's cost; so it leaves the largest of what it finds, "
        "M and its own preference, and the first user leaves m max β."
    ),
    effort=Effort(instances=300),
    rests_on=("chained/lem-1",),
)
