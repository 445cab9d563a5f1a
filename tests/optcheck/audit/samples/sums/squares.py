"""The sum of the first n squares, printed with a wrong sign."""

from fractions import Fraction

from optcheck.claims import Claim, Effort, Form
from optcheck.claims.claim import equals
from tests.optcheck.audit.samples._common import Count, sum_of


def as_printed(count: Count) -> Fraction:
    return Fraction(count.n * (count.n + 1) * (2 * count.n - 1), 6)


def corrected(count: Count) -> int:
    return count.n * (count.n + 1) * (2 * count.n + 1) // 6


def plot() -> str:
    return '<svg viewBox="0 0 10 10"><path d="M0 10L10 0" stroke="currentColor"/></svg>'


CLAIM = Claim(
    id="sums/squares",
    place="Eq. 2",
    title="sum of the first n squares",
    domain=Count,
    effort=Effort(instances=11, drawn=40),
    truth=sum_of(lambda i: i * i),
    asserts=equals,
    printed=Form(as_printed, "n (n + 1) (2n - 1) / 6"),
    corrected=Form(corrected, "n (n + 1) (2n + 1) / 6"),
    plot=plot,
)
