"""Statement: the failure probability is at most 1/K^2 if p <= sqrt(1 / (K (K-2))).

Model: exposure by enumeration of orders and attackers (uniform order, one slice), compared with 1/K^2 on both sides
of the threshold. Three users at least: with two, nobody can be exposed, every p is bearable, and the formula divides
by zero. For the user with the largest preference, BAS orders lower the threshold to sqrt((K-1) / (K^2 (K-2)));
against the strong attacker it is about sqrt(6)/K^2 (optcheck.chained_dp.threshold).

Corners: p next to the threshold at scales 10, 1000, 10^6; p = 0.

Readings: the paper says "less than 1/K^2" and prints "<="; for rational p that is the same, because K (K-2) = (K-1)^2
- 1 is never a square. Judged in both directions: bearable exactly if p is at most the threshold. For the failure of a
release of several slices the threshold is too large.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt

import sympy

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Outcome, Reading, Value
from optcheck.claims.expressions import exact_value
from optcheck.claims.functions import sqrt
from optcheck.claims.relations import at_most, decides
from proofs_numeric.chained import thm_7_delta
from proofs_numeric.chained._exposure import PROBABILITIES, Collusion, exposure, order
from proofs_numeric.chained.thm_7_release import RELEASES, SlicedRelease, failure


def as_printed(instance: Collusion) -> Value:
    return 1 / sqrt(instance.users * (instance.users - 2))


def target(instance: SlicedRelease) -> Value:
    return Fraction(1, instance.users**2)


def is_bearable(instance: Collusion, threshold: Value) -> bool:
    return bool(instance.probability <= threshold)


def proof(argument: Argument, form: Formula[Collusion]) -> None:
    more, p = sympy.symbols("more p", positive=True)
    argument.induction(
        "K times the exposure of a slice is p^2 for each inner place, and a user more makes one inner place more",
        lambda users: users * thm_7_delta.as_printed(Collusion(users, p)),
        start=2,
        first=0,
        step=lambda before, _: before + p**2,
    )
    users = 3 + more
    excess = thm_7_delta.as_printed(Collusion(users, p)) - 1 / users**2
    factor = (users - 2) / users
    square = 1 / (users * (users - 2))
    argument.identity("the exposure exceeds 1/K^2 by a multiple of p^2 - 1/(K(K-2))", excess, factor * (p**2 - square))
    argument.positive("which has the sign of the multiple's other factor for K >= 3", factor)
    threshold = form(Collusion(users, p))
    argument.identity("the form is a root of 1/(K(K-2))", threshold**2, square)
    argument.truth("the positive one", threshold.is_positive)


def grid() -> Iterator[Collusion]:
    for users in range(3, 7):
        for scale in (10, 1000, 10**6):
            below = isqrt(scale * scale // (users * (users - 2)))
            yield from (Collusion(users, Fraction(near, scale)) for near in (below, below + 1))
        yield from (Collusion(users, probability) for probability in PROBABILITIES)


def bearable_releases() -> Iterator[SlicedRelease]:
    """Several slices, with probabilities next to the threshold and below it."""
    for users, slices in ((3, 1), (3, 2), (4, 1), (4, 2), (5, 3)):
        below = isqrt(100**2 // (users * (users - 2)))
        yield SlicedRelease(users, slices, Fraction(below, 100), Fraction(0))


CLAIM = Claim(
    id="chained/eq-33",
    place="Eq. 33",
    title="threshold on the collusion probability, weak attacker",
    domain=Domain(
        "3 to 6 users, probabilities next to the threshold at scales 10, 1000, 10^6, and eight others", grid, order
    ),
    truth=exposure("weak", holds=lambda at, fact: exact_value(fact.value, "eq-33") <= Fraction(1, at.users**2)),
    means=is_bearable,
    asserts=decides,
    printed=Form(as_printed, "p ≤ √(1 / (K (K−2)))"),
    impact=Impact.SAFETY,
    proof=proof,
    readings=(
        Reading(
            name="the failure of a release of several slices",
            domain=Domain(description="p just below the threshold", grid=bearable_releases, order=RELEASES.order),
            truth=failure("weak"),
            means=lambda _, bound: bound,
            asserts=at_most,
            printed=Form(target, "failure probability ≤ 1/K² for p ≤ √(1 / (K (K−2)))"),
            expected=Outcome.REFUTED,
        ),
    ),
)
