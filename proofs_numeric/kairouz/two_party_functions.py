"""Statement: up to names of inputs and values, a function of two bits that needs both is AND or XOR.

Model: all sixteen functions, each with the optimal worst-case accuracy that its kind has: functions with one or three
ones that of AND, functions with two ones that of XOR or of a single bit, constants 1. The truth is the optimum of the
function itself among all private protocols.

Corners: constants, functions of one bit, lambda = 1.

Readings: that only the central observer is interesting is not judged: it names no number.
"""

from optcheck.claims import *
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._accuracy import RIGHT_OR_WRONG, best_accuracy


class Function(Instance):
    """The values on 00, 01, 10, 11, and lambda."""

    lambda_: Fraction = rational(at_least=1, symbol="λ")
    table: tuple[int, ...] = row(integer(0, 1), 4, symbol="f")


def as_printed(at: Function) -> Value:
    l, ones = at.lambda_, sum(at.table)  # noqa: E741 - the paper's symbol
    if ones in (1, 3):
        return l * (l**2 + l + 2) / (1 + l) ** 3
    if ones in (0, 4):
        return Fraction(1)
    return (1 + l**2) / (1 + l) ** 2 if at.table[0] == at.table[3] else l / (1 + l)


def of_two_bits(at: Function) -> Problem:
    """Worst case of a central observer."""
    return Problem((at.lambda_, at.lambda_), at.table, RIGHT_OR_WRONG, "worst")


CLAIM = Statement(
    "kairouz/two-party-functions",
    place="Section 3.2",
    title="in the two-party setting there are essentially two functions of interest, AND and XOR",
    domain=Function,
    truth=best_accuracy(of_two_bits),
    asserts=equals,
    printed=Form(as_printed, "optimal worst case: that of AND (one or three ones), of XOR, of one bit, or 1"),
    argument=(
        "Flipping inputs or the value turns every function with one or three ones into AND, those with two ones on a "
        "diagonal into XOR, and every other one ignores a bit. Renaming changes no private protocol and no accuracy, "
        "so the optimum is that of AND, of XOR, of a single bit, or 1."
    ),
    effort=Effort(instances=100, drawn=15),
    rests_on=("kairouz/and-optimum", "kairouz/cor-3-10-worst"),
)
