"""The sum of the first n squares, printed with a wrong sign."""

from hypothesis import strategies as st

from optcheck.audit import Claim, Domain, Expected, Form, Relation
from tests.optcheck.audit.samples._common import compare_with, itself


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
    relation=Relation.EQUALS,
    domain=Domain(
        description="n <= 10",
        grid=lambda: reversed(range(11)),
        strategy=lambda: st.integers(11, 200),
        order=itself,
        examples=40,
    ),
    printed=Form("n (n + 1) (2n - 1) / 6", as_printed),
    corrected=Form("n (n + 1) (2n + 1) / 6", corrected),
    compare=compare_with(lambda i: i * i),
    expected=Expected.CORRECTED,
    plot=plot,
)
