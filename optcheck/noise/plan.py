"""A plan from budgets to integer noise: calibration, allocation, grid and whole variances, with one proof.

Each party j wants its value (epsilon_j, delta_j)-private in ``releases`` noisy sums, whatever up to ``threshold``
others learn together and whichever up to ``dropouts`` more leave with their noise. The plan gives each party a whole
variance; the party rounds its value to the grid and adds a draw from the discrete Gaussian of that variance.

Several releases are planned as one: k Gaussian releases of sensitivity D, each with variance v, reveal exactly as much
as one with variance v/k. That is never more noise than zCDP or advanced composition ask for; see :mod:`releases`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from optcheck import gaussian, tpmdp
from optcheck.checker.lattice import closeness, private_budget
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact
from optcheck.noise.grid import LEAST_SHARE, SMOOTHING, choose_grid, steps
from optcheck.noise.question import Budget, Question
from optcheck.tpmdp.rounding import at_least

__all__ = ["Plan", "make"]


@dataclass(frozen=True, slots=True)
class Plan:
    """Whole variances for every party, in steps of the grid squared, and how they came about.

    ``required`` holds the variance (steps squared) of a Gaussian that would protect the party; outside every coalition
    the variances reach it, and ``smoothing`` more. ``least_total`` bounds the total (in the data's units) from below,
    for noise that need not be whole.
    """

    question: Question
    grid: Fraction
    required: tuple[int, ...]
    variances: tuple[int, ...]
    least_total: float
    smoothing: int = SMOOTHING

    @property
    def total(self) -> Fraction:
        """The variance of the noise when nobody leaves, in the data's units."""
        return sum(self.variances) * self.grid**2

    @property
    def price(self) -> float:
        """By which part the total exceeds what noise on the reals would need at least; rounded up."""
        return at_least(self.total / Fraction(self.least_total) - 1) if self.least_total else 0.0

    def noise_variance(self, party: int) -> Fraction:
        """The variance of a party's noise in the data's units."""
        return self.variances[party] * self.grid**2


def make(question: Question, grid: Fraction | None = None) -> Plan:
    """Plan integer noise that answers the question, at nearly the least total; a grid that is given is kept."""
    continuous = _continuous(question)
    positive = [float(v) for v in continuous.variances if v]
    if not positive or not any(question.sensitivities):
        n = question.n
        return Plan(question, Fraction(1), (0,) * n, (0,) * n, 0.0)
    if grid is None:
        least = min(float(need) for need in continuous.required if need)
        grid = choose_grid(question.sensitivities, [least, float(np.median(positive))], question.dimension)
    required = _required(question, grid)
    shares = _allocate(question, [need + SMOOTHING if need else 0 for need in required])
    return Plan(question, grid, required, shares, float(_lower(continuous)))


def _continuous(question: Question) -> tpmdp.Allocation:
    """The optimum with noise on the reals: what the plan is compared with."""
    variance = {key: at_least(question.releases * v) for key, v in _calibrated(question.budgets).items()}
    needs = [variance[budget] for budget in question.budgets]
    if not math.isfinite(sum(needs)):
        raise InvalidInput("the variances that the budgets ask for exceed the largest double, 1.8e308")
    return tpmdp.allocate(needs, question.threshold, question.active, question.dropouts)


def _lower(continuous: tpmdp.Allocation) -> float:
    """The least total for requirements that are doubles rounded up by at most two places: a little less than theirs."""
    return float(continuous.total) * (1 - 2.0**-48)


def _required(question: Question, grid: Fraction) -> tuple[int, ...]:
    """Whole steps squared that protect each party, after what the integers take from its budget."""
    zeta = closeness(question.n, LEAST_SHARE, SMOOTHING)
    assert zeta is not None
    zeta *= question.releases * question.dimension
    adjusted = {(e, d, s): (*_left(e, d, zeta), steps(s, grid, question.dimension)) for e, d, s in question.budgets}
    variance = _calibrated(list(adjusted.values()))
    return tuple(math.ceil(question.releases * variance[adjusted[budget]]) for budget in question.budgets)


def _calibrated(budgets: Sequence[Budget]) -> dict[Budget, Fraction]:
    """For each distinct budget the variance of the Gaussian mechanism, as doubles proved to suffice."""
    distinct = list(dict.fromkeys(budgets))
    columns = [list(column) for column in zip(*distinct, strict=True)]
    return dict(zip(distinct, map(Fraction, gaussian.required_variance(*columns).tolist()), strict=True))


def _left(epsilon: Exact, delta: Exact, zeta: Fraction) -> tuple[Exact, Exact]:
    left = private_budget(epsilon, delta, zeta)
    if left is None:
        raise InvalidInput(
            "a budget must leave room for what integer noise costs (about 2^-120), "
            f"got epsilon {float(epsilon):.3g} and delta {float(delta):.3g}"
        )
    return left


def _allocate(question: Question, required: list[int]) -> tuple[int, ...]:
    """Eq. 6 in whole numbers: every share of the optimum rounded up, and none between 0 and the least share."""
    optimum = tpmdp.allocate(required, question.threshold, question.active, question.dropouts).variances
    return tuple(max(LEAST_SHARE, math.ceil(share)) if share else 0 for share in optimum)
