"""Claim 6: without dropouts the error falls as the variance grows.

For t = n and the least private covariance r*(sigma²), sigma² + r*(n-1), and with it the error, decreases in sigma².
The proof shows a negative derivative for c <= n-2 and a zero one for c = n-1 (a single honest user: the error is s
for every sigma²), so "decreasing" is read with equality allowed there, as the proof does; strictly it would fail at n
= 2, c = 1. Truth: exact values at two variances; the covariances come from the boundary of privacy. Relation: equals
(the sign of the change). Corners: c = 0, 1, n-1; from sigma² = s on. At n = 1 (outside) the error would grow.
Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.cordp.closed_form import least_covariance
from optcheck.cordp.enumeration import least_conditional_variance
from optcheck.exact.quadratic import Quadratic
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import size_order, unequal


@dataclass(frozen=True, slots=True)
class Growth:
    """All n users respond, c collude; the variance grows from ``low`` to ``high``."""

    n: int
    t: int
    c: int
    sigma2_min: Fraction
    low: Fraction
    high: Fraction


def as_printed(case: Growth) -> int:
    """The sign of the change of sigma² + r*(n-1)."""
    return -1 if case.c < case.n - 1 else 0


def compare(form: Callable[[Growth], int], case: Growth) -> Discrepancy | None:
    claimed, before, after = form(case), _effective(case, case.low), _effective(case, case.high)
    true = after.compared(before)
    if true == claimed:
        return None
    explanation = f"the effective variance goes from {before} to {after}"
    return unequal(claimed, true, explanation, Impact.OPTIMALITY)


def _effective(case: Growth, variance: Fraction) -> Quadratic:
    """sigma² + r*(n-1) at a variance, the privacy of the pair confirmed by enumeration of the colluding sets."""
    covariance = least_covariance(case.n, case.c, variance, case.sigma2_min)
    assert least_conditional_variance(case.n, case.n, case.c, variance, covariance) == case.sigma2_min
    return variance + (case.n - 1) * covariance


def grid() -> Iterator[Growth]:
    for n in range(2, 6):
        for c in range(n):
            for low, high in ((1, 2), (2, 7), (7, 1000)):
                yield Growth(n, n, c, Fraction(1), Fraction(low), Fraction(high))


def prove() -> Proof:
    argument = Argument()
    theorem.prove_conditional_variance(argument)
    a, m, s, n, c = sp.Symbol("a"), theorem.m, theorem.s, theorem.n, theorem.c
    along = 1 / (m / s - (m - 1) / a)
    variance = (a * (n - 1) - along * (c - 1)) / m
    covariance = (along - a) / m
    argument.identical("boundary", theorem.boundary(variance, covariance).subs(n, m + c), 0)
    argument.identical("b falls in a", sp.diff(along, a), -(m - 1) * along**2 / a**2)
    slope = sp.diff(variance, a)
    argument.identical("sigma² grows in a", slope, ((n - 1) + (c - 1) * (m - 1) * along**2 / a**2) / m)
    without = slope.subs({c: 0, m: n})
    argument.identical("for c = 0", without, (n - 1) * (1 - along.subs(m, n) ** 2 / a**2) / n)
    return argument.proof(
        "On the boundary of privacy 1/b = m/s - (m-1)/a with m = n-c, so b = sigma² + r(n-1) falls in "
        "a = sigma² + r(c-1), strictly unless m = 1. "
        "The variance is (a(n-1) - b(c-1))/m, whose derivative in a is (n-1 + (c-1)(m-1)b²/a²)/m: "
        "positive for c >= 1; for c = 0 it is "
        "(n-1)(1 - b²/a²)/n, positive because b < a for r < 0. So b falls as sigma² grows; for m = 1 "
        "it is the constant s."
    )


CLAIM = Claim(
    id="cordp/claim-6",
    place="Claim 6",
    title="without dropouts the error falls as σ² grows (is constant for c = n-1)",
    relation=Relation.EQUALS,
    domain=Domain(
        description="2 <= n <= 5, every c, s = 1, three steps of σ² between 1 and 1000", grid=grid, order=size_order
    ),
    printed=Form("sign of the change of σ² + r*(σ²)(n−1) as σ² grows: −1 for c ≤ n−2, 0 for c = n−1", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
