"""Statement: with L_xi the total that Lemma 7's equations give for the rank xi, L_(xi-1) - L_xi >= 0 for every xi <=
min(floor((2n - t)/(n - t)), t + 1), so the largest admissible rank is the best.

Model: L_xi is the sum of the xi - 1 largest requirements plus ((2n - t)/(n - t) - xi) times the xi-th. An instance
holds n, t, xi, the sum of the requirements before rank xi - 1, and those of the ranks xi - 1 and xi.

Corners: xi = 2, n divisible by n - t (the difference is then 0 at the largest xi), equal requirements.
"""

from collections.abc import Iterator
from dataclasses import astuple, dataclass
from fractions import Fraction
from itertools import combinations

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import amounts
from optcheck.claims.relations import at_most
from proofs_numeric.tpmdp._eq6 import over


@dataclass(frozen=True, slots=True)
class Ranks:
    """Sizes, a rank, what stands before its predecessor, and the two requirements there."""

    n: int
    t: int
    xi: int
    before: Fraction
    higher: Fraction
    lower: Fraction


def as_printed(at: Ranks) -> Value:
    ratio = over(2 * at.n - at.t, at.n - at.t)
    previous = at.before + (ratio - (at.xi - 1)) * at.higher
    return previous - (at.before + at.higher + (ratio - at.xi) * at.lower)


def proof(argument: Argument, form: Formula[Ranks]) -> None:
    m, xi, k, before, low, more = sympy.symbols("m xi k before low more", nonnegative=True)
    n = (xi + k - 1) * m  # so that (2n-t)/(n-t) = 1 + n/m = xi + k, and k >= 0 says that xi is admissible
    difference = form(Ranks(n, n - m, xi, before, low + more, low))
    argument.identity("with n = (xi + k - 1) m and t = n - m the difference is k times the drop", difference, k * more)
    argument.not_negative("which is not negative", sympy.cancel(difference))


def grid() -> Iterator[Ranks]:
    for t, n in combinations(range(1, 9), 2):
        for xi in range(2, min((2 * n - t) // (n - t), t + 1) + 1):
            for higher, lower in ((1, 0), (1, 1), (2, 1)):
                yield Ranks(n, t, xi, higher * Fraction(xi - 2), Fraction(higher), Fraction(lower))
    yield from (Ranks(7, 3, 2, Fraction(0), value, value / 2) for value in amounts("1/3 5/7 100"))


CLAIM = Claim(
    id="tpmdp/thm-2-proof",
    place="proof of Theorem 2",
    title="the differences of the totals for neighbouring ranks are not negative",
    domain=Domain(description="n <= 8, every t and admissible xi, small requirements", grid=grid, order=astuple),
    truth=Definition(lambda _: 0),
    asserts=at_most,
    printed=Form(as_printed, "L_(ξ−1) − L_ξ ≥ 0 for ξ ≤ min(⌊(2n−t)/(n−t)⌋, t+1)"),
    impact=Impact.TEXT,
    proof=proof,
)
