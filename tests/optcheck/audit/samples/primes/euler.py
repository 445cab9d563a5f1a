"""n^2 + n + 41 is a prime: the smallest counterexample is n = 40."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Relation
from optcheck.exact.certificate import Certificate


@dataclass(frozen=True, slots=True)
class Index:
    n: int
    note: Fraction = Fraction(1, 2)


def as_printed(index: Index) -> int:
    return index.n**2 + index.n + 41


def compare(form: Callable[[Index], int], index: Index) -> Discrepancy | None:
    value = form(index)
    divisor = next(d for d in range(2, value + 1) if value % d == 0)
    if divisor == value:
        return None
    product = ["*", divisor, value // divisor]
    certificate = Certificate("comparison", {"left": product, "right": value, "values": {}}, {})
    return Discrepancy(
        "a prime", f"{divisor} * {value // divisor}", divisor, Impact.TEXT, certificate, "it has a divisor"
    )


CLAIM = Claim(
    id="primes/euler",
    place="Eq. 5",
    title="a polynomial that gives primes",
    relation=Relation.IDENTITY,
    domain=Domain(description="n <= 45", grid=lambda: (Index(n) for n in range(46)), order=lambda index: index.n),
    printed=Form("n^2 + n + 41 is prime", as_printed),
    compare=compare,
    expected=Expected.REFUTED,
)
