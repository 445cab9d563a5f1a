"""Statement: under Convention 6 and with n - t - t eta > 0, an optimum of Eq. 6 that meets the convention has
sigma_2+^2 = 0.

Model: the largest variance of 2+ over all optima that meet the convention, an explicit program whose points are these
optima.

Corners: t = 1, n = t |U+| + 1, |U+| = n - t, ties, zeros.

Readings: Convention 6 does not repeat Convention 3 (sorted variances), which does no harm here: all optima are looked
at, sorted or not. For t = 1 some are not sorted (required 3, 3 and 3, 2, variances 0, 0 and 0, 3).
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import CONVENTION_6, Ranked, X, low_second, most_at_optima


def as_printed(parties: Ranked) -> Value:
    return 0


def second(parties: Ranked, x: X) -> Value:
    """The variance of 2+."""
    return x[1]


CLAIM = Statement(
    "tpmdp/lem-13-2",
    place="Lemma 13, part 2",
    title="when n - t - t eta > 0, sigma_2+ vanishes at every optimum",
    domain=Ranked.where("n > t * u", CONVENTION_6),
    truth=most_at_optima(second, low_second),
    asserts=equals,
    printed=Form(as_printed, "n − t − tη > 0, σ optimal ⇒ σ_2⁺² = 0"),
    impact=Impact.TEXT,
    argument="Sort the optimum inside its groups: this keeps the total and feasibility (Lemma 8), and for t >= 2 "
    "changes nothing (Lemma 12); for t = 1 it may only change U-, so sigma_2+ stays. By Lemma 12 all of 2+, 3+, ... "
    "have one variance, and 1+ no less. Were it positive, take gamma from each active party and add eta gamma/(n - "
    "eta - t) to each other one: every row of Eq. 12 keeps its value, the conventions hold, and the total falls by "
    "gamma (n - t - t eta)/(n - eta - t).",
    effort=Effort(instances=50, drawn=12, largest={"u": 3, "t": 2, "n": 7}),
    rests_on=("tpmdp/cor-1", "tpmdp/lem-12", "tpmdp/lem-8"),
)
