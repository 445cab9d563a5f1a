"""Statement: near the critical point G' is a positive factor times 1 + (t-1)/(2(n-1)(c-1)) (-(n-c-2) + h(y)), y =
sigma^2/s. Eq. 149, a few lines above, has -(n+c-2) instead.

Model: 1 + (t-1) dr*/dsigma^2 by implicit differentiation of the boundary of privacy, with s = 1 and sigma^2 = y.

Corners: c = n-2; y = 1. There is a critical point only where users may drop out, t < n. With Eq. 149's sign the
conclusion, a change of sign at the critical point, is right.

Readings: none; the sign is the same in Eqs. 156, 157, 159 and 160.
"""

from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import amounts
from optcheck.claims.functions import surd
from optcheck.claims.relations import equals
from optcheck.cordp.closed_form import least_covariance
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import AtVariance, size_order
from proofs_numeric.cordp._enumeration import triples


def as_printed(at: AtVariance) -> Value:
    n, t, c = at.n, at.t, at.c
    return 1 + (t - 1) * (-(n - c - 2) + slope_of_root(at)) / (2 * (n - 1) * (c - 1))


def corrected(at: AtVariance) -> Value:
    n, t, c = at.n, at.t, at.c
    return 1 + (t - 1) * (-(n + c - 2) + slope_of_root(at)) / (2 * (n - 1) * (c - 1))


def slope_of_root(at: AtVariance) -> Value:
    """h(y), Eq. 151."""
    n, c, y = at.n, at.c, at.variance
    square = ((n - 2) * (y - 1) - y * c) ** 2 + 4 * (n - c - 1) * y * (y - 1)
    return ((y * (n - c - 2) - (n - 2)) * (n - c - 2) - 2 * (-n + c + 1) * (2 * y - 1)) / surd(square)


def slope(at: AtVariance) -> Value:
    """1 + (t-1) dr/dv on the boundary F(v, r) = a b - s (v + (n-2) r) = 0."""
    n, t, c, v, s = at.n, at.t, at.c, at.variance, at.sigma2_min
    r = least_covariance(n, c, v, s)
    across, along = v + (c - 1) * r, v + (n - 1) * r
    return 1 - (t - 1) * (across + along - s) / ((c - 1) * along + (n - 1) * across - s * (n - 2))


def proof(argument: Argument, form: Formula[AtVariance]) -> None:
    n, t, c, y = steps.n, steps.t, steps.c, sp.Symbol("y", positive=True)
    square = ((n - 2) * (y - 1) - y * c) ** 2 + 4 * (n - c - 1) * y * (y - 1)
    least = (-(n - 2) * (y - 1) - y * c + sp.sqrt(square)) / (2 * (n - 1) * (c - 1))
    value = form(AtVariance(n, t, c, sp.Integer(1), y)).subs(sp.sqrt(square), steps.w)
    argument.truth("it has no other root", value.is_rational_function(n, t, c, y, steps.w))
    wanted = (1 + (t - 1) * sp.diff(least, y)).subs(sp.sqrt(square), steps.w)
    argument.identity("the derivative of the least private covariance (Eq. 47)", value, wanted, (steps.w, square))


def grid() -> Iterator[AtVariance]:
    dropouts = [(n, t, c) for n, t, c in triples(6) if c > 1 and t < n]
    return (AtVariance(*sizes, Fraction(1), y) for sizes in dropouts for y in amounts("1 3/2 10"))


CLAIM = Claim(
    id="cordp/eq-156",
    place="Eqs. 156 to 160",
    title="the printed inequality chain",
    domain=Domain(description="4 <= n <= 6, 1 < c < t < n, s = 1, y in {1, 3/2, 10}", grid=grid, order=size_order),
    truth=Definition(slope),
    asserts=equals,
    printed=Form(as_printed, "G'/K = 1 + (t−1)/(2(n−1)(c−1)) (−(n−c−2) + h(y))"),
    corrected=Form(corrected, "G'/K = 1 + (t−1)/(2(n−1)(c−1)) (−(n+c−2) + h(y))"),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("cordp/claim-5",),
)
