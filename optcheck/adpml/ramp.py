"""The privacy-loss schedule of ADPML: a linear ramp with a cap, its total in closed form, and its inversions.

Round t = 0, 1, ..., T-1 spends ``min((1 + rate * t) * minimum, maximum)`` of zCDP (Eq. 7 with the cap of Eq. 9).
Everything here is rational in, rational out; floats count as the binary fractions that they are.

================  ==========================  =========================================
name here         symbol of the paper         meaning
================  ==========================  =========================================
``minimum``       rho_min                     loss of the first round
``maximum``       rho_max                     the cap
``rate``          beta                        growth per round, relative to ``minimum``
``rounds``        T                           number of aggregations
``ramp_rounds``   a (at most T)               rounds below the cap
================  ==========================  =========================================
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import exact_row, whole_number
from optcheck.exact.numbers import Exact, exact, whole

__all__ = ["Schedule", "largest_rate", "most_rounds", "scaled_to_total", "schedule", "total_loss"]

MOST_ROUNDS = 10**12  # of a schedule that is searched for


@dataclass(frozen=True, slots=True)
class Schedule:
    """A capped linear ramp of zCDP losses, validated and exact."""

    minimum: Exact
    maximum: Exact
    rate: Exact
    rounds: int

    def __post_init__(self) -> None:
        for name in ("minimum", "maximum", "rate"):
            object.__setattr__(self, name, exact(getattr(self, name), name))
        if self.minimum <= 0:
            raise InvalidInput(f"minimum must be positive, got {shown(self.minimum)}")
        if self.maximum < self.minimum:
            raise InvalidInput(f"maximum must be at least minimum = {shown(self.minimum)}, got {shown(self.maximum)}")
        if self.rate < 0:
            raise InvalidInput(f"rate must be at least 0, got {shown(self.rate)}")
        whole_number(self.rounds, "rounds", least=1)

    @property
    def ramp_rounds(self) -> int:
        """How many of the rounds lie below the cap: Eq. 20's ``a``, but never more than ``rounds``."""
        if self.minimum == self.maximum:
            return 0
        if self.rate == 0:
            return self.rounds
        reached = (Fraction(self.maximum) / self.minimum - 1) / self.rate
        return min(self.rounds, -(-reached.numerator // reached.denominator))

    @property
    def total(self) -> Exact:
        """The zCDP loss of all rounds together, in closed form."""
        ramp = self.ramp_rounds
        climbed = Fraction(self.minimum) * ramp * (2 + self.rate * (ramp - 1)) / 2
        return whole(climbed + (self.rounds - ramp) * self.maximum)

    @property
    def losses(self) -> tuple[Exact, ...]:
        """The loss of every round."""
        return tuple(self)

    def __iter__(self) -> Iterator[Exact]:
        return (whole(min((1 + self.rate * t) * self.minimum, self.maximum)) for t in range(self.rounds))


def schedule(minimum: object, maximum: object, rate: object, rounds: int) -> Schedule:
    """The capped ramp from ``minimum`` towards ``maximum``.

    >>> schedule(1, 3, "1/2", 6).losses
    (1, Fraction(3, 2), 2, Fraction(5, 2), 3, 3)
    """
    return Schedule(exact(minimum, "minimum"), exact(maximum, "maximum"), exact(rate, "rate"), rounds)


def total_loss(minimum: object, maximum: object, rate: object, rounds: int) -> Exact:
    """The zCDP loss of the whole schedule, exact and in constant time, whether or not the cap is reached.

    >>> total_loss(1, 3, 1, 1), total_loss(1, 3, 1, 10**9)
    (1, 2999999997)
    """
    return schedule(minimum, maximum, rate, rounds).total


def scaled_to_total(total: object, cap_ratio: object, rate: object, rounds: int) -> Schedule:
    """The largest schedule of a given shape within a total loss: ``maximum = cap_ratio * minimum``.

    It spends the total exactly.

    >>> scaled_to_total(12, cap_ratio=3, rate=1, rounds=3).losses
    (2, 4, 6)
    """
    ratio, growth, budget = exact(cap_ratio, "cap_ratio"), exact(rate, "rate"), _positive(total, "total")
    minimum = whole(Fraction(budget) / Schedule(1, ratio, growth, rounds).total)
    return Schedule(minimum, whole(minimum * ratio), growth, rounds)


def most_rounds(total: object, minimum: object, maximum: object, rate: object) -> Schedule:
    """The longest schedule within a total loss.

    >>> most_rounds(11, 1, 3, 1).rounds
    4
    """
    budget = _positive(total, "total")
    shortest = schedule(minimum, maximum, rate, 1)
    if shortest.minimum > budget:
        raise InvalidInput(f"total must be at least minimum = {shown(shortest.minimum)}, got {shown(budget)}")
    low, high = 1, min(int(Fraction(budget) / shortest.minimum), MOST_ROUNDS + 1)
    while low < high:
        middle = (low + high + 1) // 2
        if total_loss(shortest.minimum, shortest.maximum, shortest.rate, middle) <= budget:
            low = middle
        else:
            high = middle - 1
    if low > MOST_ROUNDS:
        raise InvalidInput(f"total must allow at most {MOST_ROUNDS:.0e} rounds, got {shown(budget)}")
    return Schedule(shortest.minimum, shortest.maximum, shortest.rate, low)


def largest_rate(total: object, minimum: object, maximum: object, rounds: int) -> Schedule:
    """The steepest ramp within a total loss; it spends all of it unless even an immediate jump to the cap fits.

    >>> largest_rate(6, 1, 3, 3).rate
    1
    """
    budget, flat = _positive(total, "total"), schedule(minimum, maximum, 0, rounds)
    if flat.total > budget:
        raise InvalidInput(f"total must be at least rounds * minimum = {shown(flat.total)}, got {shown(budget)}")
    rate = _steepest(Fraction(budget) / flat.minimum, Fraction(flat.maximum) / flat.minimum, rounds)
    return Schedule(flat.minimum, flat.maximum, rate, rounds)


def _steepest(budget: Fraction, cap: Fraction, rounds: int) -> Exact:
    """The same in units of the first round's loss."""
    if rounds == 1 or 1 + (rounds - 1) * cap <= budget:
        return whole(cap - 1)
    # With `below` rounds under the cap, the rate that first lifts round `below` to the cap is (cap - 1) / below.
    low, high = 2, rounds
    while low < high:
        middle = (low + high) // 2
        if Schedule(1, cap, (cap - 1) / middle, rounds).total <= budget:
            high = middle
        else:
            low = middle + 1
    below = low
    return whole((budget - below - (rounds - below) * cap) * 2 / (below * (below - 1)))


def positive_losses(losses: object) -> tuple[Exact, ...]:
    """The losses of a run, exact: at least one, all positive.

    >>> positive_losses(["1/2", 3])
    (Fraction(1, 2), 3)
    """
    values = exact_row(losses, "loss")
    if not values or min(values) <= 0:
        raise InvalidInput(f"losses must be positive and at least one, got {shown(values)}")
    return values


def _positive(value: object, name: str) -> Exact:
    number = exact(value, name)
    if number <= 0:
        raise InvalidInput(f"{name} must be positive, got {shown(number)}")
    return number
