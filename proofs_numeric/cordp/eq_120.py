"""Statement: Eq. 119 gives the derivative as 1 + (n-1) times a fraction over D^2 with D = sigma^2(n-1) - s(n-2); Eq.
120 equates it with -s^2(n-2), the numerator over the common denominator: D^2 is lost.

Model: secants of a convex function enclose the derivative; the checker verifies that their points are on the boundary.

Corners: n = 2, where both are zero and not below it. For n > 2 the sign, all that the paper's proof uses, is right.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy as sp

from optcheck.claims import Argument, Claim, Document, Domain, Form, Formula, Impact, Quantity, Value
from optcheck.claims.claim import amounts
from optcheck.claims.relations import equals
from optcheck.cordp.closed_form import least_covariance
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import FLOORS, AtVariance, size_order

STEP = Fraction(1, 10**6)


def as_printed(at: AtVariance) -> Value:
    return -(at.sigma2_min**2) * (at.n - 2)


def corrected(at: AtVariance) -> Value:
    n, s = at.n, at.sigma2_min
    return -(s**2) * (n - 2) / (at.variance * (n - 1) - s * (n - 2)) ** 2


def describe(at: AtVariance) -> Document:
    return {"n": at.n, "c": at.c, "sigma2_min": to_text(at.sigma2_min), "variance": to_text(at.variance)}


def certify(at: AtVariance) -> Certificate:
    """Three points of the boundary of privacy, close together."""
    points = [(v, least_covariance(at.n, 1, v, at.sigma2_min)) for v in (at.variance + k * STEP for k in (-1, 0, 1))]
    shown = [[str(v), str(r)] for v, r in points]
    return Certificate("cordp-slope", describe(at), dict(zip(("below", "at", "above"), shown, strict=True)))


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
    truth=Quantity(kind="cordp-slope", name="derivative", describe=describe, certify=certify),
    asserts=equals,
    printed=Form(as_printed, "d(σ² + r*(n−1))/dσ² = −s²(n−2)"),
    corrected=Form(corrected, "d(σ² + r*(n−1))/dσ² = −s²(n−2) / (σ²(n−1) − s(n−2))²"),
    impact=Impact.TEXT,
    proof=proof,
)
