"""Statement: for t = n, c = 0 the least error is O((d/n^2) ln(1/delta)/min(eps, eps^2)), O(1) where n^2 is not above d.

Model: the unbiased error, exactly d s/n^2 (a limit); the optimum decoder's error is below it and below 1. "O" is made
exact by the constant 16: noise of the variance that 16 times the rate allows must be (eps, delta)-private.

Corners: n = 2, n = 10^6, d > n^2, eps on both sides of 1; delta near 1, where ln(1/delta) vanishes faster than the
noise that is needed: at eps = 1, delta = 0.999999 even the constant 10,000 is too small.

Readings: the paper takes delta = 1e-5; the failure is confined to large delta.
"""

from fractions import Fraction

from optcheck.claims import Argument, Claim, Form, Formula, Value
from optcheck.claims.relations import at_least
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._budgets import CONSTANT, DELTA, Scale, budget_order, decoded, needs, rate, safe_rate, scales


def as_printed(scale: Scale) -> Value:
    return scale.d * rate(scale) / scale.n**2


def corrected(scale: Scale) -> Value:
    return scale.d * safe_rate(scale) / scale.n**2


def no_dropouts(argument: Argument, factor: Value) -> None:
    """Corollaries 1 and 3: for t = n the unbiased error is exactly d s/m^2; ``factor`` is what the form has for it."""
    m, k, w = steps.m, steps.k, steps.w
    argument.identity("the unbiased error over s", factor, steps.d * steps.LEAST.subs({k: m, w: 0}) / (steps.s * m))
    decoded(argument)
    budget_order(argument)


def proof(argument: Argument, form: Formula[Scale]) -> None:
    m, c = steps.m, 0
    at = Scale(m + c, m + c, c, steps.d, Fraction(1), Fraction(1, 2))
    no_dropouts(argument, form(at) / safe_rate(at).sympy())


CLAIM = Claim(
    id="cordp/cor-1",
    place="Corollary 1",
    title="order of the error without dropouts and collusion",
    domain=scales([(n, n, 0) for n in (2, 3, 7, 100, 10**6)]),
    truth=DELTA,
    means=needs(CONSTANT),
    asserts=at_least,
    printed=Form(as_printed, "MSE ≤ 16 (d/n²) ln(1/δ)/min{ε, ε²} for all ε > 0, 0 < δ < 1"),
    corrected=Form(corrected, "MSE ≤ 16 (d/n²) ln(1.25/δ)/min{ε, ε²}"),
    proof=proof,
    rests_on=("cordp/eq-14", "cordp/prop-2"),
)
