"""Corollary 1: the order of the error without dropouts and collusion.

For t = n, c = 0 the least error is O((d/n²) ln(1/delta)/min(eps, eps²)), O(1) where n² is not large against d. Made
exact: the unbiased error is exactly d s/n² (a limit), the optimum decoder's error E/(1+E) is below both E and 1 and
at least E/2 when E <= 1, and s has the order stated, with the constant 16 for delta <= 1/20. Relation: order, upper
bound with a named constant; in n and d it is also a lower bound. Corners: n = 2, n = 10^6, d > n², eps on both sides
of 1. Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from optcheck.gaussian.balls import ball
from proofs_numeric.cordp._enclosures import Ball
from proofs_numeric.cordp._orders import Scale, compare_order, prove_no_dropouts, scale_order, scales

BAND = (Fraction(99, 100), Fraction(101, 100))


def as_printed(scale: Scale) -> Ball:
    smaller = min(scale.epsilon, scale.epsilon**2)
    return ball(Fraction(scale.d, scale.n**2) / smaller) * (1 / ball(scale.delta)).log()


def compare(form: Callable[[Scale], Ball], scale: Scale) -> Discrepancy | None:
    return compare_order(form, scale, *BAND)


def grid() -> Iterator[Scale]:
    return scales([(n, n, 0) for n in (2, 3, 7, 100, 10**6)])


def prove() -> Proof:
    return prove_no_dropouts("n")


CLAIM = Claim(
    id="cordp/cor-1",
    place="Corollary 1",
    title="order of the error without dropouts and collusion",
    relation=Relation.ORDER,
    domain=Domain(
        description="n in {2, 3, 7, 100, 10^6}, t = n, c = 0, d in {1, 50}, 21 budgets with δ <= 1/20",
        grid=grid,
        order=scale_order,
    ),
    printed=Form("MSE = O((d/n²) ln(1/δ)/min{ε, ε²}) if n² ≫ d, else O(1)", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
