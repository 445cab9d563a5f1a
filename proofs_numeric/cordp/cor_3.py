"""Statement: for t = n, c > 0 the least error is O((d/(n-c)^2) ln(1/delta)/min(eps, eps^2)), O(1) for (n-c)^2 below d.

Model: the unbiased error, exactly d s/(n-c)^2 (a limit for c < n-1); the optimum decoder's error is below it and below
1. "O" has the constant 16: noise of the variance that 16 times the rate allows must be (eps, delta)-private.

Corners: c = 1, c = n-1, n = 10^6, d > n^2, eps on both sides of 1; delta near 1, where ln(1/delta) vanishes faster
than the noise that is needed: at eps = 1, delta = 0.999999 even the constant 10,000 is too small.

Readings: the paper takes delta = 1e-5; the failure is confined to large delta. Responding colluders' terms are
removed as in the paper's proofs; by the letter of Eq. 10 see cordp/cor-3-eq-10.
"""

from fractions import Fraction

from optcheck.claims import Argument, Claim, Form, Formula, Value
from optcheck.claims.relations import at_least
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._budgets import CONSTANT, DELTA, Scale, needs, rate, safe_rate, scales
from proofs_numeric.cordp.cor_1 import no_dropouts


def as_printed(scale: Scale) -> Value:
    return scale.d * rate(scale) / (scale.n - scale.c) ** 2


def corrected(scale: Scale) -> Value:
    return scale.d * safe_rate(scale) / (scale.n - scale.c) ** 2


def proof(argument: Argument, form: Formula[Scale]) -> None:
    m, c = steps.m, steps.c
    at = Scale(m + c, m + c, c, steps.d, Fraction(1), Fraction(1, 2))
    no_dropouts(argument, form(at) / safe_rate(at).sympy())


CLAIM = Claim(
    id="cordp/cor-3",
    place="Corollary 3",
    title="order of the error with collusion",
    domain=scales([(n, n, c) for n, c in ((2, 1), (3, 1), (7, 6), (100, 20), (100, 98), (10**6, 10**5))]),
    truth=DELTA,
    means=needs(CONSTANT),
    asserts=at_least,
    printed=Form(as_printed, "MSE ≤ 16 (d/(n−c)²) ln(1/δ)/min{ε, ε²} for all ε > 0, 0 < δ < 1"),
    corrected=Form(corrected, "MSE ≤ 16 (d/(n−c)²) ln(1.25/δ)/min{ε, ε²}"),
    proof=proof,
    rests_on=("cordp/eq-14", "cordp/prop-2"),
)
