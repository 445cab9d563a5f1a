"""dp-accounting, compute_delta: from Renyi divergence to delta.

Statement: dp-accounting 0.6.0 (rdp.compute_delta) converts a divergence r of order alpha into delta = min(sqrt(1 -
exp(-r)), exp((alpha - 1)(r - epsilon + ln(1 - 1/alpha)))/alpha).

Model: Gaussian noise at a given distance, whose Renyi divergence of order alpha is alpha shift^2/2. The exact delta
at epsilon must be at most the form's.

Corners: epsilon = 0, where the first bound counts; the orders 3/2 and 32.

Readings: none.
"""

from optcheck.claims import Claim, Definition, Form, Impact, Outcome, Value
from optcheck.claims.functions import exp, gaussian_delta, log, smallest, sqrt
from optcheck.claims.relations import at_most
from proofs_numeric.libraries._queries import Order, orders, rdp


def as_printed(case: Order) -> Value:
    exponent = (case.order - 1) * (rdp(case) - case.target + log(1 - 1 / case.order))
    return smallest(sqrt(1 - exp(-rdp(case))), exp(exponent) / case.order)


CLAIM = Claim(
    id="libraries/dp-accounting-delta",
    place="dp-accounting, compute_delta",
    title="from Renyi divergence to delta",
    domain=orders("distances 1/2 to 2, orders 3/2 to 32, epsilon from 0 to 4", "1 4 1/2 0"),
    truth=Definition(lambda case: gaussian_delta(case.shift, case.target)),
    asserts=at_most,
    printed=Form(as_printed, "δ = min(√(1 - exp(-r)), exp((α - 1)(r - ε + ln(1 - 1/α)))/α)"),
    impact=Impact.SAFETY,
    expected=Outcome.HOLDS,
)
