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
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from optcheck import gaussian, tpmdp
from optcheck.checker.lattice import closeness, private_budget
from optcheck.errors import InvalidInput, shown
from optcheck.exact.numbers import Exact, exact, whole
from optcheck.exact.rounding import at_least
from optcheck.noise.grid import LEAST_SHARE, SMOOTHING, choose_grid, steps
from optcheck.noise.question import Budget, Question

if TYPE_CHECKING:
    from optcheck.exact.certificate import Certificate

__all__ = [
    "Plan",
    "a_first_plan",
    "a_plan",
    "budget_left",
    "calibrated",
    "insufficient",
    "least_total",
    "make",
    "required_steps",
]


@dataclass(frozen=True, slots=True)
class Plan:
    """Whole variances for every party, in steps of the grid squared, and how they came about.

    ``required`` holds the variance (steps squared) of a Gaussian that protects the party; outside every coalition the
    variances reach it, and ``smoothing`` more. ``insufficient`` holds, in the data's units, variances that are just too
    small for the parties' budgets, and ``least_total`` the total that noise on the reals must have at least. Where some
    of the noise was drawn before (see :mod:`top_up`), ``earlier`` holds its variances; the rest is still to be drawn.
    """

    question: Question
    grid: Fraction
    required: tuple[int, ...]
    variances: tuple[int, ...]
    insufficient: tuple[Exact, ...]
    least_total: Fraction
    smoothing: Exact = SMOOTHING
    earlier: tuple[int, ...] | None = None

    @property
    def total(self) -> Fraction:
        """The variance of the noise when nobody leaves, in the data's units."""
        return sum(self.variances) * self.grid**2

    @property
    def price(self) -> float:
        """By which part the total exceeds what noise on the reals needs at least; rounded up."""
        return at_least(self.total / self.least_total - 1) if self.least_total else 0.0

    def noise_variance(self, party: int) -> Fraction:
        """The variance of a party's noise in the data's units."""
        return self.variances[party] * self.grid**2

    def certify(self) -> Certificate:
        """The proof of everything that the plan promises, and of its price; ``optcheck verify`` checks it."""
        from optcheck.noise.certify import certificate

        return certificate(self)

    def save(self, path: str | Path) -> None:
        """Write the plan; its file is its proof."""
        self.certify().save(path)

    @classmethod
    def load(cls, path: str | Path) -> Plan:
        """Read a plan and have the checker prove it again."""
        from optcheck.noise.certify import load

        return load(path)


def a_plan(plan: object) -> Plan:
    """The same plan, if it is one."""
    if not isinstance(plan, Plan):
        raise InvalidInput(f"there must be a plan (noise.make or noise.Plan.load), got {shown(plan)}")
    return plan


def a_first_plan(plan: object) -> Plan:
    """The same plan, if it is one whose noise is all still to be drawn.

    A plan that tops up draws what is added to a share: with a value it would make a share of too little noise, or none.
    """
    found = a_plan(plan)
    if found.earlier is not None:
        raise InvalidInput(
            "the plan tops up shares that were drawn before, and the value is in these already: it takes no value; "
            "draw the noise to add (noise.draw, optcheck sample --noise-only) and add it to the share"
        )
    return found


def make(question: Question, grid: object | None = None, *, least_variance: object = 0) -> Plan:
    """Plan integer noise that answers the question, at nearly the least total; a grid that is given is kept.

    An optimal plan may give some parties no noise at all: their shares are then their values, which only the secure sum
    hides. With ``least_variance``, in the data's units, everybody adds noise of at least this variance.
    """
    if not isinstance(question, Question):
        raise InvalidInput(f"there must be a question (noise.Question.of), got {shown(question)}")
    plan = _make(question, None if grid is None else _step(grid))
    return _with_floor(plan, exact(least_variance, "least_variance"))


def _with_floor(plan: Plan, least: Exact) -> Plan:
    """The plan with shares raised to the floor: what remains outside a coalition only grows, so the proof holds."""
    if least < 0:
        raise InvalidInput(f"least_variance must be at least 0, got {least}")
    if not least:
        return plan
    floor = max(LEAST_SHARE, math.ceil(least / plan.grid**2))
    return replace(plan, variances=tuple(max(share, floor) for share in plan.variances))


def _step(grid: object) -> Fraction:
    step = Fraction(exact(grid, "grid"))
    if step <= 0:
        raise InvalidInput(f"grid must be above 0, got {shown(grid)}")
    return step


def _make(question: Question, grid: Fraction | None) -> Plan:
    short = insufficient(question)
    ideal = _ideal(question, short)
    if not ideal.total:
        nothing = (0,) * question.n
        return Plan(question, grid or Fraction(1), nothing, nothing, nothing, Fraction(0))
    if grid is None:
        usual = sorted(share for share in ideal.variances if share)
        smallest = min(min(need for need in short if need), usual[len(usual) // 2])
        grid = choose_grid(question.sensitivities, smallest, question.dimension)
    required = _required(question, grid)
    shares = _allocate(question, [need + SMOOTHING if need else 0 for need in required])
    return Plan(question, grid, required, shares, short, Fraction(ideal.total))


def _ideal(question: Question, short: tuple[Exact, ...]) -> tpmdp.Allocation:
    return tpmdp.allocate(short, question.threshold, question.active, question.dropouts)


def least_total(question: Question, short: tuple[Exact, ...]) -> Fraction:
    """The total that noise on the reals has at least if these variances are too small."""
    return Fraction(_ideal(question, short).total)


def insufficient(question: Question) -> tuple[Exact, ...]:
    """Variances in the data's units that are too small by a part of 2^-40, for noise on the reals."""
    unit = calibrated([(e, d, 1) for e, d, _ in question.budgets])
    factor = question.releases * (1 - Fraction(1, 1 << 40))
    return tuple(whole(factor * unit[e, d, 1] * s * s) for e, d, s in question.budgets)


def _required(question: Question, grid: Fraction) -> tuple[int, ...]:
    return required_steps(question.budgets, grid, question.n, question.releases, question.dimension)


def required_steps(budgets: Sequence[Budget], grid: Fraction, n: int, releases: int, dimension: int) -> tuple[int, ...]:
    """Whole steps squared that protect each party, after what the integers of n parties take from its budget."""
    zeta = closeness(n, LEAST_SHARE, SMOOTHING)
    assert zeta is not None
    zeta *= releases * dimension
    adjusted = {(e, d, s): (*budget_left(e, d, zeta), steps(s, grid, dimension)) for e, d, s in dict.fromkeys(budgets)}
    variance = calibrated(list(adjusted.values()))
    return tuple(math.ceil(releases * variance[adjusted[budget]]) for budget in budgets)


def calibrated(budgets: Sequence[Budget]) -> dict[Budget, Fraction]:
    """For each distinct budget the variance of the Gaussian mechanism, as doubles proved to suffice."""
    distinct = list(dict.fromkeys(budgets))
    columns = [list(column) for column in zip(*distinct, strict=True)]
    return dict(zip(distinct, map(Fraction, gaussian.required_variance(*columns).tolist()), strict=True))


def budget_left(epsilon: Exact, delta: Exact, zeta: Fraction) -> tuple[Exact, Exact]:
    """What integer noise leaves of a budget."""
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
