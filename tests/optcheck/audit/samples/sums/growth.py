"""The sum grows like n^2 with an unnamed constant: it can only be measured."""

from fractions import Fraction

from optcheck.audit import Claim, Domain, Expected, Form, Measurement, Relation
from tests.optcheck.audit.samples._common import compare_with, itself


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
    relation=Relation.ORDER,
    domain=Domain(description="nothing to decide", grid=lambda: (), order=itself),
    printed=Form("O(n^2)", as_printed),
    compare=compare_with(itself),
    expected=Expected.UNDECIDABLE,
    measure=measure,
)
