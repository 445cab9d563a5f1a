"""Schedules that minimise the noise left in the final model, for a given total loss.

The noise of round t reaches the final model multiplied by an ``amplitude`` a_t > 0 (later training shrinks early
noise). With sensitivity D, round t's variance is D^2 / (2 rho_t), so the cost to minimise is

    sum_t a_t^2 D^2 / (2 rho_t)    subject to    sum_t rho_t <= total,  lower <= rho_t <= upper.

It is convex. Without bounds its only solution is rho_t = total * a_t / sum(a) with cost (D sum(a))^2 / (2 total)
(Cauchy-Schwarz); with bounds rho_t = min(max(s * a_t, lower), upper) for the one s that spends the total. So a linear
ramp is best exactly for amplitudes that grow linearly, and a fixed loss exactly for equal amplitudes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from optcheck.adpml.ramp import positive_losses
from optcheck.errors import InvalidInput, shown
from optcheck.exact.certificate import Certificate
from optcheck.exact.inputs import exact_row, whole_number
from optcheck.exact.numbers import Exact, common_denominator, exact, to_text, whole

__all__ = ["OptimalSchedule", "ScheduleProblem", "noise_cost", "optimal_schedule", "shrinking_amplitudes"]

KIND = "adpml-optimal-schedule"


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
    return OptimalSchedule(problem, tuple(_at(scale, a, problem) for a in problem.amplitudes), scale)


def _at(scale: Exact, amplitude: Exact, problem: ScheduleProblem) -> Exact:
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
        """From which place on amplitudes are at the upper bound."""
        if self.problem.upper is None or not scale:
            return len(self.amplitudes)
        return bisect_left(self.amplitudes, self.problem.upper / scale)
