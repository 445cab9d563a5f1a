"""Statement: since a party divides its trained model by max(1, norm/C), the sensitivity of its release is at most C.

Model: Algorithm 1, lines 5 and 6, on least squares through the origin. The checker has two data sets that differ in one
record and whose clipped models are C and -C, and no two clipped models are further apart.

Corners: one record; many records; the same 2C for every number of records.

Readings: none. Clipping bounds the norm of a model by C; two models in that ball are up to 2C apart. Eq. 12 prints a
third value, 2C/|D_i| (adpml/eq-12).
"""

from optcheck.claims import *
from proofs_numeric.adpml._training import sensitivity


class Clipping(Instance):
    """The clipping threshold, and how many records the party has."""

    clip: Fraction = rational(above=0, symbol="C")
    records: int = integer(1, symbol="|D_i|")


def as_printed(clipping: Clipping) -> Value:
    return clipping.clip


def corrected(clipping: Clipping) -> Value:
    return 2 * clipping.clip


CLAIM = Statement(
    "adpml/sensitivity-clipping",
    place="Section 3.2, bullet on clipping",
    title="clipping to norm C bounds the sensitivity by C",
    domain=Clipping,
    truth=sensitivity(lambda one: (one.records, one.clip, Fraction(1))),
    asserts=at_most,
    printed=Form(as_printed, "Δ ≤ C"),
    corrected=Form(corrected, "Δ = 2C", asserts=equals),
    impact=Impact.SAFETY,
    argument=(
        "Clipped models lie between -C and C, so no two are further apart than 2C. With n - 1 records (1, 0) and one "
        "(1, Cn) or (1, -Cn) the trained models are C and -C, which clipping leaves as they are."
    ),
    effort=Effort(instances=60, drawn=20, largest={"records": 30}),
)
