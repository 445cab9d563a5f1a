"""Statement: for t = n, c = 0 the least error is O((d/n^2) ln(1/delta)/min(eps, eps^2)), O(1) where n^2 is not above d.

Model: the unbiased error, exactly d s/n^2 (a limit); the optimum decoder's error is below it and below 1. "O" is made
exact by the constant 16: noise of the variance that 16 times the rate allows must be (eps, delta)-private.

Corners: n = 2, d > n^2, eps on both sides of 1; delta near 1, where ln(1/delta) vanishes faster than the noise that is
needed: at eps = 1, delta = 0.999999 even the constant 10,000 is too small.

Readings: the paper takes delta = 1e-5; the failure is confined to large delta, where no constant is enough: as delta
tends to 1, ln(1/delta) vanishes like 1 - delta, and the variance that is needed like 1/ln(1/(1 - delta)).
"""

from optcheck.claims import *
from proofs_numeric.cordp._budgets import ARGUMENT, CONSTANT, EFFORT, Scale, factor, granted, loss, rate, safe_rate


def as_printed(scale: Scale) -> Value:
    return scale.d * rate(scale) / scale.n**2


def corrected(scale: Scale) -> Value:
    return scale.d * safe_rate(scale) / scale.n**2


def failure(scale: Scale, claimed: Value) -> Value:
    """The loss of the noise that 16 times the claimed error allows."""
    return loss(CONSTANT * claimed / (scale.d * factor(scale.n, scale.n, 0)), scale.epsilon)


CLAIM = Statement(
    "cordp/cor-1",
    place="Corollary 1",
    title="order of the error without dropouts and collusion",
    domain=Scale,
    truth=definition(granted),
    means=failure,
    asserts=at_least,
    printed=Form(
        as_printed, "MSE = O((d/n²) ln(1/δ)/min{ε, ε²}), read as at most 16 times that, for all ε > 0, 0 < δ < 1"
    ),
    corrected=Form(corrected, "MSE = O((d/n²) ln(1.25/δ)/min{ε, ε²}), at most 16 times that"),
    argument=ARGUMENT + "The unbiased error is exactly ds/n².",
    corner="one_minus_delta < 19/20",
    effort=EFFORT,
    rests_on=("cordp/eq-14", "cordp/prop-2"),
)
