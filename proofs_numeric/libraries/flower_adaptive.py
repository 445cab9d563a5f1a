"""Statement: Flower 1.41 (compute_adaptive_noise_params) releases the number of clipped clients with noise of standard
deviation s and the mean update with the multiplier (z^-2 - (2s)^-2)^(-1/2), so that both are worth one release with z.

Model: two Gaussian releases of one change compose to one with 1/z^2 = sum of (sensitivity/deviation)^2. A client's
bit, 0 or 1, changes the count by 1. Exact.

Corners: a deviation s just above z. For z/2 < s <= z the printed form still gives a multiplier, but the count alone
spends all of the budget, and no multiplier for the update is right.

Readings: Andrew and others (2021), whose formula it is, release the bits minus 1/2, a sum that a client changes by
1/2. With a count that is so centred it is right; Flower adds its noise to the plain count.
"""

from optcheck.claims import *


class Split(Instance):
    """The multiplier that is wanted, and the standard deviation of the count's noise."""

    multiplier: Fraction = rational(above=0, symbol="z")
    deviation: Fraction = rational(above="multiplier", symbol="s")


def as_printed(split: Split) -> Value:
    return power(1 / split.multiplier**2 - 1 / (2 * split.deviation) ** 2, Fraction(-1, 2))


def corrected(split: Split) -> Value:
    return power(1 / split.multiplier**2 - 1 / split.deviation**2, Fraction(-1, 2))


def spent(split: Split, left: Value) -> Value:
    """One over the squared multiplier of both releases together."""
    return 1 / left**2 + 1 / split.deviation**2


def spent_if_centred(split: Split, left: Value) -> Value:
    """The same with a count that changes by 1/2."""
    return 1 / left**2 + Fraction(1, 4) / split.deviation**2


def allowed(split: Split) -> Value:
    """What one release with the wanted multiplier spends."""
    return 1 / split.multiplier**2


CLAIM = Statement(
    "libraries/flower-adaptive",
    place="Flower, adaptive clipping",
    title="the noise left for the update when a count is released too",
    domain=Split,
    truth=definition(allowed),
    means=spent,
    asserts=at_least,
    printed=Form(as_printed, "(z⁻² - (2s)⁻²)^(-1/2)"),
    corrected=Form(corrected, "(z⁻² - s⁻²)^(-1/2)"),
    impact=Impact.SAFETY,
    readings=(Reading(name="with the count centred at one half", means=spent_if_centred),),
)
