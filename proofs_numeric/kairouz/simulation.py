"""Statement: the rule for randomised response is f(T(M(x_1)), T(M(x_2))), with f the rule of the three-letter mechanism
M and T the mechanism that makes M out of randomised response; it has the accuracy of M with f.

Model: the chance of deciding 1 on each input. T sends the letter 0 to 0, and 1 to 1 or 2 with chances l/(1+l) and
1/(1+l). Applied to M, as printed, it also meets the letter 2, which it must leave as it is. The truth is M with f.

Corners: lambda = 1.

Readings: by the letter T is applied to M, which is already the mechanism; with the index RR, lost in the scan, on M the
rule is the simulation that the sentence describes, and it holds.
"""

from fractions import Fraction
from itertools import product

from optcheck.claims import Argument, Claim, Definition, Form, Formula, Impact, Mark, Reading, Value
from optcheck.claims.relations import equals
from proofs_numeric.kairouz._problems import Level, level_domain
from proofs_numeric.kairouz._steps import L

Rows = list[list[Value]]


def as_printed(at: Level) -> Value:
    l = at.lambda_  # noqa: E741 - the paper's symbol
    made = processed(three_letters(l), [[1, 0, 0], [0, l / (1 + l), 1 / (1 + l)], [0, 0, 1]])
    return [decided(made[x], made[y]) for x, y in product((0, 1), repeat=2)]


def corrected(at: Level) -> Value:
    l = at.lambda_  # noqa: E741 - the paper's symbol
    response = [[l / (1 + l), 1 / (1 + l)], [1 / (1 + l), l / (1 + l)]]
    made = processed(response, [[1, 0, 0], [0, l / (1 + l), 1 / (1 + l)]])
    return [decided(made[x], made[y]) for x, y in product((0, 1), repeat=2)]


def three_letters(l: Value) -> Rows:  # noqa: E741 - the paper's symbol
    """The mechanism M of Section 3.2."""
    keep, flip = l / (1 + l), 1 / (1 + l)
    return [[keep, keep * flip, flip**2], [flip, keep**2, keep * flip]]


def processed(rows: Rows, kernel: Rows) -> Rows:
    """A mechanism with a kernel applied to its output."""
    return [[sum(p * kernel[a][b] for a, p in enumerate(row)) for b in range(3)] for row in rows]


def decided(one: list[Value], other: list[Value]) -> Value:
    """The chance that f says 1: a letter is 2, or both are 1."""
    pairs = product(range(3), repeat=2)
    return sum((one[a] * other[b] for a, b in pairs if 2 in (a, b) or a & b), start=Fraction(0))


def original(at: Level) -> Value:
    """M with f."""
    rows = three_letters(at.lambda_)
    return [decided(rows[x], rows[y]) for x, y in product((0, 1), repeat=2)]


def proof(argument: Argument, form: Formula[Level]) -> None:
    argument.identity("the composed rule decides as M does, on every input", form(Level(L)), original(Level(L)))


SIMULATED = Form(corrected, "f(T(M_RR(x_1)), T(M_RR(x_2)))")

CLAIM = Claim(
    id="kairouz/simulation",
    place="end of Section 3.2",
    title="the composed decision rule simulates the three-letter mechanism",
    domain=level_domain(),
    truth=Definition(original),
    asserts=equals,
    printed=Form(as_printed, "f(T(M(x_1)), T(M(x_2)))"),
    corrected=SIMULATED,
    impact=Impact.TEXT,
    proof=proof,
    readings=(
        Reading(
            name="T applied to M_RR, the index lost in the scan",
            mark=Mark.AS_SCANNED,
            printed=SIMULATED,
            proof=proof,
        ),
    ),
)
