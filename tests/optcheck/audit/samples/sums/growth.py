"""The sum grows like n^2 with an unnamed constant: it can only be measured."""

from fractions import Fraction

from optcheck.claims import Claim, Domain, Form, Measurement, Outcome
from optcheck.claims.relations import equals
from tests.optcheck.audit.samples._common import itself, sum_of


def as_printed(n: int) -> int:
    return n * (n + 1) // 2


def measure() -> Measurement:
    ratio = Fraction(as_printed(2000), as_printed(1000))
    sizes = range(10**6, 20 * 10**6, 10**6)
    table = {name: {str(n): power(n) for n in sizes} for name, power in (("sum", as_printed), ("n", int))}
    figures = {"ratio at 1000": ratio, "nested": {"sums": table, "first": [0, 1, 3]}}
    return Measurement("the constant is not named", figures, timings={"seconds": 0.5})


CLAIM = Claim(
    id="sums/growth",
    place="text",
    title="growth of the sum",
    domain=Domain(description="nothing to decide", grid=lambda: (), order=itself),
    truth=sum_of(itself),
    asserts=equals,
    printed=Form(as_printed, "O(n^2)"),
    expected=Outcome.UNDECIDABLE,
    measure=measure,
)
