"""Statement: by Proposition 2 the variance is D^2/(2 rho), and that is 2 C^2/(|D_i|^2 rho).

Model: the stated sensitivity is the 2C/|D_i| of Eq. 12, which is what Eq. 8 needs. The form's variance, put back into
Proposition 2, must cost exactly rho.

Corners: one record, the paper's 2000 records and threshold 4.

Readings: whether 2C/|D_i| is a sensitivity at all is adpml/eq-12 (it is not, so this noise is too small by the factor
|D_i|^2), and the bound C of the bullet on clipping is adpml/sensitivity-clipping; here only the factors are judged.
"""

from optcheck.claims import *


class Upload(Instance):
    """Clipping threshold, number of records of the party, and the round's loss."""

    clip: Fraction = rational(above=0, symbol="C")
    records: int = integer(1, symbol="|D_i|")
    rho: Fraction = rational(above=0, symbol="ρ")


def as_printed(upload: Upload) -> Value:
    return 2 * upload.clip**2 / (upload.records**2 * upload.rho)


def loss_at(upload: Upload, variance: Value) -> Value:
    """Proposition 2 at the sensitivity that Eq. 12 states."""
    return (2 * upload.clip / upload.records) ** 2 / (2 * variance)


def allowed(upload: Upload) -> Value:
    """The round's loss."""
    return upload.rho


CLAIM = Statement(
    "adpml/eq-8",
    place="Eq. 8",
    title="the noise variance follows from Proposition 2 and the stated sensitivity 2C/|D_i|",
    domain=Upload,
    truth=definition(allowed),
    means=loss_at,
    asserts=identity,
    printed=Form(as_printed, "σ² = 2C² / (|D_i|² ρ)"),
    impact=Impact.SAFETY,
    rests_on=("adpml/prop-2",),
)
