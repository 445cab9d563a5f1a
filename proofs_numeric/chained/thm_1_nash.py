"""Statement: for every row of preferences the profile (m max beta, 0, ..., 0) is the Nash equilibrium.

Model: Definition 3 read literally: nobody can lower its cost by changing its own variance, the others' variances
being fixed. An instance holds a user k and any other noise V_k that its data may carry, provided that it is at least
what the user finds; by Eq. 14 that costs no less. What later users add is the same in both costs and is left out.
Variances and costs are in units of m.

Corners: one user, equal preferences, the largest preference first, preference 0.

Readings: the paper's proof minimises the first user's cost with the others responding; that is backward induction,
not Definition 3, and is the claim chained/thm-1-subgame-perfect, which holds. So the profile stands as the outcome of a
subgame-perfect equilibrium, with strategies that answer to the noise found; Definition 3 has numbers for strategies.
"""

from optcheck.claims import *
from proofs_numeric._figures import BLUE, RED, line_drawing
from proofs_numeric.chained._game import Deviation, Profile, cost, enforced


def as_printed(move: Deviation) -> Profile:
    return enforced(move.preferences)


def corrected(move: Deviation) -> Profile:
    profile, top = [], Fraction(0)
    for preference in move.preferences:
        profile.append(largest(preference, top) - top)
        top = largest(preference, top)
    return tuple(profile)


def paid(move: Deviation, profile: Profile) -> Value:
    """Whether the user can make its data carry the other noise, and what it pays, but for the noise added later."""
    assert len(profile) == len(move.preferences), "a profile has one variance for each user"
    found, seen = sum(profile[: move.user]), sum(profile[: move.user + 1])
    return move.instead >= found, cost(move.preferences[move.user], seen, seen)


def paid_instead(move: Deviation) -> Value:
    """What the user would pay, but for the noise added later, which stays the same."""
    return cost(move.preferences[move.user], move.instead, move.instead)


def plot() -> str:
    return line_drawing(
        "Preferences 1 and 4: cost of the first user by its noise (units of m)",
        (0.2, 6.0),
        (0.0, 9.0),
        (
            ("the other one fixed (Definition 3): least at 1", RED, lambda u: u + 2 * u**-0.5),
            ("the other one responds: least at 4", BLUE, lambda u: max(u, 4.0) + 2 * u**-0.5),
        ),
        (1, 2, 3, 4, 5, 6),
    )


CLAIM = Statement(
    "chained/thm-1-nash",
    place="Theorem 1 with Definition 3",
    title="the printed profile is a Nash equilibrium",
    domain=Deviation,
    truth=definition(paid_instead),
    means=paid,
    asserts=provided(at_least),
    printed=Form(as_printed, "σ² = (m max β, 0, …, 0)"),
    corrected=Form(corrected, "σ_k² = m (max_{i≤k} β_i − max_{i<k} β_i); the printed profile only if β_1 = max β"),
    impact=Impact.OPTIMALITY,
    argument=(
        "Later noise shifts a user's cost by a constant, so the best response is unique given the noise before, which "
        "is the largest preference so far; by induction along the row there is one equilibrium, the corrected one."
    ),
    effort=Effort(instances=300),
    rests_on=("chained/lem-1",),
    plot=plot,
)
