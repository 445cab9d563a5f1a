"""Statement: the sum of the objective of Eq. 14 over all users is convex (in the variances).

Model: f(a) is the sum over users k of (the sum of a) + 2 beta_k^(3/2) / sqrt(a_1 + ... + a_k), in units of m, for a_1 >
0, where every cost is finite. For any
two profiles f at their midpoint must be at most the mean of f at both; as f is continuous that is convexity.

Corners: equal profiles (equality), preferences of 0, one user.

Readings: convex is not strictly convex: "the optimum is unique" (proof of Theorem 5) needs a positive preference of
the first user; where the first ones are 0 it does not matter who of them adds the noise.
"""

from optcheck.claims import *
from proofs_numeric.chained._game import Preferences, Profile, cost_at


class TwoProfiles(Instance):
    """The users' preferences, and two profiles in units of m with noise from the first user on."""

    preferences: Preferences = row(rational(at_least=0), least=1, symbol="β")
    one: Profile = row(rational(at_least=0), "len(preferences)")
    other: Profile = row(rational(at_least=0), "len(preferences)")
    conditions = ("one[0] > 0", "other[0] > 0")


def as_printed(two: TwoProfiles) -> Value:
    if two.one == two.other:
        return total_cost(two.preferences, two.one)
    return (total_cost(two.preferences, two.one) + total_cost(two.preferences, two.other)) / 2


def total_cost(preferences: Preferences, profile: Profile) -> Value:
    """What all users pay together."""
    return sum(cost_at(preferences, profile, user) for user in range(len(preferences)))


def at_midpoint(two: TwoProfiles) -> Value:
    """What they pay half way between."""
    halves = [(a + b) / 2 for a, b in zip(two.one, two.other, strict=True)]
    return total_cost(two.preferences, tuple(halves))


CLAIM = Statement(
    "chained/eq-12",
    place="text after Eq. 14",
    title="the sum of all users' costs is convex",
    domain=TwoProfiles,
    truth=definition(at_midpoint),
    asserts=at_most,
    printed=Form(as_printed, "Σ_k C_k at the midpoint of two profiles ≤ the mean of both"),
    impact=Impact.TEXT,
    argument=(
        "The noise that user k sees is linear in the profile, x^(−1/2) is convex, as (1/a + 1/b)/2 squared times "
        "(a² + b²)/2 exceeds 1 by (a − b)² (a² + 4ab + b²)/(8a²b²), and sums of convex functions are convex."
    ),
    effort=Effort(largest={"preferences": 4}),
)
