"""Statement: for t = n and c > 0 the least error of Eq. 10 is O((d/(n-c)^2) s), as with central privacy.

Model: the least error with the whole noise of the honest responders for s = d = 1, by the checker; constant 16.

Corners: c = 1; c >= n/2, where independent noise is best and the error is 1/(n-c); n = 1000. No constant serves: at c
= n/4 the error over the printed rate grows like n/4.

Readings: with the responding colluders' terms removed the order is right (cordp/cor-3).
"""

from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Value
from optcheck.claims.relations import order as within
from proofs_numeric.cordp._cases import Case, size_order
from proofs_numeric.cordp.thm_1_eq_10 import LEAST_WHOLE_ERROR


def as_printed(case: Case) -> Value:
    return case.sigma2_min / (case.n - case.c) ** 2


def corrected(case: Case) -> Value:
    n, c = case.n, case.c
    return case.sigma2_min * min(c + 1, n - c) / (n - c) ** 2


def proof(argument: Argument, form: Formula[Case]) -> None:
    """For m = n-c > c: m(c+1)/2 <= x^2 + y^2 <= (x+y)^2 <= 2(x^2 + y^2) <= 2 m(c+1), x^2 = c(m-1), y^2 = m-c."""
    c, more = sp.symbols("c more", nonnegative=True)
    m = c + 1 + more
    squares = c * (m - 1) + m - c
    argument.not_negative("x² + y² <= m(c+1)", m * (c + 1) - squares)
    slack = squares - m * (c + 1) / 2
    argument.identity("half of it below", slack, ((c - 1) ** 2 + more * (c + 1)) / 2)
    argument.truth("the form, c < n-c", form(Case(10, 10, 3, Fraction(1))) == Fraction(4, 49))
    argument.truth("the form, c >= n-c", form(Case(10, 10, 7, Fraction(1))) == Fraction(1, 3))
    argument.words("By cordp/thm-1-eq-10 the least error is s(x+y)²/m³ for m > c, else s/m.")


def grid() -> Iterator[Case]:
    sizes = ((2, 1), (3, 1), (10, 2), (10, 7), (40, 10), (100, 20), (100, 60), (1000, 1), (1000, 250))
    return (Case(n, n, c, Fraction(1)) for n, c in sizes)


CLAIM = Claim(
    id="cordp/cor-3-eq-10",
    place="Corollary 3 with Eq. 10 to the letter",
    title="the order of the error with collusion as defined",
    domain=Domain(description="nine pairs (n, c) up to n = 1000, t = n, s = d = 1", grid=grid, order=size_order),
    truth=LEAST_WHOLE_ERROR,
    asserts=within(Fraction(1, 4), 16),
    printed=Form(as_printed, "min error between 1/4 and 16 times d s/(n−c)²"),
    corrected=Form(
        corrected, "min error between 1/4 and 4 times d s min(c+1, n−c)/(n−c)²", asserts=within(Fraction(1, 4), 4)
    ),
    proof=proof,
    rests_on=("cordp/thm-1-eq-10",),
)
