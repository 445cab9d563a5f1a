"""Eq. 120: the printed derivative of sigma² + r*(n-1) for c = 1.

Eq. 119 gives the derivative as 1 + (n-1) times a fraction over D² with D = sigma²(n-1) - s(n-2). Eq. 120 equates it
with -s²(n-2), which is only the numerator over the common denominator: D² is lost. The sign, which is all the proof
uses, is right (for n = 2 it is zero, not negative). Truth: implicit differentiation of the boundary of privacy; the
certificate shows that the stated slope lies outside those of two secants of a convex function. Relation: equals.
Corners: n = 2 (both zero). Expected: corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import sympy as sp

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.cordp.closed_form import least_covariance
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from optcheck.exact.quadratic import Quadratic
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import FLOORS, AtVariance, gap, size_order, texts


def as_printed(case: AtVariance) -> Fraction:
    return -(case.sigma2_min**2) * (case.n - 2)


def corrected(case: AtVariance) -> Fraction:
    n, s = case.n, case.sigma2_min
    return -(s**2) * (n - 2) / (case.variance * (n - 1) - s * (n - 2)) ** 2


def compare(form: Callable[[AtVariance], Fraction], case: AtVariance) -> Discrepancy | None:
    claimed, true = form(case), _slope(case)
    if true == claimed:
        return None
    sizes = {"n": case.n, "c": case.c}
    instance = {**sizes, "sigma2_min": to_text(case.sigma2_min), "variance": to_text(case.variance)}
    return Discrepancy(
        claimed=claimed,
        true=str(true),
        gap=gap(claimed, true),
        impact=Impact.TEXT,
        certificate=Certificate("cordp-slope", instance, _bracket(case, claimed)),
        explanation="The stated derivative lies outside the slopes of two secants of a convex function.",
    )


def _bracket(case: AtVariance, claimed: Fraction) -> dict[str, list[str]]:
    """Three points of the boundary of privacy whose secants exclude the claimed slope."""
    step = (case.variance - case.sigma2_min) / 2
    while True:
        variances = [case.variance - step, case.variance, case.variance + step]
        pairs = [(Quadratic(value), least_covariance(case.n, 1, value, case.sigma2_min)) for value in variances]
        values = [value + (case.n - 1) * r for value, r in pairs]
        if claimed < (values[1] - values[0]) / step or claimed > (values[2] - values[1]) / step:
            return dict(zip(("below", "at", "above"), map(texts, pairs), strict=True))
        step /= 2


def _slope(case: AtVariance) -> Quadratic:
    """1 + (n-1) dr/dv by implicit differentiation of F(v, r) = v b - s(v + (n-2) r) = 0."""
    n, s, variance = case.n, case.sigma2_min, case.variance
    r = least_covariance(n, 1, variance, s)
    by_variance = 2 * variance + (n - 1) * r - s
    by_covariance = (n - 1) * variance - s * (n - 2)
    return 1 - (n - 1) * by_variance / by_covariance


def grid() -> Iterator[AtVariance]:
    for n in range(2, 8):
        for floor in FLOORS:
            yield from (AtVariance(n, n, 1, floor, floor * ratio) for ratio in (Fraction(2), Fraction(7, 2)))


def prove() -> Proof:
    argument, v, s, n = Argument(), theorem.v, theorem.s, theorem.n
    divisor = v * (n - 1) - s * (n - 2)
    least = -v * (v - s) / divisor
    argument.identical("r* is on the boundary", theorem.boundary(v, least).subs(theorem.c, 1), 0)
    argument.identical("derivative", sp.diff(v + (n - 1) * least, v), -(s**2) * (n - 2) / divisor**2)
    return argument.proof(
        "The derivative of sigma² + (n-1) r*, r* the root of the boundary for c = 1, is identically -s²(n-2)/D²."
    )


CLAIM = Claim(
    id="cordp/eq-120",
    place="Eq. 120",
    title="the printed derivative for c = 1",
    relation=Relation.EQUALS,
    domain=Domain(description="2 <= n <= 7, s in {1, 3/2}, σ² in {2s, 7s/2}", grid=grid, order=size_order),
    printed=Form("d(σ² + r*(n−1))/dσ² = −s²(n−2)", as_printed),
    corrected=Form("d(σ² + r*(n−1))/dσ² = −s²(n−2) / (σ²(n−1) − s(n−2))²", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=prove,
)
