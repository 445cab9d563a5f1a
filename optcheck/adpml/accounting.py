"""Between budgets (epsilon, delta), losses rho, and noise; every rounding is towards more privacy.

A run of Gaussian releases with losses rho_1, ..., rho_T is zCDP with their sum, and no worse than one Gaussian release
with that loss, also when each round depends on the earlier ones. Proposition 1 converts the sum for any zCDP mechanism;
the tight conversion uses that all releases are Gaussian, and never gives more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from optcheck.adpml.ramp import Schedule, positive_losses, scaled_to_total, schedule
from optcheck.errors import InvalidInput, shown
from optcheck.exact.numbers import Exact, exact, whole
from optcheck.gaussian import epsilon_of_rho, gaussian_epsilon_of_rho, gaussian_rho_for, rho_for

__all__ = [
    "PrivacySpent",
    "budget_schedule",
    "loss_for_budget",
    "noise_variances",
    "privacy_spent",
    "schedule_within_budget",
]

Conversion = Literal["zcdp", "gaussian"]


@dataclass(frozen=True, slots=True)
class PrivacySpent:
    """The total loss and the epsilons it gives at one delta, rounded up: by Proposition 1, and for Gaussians only."""

    rho: Exact
    delta: Exact
    epsilon: float
    gaussian_epsilon: float


def privacy_spent(losses: Iterable[object], delta: object) -> PrivacySpent:
    """What rounds with these losses cost together.

    >>> spent = privacy_spent(schedule(1, 3, 1, 4), delta="1/100000")
    >>> spent.rho, round(spent.epsilon, 3), round(spent.gaussian_epsilon, 3)
    (9, 29.358, 26.405)
    """
    total, limit = whole(sum(positive_losses(losses))), exact(delta, "delta")
    return PrivacySpent(total, limit, float(epsilon_of_rho(total, limit)), float(gaussian_epsilon_of_rho(total, limit)))


def loss_for_budget(epsilon: object, delta: object, conversion: Conversion = "zcdp") -> Fraction:
    """The largest double, as a Fraction, that the conversion turns into at most epsilon.

    >>> float(loss_for_budget(1, "1/100"))
    0.04908796336007092
    """
    conversions = {"zcdp": rho_for, "gaussian": gaussian_rho_for}
    if not isinstance(conversion, str) or conversion not in conversions:
        raise InvalidInput(f"conversion must be zcdp or gaussian, got {shown(conversion)}")
    return Fraction(float(conversions[conversion](exact(epsilon, "epsilon"), exact(delta, "delta"))))


def budget_schedule(
    epsilon_min: object, epsilon_max: object, delta: object, rate: object, rounds: int, conversion: Conversion = "zcdp"
) -> Schedule:
    """The schedule whose first and highest losses come from per-round budgets, as in the paper's experiments.

    >>> budget_schedule(1, 10, "1/100", "9/10", 18).ramp_rounds
    18
    """
    lowest = loss_for_budget(epsilon_min, delta, conversion)
    return schedule(lowest, loss_for_budget(epsilon_max, delta, conversion), rate, rounds)


def schedule_within_budget(
    epsilon: object, delta: object, cap_ratio: object, rate: object, rounds: int, conversion: Conversion = "gaussian"
) -> Schedule:
    """The largest schedule of a shape (see ``scaled_to_total``) whose whole run stays within (epsilon, delta).

    >>> run = schedule_within_budget(2, "1/100000", cap_ratio=10, rate=1, rounds=20)
    >>> privacy_spent(run, "1/100000").gaussian_epsilon
    2.0
    """
    return scaled_to_total(loss_for_budget(epsilon, delta, conversion), cap_ratio, rate, rounds)


def noise_variances(losses: Iterable[object], sensitivity: object) -> tuple[Exact, ...]:
    """The exact noise variance of every round: sensitivity^2 / (2 rho) (Proposition 2, Eqs. 8 and 9).

    >>> noise_variances([1, 2], sensitivity=2)
    (2, 1)
    """
    distance = exact(sensitivity, "sensitivity")
    if distance <= 0:
        raise InvalidInput(f"sensitivity must be positive, got {shown(distance)}")
    return tuple(whole(Fraction(distance) ** 2 / (2 * loss)) for loss in positive_losses(losses))
