"""Statement: with every weight 1 the optimal noise is that of Theorem 1, the error d(sigma*^2 + r*(t-1))/(t-c).

Model: the least unbiased error of a private pair, by the checker's proof that no private pair has a smaller one; the
printed form has Theorem 1's pair. (Eq. 13's missing sign for c = 1 is booked there.)

Corners: c = t-1, c = n-1. For t = n with two honest users or more no finite pair is optimal and the formula is a
difference of infinities; the limit is Claim 7.

Readings: responding colluders' terms are removed as in the proof of Proposition 1. Eq. 17 prints the whole noise: by
that letter the optimum is that of cordp/thm-1-eq-10.
"""

from optcheck.claims import *
from optcheck.cordp.accuracy import exact_noise
from proofs_numeric.cordp._declared import Dimension
from proofs_numeric.cordp._optimum import LEAST_ERROR, LEAST_WHOLE_ERROR
from proofs_numeric.cordp.thm_1_eq_10 import corrected


def as_printed(at: Dimension) -> Value:
    noise = exact_noise(at.n, at.t, at.c, at.sigma2_min)
    return at.d * (noise.variance + noise.covariance * (at.t - 1)) / (at.t - at.c)


def whole(at: Dimension) -> Value:
    return at.d * corrected(at)


def per_dimension(at: Dimension, error: Value) -> Value:
    return error / at.d


CLAIM = Statement(
    "cordp/prop-3",
    place="Proposition 3",
    title="the unbiased decoder has the same optimum, and its error",
    domain=Dimension.where("t < n or c == n - 1"),
    truth=LEAST_ERROR,
    means=per_dimension,
    asserts=equals,
    printed=Form(as_printed, "MSE = d(σ*² + r*(t−1))/(t−c) at the optimum of Theorem 1"),
    argument=(
        "The errors E and E/(1+E) with and without the optimum decoder are increasing functions of each other, so they "
        "have one optimum; a semidefinite bound shows that no private pair is below it."
    ),
    effort=Effort(instances=120, drawn=30, largest={"n": 16}),
    readings=(
        Reading(
            name="with the whole noise of the reports, the letter of Eq. 17",
            truth=LEAST_WHOLE_ERROR,
            corrected=Form(whole, "d s(√((n−t+c)(n−c−1)) + √(t−2c))² / ((t−c)(n−c)²) for t > 2c, else d s/(t−c)"),
            rests_on=("cordp/thm-1-eq-10",),
        ),
    ),
)
