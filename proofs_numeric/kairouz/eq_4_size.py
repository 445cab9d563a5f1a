"""Statement: Eq. 4 can be formulated as a linear program with |T| |Y| variables and 2^k + |T| constraints.

Model: the program with the worst case as a variable, as built for each own bit: its columns and rows (signs of
variables not counted). A party with its own bit known has 2^(k-1) inputs left, and the worst case is one variable
more.

Corners: one party, one transcript, one decision.

Readings: as upper bounds: one chance can be eliminated by the equation of its transcript, so that |T| |Y| variables
and at most 2^k + |T| rows are enough. For the central observer of Eq. 6 the number of rows is right.
"""

from lp_models.kairouz import worst_rule_program
from optcheck.claims import *
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz.eq_2_operations import Size


def as_printed(size: Size) -> Value:
    return size.transcripts * size.decisions, 2**size.k + size.transcripts


def corrected(size: Size) -> Value:
    return size.transcripts * size.decisions + 1, 2 ** (size.k - 1) + size.transcripts


def built(size: Size) -> tuple[int, int]:
    """Columns and rows of the program for own bit 0."""
    weights = (tuple(range(size.decisions)),)
    problem = Problem((1,) * size.k, (0,) * (1 << size.k), weights, "worst", 0)
    matrix = [[Fraction(1, size.transcripts)] * size.transcripts] * (1 << size.k)
    program = worst_rule_program(problem, matrix, 0)
    return len(program.costs), len(program.rhs)


def without_one(size: Size) -> tuple[int, int]:
    """The same after one variable is eliminated."""
    columns, rows = built(size)
    return columns - 1, rows


CLAIM = Statement(
    "kairouz/eq-4-size",
    place="Section 2, after Eq. 4",
    title="the printed numbers of variables and constraints",
    domain=Size,
    truth=definition(built),
    asserts=equals,
    printed=Form(as_printed, "|T| |Y| variables and 2^k + |T| constraints"),
    corrected=Form(corrected, "|T| |Y| + 1 variables and 2^(k−1) + |T| constraints for each own bit"),
    impact=Impact.TEXT,
    argument="A chance for each transcript and decision, and the worst case; a row for each of the others' inputs.",
    effort=Effort(instances=60, drawn=20, largest={"k": 4, "transcripts": 6, "decisions": 4}),
    readings=(
        Reading(
            name="as upper bounds, after eliminating one variable",
            truth=definition(without_one),
            asserts=at_most,
        ),
    ),
)
