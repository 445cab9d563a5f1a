"""Statement: without colluders the private covariances for a fixed variance are those between a - b and a + b.

Model: the two covariances with which a report keeps exactly s given all others; between them all is private.

Corners: sigma^2 = s, where the interval ends at 0; n = 2, where it is r^2 <= sigma^2(sigma^2 - s).
"""

from fractions import Fraction

import sympy as sp

from optcheck.claims import Argument, Claim, Combination, Domain, Form, Formula, Impact, Value
from optcheck.claims.functions import surd
from optcheck.claims.relations import equals
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import AtVariance, boundary, size_order
from proofs_numeric.cordp.claim_5 import variances


def as_printed(case: AtVariance) -> Value:
    n, s, variance = case.n, case.sigma2_min, case.variance
    a = (n - 2) * (variance - s) / (2 * (n - 1))
    b = surd((n - 2) ** 2 * (variance - s) ** 2 + 4 * (n - 1) * variance * (variance - s)) / (2 * (n - 1))
    return a - b, a + b


def proof(argument: Argument, form: Formula[AtVariance]) -> None:
    n, s, v, r = steps.n, steps.s, steps.v, steps.r
    left = steps.on_boundary(r, 0)
    for end in form(AtVariance(n, n, 0, s, v)):
        argument.identity("both ends are on the boundary", left.subs(r, end), 0)
    argument.identity("which is concave in r", sp.Poly(left, r).coeff_monomial(r**2), -(n - 1))
    argument.identity("F at r = 0", left.subs(r, 0), v * (v - s))
    argument.identity("F where b = 0", left.subs(r, -v / (n - 1)), -s * v / (n - 1))
    argument.identity("F where r = sigma²", left.subs(r, v), -s * v * (n - 1))
    low, high = form(AtVariance(3, 3, 0, Fraction(1), Fraction(2)))
    argument.truth("the smaller root first", low < high)


CLAIM = Claim(
    id="cordp/lem-1-eq-48",
    place="Lemma 1, Eqs. 48-50",
    title="the feasible interval of the covariance for c = 0",
    domain=Domain(
        description="2 <= n <= 6, c = 0, (s, σ²) in {(1, 1), (1, 3/2), (3/2, 3), (3/2, 15)}",
        grid=lambda: (case for case in variances(6) if case.c == 0),
        order=size_order,
    ),
    truth=Combination(
        parts=(boundary("least private covariance", both=True), boundary("largest private covariance", both=True)),
        value=lambda least, most: (least, most),
    ),
    asserts=equals,
    printed=Form(
        as_printed, "r ∈ [a−b, a+b], a = (n−2)(σ²−s)/(2(n−1)), b = √((n−2)²(σ²−s)² + 4(n−1)σ²(σ²−s))/(2(n−1))"
    ),
    impact=Impact.SAFETY,
    proof=proof,
)
