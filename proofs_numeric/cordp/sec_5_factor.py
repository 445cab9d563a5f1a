"""Statement: without dropouts the error is smaller than LDP's by the factor |U|, the number of honest responders; with
at most n^p dropouts, p < 1, it is O(d s/(t n^(1-p))), against d s/t of independent noise.

Model: the infimum of the unbiased error for s = d = 1, verified, against 1/|U|^2 and 1/(t n^(1-p)); constants 1 and 4.

Corners: p = 0 (one dropout); p = 1/2, 1/3, 2/3; colluders without dropouts; n = 2.

Readings: none. The same factor n is stated in Section 3.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Value
from optcheck.claims.relations import order as within
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import LEAST_ERROR, Case, size_order
from proofs_numeric.cordp.cor_2 import band, prove_square


@dataclass(frozen=True, slots=True)
class Dropouts(Case):
    """n users, at least t responders, the number of dropouts."""

    dropped: int


def as_printed(at: Dropouts) -> Value:
    if at.dropped == 0:
        return at.sigma2_min / (at.n - at.c) ** 2
    return at.sigma2_min * at.dropped / (at.t * at.n)  # 1/(t n^(1-p)) with n^p = dropped


def proof(argument: Argument, form: Formula[Dropouts]) -> None:
    m, k, c, s = steps.m, steps.k, steps.c, steps.s
    whole = steps.LEAST.subs({k: m, steps.w: 0}) / m
    argument.identity("no dropouts: exactly", form(Dropouts(m + c, m + c, c, s, 0)), whole)
    g = sp.Symbol("g", positive=True)
    rate = form(Dropouts(m, m - g, 0, s, g))
    argument.identity("n^p dropouts: s n g/(t n²)", rate, s * m * g / ((m - g) * m**2))
    prove_square(argument)
    band(argument)
    argument.words("The least error is s (x+y)²/(t n²), between 1 and 4 times that.")


def grid() -> Iterator[Dropouts]:
    for n, c in ((2, 0), (3, 1), (7, 0), (7, 5), (100, 20)):
        yield Dropouts(n, n, c, Fraction(1), 0)
    for n, power in ((2, 0), (100, 0), (16, 2), (81, 2), (10**4, 2), (64, 3)):
        roots = {0: (1,), 2: (round(n**0.5),), 3: (round(n ** (1 / 3)), round(n ** (1 / 3)) ** 2)}[power]
        yield from (Dropouts(n, n - dropped, 0, Fraction(1), dropped) for dropped in roots)


CLAIM = Claim(
    id="cordp/sec-5-factor",
    place="Section 5",
    title="the printed reduction factors",
    domain=Domain(
        "five (n, c) without dropouts; n^p dropouts for p in {0, 1/3, 1/2, 2/3}, n up to 10^4", grid, size_order
    ),
    truth=LEAST_ERROR,
    asserts=within(1, 4),
    printed=Form(as_printed, "error = Θ(d s/|U|²) without dropouts, Θ(d s/(t n^(1−p))) with n^p of them"),
    proof=proof,
    rests_on=("cordp/eq-14",),
)
