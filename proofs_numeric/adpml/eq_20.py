"""Theorem 1, Eq. 20: the zCDP loss of all rounds together.

Statement: with a the number of aggregations needed to reach rho_max, the T rounds spend
a rho_min (2 + beta (a - 1))/2 + (T - a) rho_max.

Model: Algorithm 1 round by round: round t = 0, ..., T - 1 spends (1 + beta t) rho_min, or rho_max once that is
reached; zCDP losses add up. We read a as the first round whose ramp value is at least rho_max, the reading with which
the middle line of Eq. 20 (ramp terms 0 to a - 1) is right. Relation: equals.

Corners: the cap is never reached (a > T), reached at once (rho_min = rho_max), reached exactly by the ramp. beta = 0
is left out: then a has no value. And the paper's own parameters: epsilon from 1 to 10 converted by Proposition 1,
beta and delta of Section 4.2, T from Table 2. There rho_max/rho_min is 57 (MNIST) or 75 (CIFAR-10), so the cap would
be reached after 63 or 123 rounds, while T is at most 23. The term (T - a) rho_max is then negative, and with it the
whole printed total: a negative privacy loss.

Correction: use min(a, T) in place of a. Proof, executed: both sides are polynomials, of degree 2 in a and 1 in T,
for a <= T; they agree, with symbols for rho_min, rho_max and beta, on a grid of 4 x 2 points, which determines them.
For a > T both sides are those of a = T.

Verdict expected: corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, product
from types import SimpleNamespace
from typing import Any

import sympy
from hypothesis import strategies as st

from optcheck.adpml.savings import EXPERIMENTS
from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.errors import NotCertified
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from proofs_numeric.adpml._budget import MAXIMUM, MINIMUM, Budgets, budgets_of, is_capped, spent, value
from proofs_numeric.adpml._rationals import rationals
from proofs_numeric.adpml._terms import Real, decimal, differ, gap


@dataclass(frozen=True, slots=True)
class Plan:
    """A schedule: losses of a round as rationals, or as the paper's budgets."""

    losses: tuple[Fraction, Fraction] | Budgets
    rate: Fraction
    rounds: int

    @property
    def minimum(self) -> Any:
        """rho_min."""
        return MINIMUM if isinstance(self.losses, Budgets) else self.losses[0]

    @property
    def maximum(self) -> Any:
        """rho_max."""
        return MAXIMUM if isinstance(self.losses, Budgets) else self.losses[1]

    @property
    def rounds_to_cap(self) -> int:
        """a: the first round whose ramp value is at least the cap."""
        return next(t for t in count() if self._is_capped(t))

    def walk(self) -> Any:
        """The sum of the rounds, one after the other."""
        if isinstance(self.losses, Budgets):
            return spent(self.rate, self.rounds, self.losses)
        return sum(min((1 + self.rate * t) * self.minimum, self.maximum) for t in range(self.rounds))

    def _is_capped(self, t: int) -> bool:
        if isinstance(self.losses, Budgets):
            return is_capped(t, self.rate, self.losses)
        return bool((1 + self.rate * t) * self.minimum >= self.maximum)


def as_printed(instance: Plan) -> Any:
    """The last line of Eq. 20."""
    a = instance.rounds_to_cap
    return a * instance.minimum * (2 + instance.rate * (a - 1)) / 2 + (instance.rounds - a) * instance.maximum


def corrected(instance: Plan) -> Any:
    """The same with the ramp cut off at T."""
    a = min(instance.rounds_to_cap, instance.rounds)
    return a * instance.minimum * (2 + instance.rate * (a - 1)) / 2 + (instance.rounds - a) * instance.maximum


def compare(form: Callable[[Plan], Any], instance: Plan) -> Discrepancy | None:
    """The form must be the sum of the rounds."""
    claimed, true = form(instance), instance.walk()
    if claimed == true:
        return None
    numbers = _number(claimed, instance), _number(true, instance)
    return Discrepancy(
        claimed=decimal(numbers[0]),
        true=decimal(numbers[1]),
        gap=gap(*numbers),
        impact=Impact.SAFETY,
        certificate=_certificate(instance, *numbers),
        explanation=_explanation(form),
    )


