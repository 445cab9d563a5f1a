"""Statement: draft-wang-ppm-differential-privacy (February 2025), table of aggregator randomization, column OAOC: at
delta = 1e-9 the standard deviations 23.3903, 8.5402 and 5.1904 are what epsilon = 0.317, 0.906 and 1.528 need.

Model: a histogram in which one entry moves, so the sensitivity is sqrt(2). The continuous Gaussian, by which the
draft computes them; the discrete one that it uses is all but the same at these deviations.

Corners: all three rows.

Readings: none; the first row is short by 2e-5, relatively, and its delta is 1.0006e-9: a hair, but more than the
printed digits excuse. The other two rows are enough.
"""

from dataclasses import dataclass
from fractions import Fraction

from optcheck.claims import Claim, Definition, Domain, Form, Impact, Value
from optcheck.claims.claim import amounts
from optcheck.claims.functions import gaussian_delta, sqrt
from optcheck.claims.relations import at_least


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table, by its epsilon."""

    epsilon: Fraction


DELTA = Fraction(1, 10**9)
PRINTED = dict(zip(amounts("0.317 0.906 1.528"), amounts("23.3903 8.5402 5.1904"), strict=True))
ENOUGH = dict(zip(amounts("0.317 0.906 1.528"), amounts("23.3908 8.5402 5.1904"), strict=True))


def as_printed(row: Row) -> Value:
    return PRINTED[row.epsilon]


def corrected(row: Row) -> Value:
    return ENOUGH[row.epsilon]


CLAIM = Claim(
    id="libraries/dap-sigma",
    place="DAP privacy draft, histogram table",
    title="printed standard deviations of aggregator noise",
    domain=Domain(
        description="the three rows",
        grid=lambda: map(Row, PRINTED),
        order=lambda row: row.epsilon,
        exhaustive="every row of the table",
    ),
    truth=Definition(lambda row: DELTA),
    means=lambda row, sigma: gaussian_delta(sqrt(2) / sigma, row.epsilon),
    asserts=at_least,
    printed=Form(as_printed, "23.3903, 8.5402, 5.1904"),
    corrected=Form(corrected, "23.3908, 8.5402, 5.1904"),
    impact=Impact.SAFETY,
)
