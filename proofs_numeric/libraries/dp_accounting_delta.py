"""Statement: dp-accounting 0.6.0 (rdp.compute_delta) converts a divergence r of order alpha into delta = min(sqrt(1 -
exp(-r)), exp((alpha - 1)(r - epsilon + ln(1 - 1/alpha)))/alpha).

Model: Gaussian noise at a given distance, whose Renyi divergence of order alpha is alpha shift^2/2. The exact delta
at epsilon must be at most the form's.

Corners: epsilon = 0, where the first bound counts; the orders 3/2 and 32.
"""

from collections.abc import Callable
from functools import partial

from optcheck.claims import *


class Order(Instance):
    """Gaussian noise at a distance in units of sigma, a Renyi order, and the budget."""

    shift: Fraction = rational(above=0)
    order: Fraction = rational(above=1, symbol="α")
    epsilon: Fraction = rational(at_least=0, symbol="ε")


class Converted(Instance):
    """The same with the failure probability that is asked for instead of the budget."""

    shift: Fraction = rational(above=0)
    order: Fraction = rational(above=1, symbol="α")
    delta: Fraction = rational(above=0, below=1, symbol="δ")


def as_printed(case: Order) -> Value:
    exponent = (case.order - 1) * (rdp(case) - case.epsilon + log(1 - 1 / case.order))
    return smallest(sqrt(1 - exp(-rdp(case))), exp(exponent) / case.order)


def rdp(case: Order | Converted) -> Value:
    """The Renyi divergence of two Gaussians."""
    return case.order * case.shift**2 / 2


def exact_delta(case: Order) -> Value:
    """The exact delta at the budget."""
    return gaussian_delta(case.shift, case.epsilon)


def at_budget(case: Converted, epsilon: Value) -> Value:
    """The exact delta at a budget."""
    return gaussian_delta(case.shift, epsilon)


def stated(case: Converted) -> Value:
    """The failure probability that the budget is for."""
    return case.delta


EFFORT = Effort(instances=60, drawn=40, largest={"shift": 10, "order": 50, "epsilon": 50})
# The claim that an epsilon is enough: at it the exact delta is at most the stated one.
budget_from_divergence: Callable[..., Statement[Converted]] = partial(
    Statement,
    domain=Converted,
    truth=definition(stated),
    means=at_budget,
    asserts=at_least,
    impact=Impact.SAFETY,
    effort=EFFORT,
)


CLAIM = Statement(
    "libraries/dp-accounting-delta",
    place="dp-accounting, compute_delta",
    title="from Renyi divergence to delta",
    domain=Order,
    truth=definition(exact_delta),
    asserts=at_most,
    printed=Form(as_printed, "δ = min(√(1 - exp(-r)), exp((α - 1)(r - ε + ln(1 - 1/α)))/α)"),
    impact=Impact.SAFETY,
    effort=EFFORT,
)
