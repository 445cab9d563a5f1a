"""Statement: for t = n, c > 0 the least error is O((d/(n-c)^2) ln(1/delta)/min(eps, eps^2)), O(1) for (n-c)^2 below d.

Model: the unbiased error, exactly d s/(n-c)^2 (a limit for c < n-1); the optimum decoder's error is below it and below
1. "O" has the constant 16: noise of the variance that 16 times the rate allows must be (eps, delta)-private.

Corners: c = 1, c = n-1, d > n^2, eps on both sides of 1; delta near 1, where ln(1/delta) vanishes faster than the noise
that is needed: at eps = 1, delta = 0.999999 even the constant 10,000 is too small.

Readings: the paper takes delta = 1e-5; the failure is confined to large delta, where no constant is enough: as delta
tends to 1, ln(1/delta) vanishes like 1 - delta, and the variance that is needed like 1/ln(1/(1 - delta)). Responding
colluders' terms are removed as in the paper's proofs; by the letter of Eq. 10 see cordp/cor-3-eq-10.
"""

from optcheck.claims import *
from proofs_numeric.cordp._budgets import ARGUMENT, CONSTANT, EFFORT, Scale, factor, granted, loss, rate, safe_rate


class Colluders(Scale):
    """At most c of the users collude."""

    c: int = integer(1, "n - 1")


def as_printed(scale: Colluders) -> Value:
    return scale.d * rate(scale) / (scale.n - scale.c) ** 2


def corrected(scale: Colluders) -> Value:
    return scale.d * safe_rate(scale) / (scale.n - scale.c) ** 2


def failure(scale: Colluders, claimed: Value) -> Value:
    """The loss of the noise that 16 times the claimed error allows."""
    return loss(CONSTANT * claimed / (scale.d * factor(scale.n, scale.n, scale.c)), scale.epsilon)


CLAIM = Statement(
    "cordp/cor-3",
    place="Corollary 3",
    title="order of the error with collusion",
    domain=Colluders,
    truth=definition(granted),
    means=failure,
    asserts=at_least,
    printed=Form(
        as_printed, "MSE = O((d/(n−c)²) ln(1/δ)/min{ε, ε²}), read as at most 16 times that, for all ε > 0, 0 < δ < 1"
    ),
    corrected=Form(corrected, "MSE = O((d/(n−c)²) ln(1.25/δ)/min{ε, ε²}), at most 16 times that"),
    argument=ARGUMENT + "The unbiased error is exactly ds/(n-c)².",
    corner="one_minus_delta < 19/20",
    effort=EFFORT,
    rests_on=("cordp/eq-14", "cordp/prop-2"),
)
