"""Statement: BAS keeps the user with the largest preference out of the first place; treating the order as uniform
changes nothing but some non-critical constants.

Model: the orders that BAS can draw are listed; the exposure of one slice at a place of the row follows from the
attackers' independence, for the largest user and for another one, weak and strong attacker. The form is the exposure in
uniform order.

Corners: three users (the constants are worst), p = 0. With two users nobody can be exposed.

Readings: with the constants 3/4 and 3/2 the footnote is right. Read as "the printed probability is still safe" it is
not: the exposure of the largest user is K/(K-1) times that of the uniform order.
"""

from itertools import permutations

from optcheck.claims import *
from optcheck.claims import order as within
from proofs_numeric.chained._exposure import Collusion


class Victim(Collusion):
    """The same with the attacker, and whether the victim is the largest user."""

    attacker: str = choice("weak", "strong")
    is_largest: bool = flag()


def as_printed(victim: Victim) -> Value:
    places = (exposed_at(place, victim) for place in range(victim.users))
    return sum(places) / Fraction(victim.users)


def exactly(victim: Victim) -> Value:
    users = victim.users
    factor = Fraction(users, users - 1) if victim.is_largest else Fraction(users * (users - 2), (users - 1) ** 2)
    return factor * as_printed(victim)


def exposed_at(place: int, victim: Victim) -> Value:
    """At a place: both neighbours attack, or for the strong attacker somebody before and somebody behind."""
    p, behind = victim.probability, victim.users - 1 - place
    if victim.attacker == "strong":
        return (1 - (1 - p) ** place) * (1 - (1 - p) ** behind)
    return p**2 if place > 0 and behind > 0 else 0


def in_bas(victim: Victim) -> Value:
    """The mean over all orders in which the largest user is not first: user 0, who is the victim, or user 1."""
    biggest = 0 if victim.is_largest else 1
    orders = [order for order in permutations(range(victim.users)) if order[0] != biggest]
    places = (place for order in orders for place in range(victim.users) if order[place] == 0)
    return sum(exposed_at(place, victim) for place in places) / Fraction(len(orders))


CLAIM = Statement(
    "chained/footnote-5",
    place="footnote 5",
    title="a uniform order in place of BAS's changes constants only",
    domain=Victim.where("users >= 3"),
    truth=definition(in_bas),
    asserts=within(Fraction(3, 4), Fraction(3, 2)),
    printed=Form(as_printed, "exposure in BAS order is Θ(exposure in uniform order): between 3/4 and 3/2 of it"),
    impact=Impact.SAFETY,
    argument=(
        "The first place is safe; without it the largest user has K − 1 places, all as likely: K/(K−1), at most 3/2. "
        "For others the largest user takes a later place first: K(K−2)/(K−1)², from 3/4 to 1."
    ),
    effort=Effort(instances=120, drawn=30, largest={"users": 6}),
    readings=(
        Reading(
            name="the printed probability stays safe",
            asserts=at_most,
            corrected=Form(exactly, "times K/(K−1) for the largest user, K(K−2)/(K−1)² for the others", asserts=equals),
        ),
    ),
)
