"""The sum of the first n numbers is n (n + 1) / 2; argued by induction."""

from fractions import Fraction
from typing import Any

from optcheck.claims import Claim, Domain, Form
from optcheck.claims.relations import equals
from tests.optcheck.audit.samples._common import itself, sum_of


def as_printed(n: int) -> Any:
    return n * (n + 1) * Fraction(1, 2)


CLAIM = Claim(
    id="sums/linear",
    place="Eq. 1",
    title="sum of the first n numbers",
    domain=Domain(description="n <= 20", grid=lambda: range(21), order=itself),
    truth=sum_of(itself),
    asserts=equals,
    printed=Form(as_printed, "n (n + 1) / 2"),
    argument="By induction: the next sum has one more term.",
)
