"""Statement: by Proposition 2 the variance is D^2/(2 rho), and that is 2 C^2/(|D_i|^2 rho).

Model: the stated sensitivity is the 2C/|D_i| of Eq. 12, which is what Eq. 8 needs. The form's variance, put back into
Proposition 2, must cost exactly rho.

Corners: one record, the paper's 2000 records and threshold 4.

Readings: whether 2C/|D_i| is a sensitivity at all is adpml/eq-12 (it is not, so this noise is too small by the factor
|D_i|^2), and the bound C of the bullet on clipping is adpml/sensitivity-clipping; here only the factors are judged.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import each, fractions, simplicity
from optcheck.claims.relations import identity

SIZES = fractions(Fraction(1, 100), 100, 100)


@dataclass(frozen=True, slots=True)
class Upload:
    """Clipping threshold, number of records of the party, and the round's loss."""

    clip: Fraction
    records: int
    rho: Fraction


def as_printed(upload: Upload) -> Value:
    return 2 * upload.clip**2 / (upload.records**2 * upload.rho)


def loss_at(upload: Upload, variance: Value) -> Value:
    """Proposition 2 at the sensitivity that Eq. 12 states."""
    return (2 * upload.clip / upload.records) ** 2 / (2 * variance)


def proof(argument: Argument, form: Formula[Upload]) -> None:
    upload = Upload(*sympy.symbols("C n rho", positive=True))
    argument.identity("Eq. 8 put into Proposition 2 gives rho back", loss_at(upload, form(upload)), upload.rho)


CLAIM = Claim(
    id="adpml/eq-8",
    place="Eq. 8",
    title="the noise variance follows from Proposition 2 and the stated sensitivity 2C/|D_i|",
    domain=Domain(
        description="three clipping thresholds, 1, 2, 3 or 2000 records, four losses",
        grid=each(Upload, "1 4 1/2", (1, 2, 3, 2000), "1 4 1/2 1/50"),
        order=lambda upload: (upload.records, *simplicity((upload.clip, upload.rho))),
        strategy=lambda: st.builds(Upload, SIZES, st.integers(1, 10**6), SIZES),
        examples=60,
    ),
    truth=Definition(lambda upload: upload.rho),
    means=loss_at,
    asserts=identity,
    printed=Form(as_printed, "σ² = 2C² / (|D_i|² ρ)"),
    impact=Impact.SAFETY,
    proof=proof,
    rests_on=("adpml/prop-2",),
)
