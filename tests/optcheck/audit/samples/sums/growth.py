"""The sum grows like n^2 with an unnamed constant: it can only be measured."""

from fractions import Fraction

from optcheck.audit import Claim, Domain, Expected, Form, Measurement, Relation
from tests.optcheck.audit.samples._common import compare_with, itself


def as_printed(n: int) -> int:
    return n * (n + 1) // 2


def measure() -> Measurement:
    ratio = Fraction(as_printed(2000), as_printed(1000))
    return Measurement("the constant is not named", {"ratio at 1000": ratio}, timings={"seconds": 0.5})


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
