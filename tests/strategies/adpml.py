"""Schedules and schedule problems to draw from, and the slow sums they are compared with."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from optcheck.adpml import Schedule, ScheduleProblem
from optcheck.exact.numbers import Exact


def sizes(low: Fraction = Fraction(1, 30), high: int = 50) -> st.SearchStrategy[Fraction]:
    """Positive rationals of moderate size."""
    return st.fractions(low, high, max_denominator=30)


@st.composite
def schedules(draw: st.DrawFn, most_rounds: int = 60) -> Schedule:
    """Ramps with and without growth, with caps that are hit exactly, late, or never."""
    minimum, rate = draw(sizes()), draw(st.one_of(st.just(Fraction(0)), sizes(high=5)))
    hit_exactly = st.integers(0, 20).map(lambda t: 1 + rate * t)
    ratio = draw(st.one_of(st.just(Fraction(1)), hit_exactly, st.fractions(1, 60, max_denominator=12)))
    return Schedule(minimum, minimum * ratio, rate, draw(st.integers(1, most_rounds)))


@st.composite
def schedule_problems(draw: st.DrawFn, most_rounds: int = 8) -> ScheduleProblem:
    """Amplitudes with ties, bounds that bind or not."""
    amplitudes = tuple(draw(st.lists(sizes(high=9), min_size=1, max_size=most_rounds)))
    total = draw(sizes())
    even = total / len(amplitudes)
    lower = draw(st.sampled_from([Fraction(0), even / 3, even]))
    upper = draw(st.sampled_from([None, even / 2, even, 2 * even, 5 * even]))
    if upper is not None and upper < lower:
        upper = lower
    return ScheduleProblem(amplitudes, total, draw(sizes(high=3)), lower, upper)


def walked_total(schedule: Schedule) -> Exact:
    """Algorithm 1 round by round, with its own if and else."""
    total: Exact = 0
    for t in range(schedule.rounds):
        current = (1 + schedule.rate * t) * schedule.minimum
        total += schedule.maximum if current >= schedule.maximum else current
    return total
