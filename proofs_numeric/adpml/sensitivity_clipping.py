"""Statement: since a party divides its trained model by max(1, norm/C), the sensitivity of its release is at most C.

Model: Algorithm 1, lines 5 and 6; training is the mean of the records, the minimiser of the sum of (y - w)^2. An
instance holds two data sets that differ in one record; their clipped models are compared.

Corners: one record; many records; the same 2C for every number of records.

Readings: that 2C is attained is judged as a reading. Clipping bounds the norm of a model by C; two models in that
ball are up to 2C apart. Eq. 12 prints a third value, 2C/|D_i| (adpml/eq-12).
"""

from optcheck.claims import *
from proofs_numeric.adpml._training import Neighbours, clipped, moved


class Clipping(Instance):
    """The clipping threshold, and how many records the party has."""

    clip: Fraction = rational(above=0, symbol="C")
    records: int = integer(1, symbol="|D_i|")


def as_printed(sets: Neighbours) -> Value:
    return sets.clip


def corrected(sets: Neighbours) -> Value:
    return 2 * sets.clip


def twice(one: Clipping) -> Value:
    return 2 * one.clip


def at_worst(one: Clipping) -> Value:
    """How far the models of |D_i| - 1 records 0 and one C |D_i| or -C |D_i| are apart."""
    high, low = one.clip * one.records / one.records, -one.clip * one.records / one.records
    return clipped(high, one.clip) - clipped(low, one.clip)


CLAIM = Statement(
    "adpml/sensitivity-clipping",
    place="Section 3.2, bullet on clipping",
    title="clipping to norm C bounds the sensitivity by C",
    domain=Neighbours,
    truth=definition(moved),
    asserts=at_most,
    printed=Form(as_printed, "Δ ≤ C"),
    corrected=Form(corrected, "Δ ≤ 2C, which is attained"),
    impact=Impact.SAFETY,
    readings=(
        Reading(
            name="2C is attained for every number of records",
            domain=Clipping,
            truth=definition(at_worst),
            asserts=equals,
            printed=Form(twice, "Δ = 2C"),
        ),
    ),
)
