"""Statement: Eq. 4 can be formulated as a linear program with (|T| |Y|) variables and (2^k + |T|) constraints.

Model: the program with the worst case as a variable, written out for one own bit: its columns and rows (signs of
variables not counted); a test compares the numbers with the program of ``lp_models``. The print gives orders: a party
with its own bit known has 2^(k-1) inputs left, and the worst case is one variable more, so that the numbers are right
up to a factor of 2.

Corners: one party, one transcript, one decision.

Readings: as upper bounds: one chance can be eliminated by the equation of its transcript, so that |T| |Y| variables
and at most 2^k + |T| rows are enough. As exact counts both numbers are off; for the central observer of Eq. 6 the
number of rows is right.
"""

from optcheck.claims import *
from proofs_numeric.kairouz.eq_2_operations import Size


def as_printed(size: Size) -> Value:
    variables, constraints = counts(size)
    return (Fraction(1, 2) * variables, Fraction(1, 2) * constraints), (2 * variables, 2 * constraints)


def counts(size: Size) -> Value:
    return size.transcripts * size.decisions, 2**size.k + size.transcripts


def corrected(size: Size) -> Value:
    return size.transcripts * size.decisions + 1, 2 ** (size.k - 1) + size.transcripts


def listed(size: Size) -> Value:
    """Columns and rows for one own bit: chances and the worst case; an accuracy an input, a total a transcript."""
    chances = sum(1 for _transcript in range(size.transcripts) for _decision in range(size.decisions))
    accuracies = sum(1 for _others in range(2 ** (size.k - 1)))
    totals = sum(1 for _transcript in range(size.transcripts))
    return chances + 1, accuracies + totals


def without_one(size: Size) -> Value:
    """The same after one variable is eliminated."""
    columns, rows = listed(size)
    return columns - 1, rows


CLAIM = Statement(
    "kairouz/eq-4-size",
    place="Section 2, after Eq. 4",
    title="the printed numbers of variables and constraints",
    domain=Size,
    truth=definition(listed),
    asserts=between(),
    printed=Form(as_printed, "of the orders |T| |Y| and 2^k + |T|: between half of and twice these numbers"),
    impact=Impact.TEXT,
    effort=Effort(largest={"k": 6, "transcripts": 20, "decisions": 20}),
    readings=(
        Reading(
            name="as upper bounds, after eliminating one variable",
            truth=definition(without_one),
            asserts=at_most,
            printed=Form(counts, "|T| |Y| variables and 2^k + |T| constraints"),
        ),
        Reading(
            name="as exact counts",
            asserts=equals,
            printed=Form(counts, "|T| |Y| variables and 2^k + |T| constraints"),
            corrected=Form(corrected, "|T| |Y| + 1 variables and 2^(k−1) + |T| constraints for each own bit"),
        ),
    ),
)
