"""Claim 8, Eq. 143: the critical point of the error as a function of the variance.

With the least private covariance r*(sigma²), the error G(sigma²) has its critical point at sigma_cr². Truth: at the
printed sigma_cr² the covariance is taken from the boundary of privacy, and 1 + (t-1) dr*/dsigma² = 0 is checked by
implicit differentiation of that boundary; the checker then confirms that the pair is optimal. For t = 1 (so c = 0) G
does not depend on r and only grows, so there is no critical point in the strict sense; the printed number is then the
left end sigma² = s of the range, still the minimiser, which is what is checked there. Relation: optimal. Corners: c =
0, 1; t = 1; c = t-1; t = n-1. Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from optcheck.cordp.closed_form import least_covariance
from optcheck.exact.quadratic import Quadratic, square_root
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import WITH_DROPOUTS, Case, unequal, variance_discrepancy


def as_printed(case: Case) -> Quadratic:
    n, t, c, s = case.n, case.t, case.c, case.sigma2_min
    lam = (n + c) * (t + 1) - 2 * (n * c + t)
    root = square_root((n - c - 1) * (n - t) * (t - c))
    return s * (n**2 - 2 * n - c * n + 2) / (n - c) ** 2 + s * lam * root / ((n - c) ** 2 * (n - t) * (t - c))


def compare(form: Callable[[Case], Quadratic], case: Case) -> Discrepancy | None:
    claimed = form(case)
    slope = _stationarity(case, claimed)
    if slope != 0:
        return unequal(slope, 0, f"at the variance {claimed} the error is not stationary", Impact.OPTIMALITY)
    return variance_discrepancy(case, claimed)


def _stationarity(case: Case, variance: Quadratic) -> Quadratic:
    """F_r - (t-1) F_v on the boundary F(v, r) = a b - s(v + (n-2) r) = 0, zero where 1 + (t-1) dr/dv is."""
    n, c, s = case.n, case.c, case.sigma2_min
    if case.t == 1:
        return variance - s
    r = least_covariance(n, c, variance, s)
    across, along = variance + (c - 1) * r, variance + (n - 1) * r
    by_variance = across + along - s
    by_covariance = (c - 1) * along + (n - 1) * across - s * (n - 2)
    return by_covariance - (case.t - 1) * by_variance


def prove() -> Proof:
    argument = Argument()
    theorem.prove_optimum(argument)
    n, t, c, s, w, v, r = theorem.n, theorem.t, theorem.c, theorem.s, theorem.w, theorem.v, theorem.r
    lam = (n + c) * (t + 1) - 2 * (n * c + t)
    printed = s * (n**2 - 2 * n - c * n + 2) / (n - c) ** 2 + s * lam * w / ((n - c) ** 2 * (n - t) * (t - c))
    argument.identical("Eq. 143", printed.subs(theorem.USERS), theorem.VARIANCE, theorem.ROOT)
    boundary, pair = theorem.boundary(v, r), {v: theorem.VARIANCE, r: theorem.COVARIANCE}
    condition = sp.diff(boundary, r) - (t - 1) * sp.diff(boundary, v)
    argument.identical("1 + (t-1) dr/dv = 0", condition.subs(theorem.USERS).subs(pair), 0, theorem.ROOT)
    return argument.proof(
        theorem.OPTIMUM
        + " The variance of that pair is identically Eq. 143, and there F_r = (t-1) F_v on the boundary F = 0 "
        "of privacy, which is "
        "1 + (t-1) dr*/dsigma² = 0 (for t = 1 the pair is the left end sigma² = s)."
    )


CLAIM = Claim(
    id="cordp/claim-8",
    place="Claim 8, Eq. 143",
    title="the critical point of the error as a function of σ²",
    relation=Relation.OPTIMAL,
    domain=WITH_DROPOUTS,
    printed=Form(
        "σ²_cr = s(n²−2n−cn+2)/(n−c)² + sλ√((n−c−1)(n−t)(t−c))/((n−c)²(n−t)(t−c)), λ = (n+c)(t+1) − 2(nc+t)", as_printed
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
