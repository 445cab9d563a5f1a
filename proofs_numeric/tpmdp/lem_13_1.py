"""Statement: under Convention 6 and with n - t - t eta <= 0, an optimum of Eq. 6 costs at least as much as an optimum
with A_t in the place of A_t^+.

Model: n - t - t eta = n - t |U+|, so this is Subcase 3. The difference of the two least totals, optima of explicit
programs, must not be negative.

Corners: n = t |U+|, |U+| = n - t, ties, zeros.

Readings: all optima have one total, so it does not matter whether variances are sorted (Convention 3).
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import CONVENTION_6, Ranked, eq6, everyone_active


def as_printed(parties: Ranked) -> Value:
    return 0


CLAIM = Statement(
    "tpmdp/lem-13-1",
    place="Lemma 13, part 1",
    title="when n - t - t eta <= 0, everyone active costs no more",
    domain=Ranked.where("n <= t * u", CONVENTION_6),
    truth=Combination(parts=(minimum(eq6), minimum(everyone_active)), value=lambda own, every: own - every),
    asserts=at_least,
    printed=Form(as_printed, "n − t − tη ≤ 0 ⇒ v_σ ≥ min v over A_t"),
    impact=Impact.OPTIMALITY,
    argument="Where sigma_2+ >= sigma_t-, Lemma 9 applies at once. Else let m be the (n - t)-th part of the sum of "
    "sigma_t- and all variances but the largest active and the t largest others. Replace sigma_2+ by m in the largest "
    "active variance and sigma_t- by m in the t others, and let every other variance be m: every row of Eq. 12 keeps "
    "its value, nobody falls below 0, and since n <= t |U+| the total does not grow. sigma_2+ and sigma_t- meet there, "
    "so Lemma 9 applies.",
    effort=Effort(instances=60, drawn=15, largest={"u": 3, "t": 3, "n": 6}),
    rests_on=("tpmdp/cor-1", "tpmdp/lem-9"),
)
