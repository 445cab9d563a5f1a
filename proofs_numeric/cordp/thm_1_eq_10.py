"""Statement: the pair (sigma*^2, rho*) of Theorem 1 has the least error of Eq. 10, with the whole noise.

Model: with k = t-c honest responders at worst the error of a pair is (sigma^2 + (k-1) r)/k; the checker verifies its
least value over private pairs, by a pair and a semidefinite bound. The printed side is that error at the pair that
the theorem means (with Eq. 13's sign repaired); infinite for t = n.

Corners: t = n; t - c <= c, where independent noise is best; c = t-1. Without colluders nothing differs.

Readings: with the responding colluders' terms removed, as in the proofs, it is optimal (cordp/eq-12, cordp/prop-3).
"""

from optcheck.claims import *
from optcheck.cordp.accuracy import exact_noise
from proofs_numeric.cordp._declared import Users
from proofs_numeric.cordp._optimum import LEAST_ERROR, LEAST_WHOLE_ERROR


def as_printed(case: Users) -> Value:
    n, t, c = case.n, case.t, case.c
    if t == n:
        return INFINITE
    noise = exact_noise(n, t, c, case.sigma2_min)
    return (noise.variance + (t - c - 1) * noise.covariance) / (t - c)


def corrected(case: Users) -> Value:
    n, t, c, s = case.n, case.t, case.c, case.sigma2_min
    if t <= 2 * c:
        return s / (t - c)
    squared = (n - t + c) * (n - c - 1) + t - 2 * c + 2 * surd((n - t + c) * (n - c - 1) * (t - 2 * c))
    return s * squared / ((t - c) * (n - c) ** 2)


def removed(case: Users) -> Value:
    noise = exact_noise(case.n, case.t, case.c, case.sigma2_min)
    return (noise.variance + (case.t - 1) * noise.covariance) / (case.t - case.c)


CLAIM = Statement(
    "cordp/thm-1-eq-10",
    place="Theorem 1 with Eq. 10 to the letter",
    title="the optimal pair for the error as defined",
    domain=Users.where("c >= 1"),
    truth=LEAST_WHOLE_ERROR,
    asserts=equals,
    printed=Form(as_printed, "the error of Eq. 10 is least at (σ*², ρ*) of Theorem 1"),
    corrected=Form(
        corrected, "min error = s(√((n−t+c)(n−c−1)) + √(t−2c))² / ((t−c)(n−c)²) for t > 2c, else s/(t−c) with r = 0"
    ),
    impact=Impact.OPTIMALITY,
    argument=(
        "With k = t-c the error times k is σ² + (k-1)r, the effective variance of k-c of the m = n-c honest users "
        "without colluders, so Theorem 1's bound applies. For k <= c the error grows as r falls from 0 while the "
        "variance stays at least s, so r = 0 is best."
    ),
    corner="t == n",
    effort=Effort(instances=150, drawn=40, largest={"n": 16}),
    rests_on=("cordp/eq-14",),
    readings=(
        Reading(
            name="the responding colluders' terms are removed, as in the proofs (t < n)",
            domain=Users.where("c >= 1", "t < n"),
            truth=LEAST_ERROR,
            printed=Form(removed, "the error with these terms removed is least at (σ*², ρ*)"),
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
