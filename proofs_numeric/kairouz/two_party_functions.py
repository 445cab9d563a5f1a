"""Statement: up to names of inputs and values, a function of two bits that needs both is AND or XOR.

Model: all sixteen functions, each with the optimal worst-case accuracy that its kind has: functions with one or three
ones that of AND, functions with two ones that of XOR or of a single bit, constants 1. The truth is the optimum of the
function itself among all private protocols.

Corners: constants, functions of one bit, lambda = 1.

Readings: that only the central observer is interesting is not judged: it names no number.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from optcheck.claims import Argument, Claim, Form, Formula, Value
from optcheck.claims.claim import every, number_order
from optcheck.claims.relations import equals
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._problems import RIGHT_OR_WRONG, best_accuracy
from proofs_numeric.kairouz._steps import agrees


@dataclass(frozen=True, slots=True)
class Function:
    """The values on 00, 01, 10, 11, and lambda."""

    table: tuple[int, ...]
    lambda_: Fraction


def as_printed(at: Function) -> Value:
    l, ones = at.lambda_, sum(at.table)  # noqa: E741 - the paper's symbol
    if ones in (1, 3):
        return l * (l**2 + l + 2) / (1 + l) ** 3
    if ones in (0, 4):
        return Fraction(1)
    return (1 + l**2) / (1 + l) ** 2 if at.table[0] == at.table[3] else l / (1 + l)


def problem_of(at: Function) -> Problem:
    """Worst case of a central observer."""
    return Problem((at.lambda_, at.lambda_), at.table, RIGHT_OR_WRONG, "worst")


def proof(argument: Argument, form: Formula[Function]) -> None:
    tables = list(product((0, 1), repeat=4))
    is_and, is_xor = ({t for t in tables if _is_renamed(t, like)} for like in ((0, 0, 0, 1), (0, 1, 1, 0)))
    argument.truth("one or three ones: a renamed AND", is_and == {t for t in tables if sum(t) in (1, 3)})
    argument.truth("two ones on a diagonal: a renamed XOR", is_xor == {(0, 1, 1, 0), (1, 0, 0, 1)})
    others = [t for t in tables if t not in is_and | is_xor]
    argument.cases("every other function ignores a bit", [t[:2] == t[2:] or t[::2] == t[1::2] for t in others])
    argument.words(
        "Renaming inputs or values changes no private protocol and no accuracy, so the optimum is that of AND, of XOR, "
        "of a single bit, or 1: Section 3.2, Corollary 3.10 for k = 2 and k = 1."
    )
    found = ((form(at), solve_problem(problem_of(at)).value) for at in FUNCTIONS.grid())
    agrees(argument, "the form has these values", found)


def _is_renamed(table: tuple[int, ...], pattern: tuple[int, ...]) -> bool:
    """Whether flipping inputs or the value turns one function into the other."""
    flips = product(range(4), (0, 1))
    return any(tuple(pattern[x ^ mask] ^ value for x in range(4)) == table for mask, value in flips)


FUNCTIONS = every(
    "all sixteen functions, lambda in {1, 2, 3, 3/2}", Function, product((0, 1), repeat=4), "1 2 3 3/2",
    order=lambda at: (number_order(at.lambda_), at.table),
)  # fmt: skip

CLAIM = Claim(
    id="kairouz/two-party-functions",
    place="Section 3.2",
    title="in the two-party setting there are essentially two functions of interest, AND and XOR",
    domain=FUNCTIONS,
    truth=best_accuracy(problem_of),
    asserts=equals,
    printed=Form(as_printed, "optimal worst case: that of AND (one or three ones), of XOR, of one bit, or 1"),
    proof=proof,
    rests_on=("kairouz/and-optimum", "kairouz/cor-3-10-worst"),
)
