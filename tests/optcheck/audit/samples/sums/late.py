"""A formula that is right on the whole grid and wrong from n = 38 on."""

from hypothesis import strategies as st

from optcheck.audit import Claim, Domain, Expected, Form, Relation
from tests.optcheck.audit.samples._common import compare_with, itself


def as_printed(n: int) -> int:
    return n * (n + 1) // 2 + max(0, n - 37)


CLAIM = Claim(
    id="sums/late",
    place="Eq. 3",
    title="right on every small instance",
    relation=Relation.EQUALS,
    domain=Domain(
        description="n <= 5",
        grid=lambda: range(6),
        strategy=lambda: st.integers(0, 10_000),
        order=itself,
        examples=50,
        guide=itself,
    ),
    printed=Form("n (n + 1) / 2 + max(0, n - 37)", as_printed),
    compare=compare_with(itself),
    expected=Expected.REFUTED,
)
