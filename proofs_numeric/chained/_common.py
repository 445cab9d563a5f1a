"""Instances, grids and certificates that several Chained-DP claims share. All numbers in units of m = 2^(-2/3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from optcheck.chained_dp.game import cost, square_root
from optcheck.checker.intervals import integer_root
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text

Preferences = tuple[Fraction, ...]
Profile = tuple[Fraction, ...]

NUMBERS = tuple(Fraction(n) for n in (1, 2, 3))
FRACTIONS = tuple(Fraction(n) for n in ("1/2", "3/2"))


@dataclass(frozen=True, slots=True)
class Users:
    """The users' preferences, in the order of the row."""

    preferences: Preferences


@dataclass(frozen=True, slots=True)
class OneUser:
    """A row of users, and the one of them who is asked about."""

    preferences: Preferences
    user: int


@dataclass(frozen=True, slots=True)
class Root:
    """The real number whose power of the given degree is the value: exact where the number itself is irrational."""

    value: Fraction
    degree: int

    def expression(self) -> list[object]:
        """The number as the checker writes it."""
        return ["root", to_text(self.value), self.degree]

    def __str__(self) -> str:
        return f"({self.value})^(1/{self.degree})"


def height(values: Iterable[Fraction]) -> tuple[object, ...]:
    """Order of simplicity: few zeros, small denominators, small numerators."""
    row = tuple(values)
    zeros = sum(1 for value in row if value == 0)
    return (
        zeros,
        max((value.denominator for value in row), default=1),
        max((value.numerator for value in row), default=0),
        row,
    )


def users_order(instance: Users | OneUser) -> tuple[object, ...]:
    """First the number of users, then the preferences, then the user asked about."""
    user = instance.user if isinstance(instance, OneUser) else 0
    return (len(instance.preferences), *height(instance.preferences), user)


def preference_rows(least: int, most: int, zeros: bool = False) -> Iterator[Preferences]:
    """Rows of squares: up to three users with roots 1/2, 1, 3/2, 2, 3 (and 0), longer ones with roots 1, 2, 3."""
    for users in range(least, most + 1):
        roots = (*((Fraction(0),) if zeros else ()), *NUMBERS, *(FRACTIONS if users <= 3 else ()))
        for row in product(roots, repeat=users):
            yield tuple(root * root for root in row)


def are_different(preferences: Preferences) -> bool:
    """Whether BAS can run: it reshuffles for ever when all bids are equal."""
    return min(preferences) < max(preferences)


def squares(zeros: bool = False) -> st.SearchStrategy[Fraction]:
    """Squares of rationals, also very large and very small ones."""
    roots = st.builds(Fraction, st.integers(1, 40), st.integers(1, 12))
    powers = st.sampled_from((1, 1, 1, 1000, Fraction(1, 1000)))
    positive = st.builds(lambda root, power: (root * power) ** 2, roots, powers)
    return st.one_of(positive, st.just(Fraction(0))) if zeros else positive


def rows_of_users(least: int, most: int, zeros: bool = False) -> st.SearchStrategy[Preferences]:
    """Rows of random preferences."""
    return st.lists(squares(zeros), min_size=least, max_size=most).map(tuple)


def one_of_users(rows: st.SearchStrategy[Preferences]) -> st.SearchStrategy[OneUser]:
    """A random row, and any one of its users."""
    return rows.flatmap(lambda row: st.builds(OneUser, st.just(row), st.integers(0, len(row) - 1)))


def every_user(rows: Iterable[Preferences]) -> Iterator[OneUser]:
    """Each row with each of its users."""
    for row in rows:
        for user in range(len(row)):
            yield OneUser(row, user)


def enforced(preferences: Preferences) -> Profile:
    """The profile that Theorem 1 prints and that BAS enforces."""
    return (max(preferences), *(Fraction(0) for _ in preferences[1:]))


def cost_of(preferences: Preferences, profile: Profile, user: int) -> Fraction | None:
    """A user's cost at a profile by Eq. 14; None is infinite."""
    return cost(preferences[user], sum(profile, Fraction(0)), sum(profile[: user + 1], Fraction(0)))


def weights(preferences: Preferences) -> Fraction:
    """The sum of beta_k^(3/2)."""
    return sum((square_root(beta) ** 3 for beta in preferences), Fraction(0))


def texts(values: Iterable[Fraction]) -> list[str]:
    """Exact numbers as the checker reads them."""
    return [to_text(value) for value in values]


def deviation_certificate(
    preferences: Preferences, profile: Profile, user: int, deviation: Fraction, responding: bool = False
) -> Certificate:
    """Evidence that a user gains by adding another variance."""
    return Certificate(
        "noise-game-deviation",
        {
            "preferences": texts(preferences),
            "profile": texts(profile),
            "concept": "subgame-perfect" if responding else "Nash",
        },
        {"user": user, "deviation": to_text(deviation)},
    )


def cost_certificate(preferences: Preferences, profile: Profile, user: int, responding: bool = False) -> Certificate:
    """Evidence of a user's cost at a profile."""
    return Certificate(
        "noise-game-cost",
        {"preferences": texts(preferences), "profile": texts(profile), "user": user, "responding": responding},
        {},
    )


def near_root(value: Fraction, degree: int, bits: int) -> Fraction:
    """A rational just below the real root of a positive number."""
    scaled = value * (1 << (bits * degree))
    return Fraction(max(integer_root(scaled.numerator // scaled.denominator, degree), 1), 1 << bits)


def single(first: Fraction, users: int) -> Profile:
    """The profile in which the first user adds all noise."""
    return (first, *(Fraction(0) for _ in range(users - 1)))


def mean(values: Sequence[Fraction]) -> Fraction:
    """The arithmetic mean."""
    return Fraction(sum(values)) / len(values)
