"""Lemma 1, Eqs. 48-50: the feasible interval of the covariance for c = 0.

Without colluders the private covariances for a fixed variance are those between a - b and a + b. Truth: at both ends
one report keeps exactly s given all others (elimination by enumeration), the matrix is positive definite there, zero
lies between, and the middle is private. Relation: equals. Corners: sigma² = s, where the interval is the point 0; n =
2, where it is r² <= sigma²(sigma² - s). Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import sympy as sp

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.cordp.closed_form import least_covariance
from optcheck.cordp.enumeration import least_conditional_variance
from optcheck.exact.quadratic import Quadratic, field_root
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import AtVariance, size_order, unequal, variances


def as_printed(case: AtVariance) -> tuple[Quadratic, Quadratic]:
    n, s, variance = case.n, case.sigma2_min, case.variance
    a = (n - 2) * (variance - s) / (2 * (n - 1))
    b = field_root((n - 2) ** 2 * (variance - s) ** 2 + 4 * (n - 1) * variance * (variance - s)) / (2 * (n - 1))
    return a - b, a + b


def compare(form: Callable[[AtVariance], tuple[Quadratic, Quadratic]], case: AtVariance) -> Discrepancy | None:
    claimed, true = form(case), _ends(case)
    for mine, wanted in zip(claimed, true, strict=True):
        if mine != wanted:
            return unequal(mine, wanted, "not an end of the private interval", Impact.SAFETY)
    return None


def _ends(case: AtVariance) -> tuple[Quadratic, Quadratic]:
    """The two covariances at which a report keeps exactly s; zero and the middle of the interval keep more."""
    low = least_covariance(case.n, 0, case.variance, case.sigma2_min)
    high = (case.n - 2) * (case.variance - case.sigma2_min) / (case.n - 1) - low
    assert low <= 0 <= high
    assert _kept(case, low) == _kept(case, high) == case.sigma2_min <= _kept(case, (low + high) / 2)
    return low, high


def _kept(case: AtVariance, covariance: Quadratic) -> Quadratic | Fraction:
    """The conditional variance; zero where there is no covariance matrix."""
    if covariance >= case.variance or case.variance + (case.n - 1) * covariance <= 0:
        return Fraction(0)
    kept: Quadratic | Fraction = least_conditional_variance(case.n, case.n, 0, case.variance, covariance)
    return kept


def grid() -> Iterator[AtVariance]:
    return (case for case in variances(6) if case.c == 0)


def prove() -> Proof:
    argument = Argument()
    theorem.prove_conditional_variance(argument)
    n, s, v, r, w = theorem.n, theorem.s, theorem.v, theorem.r, theorem.w
    inner = (n - 2) ** 2 * (v - s) ** 2 + 4 * (n - 1) * v * (v - s)
    boundary = theorem.boundary(v, r).subs(theorem.c, 0)
    for sign in (-1, 1):
        end = ((n - 2) * (v - s) + sign * w) / (2 * (n - 1))
        argument.identical("both ends are roots", boundary.subs(r, end), 0, (w, inner))
    argument.identical("concave in r", sp.Poly(boundary, r).coeff_monomial(r**2), -(n - 1))
    argument.identical("F at r = 0", boundary.subs(r, 0), v * (v - s))
    argument.identical("F where b = 0", boundary.subs(r, -v / (n - 1)), -s * v / (n - 1))
    argument.identical("F where r = sigma²", boundary.subs(r, v), -s * v * (n - 1))
    return argument.proof(
        "F(r) = (sigma² - r) b - s(sigma² + (n-2) r) is concave in r, not negative at 0 and negative "
        "at both ends -sigma²/(n-1), sigma² of the "
        "positive definite range, so the private r are those between its two roots, identically a - b and a + b."
    )


CLAIM = Claim(
    id="cordp/lem-1-eq-48",
    place="Lemma 1, Eqs. 48-50",
    title="the feasible interval of the covariance for c = 0",
    relation=Relation.EQUALS,
    domain=Domain(
        description="2 <= n <= 6, c = 0, (s, σ²) in {(1, 1), (1, 3/2), (3/2, 3), (3/2, 15)}",
        grid=grid,
        order=size_order,
    ),
    printed=Form(
        "r ∈ [a−b, a+b], a = (n−2)(σ²−s)/(2(n−1)), b = √((n−2)²(σ²−s)² + 4(n−1)σ²(σ²−s))/(2(n−1))", as_printed
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
