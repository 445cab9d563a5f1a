"""The privacy-loss schedules of ADPML: a linear ramp with a cap, and the schedules that leave the least noise.

Round t = 0, 1, ..., T-1 of the ramp spends ``min((1 + rate * t) * minimum, maximum)`` of zCDP (Eq. 7 with the cap of
Eq. 9). Everything here is rational in, rational out; floats count as the binary fractions that they are.

================  ==========================  =========================================
name here         symbol of the paper         meaning
================  ==========================  =========================================
``minimum``       rho_min                     loss of the first round
``maximum``       rho_max                     the cap
``rate``          beta                        growth per round, relative to ``minimum``
``rounds``        T                           number of aggregations
``ramp_rounds``   a (at most T)               rounds below the cap
================  ==========================  =========================================

An optimal schedule minimises the noise left in the final model, for a given total loss. The noise of round t reaches
the final model multiplied by an ``amplitude`` a_t > 0 (later training shrinks early noise). With sensitivity D, round
t's variance is D^2 / (2 rho_t), so the cost to minimise is

    sum_t a_t^2 D^2 / (2 rho_t)    subject to    sum_t rho_t <= total,  lower <= rho_t <= upper.

It is convex. Without bounds its only solution is rho_t = total * a_t / sum(a) with cost (D sum(a))^2 / (2 total)
(Cauchy-Schwarz); with bounds rho_t = min(max(s * a_t, lower), upper) for the one s that spends the total. So a linear
ramp is best exactly for amplitudes that grow linearly, and a fixed loss exactly for equal amplitudes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import isqrt
from typing import Literal

from optcheck.errors import InvalidInput, shown
from optcheck.exact.files import Certificate
from optcheck.exact.inputs import exact_row, instance_of, one_of, whole_number
from optcheck.exact.numbers import Exact, common_denominator, exact, to_text, whole
from optcheck.gaussian import epsilon_of_rho, gaussian_epsilon_of_rho, gaussian_rho_for, rho_for

MOST_ROUNDS = 10**12  # of a schedule that is searched for
KIND = "adpml-optimal-schedule"


@dataclass(frozen=True, slots=True)
class Schedule:
    """A capped linear ramp of zCDP losses, validated and exact."""

    minimum: Exact
    maximum: Exact
    rate: Exact
    rounds: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "minimum", _positive(self.minimum, "minimum"))
        for name in ("maximum", "rate"):
            object.__setattr__(self, name, exact(getattr(self, name), name))
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


@dataclass(frozen=True, slots=True)
class ScheduleProblem:
    """Amplitudes of the rounds, the total loss, and bounds on one round's loss (``upper`` None: no cap)."""

    amplitudes: tuple[Exact, ...]
    total: Exact
    sensitivity: Exact = 1
    lower: Exact = 0
    upper: Exact | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "amplitudes", exact_row(self.amplitudes, "amplitude"))
        for name in ("total", "sensitivity", "lower") + (() if self.upper is None else ("upper",)):
            object.__setattr__(self, name, exact(getattr(self, name), name))
        if not self.amplitudes or min(self.amplitudes) <= 0:
            raise InvalidInput(f"amplitudes must be positive and at least one, got {shown(self.amplitudes)}")
        if self.total <= 0 or self.sensitivity <= 0:
            raise InvalidInput(
                f"total and sensitivity must be positive, got {shown(self.total)}, {shown(self.sensitivity)}"
            )
        if self.lower < 0 or len(self.amplitudes) * self.lower > self.total:
            most = Fraction(self.total) / len(self.amplitudes)
            raise InvalidInput(f"lower must be between 0 and total / rounds = {shown(most)}, got {shown(self.lower)}")
        if self.upper is not None and (self.upper <= 0 or self.upper < self.lower):
            raise InvalidInput(
                f"upper must be positive and at least lower = {shown(self.lower)}, got {shown(self.upper)}"
            )


