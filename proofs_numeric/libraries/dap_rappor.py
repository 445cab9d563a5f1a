"""Statement: draft-wang-ppm-differential-privacy (February 2025): with n = 100000 clients that use symmetric RAPPOR the
debiased result has the standard deviation sqrt(n exp(e)/(exp(e) - 1)^2), printed as 26.1337, 12.2800 and 9.5580 for e =
5, 6.5 and 7.

Model: each bit is turned over with probability 1/(exp(e) + 1), and the debiased sum divides by the difference of the
two probabilities; the standard deviation of that, rounded up to the last printed digit.

Corners: all three rows.

Readings: rounded up, as all three numbers are, they are right; to the nearest the first two would differ. Whether these
numbers of clients give the stated epsilon and delta is not judged: the draft leaves it open.
"""

from optcheck.claims import *


class Line(Instance):
    """A row of the table, by the budget of one client."""

    budget: Fraction = choice("5 6.5 7", symbol="ε")


PRINTED = {Fraction(5): Fraction("26.1337"), Fraction("6.5"): Fraction("12.2800"), Fraction(7): Fraction("9.5580")}
ROUNDED = {Fraction(5): Fraction("26.1336"), Fraction("6.5"): Fraction("12.2799"), Fraction(7): Fraction("9.5580")}
HALF = Fraction(1, 20000)  # of the last printed digit


def as_nearest(row: Line) -> Value:
    return PRINTED[row.budget] - HALF, PRINTED[row.budget] + HALF


def as_printed(row: Line) -> Value:
    return PRINTED[row.budget] - 2 * HALF, PRINTED[row.budget]


def nearest(row: Line) -> Value:
    return ROUNDED[row.budget] - HALF, ROUNDED[row.budget] + HALF


def deviation(row: Line) -> Value:
    """The standard deviation of the sum of 100000 turned bits, divided by the difference of the probabilities."""
    turned = 1 / (exp(row.budget) + 1)
    return sqrt(100000 * turned * (1 - turned)) / (1 - 2 * turned)


CLAIM = Statement(
    "libraries/dap-rappor",
    place="DAP privacy draft, client table",
    title="printed standard deviations of client noise",
    domain=Line,
    truth=definition(deviation),
    asserts=between(),
    printed=Form(as_printed, "26.1337, 12.2800, 9.5580, rounded up"),
    impact=Impact.VALUE,
    readings=(
        Reading(
            name="rounded to the nearest",
            printed=Form(as_nearest, "26.1337, 12.2800, 9.5580"),
            corrected=Form(nearest, "26.1336, 12.2799, 9.5580"),
        ),
    ),
)
