"""Statement: dp-accounting 0.6.0 (rdp.compute_delta) converts a divergence r of order alpha into delta = min(sqrt(1 -
exp(-r)), exp((alpha - 1)(r - epsilon + ln(1 - 1/alpha)))/alpha).

Model: Gaussian noise at a given distance, whose Renyi divergence of order alpha is alpha shift^2/2. The exact delta
at epsilon must be at most the form's.

Corners: epsilon = 0, where the first bound counts; the orders 3/2 and 32.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from optcheck.claims import Claim, Definition, Domain, Form, Impact, Value
from optcheck.claims.claim import every
from optcheck.claims.functions import exp, gaussian_delta, log, smallest, sqrt
from optcheck.claims.relations import at_least, at_most


@dataclass(frozen=True, slots=True)
class Order:
    """Gaussian noise at a distance in units of sigma, a Renyi order, and the other privacy parameter."""

    shift: Fraction
    order: Fraction
    target: Fraction


def as_printed(case: Order) -> Value:
    exponent = (case.order - 1) * (rdp(case) - case.target + log(1 - 1 / case.order))
    return smallest(sqrt(1 - exp(-rdp(case))), exp(exponent) / case.order)


def rdp(case: Order) -> Value:
    """The Renyi divergence of two Gaussians."""
    return case.order * case.shift**2 / 2


def at_budget(case: Order, epsilon: Value) -> Value:
    """The exact delta at a budget."""
    return gaussian_delta(case.shift, epsilon)


def orders(targets: str, words: str) -> Domain[Order]:
    """Distances and orders on a grid, with the targets that are asked for."""
    return every(
        f"distances 1/2 to 2, orders 3/2 to 32, {words}", Order, "1 2 1/2", "2 5 32 3/2", targets,
        order=lambda case: (case.shift.denominator, case.shift, case.order, case.target.denominator),
    )  # fmt: skip


STATED: Definition[Order] = Definition(lambda case: case.target)
# The claim that an epsilon is enough: at it the exact delta is at most the stated one.
budget_from_divergence = partial(Claim, truth=STATED, means=at_budget, asserts=at_least, impact=Impact.SAFETY)


CLAIM = Claim(
    id="libraries/dp-accounting-delta",
    place="dp-accounting, compute_delta",
    title="from Renyi divergence to delta",
    domain=orders("1 4 1/2 0", "epsilon from 0 to 4"),
    truth=Definition(lambda case: at_budget(case, case.target)),
    asserts=at_most,
    printed=Form(as_printed, "δ = min(√(1 - exp(-r)), exp((α - 1)(r - ε + ln(1 - 1/α)))/α)"),
    impact=Impact.SAFETY,
)
