"""A formula that is right on the whole grid and wrong from n = 38 on."""

from optcheck.claims import Claim, Effort, Form, Outcome
from optcheck.claims.claim import equals
from tests.optcheck.audit.samples._common import Count, sum_of


def as_printed(count: Count) -> int:
    return count.n * (count.n + 1) // 2 + max(0, count.n - 37)


CLAIM = Claim(
    id="sums/late",
    place="Eq. 3",
    title="right on every small instance",
    domain=Count,
    effort=Effort(instances=6, drawn=50),
    truth=sum_of(lambda i: i),
    asserts=equals,
    printed=Form(as_printed, "n (n + 1) / 2 + max(0, n - 37)"),
    expected=Outcome.REFUTED,
)
