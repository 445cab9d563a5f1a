"""Statement: Eq. 119 gives the derivative as 1 + (n-1) times a fraction over D^2 with D = sigma^2(n-1) - s(n-2); Eq.
120 equates it with -s^2(n-2), the numerator over the common denominator: D^2 is lost.

Model: the quotient rule for r* = -v(v - s)/D, the least covariance at the variance v for c = 1 (cordp/lem-1-eq-48).

Corners: n = 2, where both are zero and not below it. For n > 2 the sign, all that the paper's proof uses, is right.
"""

from collections.abc import Iterator
from itertools import product

import sympy as sp

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import amounts
from optcheck.claims.relations import equals
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import FLOORS, AtVariance, size_order


def as_printed(at: AtVariance) -> Value:
    return -(at.sigma2_min**2) * (at.n - 2)


def corrected(at: AtVariance) -> Value:
    n, s = at.n, at.sigma2_min
    return -(s**2) * (n - 2) / (at.variance * (n - 1) - s * (n - 2)) ** 2


def slope(at: AtVariance) -> Value:
    """The derivative of v + (n - 1) r* in v."""
    n, s, v = at.n, at.sigma2_min, at.variance
    top, bottom = v * (v - s), v * (n - 1) - s * (n - 2)
    return 1 - (n - 1) * ((2 * v - s) * bottom - top * (n - 1)) / bottom**2


def proof(argument: Argument, form: Formula[AtVariance]) -> None:
    v, s, n = steps.v, steps.s, steps.n
    least = -v * (v - s) / (v * (n - 1) - s * (n - 2))
    argument.identity("r* is the root of the boundary, which is linear for c = 1", steps.on_boundary(least, 1), 0)
    argument.identity("its derivative", form(AtVariance(n, n, 1, s, v)), sp.diff(v + (n - 1) * least, v))


def grid() -> Iterator[AtVariance]:
    sizes = product(range(2, 8), FLOORS, amounts("2 7/2"))
    return (AtVariance(n, n, 1, floor, floor * ratio) for n, floor, ratio in sizes)


CLAIM = Claim(
    id="cordp/eq-120",
    place="Eq. 120",
    title="the printed derivative for c = 1",
    domain=Domain(description="2 <= n <= 7, s in {1, 3/2}, σ² in {2s, 7s/2}", grid=grid, order=size_order),
    truth=Definition(slope),
    asserts=equals,
    printed=Form(as_printed, "d(σ² + r*(n−1))/dσ² = −s²(n−2)"),
    corrected=Form(corrected, "d(σ² + r*(n−1))/dσ² = −s²(n−2) / (σ²(n−1) − s(n−2))²"),
    impact=Impact.TEXT,
    proof=proof,
)
