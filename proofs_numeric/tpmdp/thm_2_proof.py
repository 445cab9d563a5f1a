"""Statement: with L_xi the total that Lemma 7's equations give for the rank xi, L_(xi-1) - L_xi >= 0 for every xi <=
min(floor((2n - t)/(n - t)), t + 1), so the largest admissible rank is the best.

Model: L_xi is the sum of the xi - 1 largest requirements plus ((2n - t)/(n - t) - xi) times the xi-th. An instance
holds n, t, xi, the sum of the requirements before rank xi - 1, and those of the ranks xi - 1 and xi.

Corners: xi = 2, n divisible by n - t (the difference is then 0 at the largest xi), equal requirements.
"""

from optcheck.claims import *


class Ranks(Instance):
    """Sizes, an admissible rank, what stands before its predecessor, and the requirements of both."""

    n: int = integer(2)
    t: int = integer(1, "n - 1")
    xi: int = integer(2, "min((2 * n - t) // (n - t), t + 1)", symbol="ξ")
    before: Fraction = rational(at_least=0)
    lower: Fraction = rational(at_least=0)
    higher: Fraction = rational(at_least="lower")
    conditions = ("xi * (n - t) <= 2 * n - t",)


def as_printed(at: Ranks) -> Value:
    ratio = Fraction(2 * at.n - at.t, at.n - at.t)
    previous = at.before + (ratio - (at.xi - 1)) * at.higher
    return previous - (at.before + at.higher + (ratio - at.xi) * at.lower)


def nothing(at: Ranks) -> Value:
    """The difference is not negative."""
    return 0


CLAIM = Statement(
    "tpmdp/thm-2-proof",
    place="proof of Theorem 2",
    title="the differences of the totals for neighbouring ranks are not negative",
    domain=Ranks,
    truth=definition(nothing),
    asserts=at_most,
    printed=Form(as_printed, "L_(ξ−1) − L_ξ ≥ 0 for ξ ≤ min(⌊(2n−t)/(n−t)⌋, t+1)"),
    impact=Impact.TEXT,
)
