"""Statement: for t < n, c = 0 the least error is O((d(n-t)/(tn)) ln(1/delta)/min(eps, eps^2)), O(1) if n^2/(n-t) < d.

Model: the unbiased error, d s (x+y)^2/(t n^2) with x^2 = (n-t)(n-1), y^2 = t, which lies between 1 and 4 times d s
(n-t)/(tn); the optimum decoder's error is below it and below 1. "O" is made exact by the constant 64: noise of the
variance that 64 times the rate allows must be (eps, delta)-private.

Corners: t = 1, t = n-1, n = 2, d > n^2, eps on both sides of 1; delta near 1, where ln(1/delta) vanishes faster than
the noise that is needed: at eps = 1, delta = 0.999999 even the constant 10,000 is too small.

Readings: the paper takes delta = 1e-5; the failure is confined to large delta, where no constant is enough: as delta
tends to 1, ln(1/delta) vanishes like 1 - delta, and the variance that is needed like 1/ln(1/(1 - delta)).
"""

from optcheck.claims import *
from proofs_numeric.cordp._budgets import ARGUMENT, CONSTANT, EFFORT, Scale, factor, granted, loss, rate, safe_rate


class Dropouts(Scale):
    """At least t of the users respond."""

    t: int = integer(1, "n - 1")


def as_printed(scale: Dropouts) -> Value:
    return scale.d * (scale.n - scale.t) * rate(scale) / (scale.t * scale.n)


def corrected(scale: Dropouts) -> Value:
    return scale.d * (scale.n - scale.t) * safe_rate(scale) / (scale.t * scale.n)


def failure(scale: Dropouts, claimed: Value) -> Value:
    """The loss of the noise that 64 times the claimed error allows."""
    return loss(4 * CONSTANT * claimed / (scale.d * factor(scale.n, scale.t, 0)), scale.epsilon)


CLAIM = Statement(
    "cordp/cor-2",
    place="Corollary 2",
    title="order of the error with dropouts",
    domain=Dropouts,
    truth=definition(granted),
    means=failure,
    asserts=at_least,
    printed=Form(
        as_printed, "MSE = O((d(n−t)/(tn)) ln(1/δ)/min{ε, ε²}), read as at most 64 times that, for all ε > 0, 0 < δ < 1"
    ),
    corrected=Form(corrected, "MSE = O((d(n−t)/(tn)) ln(1.25/δ)/min{ε, ε²}), at most 64 times that"),
    argument=(
        ARGUMENT + "With g = n-t the unbiased error is ds(x+y)²/(tn²), x² = g(n-1), y² = t; both squares are at most "
        "ng, so it is at most 4dsg/(tn)."
    ),
    corner="one_minus_delta < 19/20",
    effort=EFFORT,
    rests_on=("cordp/eq-14", "cordp/prop-2"),
)
