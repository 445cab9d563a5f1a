"""Collusion against one sub-vector and against a whole release: the chances, by listing what can happen."""

from itertools import permutations, product

from optcheck.claims import *

__all__ = ["Collusion", "Sliced", "SlicedRelease", "cases", "impact", "strong_exposure", "weak_exposure"]

Cases = list[tuple[Fraction, Fraction]]


class Collusion(Instance):
    """Users in a row, each of them an attacker with this probability, from one victim's point of view."""

    users: int = integer(2, symbol="K")
    probability: Fraction = rational(at_least=0, below=1, symbol="p")


class Sliced(Collusion):
    """The same with a release of several slices."""

    slices: int = integer(1, symbol="N")


class SlicedRelease(Sliced):
    """The same with noise that fails at its budget with some chance."""

    delta: Fraction = rational(at_least=0, below=1, symbol="δ")


def weak_exposure(at: Collusion) -> Value:
    """Every place in the row is as likely; at an inner one both neighbours must be attackers."""
    return sum(at.probability**2 for _ in range(1, at.users - 1)) / Fraction(at.users)


def strong_exposure(at: Collusion) -> Value:
    """At place i there must be an attacker among i users before and one among K - 1 - i behind."""
    q, last = 1 - at.probability, at.users - 1
    return sum((1 - q**place) * (1 - q ** (last - place)) for place in range(at.users)) / Fraction(at.users)


def impact(claimed: Value, true: Value) -> Impact:
    """Promising less exposure than there is is unsafe."""
    return Impact.SAFETY if claimed < true else Impact.VALUE


def weak_failure(release: Sliced) -> Value:
    """The chance that the weak attacker exposes some slice."""
    return 1 - sum(chance * (1 - share) ** release.slices for chance, share in cases(release, "weak"))


def cases(at: Collusion, attacker: str) -> Cases:
    """Every set of attackers among the others: its chance, and the share of all orders in which it exposes user 0."""
    p, orders, found = at.probability, list(permutations(range(at.users))), []
    for others in product((False, True), repeat=at.users - 1):
        attacks = (False, *others)
        exposed = sum(1 for order in orders if is_exposed(order, attacks, attacker))
        chance = p ** sum(others) * (1 - p) ** (at.users - 1 - sum(others))
        found.append((chance, Fraction(exposed, len(orders))))
    return found


def is_exposed(order: tuple[int, ...], attacks: tuple[bool, ...], attacker: str) -> bool:
    """Whether there are attackers next to user 0 on both sides; for the strong attacker anywhere on both sides."""
    place = sum(1 for index, user in enumerate(order) if user == 0 for _ in range(index))
    before, after = order[:place], order[place + 1 :]
    if attacker == "weak":
        before, after = before[-1:], after[:1]
    return any(attacks[user] for user in before) and any(attacks[user] for user in after)