def _number(total: Any, instance: Plan) -> Real:
    return value(total, instance.losses) if isinstance(instance.losses, Budgets) else Fraction(total)


def _certificate(instance: Plan, claimed: Real, true: Real) -> Certificate:
    if isinstance(instance.losses, Budgets):
        return differ(claimed, true, "printed total and sum of the rounds, at the paper's parameters")
    assert isinstance(claimed, Fraction)
    return Certificate(
        "adpml-schedule-total",
        {
            "minimum": to_text(instance.minimum),
            "maximum": to_text(instance.maximum),
            "rate": to_text(instance.rate),
            "rounds": instance.rounds,
        },
        {},
    )


def _explanation(form: Callable[[Plan], Any]) -> str:
    """The general reason, and what the form says about the paper's first experiment."""
    first = paper_plans()[0]
    printed, true = (decimal(_number(total, first), 5) for total in (form(first), first.walk()))
    return (
        "When the cap is not reached within T rounds, T - a is negative. So it is at the paper's own parameters: for "
        f"MNIST with 30 parties a = {first.rounds_to_cap}, T = {first.rounds}, and the formula gives a total loss of "
        f"{printed} where the rounds spend {true}."
    )


def proof() -> Proof:
    """Two polynomials that agree on enough points."""
    minimum, maximum, rate = sympy.symbols("rho_min rho_max beta", positive=True)
    points = list(product(range(4), (3, 4))) + [(a, rounds) for rounds in (1, 2, 3) for a in (rounds + 1, rounds + 7)]
    for a, rounds in points:
        plan: Any = SimpleNamespace(minimum=minimum, maximum=maximum, rate=rate, rounds=rounds, rounds_to_cap=a)
        terms = [(1 + rate * t) * minimum if t < a else maximum for t in range(rounds)]
        if sympy.expand(corrected(plan) - sum(terms)) != 0:
            raise NotCertified(f"the closed form is not the sum of the rounds for a = {a}, T = {rounds}")
    return Proof(
        "polynomials of degree 2 in a and 1 in T that agree on a 4 x 2 grid; a > T behaves as a = T", len(points)
    )


def paper_plans() -> list[Plan]:
    """The schedules of Section 4."""
    return [Plan(budgets_of(row), row.rate, row.adaptive_rounds) for row in EXPERIMENTS]


def grid() -> Iterator[Plan]:
    """rho_min = 1 and small caps, rates and rounds; then the paper's own parameters."""
    rates = (Fraction(1, 2), Fraction(2, 3), Fraction(1), Fraction(2))
    for cap, rate, rounds in product(range(1, 6), rates, range(1, 7)):
        yield Plan((Fraction(1), Fraction(cap)), rate, rounds)
    yield from paper_plans()


def strategy() -> st.SearchStrategy[Plan]:
    """Rational losses with a ratio up to 60, up to 60 rounds."""
    size = rationals(Fraction(1, 20), 3, most=20)
    losses = st.tuples(size, rationals(1, 60, most=12)).map(lambda pair: (pair[0], pair[0] * pair[1]))
    return st.builds(Plan, losses, rationals(Fraction(1, 20), 5, most=20), st.integers(1, 60))


def order(instance: Plan) -> tuple[Any, ...]:
    """Rational plans first, few rounds first, then small numbers."""
    if isinstance(instance.losses, Budgets):
        return (1, instance.rounds, instance.rate.denominator, instance.rate)
    numbers = (*instance.losses, instance.rate)
    return (0, instance.rounds, max(number.denominator for number in numbers), sum(numbers), instance.rate)


CLAIM = Claim(
    id="adpml/eq-20",
    place="Theorem 1, Eq. 20",
    title="the total zCDP loss of the schedule",
    relation=Relation.EQUALS,
    domain=Domain(
        description="ρ_min = 1, caps 1 to 5, four rates, 1 to 6 rounds; and the paper's six experiments",
        grid=grid,
        strategy=strategy,
        order=order,
        examples=150,
    ),
    printed=Form("ρ_total = a ρ_min (2 + β(a − 1))/2 + (T − a) ρ_max, a = rounds needed to reach ρ_max", as_printed),
    corrected=Form("the same with min(a, T) in place of a", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
