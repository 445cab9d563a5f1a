"""Corollary 2: the order of the error with dropouts.

For t < n, c = 0 the least error is O((d(n-t)/(tn)) ln(1/delta)/min(eps, eps²)), O(1) otherwise. Made exact: the
unbiased error is d s (sqrt((n-t)(n-1)) + sqrt(t))²/(t n²), which lies between 1 and 4 times d s (n-t)/(tn) (both
constants are approached: t = 1 tends to 1, t = n-1 to 4); s has its order with the constant 16 for delta <= 1/20. The
printed condition n²/(n-t) >> d is not needed for the upper bound. Relation: order, both sides with named constants.
Corners: t = 1, t = n-1, n = 2, n = 10^6. Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import sympy as sp

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from optcheck.gaussian.balls import ball
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._enclosures import Ball
from proofs_numeric.cordp._orders import BUDGET_ORDER, Scale, compare_order, prove_budget_order, scale_order, scales

BAND = (Fraction(1), Fraction(4))


def as_printed(scale: Scale) -> Ball:
    smaller = min(scale.epsilon, scale.epsilon**2)
    share = Fraction(scale.d * (scale.n - scale.t), scale.t * scale.n)
    return ball(share / smaller) * (1 / ball(scale.delta)).log()


def compare(form: Callable[[Scale], Ball], scale: Scale) -> Discrepancy | None:
    return compare_order(form, scale, *BAND)


def grid() -> Iterator[Scale]:
    sizes = [(2, 1), (3, 2), (7, 1), (7, 6), (100, 50), (100, 99), (10**6, 1), (10**6, 10**5), (10**6, 10**6 - 1)]
    return scales([(n, t, 0) for n, t in sizes])


def prove_band(argument: Argument) -> None:
    """n g <= (x+y)² <= 4 n g for x² = g(n-1), y² = t = n-g, 1 <= g < n: n g = x² + g, g <= xy, x² and y² <= n g."""
    g, t = sp.symbols("g0 t0", nonnegative=True)
    dropped, responders = 1 + g, 1 + t
    users = dropped + responders
    argument.not_negative("x² <= n g", users * dropped - dropped * (users - 1), g, t)
    argument.not_negative("y² <= n g", users * dropped - responders, g, t)
    argument.identical("n g = x² + g", users * dropped, dropped * (users - 1) + dropped)
    argument.not_negative("g² <= x² y²", dropped * (users - 1) * responders - dropped**2, g, t)


def prove() -> Proof:
    argument = Argument()
    theorem.prove_optimum(argument)
    theorem.prove_square(argument)
    prove_band(argument)
    prove_budget_order(argument)
    return argument.proof(
        BUDGET_ORDER + "The unbiased error is d s (x+y)²/(t n²) with x² = (n-t)(n-1), y² = t; x² and y² are at most "
        "n(n-t) = x² + (n-t) <= x² + xy, so it is between 1 and 4 times "
        "d s (n-t)/(tn); the optimum decoder's error is below it and below 1."
    )


CLAIM = Claim(
    id="cordp/cor-2",
    place="Corollary 2",
    title="order of the error with dropouts",
    relation=Relation.ORDER,
    domain=Domain(
        description="nine pairs t < n up to n = 10^6, c = 0, d in {1, 50}, 21 budgets with δ <= 1/20",
        grid=grid,
        order=scale_order,
    ),
    printed=Form("MSE = O((d(n−t)/(tn)) ln(1/δ)/min{ε, ε²}) if n²/(n−t) ≫ d, else O(1)", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
