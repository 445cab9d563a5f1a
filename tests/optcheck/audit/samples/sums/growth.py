"""The sum grows like n^2 with an unnamed constant: it can only be measured."""

from fractions import Fraction

from optcheck.claims import Claim, Form, Measurement, Outcome
from optcheck.claims.claim import equals
from tests.optcheck.audit.samples._common import FEW, Count, sum_of


def as_printed(count: Count) -> int:
    return count.n * (count.n + 1) // 2


def measure() -> Measurement:
    ratio = Fraction(as_printed(Count(2000)), as_printed(Count(1000)))
    sizes = range(10**6, 20 * 10**6, 10**6)
    sums = {str(n): as_printed(Count(n)) for n in sizes}
    table = {"sum": sums, "n": {str(n): n for n in sizes}}
    figures = {"ratio at 1000": ratio, "nested": {"sums": table, "first": [0, 1, 3]}}
    return Measurement("the constant is not named", figures, timings={"seconds": 0.5})


CLAIM = Claim(
    id="sums/growth",
    place="text",
    title="growth of the sum",
    domain=Count,
    effort=FEW,
    truth=sum_of(lambda i: i),
    asserts=equals,
    printed=Form(as_printed, "O(n^2)"),
    expected=Outcome.UNDECIDABLE,
    measure=measure,
)
