"""Statement: the profile (m max beta, 0, ..., 0) is (the outcome of) a subgame-perfect equilibrium.

Model: strategies are plans for all situations; the profile is the path they lead to. The checker goes through the
users: whoever comes later tops up, so a user pays for the larger of what it leaves and the largest later preference.

Corners: one user, equal preferences, preference 0 (such a first user is indifferent, so the outcome is not unique
then, but the printed one is among them).

Readings: it is no Nash equilibrium of Definition 3 (chained/thm-1-nash): off the path the later users would add noise.
"""

from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Document, Form, Formula, Impact, Property, Value, says
from optcheck.claims.claim import texts
from optcheck.claims.functions import largest
from optcheck.claims.relations import equilibrium
from optcheck.exact.certificate import Certificate
from proofs_numeric.chained._game import Profile, Users, game, users_domain
from proofs_numeric.chained._steps import r, y


def as_printed(users: Users) -> Profile:
    return (largest(users.preferences), *(Fraction(0) for _ in users.preferences[1:]))


def documents(users: Users, profile: Value) -> dict[str, Document]:
    played = {**game(users.preferences, profile), "concept": "subgame-perfect"}
    return {"noise-game-outcome": game(users.preferences, profile), "noise-game-deviation": played}


def certify(users: Users, profile: Value) -> Certificate:
    """The outcome, or the first user who gains by leaving the largest preference from its own on."""
    found, wanted = Fraction(0), documents(users, profile)
    for user, added in enumerate(profile):
        best = max((found, *users.preferences[user:]))
        if found + added != best and (users.preferences[user] or found + added > best):
            evidence = {"user": user, "deviation": texts([best - found])[0]}
            return Certificate("noise-game-deviation", wanted["noise-game-deviation"], evidence)
        found += added
    return Certificate("noise-game-outcome", wanted["noise-game-outcome"], {})


def proof(argument: Argument, form: Formula[Users]) -> None:
    later, left = sympy.symbols("later left", positive=True)
    argument.identity(
        "what the first user leaves below the later users' level costs it more the less it is",
        (later + 2 * r**3 / left) - (later + 2 * r**3 / y),
        2 * r**3 * (y - left) / (left * y),
    )
    one, other = sympy.symbols("one other", nonnegative=True)
    argument.identity("a single user leaves its preference", form(Users((one,))), (one,))
    for case in argument.order(one, other):
        row = (one.subs(case), other.subs(case))
        argument.identity("of two, the first one adds all noise", form(Users(row)), (largest(row), 0))
    argument.words(
        "Induction from the last user: if the later users lift the noise to at least M, a user who leaves x pays "
        "max(x, M) + 2r^3/sqrt(x), falling up to M, then Lemma 1's cost; so it leaves the largest of what it finds, "
        "M and its own preference, and the first user leaves m max beta."
    )


CLAIM = Claim(
    id="chained/thm-1-subgame-perfect",
    place="remark after Theorem 1",
    title="the printed profile is the outcome of a subgame-perfect equilibrium",
    domain=users_domain(1, zeros=True, examples=100),
    truth=Property(
        name="profile",
        holds=says("the outcome of a subgame-perfect equilibrium"),
        describe=documents,
        certify=certify,
        gap="gain",
    ),
    asserts=equilibrium,
    printed=Form(as_printed, "σ² = (m max β, 0, …, 0)"),
    impact=Impact.OPTIMALITY,
    proof=proof,
    rests_on=("chained/lem-1",),
)
