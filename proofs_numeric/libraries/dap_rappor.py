"""Statement: draft-wang-ppm-differential-privacy (February 2025): with n = 100000 clients that use symmetric RAPPOR
the debiased result has the standard deviation sqrt(n exp(e)/(exp(e) - 1)^2), printed as 26.1337, 12.2800 and 9.5580
for e = 5, 6.5 and 7.

Model: each bit is turned over with probability 1/(exp(e) + 1), and the debiased sum divides by the difference of
the two probabilities; the standard deviation of that, to within half of the last printed digit.

Corners: all three rows.

Readings: none. Whether these numbers of clients give the stated epsilon and delta is not judged: the draft leaves
it open.
"""

from dataclasses import dataclass
from fractions import Fraction

from optcheck.claims import Claim, Definition, Domain, Form, Impact, Value
from optcheck.claims.claim import amounts
from optcheck.claims.functions import exp, sqrt
from optcheck.claims.relations import between


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table, by the budget of one client."""

    budget: Fraction


PRINTED = dict(zip(amounts("5 6.5 7"), amounts("26.1337 12.2800 9.5580"), strict=True))
ROUNDED = dict(zip(amounts("5 6.5 7"), amounts("26.1336 12.2799 9.5580"), strict=True))
HALF = Fraction(1, 20000)  # of the last printed digit


def as_printed(row: Row) -> Value:
    return PRINTED[row.budget] - HALF, PRINTED[row.budget] + HALF


def corrected(row: Row) -> Value:
    return ROUNDED[row.budget] - HALF, ROUNDED[row.budget] + HALF


def deviation(row: Row) -> Value:
    """The standard deviation of the sum of 100000 turned bits, divided by the difference of the probabilities."""
    turned = 1 / (exp(row.budget) + 1)
    return sqrt(100000 * turned * (1 - turned)) / (1 - 2 * turned)


CLAIM = Claim(
    id="libraries/dap-rappor",
    place="DAP privacy draft, client table",
    title="printed standard deviations of client noise",
    domain=Domain(
        description="the three rows",
        grid=lambda: map(Row, PRINTED),
        order=lambda row: row.budget,
        exhaustive="every row of the table",
    ),
    truth=Definition(deviation),
    asserts=between(),
    printed=Form(as_printed, "26.1337, 12.2800, 9.5580"),
    corrected=Form(corrected, "26.1336, 12.2799, 9.5580"),
    impact=Impact.VALUE,
)
