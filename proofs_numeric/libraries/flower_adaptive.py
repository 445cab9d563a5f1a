"""Statement: Flower 1.41 (compute_adaptive_noise_params) releases the number of clipped clients with noise of standard
deviation s and the mean update with the multiplier (z^-2 - (2s)^-2)^(-1/2), so that both are worth one release with z.

Model: two Gaussian releases of one change compose to one with 1/z^2 = sum of (sensitivity/deviation)^2. A client's
bit, 0 or 1, changes the count by 1. Exact.

Corners: a deviation s just above z. For z/2 < s <= z the printed form still gives a multiplier, but the count alone
spends all of the budget, and no multiplier for the update is right.

Readings: Andrew and others (2021), whose formula it is, release the bits minus 1/2, a sum that a client changes by
1/2. With a count that is so centred it is right; Flower adds its noise to the plain count.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Definition, Form, Formula, Impact, Reading, Value
from optcheck.claims.claim import every
from optcheck.claims.functions import power
from optcheck.claims.relations import at_least


@dataclass(frozen=True, slots=True)
class Split:
    """The multiplier that is wanted, and the standard deviation of the count's noise."""

    multiplier: Fraction
    deviation: Fraction


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


def proof(argument: Argument, form: Formula[Split]) -> None:
    z, more = sympy.symbols("z m", positive=True)
    split = Split(z, z + more)
    argument.identity("with s = z + m > z both releases are worth 1/z^2", spent(split, form(split)), 1 / z**2)


CLAIM = Claim(
    id="libraries/flower-adaptive",
    place="Flower, adaptive clipping",
    title="the noise left for the update when a count is released too",
    domain=every("multipliers z from 1/2 to 3/2, deviations s > z from 2 to 10", Split, "1 1/2 3/2", "2 5 10"),
    truth=Definition(lambda split: 1 / split.multiplier**2),
    means=spent,
    asserts=at_least,
    printed=Form(as_printed, "(z⁻² - (2s)⁻²)^(-1/2)"),
    corrected=Form(corrected, "(z⁻² - s⁻²)^(-1/2)"),
    impact=Impact.SAFETY,
    proof=proof,
    readings=(Reading(name="with the count centred at one half", means=spent_if_centred),),
)
