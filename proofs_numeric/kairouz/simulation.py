"""Statement: the rule for randomised response is f(T(M_RR(x_1)), T(M_RR(x_2))), with f the rule of the three-letter
mechanism M and T the mechanism that makes M out of randomised response; it has the accuracy of M with f.

Model: the chance of deciding 1 on each input. T sends the letter 0 to 0, and 1 to 1 or 2 with chances l/(1+l) and
1/(1+l). The truth is M with f.

Corners: lambda = 1.

Readings: the print has T(M(x_i)), but T takes the two letters of randomised response, and M has a third: by the letter
it says nothing. The sentence before it says that M is simulated out of M_RR; the index RR is lost on M.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._levels import Level

Rows = list[list[Value]]


def as_printed(at: Level) -> Value:
    l = at.lambda_  # noqa: E741 - the paper's symbol
    response = [[l / (1 + l), 1 / (1 + l)], [1 / (1 + l), l / (1 + l)]]
    return decided(processed(response, [[1, 0, 0], [0, l / (1 + l), 1 / (1 + l)]]))


def three_letters(l: Value) -> Rows:  # noqa: E741 - the paper's symbol
    """The mechanism M of Section 3.2."""
    keep, flip = l / (1 + l), 1 / (1 + l)
    return [[keep, keep * flip, flip**2], [flip, keep**2, keep * flip]]


def processed(rows: Rows, kernel: Rows) -> Rows:
    """A mechanism with a kernel applied to its output."""
    return [[sum(chances[a] * kernel[a][b] for a in range(len(kernel))) for b in range(3)] for chances in rows]


def decided(rows: Rows) -> Value:
    """The chance, on each input, that f says 1: a letter is 2, or both are 1."""
    return [
        sum(rows[x][a] * rows[y][b] for a in range(3) for b in range(3) if a == 2 or b == 2 or a * b == 1)
        for x in range(2)
        for y in range(2)
    ]


def original(at: Level) -> Value:
    """M with f."""
    return decided(three_letters(at.lambda_))


CLAIM = Statement(
    "kairouz/simulation",
    place="end of Section 3.2",
    title="the composed decision rule simulates the three-letter mechanism",
    domain=Level,
    truth=definition(original),
    asserts=equals,
    printed=Form(as_printed, "f(T(M_RR(x_1)), T(M_RR(x_2)))"),
)