@dataclass(frozen=True, slots=True)
class OptimalSchedule:
    """The losses of least cost; ``scale`` is the s of the module's text (None: every round is at its cap)."""

    problem: ScheduleProblem
    losses: tuple[Exact, ...]
    scale: Exact | None

    @property
    def cost(self) -> Exact:
        """The least weighted noise variance."""
        return noise_cost(self.losses, self.problem.amplitudes, self.problem.sensitivity)

    def certify(self) -> Certificate:
        """A proof of optimality (feasible, and the optimality conditions of a convex program hold exactly)."""
        problem = self.problem
        return Certificate(
            KIND,
            {
                "amplitudes": [to_text(a) for a in problem.amplitudes],
                "total": to_text(problem.total),
                "sensitivity": to_text(problem.sensitivity),
                "lower": to_text(problem.lower),
                "upper": None if problem.upper is None else to_text(problem.upper),
            },
            {
                "losses": [to_text(loss) for loss in self.losses],
                "scale": None if self.scale is None else to_text(self.scale),
            },
        )


def optimal_schedule(
    amplitudes: Iterable[object],
    total: object,
    *,
    sensitivity: object = 1,
    lower: object = 0,
    upper: object | None = None,
) -> OptimalSchedule:
    """The losses per round that leave the least noise in the final model.

    >>> optimal_schedule([1, 2, 3], total=12).losses
    (2, 4, 6)
    >>> optimal_schedule([1, 2, 3], total=12, upper=5).losses
    (Fraction(7, 3), Fraction(14, 3), 5)
    """
    problem = ScheduleProblem(
        exact_row(amplitudes, "amplitude"),
        exact(total, "total"),
        exact(sensitivity, "sensitivity"),
        exact(lower, "lower"),
        None if upper is None else exact(upper, "upper"),
    )
    return _solve(problem)


def noise_cost(losses: Iterable[object], amplitudes: Iterable[object], sensitivity: object = 1) -> Exact:
    """The variance that the rounds' noises leave in the final model, per coordinate.

    >>> noise_cost([1, 1], [1, 2])
    Fraction(5, 2)
    """
    spent, weights = positive_losses(losses), exact_row(amplitudes, "amplitude")
    if len(spent) != len(weights):
        raise InvalidInput(f"losses and amplitudes must have one length, got {len(spent)}, {len(weights)}")
    unit = sum((Fraction(a) ** 2 / loss for a, loss in zip(weights, spent, strict=True)), start=Fraction())
    return whole(unit * exact(sensitivity, "sensitivity") ** 2 / 2)


def shrinking_amplitudes(factor: object, rounds: int) -> tuple[Exact, ...]:
    """Amplitudes when every later round shrinks earlier noise by ``factor``: factor^(T-1), ..., factor, 1.

    >>> shrinking_amplitudes("1/2", 3)
    (Fraction(1, 4), Fraction(1, 2), 1)
    """
    shrink = exact(factor, "factor")
    if not 0 < shrink <= 1:
        raise InvalidInput(f"factor must be in (0, 1], got {shown(shrink)}")
    count = whole_number(rounds, "rounds", least=1, most=10**5)
    return tuple(whole(Fraction(shrink) ** (count - 1 - t)) for t in range(count))


def _solve(problem: ScheduleProblem) -> OptimalSchedule:
    if problem.upper is not None and problem.upper * len(problem.amplitudes) <= problem.total:
        return OptimalSchedule(problem, (problem.upper,) * len(problem.amplitudes), None)
    scale = _Levels.of(problem).scale()
    return OptimalSchedule(problem, tuple(_loss_at(scale, a, problem) for a in problem.amplitudes), scale)


def _loss_at(scale: Exact, amplitude: Exact, problem: ScheduleProblem) -> Exact:
    raised = max(scale * amplitude, problem.lower)
    return whole(raised if problem.upper is None else min(raised, problem.upper))


