"""Rigorous enclosures (arb) for the statements about sigma_{eps,delta} and the orders of the error.

Functions here work at the precision that the caller sets with ``flint.ctx``.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from optcheck.gaussian import required_variance

BITS = 160
Ball = Any  # flint.arb carries no type information


@dataclass(frozen=True, slots=True)
class Budget:
    """A privacy budget."""

    epsilon: Fraction
    delta: Fraction


BUDGETS = tuple(
    Budget(Fraction(epsilon), Fraction(delta))
    for epsilon in ("1/100", "1/2", "99/100", "1", "2", "10", "1000")
    for delta in ("1/100000", "1/1000000000000", "1/20")
)


def budget_order(budget: Budget) -> tuple[Fraction, ...]:
    """The declared order: size of the numbers, then their values."""
    sizes = [Fraction(abs(q.numerator) + q.denominator) for q in (budget.epsilon, budget.delta)]
    return (sum(sizes, Fraction(0)), *sizes, budget.epsilon, budget.delta)


def normal_cdf(x: Ball) -> Ball:
    """The standard normal distribution function."""
    return (-x / arb(2).sqrt()).erfc() / 2


def least_variance(epsilon: Fraction, delta: Fraction) -> Ball:
    """sigma²_{eps,delta}: the variance that sensitivity 2 needs, enclosed."""
    return required_variance(epsilon, delta, sensitivity=2, exact=True)


def privacy_loss_tree(sigma: object) -> list[Any]:
    """delta(sigma) at sensitivity 2 as an expression over a value named epsilon."""
    half = ["/", ["*", "epsilon", sigma], 2]
    upper, lower = (_cdf_tree(["-", ["/", sign, sigma], half]) for sign in (1, -1))
    return ["-", upper, ["*", ["exp", "epsilon"], lower]]


def _cdf_tree(x: object) -> list[Any]:
    return ["/", ["erfc", ["/", ["-", 0, x], ["sqrt", 2]]], 2]


def nearby(number: Ball) -> Fraction:
    """A short rational next to a ball, for display and for comparison certificates."""
    return Fraction(float(number.mid()))


def differing(claimed: Ball, tree: object, values: dict[str, Fraction], note: str) -> Certificate:
    """A comparison certificate: a claimed number (its rational midpoint) is not the value of an expression."""
    instance = {
        "values": {name: to_text(value) for name, value in values.items()},
        "left": to_text(nearby(claimed)),
        "right": tree,
    }
    return Certificate("comparison", instance, {}, note)


def working_precision() -> Any:
    """A context in which balls have BITS bits."""
    return ctx.workprec(BITS)
