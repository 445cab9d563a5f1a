"""Statement: the least error is (1 + ((t-c)/d)/(sigma*^2 + rho*(t-1)))^-1; the variance is added to a correlation,
where the covariance r* = rho* sigma*^2 belongs (Eqs. 138 and 142 of the proof have r).

Model: the least worst-case error of a private pair with the optimum decoder; sigma* and rho* as they truly are. For t =
n Eq. 12's infinite variance makes the printed error 1; the truth is the limit, an infimum.

Corners: c = t-1 and t = 1, where rho*(t-1) = 0 and both agree; t = n, where the optimum is a limit and the printed
error is 1; c = n-1.

Readings: responding colluders' terms are removed as in the proofs; cordp/thm-1-eq-10 has the letter of Eq. 10. The
theorem in Coq has the worst responders and colluders (cordp/eq-138) and the best decoder (cordp/prop-1) in it.
"""

from optcheck.claims import *
from optcheck.cordp.accuracy import exact_noise
from proofs_numeric.cordp._declared import Dimension
from proofs_numeric.cordp._optimum import LEAST_DECODED_ERROR


def as_printed(case: Dimension) -> Value:
    n, t, c, d = case.n, case.t, case.c, case.d
    if t == n:
        return 1  # Eq. 12's infinite variance makes the fraction vanish
    noise = exact_noise(n, t, c, case.sigma2_min)
    return 1 / (1 + Fraction(t - c, d) / (noise.variance + noise.correlation * (t - 1)))


def corrected(case: Dimension) -> Value:
    n, t, c, d = case.n, case.t, case.c, case.d
    squared = (n - t) * (n - c - 1) + (t - c) + 2 * surd((n - t) * (n - c - 1) * (t - c))
    return 1 / (1 + (t - c) * (n - c) ** 2 / (d * case.sigma2_min * squared))


CLAIM = Statement(
    "cordp/eq-14",
    place="Theorem 1, Eq. 14",
    title="the minimum mean squared error",
    domain=Dimension,
    truth=LEAST_DECODED_ERROR,
    asserts=equals,
    printed=Form(as_printed, "(1 + ((t−c)/d) / (σ*² + ρ*(t−1)))⁻¹"),
    corrected=Form(
        corrected,
        "(1 + ((t−c)/d)(n−c)² / (s(√((n−t)(n−c−1)) + √(t−c))²))⁻¹, which is (1 + ((t−c)/d)/(σ*² + r*(t−1)))⁻¹",
    ),
    argument=(
        "With m = n-c honest users and k = t-c honest responders a positive semidefinite matrix with trace 1 and total "
        "k bounds the unbiased error E of every private pair from below, and a pair reaches it (for t = n pairs come "
        "within any factor of it). The decoder makes E/(1+E) of it, which grows with E."
    ),
    corner="t == n",
    effort=Effort(instances=200, drawn=40, largest={"n": 16}),
    rests_on=("cordp/eq-138", "cordp/prop-1"),
)
