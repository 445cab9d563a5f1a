"""Statement: the sum of the objective of Eq. 14 over all users is convex (in the variances).

Model: f(a) is the sum over users k of (the sum of a) + 2 beta_k^(3/2) / sqrt(a_1 + ... + a_k), in units of m. For any
two profiles f at their midpoint must be at most the mean of f at both; as f is continuous that is convexity.

Corners: equal profiles (equality), preferences of 0, one user.

Readings: convex is not strictly convex: "the optimum is unique" (proof of Theorem 5) needs a positive preference of
the first user; where the first ones are 0 it does not matter who of them adds the noise.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, product

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import amounts, simplicity
from optcheck.claims.functions import sqrt
from optcheck.claims.relations import at_most
from proofs_numeric.chained._game import Preferences, Profile


@dataclass(frozen=True, slots=True)
class TwoProfiles:
    """The roots of the preferences, and two profiles in units of m."""

    roots: Preferences
    one: Profile
    other: Profile


def as_printed(two: TwoProfiles) -> Value:
    return (total_cost(two.roots, two.one) + total_cost(two.roots, two.other)) / 2


def total_cost(roots: Preferences, profile: Profile) -> Value:
    """What all users pay together."""
    paid = len(roots) * sum(profile)
    for root, noise in zip(roots, accumulate(profile), strict=True):
        paid = paid + 2 * root**3 / sqrt(noise)
    return paid


def at_midpoint(two: TwoProfiles) -> Value:
    """What they pay half way between."""
    halves = [(a + b) / 2 for a, b in zip(two.one, two.other, strict=True)]
    return total_cost(two.roots, tuple(halves))


def proof(argument: Argument, form: Formula[TwoProfiles]) -> None:
    a, b, r = sympy.symbols("a b r", positive=True)
    bound = form(TwoProfiles((r,), (a**2,), (b**2,)))
    argument.identity("one user: the mean of both costs", bound, (a**2 + b**2) / 2 + r**3 / a + r**3 / b)
    two = form(TwoProfiles((r, r), (a**2, sympy.Integer(0)), (b**2, sympy.Integer(0))))
    argument.identity("a second user pays the same again", two, 2 * bound)
    argument.square(
        "(1/a + 1/b)/2 squared, times (a^2 + b^2)/2, exceeds 1: the privacy cost is convex in the noise",
        ((1 / a + 1 / b) / 2) ** 2 * (a**2 + b**2) / 2 - 1,
        a - b,
        (a**2 + 4 * a * b + b**2) / (8 * a**2 * b**2),
    )
    argument.words("The noise that user k sees is linear in the profile, and sums of convex functions are convex.")


def grid() -> Iterator[TwoProfiles]:
    for users in (1, 2):
        profiles = [(first, *more) for first in amounts("1 4") for more in product(amounts("0 3"), repeat=users - 1)]
        for roots in product(amounts("0 1 2"), repeat=users):
            yield from (TwoProfiles(roots, *pair) for pair in product(profiles, repeat=2))


CLAIM = Claim(
    id="chained/eq-12",
    place="text after Eq. 14",
    title="the sum of all users' costs is convex",
    domain=Domain(
        "1 and 2 users with roots 0, 1, 2 of the preferences, pairs of profiles with entries 0, 1, 3, 4",
        grid,
        lambda two: (len(two.roots), *simplicity(two.roots), *simplicity((*two.one, *two.other))),
    ),
    truth=Definition(at_midpoint),
    asserts=at_most,
    printed=Form(as_printed, "Σ_k C_k at the midpoint of two profiles ≤ the mean of both"),
    impact=Impact.TEXT,
    proof=proof,
)
