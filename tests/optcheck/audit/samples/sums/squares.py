"""The sum of the first n squares, printed with a wrong sign."""

from hypothesis import strategies as st

from optcheck.claims import Claim, Domain, Form
from optcheck.claims.relations import equals
from tests.optcheck.audit.samples._common import itself, sum_of


def as_printed(n: int) -> int:
    return n * (n + 1) * (2 * n - 1) // 6


def corrected(n: int) -> int:
    return n * (n + 1) * (2 * n + 1) // 6


def plot() -> str:
    return '<svg viewBox="0 0 10 10"><path d="M0 10L10 0" stroke="currentColor"/></svg>'


CLAIM = Claim(
    id="sums/squares",
    place="Eq. 2",
    title="sum of the first n squares",
    domain=Domain(
        description="n <= 10",
        grid=lambda: reversed(range(11)),
        strategy=lambda: st.integers(11, 200),
        order=itself,
        examples=40,
    ),
    truth=sum_of(lambda i: i * i),
    asserts=equals,
    printed=Form(as_printed, "n (n + 1) (2n - 1) / 6"),
    corrected=Form(corrected, "n (n + 1) (2n + 1) / 6"),
    plot=plot,
)