@dataclass(frozen=True, slots=True)
class _Levels:
    """The amplitudes as sorted integers over one denominator, with prefix sums: the total at a scale by bisection."""

    problem: ScheduleProblem
    denominator: int
    amplitudes: list[int]
    sums: list[int]

    @classmethod
    def of(cls, problem: ScheduleProblem) -> _Levels:
        denominator = common_denominator(problem.amplitudes)
        integers = sorted(int(a * denominator) for a in problem.amplitudes)
        return cls(problem, denominator, integers, [0, *accumulate(integers)])

    def scale(self) -> Exact:
        """The scale that spends the total: from the linear piece above the last breakpoint that does not exceed it."""
        start = max(self._last_break(bound) for bound in (self.problem.lower, self.problem.upper) if bound is not None)
        floor, cap = self._floor(start), self._cap(start)
        rest = self.problem.total - self._spent(start)
        above = start + rest / Fraction(self.sums[cap] - self.sums[floor]) if rest else start
        return whole(above * self.denominator)

    def _last_break(self, bound: Exact) -> Fraction:
        """The largest bound / amplitude at which the total is not exceeded; 0 if there is none."""
        exceeding = bisect_left(
            range(len(self.amplitudes)), True, key=lambda i: self._spent(self._break(bound, i)) > self.problem.total
        )
        return self._break(bound, exceeding - 1) if exceeding else Fraction(0)

    def _break(self, bound: Exact, i: int) -> Fraction:
        """The i-th smallest breakpoint: the largest amplitude reaches a bound first."""
        return Fraction(bound) / self.amplitudes[-1 - i]

    def _spent(self, scale: Fraction) -> Fraction:
        floor, cap = self._floor(scale), self._cap(scale)
        capped = (len(self.amplitudes) - cap) * (self.problem.upper or 0)
        return floor * self.problem.lower + scale * (self.sums[cap] - self.sums[floor]) + capped

    def _floor(self, scale: Fraction) -> int:
        """How many amplitudes stay at the lower bound."""
        return bisect_left(self.amplitudes, self.problem.lower / scale) if scale else 0

    def _cap(self, scale: Fraction) -> int:
        """From which index on amplitudes are at the upper bound."""
        if self.problem.upper is None or not scale:
            return len(self.amplitudes)
        return bisect_left(self.amplitudes, self.problem.upper / scale)


# --- Privacy accounting: between budgets (epsilon, delta), losses rho, and noise; every rounding adds privacy.
#
# A run of Gaussian releases with losses rho_1, ..., rho_T is zCDP with their sum, and no worse than one Gaussian
# release with that loss, also when each round depends on the earlier ones. Proposition 1 converts the sum for any
# zCDP mechanism; the tight conversion uses that all releases are Gaussian, and never gives more.
#
# Sensitivity is how far one record can move what a party releases. A party starts at the broadcast model, takes
# gradient steps on its own records, and clips the result to norm C.
#
# * Clipping alone gives 2C: all clipped models lie in a ball of that diameter. The audit shows that nothing smaller
#   holds for exact minimisers (adpml/eq-12), however many records there are.
# * For a fixed number of gradient steps on the mean of convex losses much less is needed. Let every record's gradient
#   have norm at most G and be M-Lipschitz, and let step_size <= 2/M. A step on the same records is then
#   non-expansive; replacing one of n records changes a step by at most 2 step_size G/n; clipping is a projection and
#   non-expansive too. So the released models differ by at most 2 G steps step_size/n.
# * For softmax regression on rows of norm at most 1, G = sqrt(2) and M = 1/2.
#
# The paper's own bound does not hold; it is here for comparison only.


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
    rho = conversions[one_of(conversion, conversions, "conversion")]
    return Fraction(float(rho(exact(epsilon, "epsilon"), exact(delta, "delta"))))


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
    distance = _positive(sensitivity, "sensitivity")
    return tuple(whole(Fraction(distance) ** 2 / (2 * loss)) for loss in positive_losses(losses))


@dataclass(frozen=True, slots=True)
class LocalTraining:
    """What a party does in a round: gradient steps of one size, then clipping to norm ``clip``."""

    clip: Exact = 20
    steps: int = 5
    step_size: Exact = 4

    def __post_init__(self) -> None:
        object.__setattr__(self, "clip", _positive(self.clip, "clip"))
        object.__setattr__(self, "step_size", exact(self.step_size, "step_size"))
        whole_number(self.steps, "steps", least=1)
        if not 0 < self.step_size <= 2 / SMOOTHNESS:
            raise InvalidInput(f"step_size must be in (0, {2 / SMOOTHNESS}], got {shown(self.step_size)}")


def clipping_sensitivity(clip: object) -> Exact:
    """The diameter of the ball of clipped models: valid for any training.

    >>> clipping_sensitivity(4)
    8
    """
    return 2 * _positive(clip, "clip")


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
