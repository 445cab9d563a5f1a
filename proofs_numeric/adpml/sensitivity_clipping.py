"""Statement: since a party divides its trained model by max(1, norm/C), the sensitivity of its release is at most C.

Model: Algorithm 1, lines 5 and 6, on least squares through the origin. The checker has two data sets that differ in one
record and whose clipped models are C and -C, and no two clipped models are further apart.

Corners: one record; many records; the same 2C for every number of records.

Readings: none. Clipping bounds the norm of a model by C; two models in that ball are up to 2C apart. Eq. 12 prints a
third value, 2C/|D_i| (adpml/eq-12).
"""

from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import each, fractions, simplicity
from optcheck.claims.relations import at_most, equals
from proofs_numeric.adpml._training import farthest, sensitivity


@dataclass(frozen=True, slots=True)
class Clipping:
    """The clipping threshold, and how many records the party has."""

    clip: Fraction
    records: int


def as_printed(clipping: Clipping) -> Value:
    return clipping.clip


def corrected(clipping: Clipping) -> Value:
    return 2 * clipping.clip


def proof(argument: Argument, form: Formula[Clipping]) -> None:
    farthest(argument, lambda n, clip: form(Clipping(clip, n)))


CLAIM = Claim(
    id="adpml/sensitivity-clipping",
    place="Section 3.2, bullet on clipping",
    title="clipping to norm C bounds the sensitivity by C",
    domain=Domain(
        description="four clipping thresholds, 1 to 10 records",
        grid=each(Clipping, "1 2 4 1/2", (1, 2, 3, 10)),
        order=lambda one: (one.records, *simplicity((one.clip,))),
        strategy=lambda: st.builds(Clipping, fractions(Fraction(1, 50), 50, 50), st.integers(1, 50)),
        examples=30,
    ),
    truth=sensitivity(lambda one: (one.records, one.clip, Fraction(1))),
    asserts=at_most,
    printed=Form(as_printed, "Δ ≤ C"),
    corrected=Form(corrected, "Δ = 2C", asserts=equals),
    impact=Impact.SAFETY,
    proof=proof,
)
