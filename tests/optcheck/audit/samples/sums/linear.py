"""The sum of the first n numbers is n (n + 1) / 2; proved by induction."""

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from tests.optcheck.audit.samples._common import against, itself


def as_printed(n: int) -> int:
    return n * (n + 1) // 2


def compare(form: object, n: int) -> Discrepancy | None:
    assert callable(form)
    return against(sum(range(n + 1)), form(n))


def proof() -> Proof:
    assert as_printed(0) == 0
    # as_printed(n + 1) - as_printed(n) - (n + 1) is a polynomial of degree at most 2: three zeros make it zero
    assert all(as_printed(n + 1) - as_printed(n) == n + 1 for n in range(3))
    return Proof("induction; the step is a polynomial identity of degree at most 2, checked at three points", steps=4)


CLAIM = Claim(
    id="sums/linear",
    place="Eq. 1",
    title="sum of the first n numbers",
    relation=Relation.EQUALS,
    domain=Domain(description="n <= 20", grid=lambda: range(21), order=itself),
    printed=Form("n (n + 1) / 2", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
