"""The noise game: instances, grids, and the truths about it that the checker establishes. In units of m = 2^(-2/3)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TypeVar

from hypothesis import strategies as st

from optcheck.chained_dp.game import best_response
from optcheck.claims import Document, Domain, Property, Value, says
from optcheck.claims.claim import amounts, fraction_rows, simplicity, texts
from optcheck.errors import InvalidInput
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text

I = TypeVar("I")  # noqa: E741 - the instance
Preferences = tuple[Fraction, ...]
Profile = tuple[Fraction, ...]

ROOTS = amounts("1 2 3")
MORE_ROOTS = amounts("1/2 3/2")
WORDS = "up to 3 users with roots {}1/2, 1, 3/2, 2, 3 of the preferences, 4 users with {}1, 2, 3"


@dataclass(frozen=True, slots=True)
class Users:
    """The users' preferences, in the order of the row."""

    preferences: Preferences


@dataclass(frozen=True, slots=True)
class OneUser(Users):
    """A row of users, and one of them."""

    user: int


def users_order(instance: Users) -> tuple[object, ...]:
    """First the number of users, then the preferences, then the one user."""
    return (len(instance.preferences), *simplicity(instance.preferences), getattr(instance, "user", 0))


def rows(least: int, most: int, zeros: bool = False) -> Iterator[Preferences]:
    """Rows of squares: up to three users with roots 1/2, 1, 3/2, 2, 3 (and 0), longer ones with roots 1, 2, 3."""
    for users in range(least, most + 1):
        roots = (*((Fraction(0),) if zeros else ()), *ROOTS, *(MORE_ROOTS if users <= 3 else ()))
        yield from (tuple(root * root for root in row) for row in product(roots, repeat=users))


def squares(zeros: bool = False) -> st.SearchStrategy[Fraction]:
    """Squares of rationals, also very large and very small ones."""
    roots = st.builds(Fraction, st.integers(1, 40), st.integers(1, 12))
    powers = st.sampled_from((1, 1, 1, 1000, Fraction(1, 1000)))
    positive = st.builds(lambda root, power: (root * power) ** 2, roots, powers)
    return st.one_of(positive, st.just(Fraction(0))) if zeros else positive


def drawn_rows(least: int, most: int, zeros: bool = False) -> st.SearchStrategy[Preferences]:
    """Rows of random preferences."""
    positive = fraction_rows(squares(), least, most)
    return st.one_of(positive, fraction_rows(squares(zeros=True), least, most)) if zeros else positive


def every_user(some: Iterable[Preferences]) -> Iterator[OneUser]:
    """Each row with each of its users."""
    return (OneUser(row, user) for row in some for user in range(len(row)))


def drawn_user(some: st.SearchStrategy[Preferences]) -> st.SearchStrategy[OneUser]:
    """A random row, and any one of its users."""
    return some.flatmap(lambda row: st.builds(OneUser, st.just(row), st.integers(0, len(row) - 1)))


def users_domain(least: int, zeros: bool, examples: int = 200) -> Domain[Users]:
    """Rows of users, from the least number on."""
    return Domain(
        description=WORDS.format(*["0, " if zeros else ""] * 2),
        grid=lambda: map(Users, rows(least, 4, zeros)),
        order=users_order,
        strategy=lambda: st.builds(Users, drawn_rows(max(least, 2), 8, zeros)),
        examples=examples,
    )


EACH_USER: Domain[OneUser] = Domain(
    description=WORDS.format("", "") + "; every user of at least two",
    grid=lambda: every_user(rows(2, 4)),
    order=users_order,
    strategy=lambda: drawn_user(drawn_rows(2, 8)),
)


def enforced(preferences: Preferences) -> Profile:
    """The profile that Theorem 1 prints and that BAS enforces."""
    return (max(preferences), *(Fraction(0) for _ in preferences[1:]))


def game(preferences: Preferences, profile: Profile) -> Document:
    """Preferences and profile as the checker reads them."""
    if len(profile) != len(preferences) or min(profile) < 0:
        raise InvalidInput(f"there must be one variance >= 0 for each user, got {profile}")
    return {"preferences": texts(preferences), "profile": texts(profile)}


def nash(full: Callable[[I, Value], tuple[Preferences, Profile]]) -> Property[I]:
    """Whether a profile is a Nash equilibrium: no user gains by another variance, the others' being fixed."""

    def describe(instance: I, claimed: Value) -> dict[str, Document]:
        document = game(*full(instance, claimed))
        return {"noise-game-equilibrium": document, "noise-game-deviation": {**document, "concept": "Nash"}}

    def certify(instance: I, claimed: Value) -> Certificate:
        preferences, profile = full(instance, claimed)
        game(preferences, profile)  # raises for what is no profile
        return nash_certificate(preferences, profile)

    return Property(name="profile", holds=says("a Nash equilibrium"), describe=describe, certify=certify, gap="gain")


def best_responses(preferences: Sequence[Fraction], first: Profile = ()) -> Profile:
    """The profile in which every user after the first ones responds to the noise so far, user by user.

    >>> best_responses([Fraction(1), Fraction(4)])
    (Fraction(1, 1), Fraction(3, 1))
    """
    profile = list(first)
    for preference in preferences[len(first) :]:
        profile.append(best_response(preference, sum(profile, Fraction(0))))
    return tuple(profile)


def nash_certificate(preferences: Sequence[Fraction], profile: Profile) -> Certificate:
    """Proof that a profile is a Nash equilibrium, or that some user gains by another variance.

    >>> nash_certificate([Fraction(1), Fraction(4)], (Fraction(4), Fraction(0))).verify().fact("gain").value
    2
    """
    document = {"preferences": [to_text(b) for b in preferences], "profile": [to_text(x) for x in profile]}
    for user, preference in enumerate(preferences):
        best = best_response(preference, sum(profile[:user], Fraction(0)))
        if profile[user] != best:
            evidence = {"user": user, "deviation": to_text(best)}
            return Certificate("noise-game-deviation", {**document, "concept": "Nash"}, evidence)
    return Certificate("noise-game-equilibrium", document, {})
