"""Privacy accounting: between budgets (epsilon, delta), losses rho, and noise; every rounding is towards more privacy.

A run of Gaussian releases with losses rho_1, ..., rho_T is zCDP with their sum, and no worse than one Gaussian release
with that loss, also when each round depends on the earlier ones. Proposition 1 converts the sum for any zCDP mechanism;
the tight conversion uses that all releases are Gaussian, and never gives more.

Sensitivity is how far one record can move what a party releases. A party starts at the broadcast model, takes gradient
steps on its own records, and clips the result to norm C.

* Clipping alone gives 2C: all clipped models lie in a ball of that diameter. The audit shows that nothing smaller
  holds for exact minimisers (adpml/eq-12), however many records there are.
* For a fixed number of gradient steps on the mean of convex losses much less is needed. Let every record's gradient
  have norm at most G and be M-Lipschitz, and let step_size <= 2/M. A step on the same records is then non-expansive;
  replacing one of n records changes a step by at most 2 step_size G/n; clipping is a projection and non-expansive too.
  So the released models differ by at most 2 G steps step_size/n.
* For softmax regression on rows of norm at most 1, G = sqrt(2) and M = 1/2.

The paper's own bound does not hold; it is here for comparison only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Literal

from optcheck.adpml.schedules import Schedule, positive_losses, scaled_to_total, schedule
from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import instance_of, whole_number
from optcheck.exact.numbers import Exact, exact, whole
from optcheck.gaussian import epsilon_of_rho, gaussian_epsilon_of_rho, gaussian_rho_for, rho_for

Conversion = Literal["zcdp", "gaussian"]
_BITS = 60
GRADIENT_BOUND = Fraction(isqrt(2 << 2 * _BITS) + 1, 1 << _BITS)  # just above sqrt(2)
SMOOTHNESS = Fraction(1, 2)


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


@dataclass(frozen=True, slots=True)
class LocalTraining:
    """What a party does in a round: gradient steps of one size, then clipping to norm ``clip``."""

    clip: Exact = 20
    steps: int = 5
    step_size: Exact = 4

    def __post_init__(self) -> None:
        object.__setattr__(self, "clip", exact(self.clip, "clip"))
        object.__setattr__(self, "step_size", exact(self.step_size, "step_size"))
        if self.clip <= 0:
            raise InvalidInput(f"clip must be positive, got {shown(self.clip)}")
        whole_number(self.steps, "steps", least=1)
        if not 0 < self.step_size <= 2 / SMOOTHNESS:
            raise InvalidInput(f"step_size must be in (0, {2 / SMOOTHNESS}], got {shown(self.step_size)}")


def clipping_sensitivity(clip: object) -> Exact:
    """The diameter of the ball of clipped models: valid for any training.

    >>> clipping_sensitivity(4)
    8
    """
    radius = exact(clip, "clip")
    if radius <= 0:
        raise InvalidInput(f"clip must be positive, got {shown(radius)}")
    return 2 * radius


def gradient_sensitivity(training: LocalTraining, records: int) -> Fraction:
    """The most that replacing one of ``records`` records moves the result of the gradient steps.

    >>> float(gradient_sensitivity(LocalTraining(steps=1, step_size=1), 100))
    0.0282842712474619
    """
    instance_of(training, LocalTraining, "training")
    return 2 * GRADIENT_BOUND * training.steps * training.step_size / whole_number(records, "records", least=1)


def valid_sensitivity(training: LocalTraining, records: int) -> Exact:
    """The smaller of the two bounds that hold.

    >>> valid_sensitivity(LocalTraining(clip=4), records=1)
    8
    """
    instance_of(training, LocalTraining, "training")
    return whole(min(clipping_sensitivity(training.clip), gradient_sensitivity(training, records)))


def unsafe_paper_sensitivity(training: LocalTraining, records: int) -> Exact:
    """The paper's 2C/n (Eq. 12). It is NOT valid for what Algorithm 1 releases: for comparison only, never for data.

    With two records y = 0 and y = 2 the mean is 1, with y = 0 and y = -2 it is -1: a distance of 2 at C = 1, where
    this formula says 1.

    >>> unsafe_paper_sensitivity(LocalTraining(clip=1), records=2)
    1
    """
    instance_of(training, LocalTraining, "training")
    return whole(Fraction(2 * training.clip) / whole_number(records, "records", least=1))
