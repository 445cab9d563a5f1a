"""n^2 + n + 41 is a prime, so it is its own smallest divisor: the smallest counterexample is n = 40."""

from fractions import Fraction

from optcheck.claims import Claim, Definition, Form, Impact, Instance, Outcome, choice, integer
from optcheck.claims.claim import equals


class Index(Instance):
    """A number, and a note beside it."""

    n: int = integer(0, 45)
    note: Fraction = choice("1/2")


def as_printed(index: Index) -> int:
    return index.n**2 + index.n + 41


def smallest_divisor(index: Index) -> int:
    value = index.n**2 + index.n + 41
    return next(d for d in range(2, value + 1) if value % d == 0)


CLAIM = Claim(
    id="primes/euler",
    place="Eq. 5",
    title="a polynomial that gives primes",
    domain=Index,
    truth=Definition(smallest_divisor),
    asserts=equals,
    printed=Form(as_printed, "n^2 + n + 41 is prime"),
    impact=Impact.TEXT,
    expected=Outcome.REFUTED,
)
