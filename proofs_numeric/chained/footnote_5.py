"""Statement: BAS keeps the user with the largest preference out of the first place; treating the order as uniform
changes nothing but some non-critical constants.

Model: the checker enumerates the orders that BAS can draw and all sets of attackers, and gives the exposure of one
slice, for the largest user and for another one, weak and strong attacker. The form is the exposure in uniform order.

Corners: three users (the constants are worst), p = 0. With two users nobody can be exposed.

Readings: with the constants 3/4 and 3/2 the footnote is right. Read as "the printed probability is still safe" it is
not: the exposure of the largest user is K/(K-1) times that of the uniform order.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import sympy

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Quantity, Reading, Value
from optcheck.claims.claim import each, texts
from optcheck.claims.relations import at_most, equals
from optcheck.claims.relations import order as within


@dataclass(frozen=True, slots=True)
class Victim:
    """Users in a row, the chance that one is an attacker, the attacker, and whether the victim is the largest user."""

    users: int
    probability: Fraction
    attacker: Literal["weak", "strong"]
    largest: bool


def as_printed(victim: Victim) -> Value:
    users, p = victim.users, victim.probability
    if victim.attacker == "weak":
        return (users - 2) * p**2 / users
    places = ((1 - (1 - p) ** i) * (1 - (1 - p) ** (users - 1 - i)) for i in range(users))
    return sum(places, Fraction(0)) / users


def exactly(victim: Victim) -> Value:
    users = victim.users
    factor = Fraction(users, users - 1) if victim.largest else Fraction(users * (users - 2), (users - 1) ** 2)
    return factor * as_printed(victim)


def proof(argument: Argument, form: Formula[Victim]) -> None:
    p, more = sympy.symbols("p more", nonnegative=True)
    users = 3 + more
    found = form(Victim(users, p, "weak", True))
    argument.identity("weak attacker: p^2 at each of K - 2 inner places of K", found, p**2 * (users - 2) / users)
    strong = form(Victim(4, p, "strong", True))
    argument.identity("strong attacker, four users: two inner places", strong, 2 * p * (1 - (1 - p) ** 2) / 4)
    argument.not_negative("K/(K-1) is at most 3/2 for K >= 3", sympy.Rational(3, 2) - users / (users - 1))
    argument.not_negative(
        "K(K-2)/(K-1)^2 is at least 3/4", users * (users - 2) / (users - 1) ** 2 - sympy.Rational(3, 4)
    )
    argument.words("The first place is safe; without it the largest user has K - 1 places, all as likely: K/(K-1).")
    argument.words("For others the largest user takes a later place first: K(K-2)/(K-1)^2, below 1.")


CLAIM = Claim(
    id="chained/footnote-5",
    place="footnote 5",
    title="a uniform order in place of BAS's changes constants only",
    domain=Domain(
        description="3 to 5 users, five probabilities, both attackers, the largest user and another one, one slice",
        grid=each(Victim, range(3, 6), "0 1/2 1/3 1/10 99/100", ("weak", "strong"), (True, False)),
        order=lambda victim: (victim.users, victim.probability.denominator, victim.attacker != "weak"),
    ),
    truth=Quantity(
        kind="chain-exposure",
        name="exposure",
        describe=lambda victim: {
            "users": victim.users,
            "probability": texts([victim.probability])[0],
            "attacker": victim.attacker,
            "kept_back": 0 if victim.largest else 1,
        },
    ),
    asserts=within(Fraction(3, 4), Fraction(3, 2)),
    printed=Form(as_printed, "exposure in BAS order is Θ(exposure in uniform order): between 3/4 and 3/2 of it"),
    impact=Impact.SAFETY,
    proof=proof,
    readings=(
        Reading(
            name="the printed probability stays safe",
            asserts=at_most,
            corrected=Form(exactly, "times K/(K−1) for the largest user, K(K−2)/(K−1)² for the others", asserts=equals),
        ),
    ),
)
