"""Schedules that minimise the noise left in the final model, for a given total loss.

The noise of round t reaches the final model multiplied by an ``amplitude`` a_t > 0 (later training shrinks early
noise). With sensitivity D, round t's variance is D^2 / (2 rho_t), so the cost to minimise is

    sum_t a_t^2 D^2 / (2 rho_t)    subject to    sum_t rho_t <= total,  lower <= rho_t <= upper.

It is convex. Without bounds its only solution is rho_t = total * a_t / sum(a) with cost (D sum(a))^2 / (2 total)
(Cauchy-Schwarz); with bounds rho_t = min(max(s * a_t, lower), upper) for the one s that spends the total. So a linear
ramp is best exactly for amplitudes that grow linearly, and a fixed loss exactly for equal amplitudes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from optcheck.errors import InvalidInput
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, exact, to_text, whole

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
        if not self.amplitudes or min(self.amplitudes) <= 0:
            raise InvalidInput(f"amplitudes must be positive and at least one, got {self.amplitudes}")
        if self.total <= 0 or self.sensitivity <= 0:
            raise InvalidInput(f"total and sensitivity must be positive, got {self.total}, {self.sensitivity}")
        if self.lower < 0 or len(self.amplitudes) * self.lower > self.total:
            most = Fraction(self.total) / len(self.amplitudes)
            raise InvalidInput(f"lower must be between 0 and total / rounds = {most}, got {self.lower}")
        if self.upper is not None and (self.upper <= 0 or self.upper < self.lower):
            raise InvalidInput(f"upper must be positive and at least lower = {self.lower}, got {self.upper}")


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
                "cost": to_text(self.cost),
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
        tuple(exact(a, "amplitude") for a in amplitudes),
        exact(total, "total"),
        exact(sensitivity, "sensitivity"),
        exact(lower, "lower"),
        None if upper is None else exact(upper, "upper"),
    )
    return _solve(problem)


def noise_cost(losses: Sequence[Exact], amplitudes: Sequence[Exact], sensitivity: Exact = 1) -> Exact:
    """The variance that the rounds' noises leave in the final model, per coordinate.

    >>> noise_cost([1, 1], [1, 2])
    Fraction(5, 2)
    """
    if len(losses) != len(amplitudes):
        raise InvalidInput(f"losses and amplitudes must have one length, got {len(losses)}, {len(amplitudes)}")
    unit = sum((Fraction(a) ** 2 / loss for a, loss in zip(amplitudes, losses, strict=True)), start=Fraction())
    return whole(unit * sensitivity**2 / 2)


def shrinking_amplitudes(factor: object, rounds: int) -> tuple[Exact, ...]:
    """Amplitudes when every later round shrinks earlier noise by ``factor``: factor^(T-1), ..., factor, 1.

    >>> shrinking_amplitudes("1/2", 3)
    (Fraction(1, 4), Fraction(1, 2), 1)
    """
    shrink = exact(factor, "factor")
    if not 0 < shrink <= 1:
        raise InvalidInput(f"factor must be in (0, 1], got {shrink}")
    return tuple(whole(Fraction(shrink) ** (rounds - 1 - t)) for t in range(rounds))


def _solve(problem: ScheduleProblem) -> OptimalSchedule:
    if problem.upper is not None and problem.upper * len(problem.amplitudes) <= problem.total:
        return OptimalSchedule(problem, (problem.upper,) * len(problem.amplitudes), None)
    scale = _water_level(problem)
    return OptimalSchedule(problem, tuple(_at(scale, a, problem) for a in problem.amplitudes), scale)


def _at(scale: Exact, amplitude: Exact, problem: ScheduleProblem) -> Exact:
    raised = max(scale * amplitude, problem.lower)
    return whole(raised if problem.upper is None else min(raised, problem.upper))


def _water_level(problem: ScheduleProblem) -> Exact:
    """The scale that spends the total: exact, from the linear piece between two breakpoints."""

    def spent(scale: Exact) -> Exact:
        return sum(_at(scale, a, problem) for a in problem.amplitudes)

    bounds = [problem.lower] if problem.upper is None else [problem.lower, problem.upper]
    breaks = sorted({Fraction(bound) / a for bound in bounds for a in problem.amplitudes} | {Fraction()})
    low, high = 0, len(breaks) - 1
    while low < high:  # the last breakpoint at which the total is not yet exceeded
        middle = (low + high + 1) // 2
        low, high = (middle, high) if spent(breaks[middle]) <= problem.total else (low, middle - 1)
    start = breaks[low]
    slope = sum(a for a in problem.amplitudes if _is_free(start, a, problem))
    rest = problem.total - spent(start)
    return whole(start + Fraction(rest) / slope) if rest else whole(start)


def _is_free(scale: Fraction, amplitude: Exact, problem: ScheduleProblem) -> bool:
    """Whether the loss of this round grows just above the given scale."""
    level = scale * amplitude
    return level >= problem.lower and (problem.upper is None or level < problem.upper)
