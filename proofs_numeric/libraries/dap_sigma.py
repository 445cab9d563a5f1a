"""Statement: draft-wang-ppm-differential-privacy (February 2025), table of aggregator randomization, column OAOC: at
delta = 1e-9 the standard deviations 23.3903, 8.5402 and 5.1904 are what epsilon = 0.317, 0.906 and 1.528 need.

Model: a histogram in which one entry moves, so the sensitivity is sqrt(2). The continuous Gaussian, by which the
draft computes them; the discrete one that it uses is all but the same at these deviations.

Corners: all three rows.

Readings: epsilon is printed to three digits. As the exact number 0.317 the first row is short by 2e-5, relatively, and
its delta 1.0006e-9; within half of the last printed digit of epsilon (23.3903 belongs to 0.3170061) all rows are right.
"""

from optcheck.claims import *


class Line(Instance):
    """A row of the table, by its epsilon."""

    epsilon: Fraction = choice("0.317 0.906 1.528", symbol="ε")
    delta: Fraction = choice("1/1000000000", symbol="δ")


PRINTED = {
    Fraction("0.317"): Fraction("23.3903"),
    Fraction("0.906"): Fraction("8.5402"),
    Fraction("1.528"): Fraction("5.1904"),
}
ENOUGH = {
    Fraction("0.317"): Fraction("23.3908"),
    Fraction("0.906"): Fraction("8.5402"),
    Fraction("1.528"): Fraction("5.1904"),
}


def as_printed(row: Line) -> Value:
    return PRINTED[row.epsilon]


def corrected(row: Line) -> Value:
    return ENOUGH[row.epsilon]


def failure(row: Line, sigma: Value) -> Value:
    """The exact delta at a standard deviation, where one entry of a histogram moves to another."""
    return gaussian_delta(sqrt(2) / sigma, row.epsilon)


def failure_within_digits(row: Line, sigma: Value) -> Value:
    """The same at the largest epsilon that is printed so."""
    return gaussian_delta(sqrt(2) / sigma, row.epsilon + Fraction(1, 2000))


def asked(row: Line) -> Value:
    """The delta of the table."""
    return row.delta


CLAIM = Statement(
    "libraries/dap-sigma",
    place="DAP privacy draft, histogram table",
    title="printed standard deviations of aggregator noise",
    domain=Line,
    truth=definition(asked),
    means=failure_within_digits,
    asserts=at_least,
    printed=Form(as_printed, "23.3903, 8.5402, 5.1904"),
    impact=Impact.SAFETY,
    readings=(
        Reading(
            name="epsilon is exactly what is printed",
            means=failure,
            corrected=Form(corrected, "23.3908, 8.5402, 5.1904"),
        ),
    ),
)
