"""Corollary 3: the order of the error with collusion, without dropouts.

For t = n, c > 0 the least error is O((d/(n-c)²) ln(1/delta)/min(eps, eps²)), O(1) otherwise. Made exact: the unbiased
error is exactly d s/(n-c)² (a limit for c < n-1), the optimum decoder's error is below it and below 1, and s has its
order with the constant 16 for delta <= 1/20. Relation: order, upper bound with a named constant; in n, c, d exact.
Corners: c = 1, c = n-1, n = 10^6. Expected: holds.
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
    return ball(Fraction(scale.d, (scale.n - scale.c) ** 2) / smaller) * (1 / ball(scale.delta)).log()


def compare(form: Callable[[Scale], Ball], scale: Scale) -> Discrepancy | None:
    return compare_order(form, scale, *BAND)


def grid() -> Iterator[Scale]:
    return scales([(n, n, c) for n, c in ((2, 1), (3, 1), (7, 6), (100, 20), (100, 98), (10**6, 10**5))])


def prove() -> Proof:
    return prove_no_dropouts("(n-c)")


CLAIM = Claim(
    id="cordp/cor-3",
    place="Corollary 3",
    title="order of the error with collusion",
    relation=Relation.ORDER,
    domain=Domain(
        description="six pairs (n, c) up to n = 10^6, t = n, d in {1, 50}, 21 budgets with δ <= 1/20",
        grid=grid,
        order=scale_order,
    ),
    printed=Form("MSE = O((d/(n−c)²) ln(1/δ)/min{ε, ε²}) if (n−c)² ≫ d, else O(1)", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
