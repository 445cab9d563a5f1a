"""A formula that is right on the whole grid and wrong from n = 38 on."""

from hypothesis import strategies as st

from optcheck.claims import Claim, Domain, Form, Outcome
from optcheck.claims.relations import equals
from tests.optcheck.audit.samples._common import itself, sum_of


def as_printed(n: int) -> int:
    return n * (n + 1) // 2 + max(0, n - 37)


CLAIM = Claim(
    id="sums/late",
    place="Eq. 3",
    title="right on every small instance",
    domain=Domain(
        description="n <= 5",
        grid=lambda: range(6),
        strategy=lambda: st.integers(0, 10_000),
        order=itself,
        examples=50,
        guide=itself,
    ),
    truth=sum_of(itself),
    asserts=equals,
    printed=Form(as_printed, "n (n + 1) / 2 + max(0, n - 37)"),
    expected=Outcome.REFUTED,
)
