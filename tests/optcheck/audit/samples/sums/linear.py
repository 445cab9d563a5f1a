"""The sum of the first n numbers is n (n + 1) / 2; argued by induction."""

from fractions import Fraction
from typing import Any

from optcheck.claims import Claim, Effort, Form
from optcheck.claims.claim import equals
from tests.optcheck.audit.samples._common import Count, sum_of


def as_printed(count: Count) -> Any:
    return count.n * (count.n + 1) * Fraction(1, 2)


CLAIM = Claim(
    id="sums/linear",
    place="Eq. 1",
    title="sum of the first n numbers",
    domain=Count,
    effort=Effort(instances=21, drawn=0),
    truth=sum_of(lambda i: i),
    asserts=equals,
    printed=Form(as_printed, "n (n + 1) / 2"),
    argument="By induction: the next sum has one more term.",
)
