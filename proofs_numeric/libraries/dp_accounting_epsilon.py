"""Statement: dp-accounting 0.6.0 (rdp.compute_epsilon) converts a divergence r of order alpha into epsilon = 0 where
delta^2 > 1 - exp(-r), else into r + ln(1 - 1/alpha) - ln(delta alpha)/(alpha - 1), but not below 0.

Model: Gaussian noise at a given distance, whose Renyi divergence of order alpha is alpha shift^2/2. At the form's
epsilon the exact delta must be at most the stated one.

Corners: epsilon = 0; the orders 3/2 and 32.
"""

from optcheck.claims import *
from proofs_numeric.libraries.dp_accounting_delta import Converted, budget_from_divergence, rdp


def as_printed(case: Converted) -> Value:
    if case.delta**2 + exp(-rdp(case)) > 1:
        return Fraction(0)
    bound = rdp(case) + log(1 - 1 / case.order) - log(case.delta * case.order) / (case.order - 1)
    return largest(Fraction(0), bound)


CLAIM = budget_from_divergence(
    "libraries/dp-accounting-epsilon",
    place="dp-accounting, compute_epsilon",
    title="from Renyi divergence to epsilon",
    printed=Form(as_printed, "ε = max(0, r + ln(1 - 1/α) - ln(δ α)/(α - 1)), and 0 where δ² > 1 - exp(-r)"),
)
