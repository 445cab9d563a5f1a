"""Statement: for t < n, c = 0 the least error is O((d(n-t)/(tn)) ln(1/delta)/min(eps, eps^2)), O(1) if n^2/(n-t) < d.

Model: the unbiased error, d s (x+y)^2/(t n^2) with x^2 = (n-t)(n-1), y^2 = t, which lies between 1 and 4 times d s
(n-t)/(tn); the optimum decoder's error is below it and below 1. "O" is made exact by the constant 64: noise of the
variance that 64 times the rate allows must be (eps, delta)-private.

Corners: t = 1, t = n-1, n = 2, n = 10^6, d > n^2, eps on both sides of 1; delta near 1, where ln(1/delta) vanishes
faster than the noise that is needed: at eps = 1, delta = 0.999999 even the constant 10,000 is too small.

Readings: the paper takes delta = 1e-5; the failure is confined to large delta.
"""

from fractions import Fraction

import sympy as sp

from optcheck.claims import Argument, Claim, Form, Formula, Value
from optcheck.claims.relations import at_least
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._budgets import CONSTANT, DELTA, Scale, budget_order, decoded, needs, rate, safe_rate, scales


def as_printed(scale: Scale) -> Value:
    return scale.d * (scale.n - scale.t) * rate(scale) / (scale.t * scale.n)


def corrected(scale: Scale) -> Value:
    return scale.d * (scale.n - scale.t) * safe_rate(scale) / (scale.t * scale.n)


def prove_square(argument: Argument) -> None:
    """LEAST is s (x + y)^2/m^2 with x^2 = (m-k)(m-1) and y^2 = k, because then w = xy."""
    x, y = sp.symbols("x y", nonnegative=True)
    m, k, root = steps.m, steps.k, (x, (steps.m - y**2) * (steps.m - 1))
    argument.identity("w = xy", x**2 * y**2, steps.ROOT[1].subs(k, y**2), root)
    argument.identity(
        "the square", (steps.LEAST * m**2 / steps.s).subs(steps.w, x * y).subs(k, y**2), (x + y) ** 2, root
    )


def band(argument: Argument) -> None:
    """n g <= (x+y)^2 <= 4 n g for x^2 = g(n-1), y^2 = t = n-g, 1 <= g < n."""
    g, t = sp.symbols("g0 t0", nonnegative=True)
    dropped, responders = 1 + g, 1 + t
    users = dropped + responders
    argument.not_negative("x² <= n g", users * dropped - dropped * (users - 1))
    argument.not_negative("y² <= n g", users * dropped - responders)
    argument.identity("n g = x² + g", users * dropped, dropped * (users - 1) + dropped)
    argument.not_negative("g² <= x² y²", dropped * (users - 1) * responders - dropped**2)


def proof(argument: Argument, form: Formula[Scale]) -> None:
    prove_square(argument)
    band(argument)
    n, t = steps.n, steps.t
    at = Scale(n, t, 0, steps.d, Fraction(1), Fraction(1, 2))
    share = form(at) / safe_rate(at).sympy()
    argument.identity("its part in (n, t, d) is d n g/(t n²)", share, steps.d * n * (n - t) / (t * n**2))
    decoded(argument)
    budget_order(argument)


CLAIM = Claim(
    id="cordp/cor-2",
    place="Corollary 2",
    title="order of the error with dropouts",
    domain=scales([(2, 1, 0), (3, 2, 0), (7, 1, 0), (7, 6, 0), (100, 50, 0), (10**6, 1, 0), (10**6, 10**6 - 1, 0)]),
    truth=DELTA,
    means=needs(4 * CONSTANT),
    asserts=at_least,
    printed=Form(as_printed, "MSE ≤ 64 (d(n−t)/(tn)) ln(1/δ)/min{ε, ε²} for all ε > 0, 0 < δ < 1"),
    corrected=Form(corrected, "MSE ≤ 64 (d(n−t)/(tn)) ln(1.25/δ)/min{ε, ε²}"),
    proof=proof,
    rests_on=("cordp/eq-14", "cordp/prop-2"),
)
