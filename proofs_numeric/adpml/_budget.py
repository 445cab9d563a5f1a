"""ADPML's schedule as the audit reads it: Algorithm 1 round by round, and the paper's own parameters.

The paper gives its budgets as epsilon and converts them by Proposition 1, so rho_min and rho_max are irrational. They
are kept as two unknowns: a total is a ``Combination`` x rho_min + y rho_max with rational x and y, and totals are
equal when x and y are. Which rounds are at the cap is decided by arb.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from optcheck.adpml.savings import Experiment
from proofs_numeric.adpml._terms import Number, Term, is_above, log, sqrt


@dataclass(frozen=True, slots=True)
class Combination:
    """x rho_min + y rho_max."""

    of_minimum: Fraction
    of_maximum: Fraction

    def __add__(self, other: Combination) -> Combination:
        return Combination(self.of_minimum + other.of_minimum, self.of_maximum + other.of_maximum)

    def __sub__(self, other: Combination) -> Combination:
        return self + other * -1

    def __mul__(self, factor: Number) -> Combination:
        return Combination(self.of_minimum * factor, self.of_maximum * factor)

    def __truediv__(self, divisor: Number) -> Combination:
        return self * (1 / Fraction(divisor))

    __rmul__ = __mul__


MINIMUM, MAXIMUM = Combination(Fraction(1), Fraction(0)), Combination(Fraction(0), Fraction(1))


@dataclass(frozen=True, slots=True)
class Budgets:
    """Per-round budgets as the paper gives them: epsilons, converted to losses at one delta."""

    epsilon_min: Fraction
    epsilon_max: Fraction
    delta: Fraction

    @property
    def minimum(self) -> Term:
        """rho_min."""
        return loss_of(self.epsilon_min, self.delta)

    @property
    def maximum(self) -> Term:
        """rho_max."""
        return loss_of(self.epsilon_max, self.delta)


def loss_of(epsilon: Fraction, delta: Fraction) -> Term:
    """The rho at which Proposition 1 gives epsilon: (sqrt(epsilon + L) - sqrt(L))^2 with L = log(1/delta)."""
    level = log(1 / delta)
    root = sqrt(epsilon + level) - sqrt(level)
    return root * root


def value(total: Combination, budgets: Budgets) -> Term:
    """The total as a number."""
    return total.of_minimum * budgets.minimum + total.of_maximum * budgets.maximum


def is_capped(t: int, rate: Fraction, budgets: Budgets) -> bool:
    """Whether round t's ramp value is at or above the cap."""
    return not is_above(budgets.maximum, (1 + rate * t) * budgets.minimum)


def rounds_of(rate: Fraction, rounds: int, budgets: Budgets) -> Iterator[Combination]:
    """The losses of Algorithm 1, lines 7 to 11, one after the other."""
    for t in range(rounds):
        yield MAXIMUM if is_capped(t, rate, budgets) else MINIMUM * (1 + rate * t)


def budgets_of(row: Experiment) -> Budgets:
    """Section 4.1: the range of epsilons, at the delta of the experiment."""
    return Budgets(row.epsilon_min, row.epsilon_max, row.delta)


def spent(rate: Fraction, rounds: int, budgets: Budgets) -> Combination:
    """The sum of the rounds."""
    return sum(rounds_of(rate, rounds, budgets), Combination(Fraction(0), Fraction(0)))
