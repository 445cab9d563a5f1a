"""Statement: for every row of preferences the profile (m max beta, 0, ..., 0) is the Nash equilibrium.

Model: Definition 3 read literally: nobody can lower its cost by changing its own variance, the others' variances
being fixed. The checker accepts an equilibrium, or a user's deviation with its exact gain.

Corners: one user, equal preferences, the largest preference first, preference 0.

Readings: the paper's proof minimises the first user's cost with the others responding; that is backward induction,
not Definition 3, and is the claim chained/thm-1-subgame-perfect, which holds.
"""

from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Impact
from optcheck.claims.figures import BLUE, RED, line_drawing
from optcheck.claims.functions import largest
from optcheck.claims.relations import equilibrium
from proofs_numeric.chained._game import Profile, Users, enforced, nash, users_domain


def as_printed(users: Users) -> Profile:
    return enforced(users.preferences)


def corrected(users: Users) -> Profile:
    profile, top = [], Fraction(0)
    for preference in users.preferences:
        profile.append(largest(preference, top) - top)
        top = largest(preference, top)
    return tuple(profile)


def proof(argument: Argument, form: Formula[Users]) -> None:
    one, other = sympy.symbols("one other", nonnegative=True)
    argument.identity("a single user responds to no noise", form(Users((one,))), (largest(one, 0),))
    for case in argument.order(one, other):
        first, second = one.subs(case), other.subs(case)
        argument.identity(
            "of two, each responds best by Lemma 1", form(Users((first, second))), (first, largest(second - first, 0))
        )
    argument.words(
        "Later noise shifts a user's cost by a constant, so the best response is unique given the noise before, which "
        "is the largest preference so far; by induction along the row there is one equilibrium, the corrected one."
    )


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


CLAIM = Claim(
    id="chained/thm-1-nash",
    place="Theorem 1 with Definition 3",
    title="the printed profile is a Nash equilibrium",
    domain=users_domain(1, zeros=True),
    truth=nash(lambda users, profile: (users.preferences, profile)),
    asserts=equilibrium,
    printed=Form(as_printed, "σ² = (m max β, 0, …, 0)"),
    corrected=Form(corrected, "σ_k² = m (max_{i≤k} β_i − max_{i<k} β_i); the printed profile only if β_1 = max β"),
    impact=Impact.OPTIMALITY,
    proof=proof,
    rests_on=("chained/lem-1",),
    plot=plot,
)
