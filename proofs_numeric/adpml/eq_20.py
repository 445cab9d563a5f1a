"""Statement: with a the number of aggregations needed to reach rho_max, the T rounds spend
a rho_min (2 + beta (a - 1))/2 + (T - a) rho_max.

Model: Algorithm 1 round by round: round t = 0, ..., T - 1 spends (1 + beta t) rho_min, or rho_max once that is
reached; zCDP losses add up. a is the first round whose ramp value is at least rho_max, with which the middle line of
Eq. 20 (ramp terms 0 to a - 1) is right.

Corners: the cap is never reached (a > T), at once (rho_min = rho_max), exactly by the ramp; beta > 0, else a has no
value.

Readings: at the paper's own parameters (epsilon from 1 to 10 converted by Proposition 1, beta and delta of Section 4.2,
T from Table 2) rho_max/rho_min is 57 (MNIST) or 75 (CIFAR-10): the cap would be reached after 63 or 123 rounds, while T
is at most 23. The term (T - a) rho_max is then negative, and with it the whole printed total: a negative privacy loss.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Reading, Value
from optcheck.claims.claim import amounts, fractions, simplicity
from optcheck.claims.functions import smallest
from optcheck.claims.relations import equals
from optcheck.claims.truths import Definition, Document, Quantity
from optcheck.exact.numbers import to_text
from proofs_numeric.adpml._experiments import EXPERIMENTS, cap_of, loss_of, rounds_to_cap, spent


@dataclass(frozen=True, slots=True)
class Plan:
    """A schedule: losses of a round, rate, number of rounds, and a, the first round at the cap."""

    minimum: Value
    maximum: Value
    rate: Fraction
    rounds: int
    rounds_to_cap: int


def as_printed(plan: Plan) -> Value:
    a = plan.rounds_to_cap
    return a * plan.minimum * (2 + plan.rate * (a - 1)) / 2 + (plan.rounds - a) * plan.maximum


def corrected(plan: Plan) -> Value:
    a = smallest(plan.rounds_to_cap, plan.rounds)
    return a * plan.minimum * (2 + plan.rate * (a - 1)) / 2 + (plan.rounds - a) * plan.maximum


def proof(argument: Argument, form: Formula[Plan]) -> None:
    low, cap, rate = sympy.symbols("rho_min rho_max beta", positive=True)
    t, k = sympy.symbols("t k", integer=True, nonnegative=True)

    def spent_by(rounds: Value, a: Value) -> Value:
        return form(Plan(low, cap, rate, rounds, a))

    argument.identity("no round spends nothing", spent_by(sympy.Integer(0), k), 0)
    grown = spent_by(t + 1, t + 1 + k) - spent_by(t, t + 1 + k)
    argument.identity("a round t < a adds its ramp value", grown, (1 + rate * t) * low)
    capped = spent_by(k + t + 1, k) - spent_by(k + t, k)
    argument.identity("a round t >= a adds the cap: by induction over the rounds the form is their sum", capped, cap)


def plan(minimum: Fraction, maximum: Fraction, rate: Fraction, rounds: int) -> Plan:
    """A schedule with rational losses."""
    return Plan(minimum, maximum, rate, rounds, ceil((maximum / minimum - 1) / rate))


def document(one: Plan) -> Document:
    """A schedule as the checker reads it: without a, which it works out."""
    numbers = {name: to_text(getattr(one, name)) for name in ("minimum", "maximum", "rate")}
    return {**numbers, "rounds": one.rounds}


def paper_plans() -> Iterator[Plan]:
    """The schedules of Section 4."""
    for row in EXPERIMENTS:
        least = loss_of(row.epsilon_min, row.delta)
        yield Plan(least, cap_of(row), row.rate, row.adaptive_rounds, rounds_to_cap(row, row.rate, 1000))


def grid() -> Iterator[Plan]:
    for cap, rate, rounds in product(range(1, 6), amounts("1/2 2/3 1 2"), range(1, 7)):
        yield plan(Fraction(1), Fraction(cap), rate, rounds)


def strategy() -> st.SearchStrategy[Plan]:
    size = fractions(Fraction(1, 20), 3, 20)
    losses = st.tuples(size, fractions(1, 60, 12)).map(lambda pair: (pair[0], pair[0] * pair[1]))
    return st.builds(lambda ends, rate, rounds: plan(ends[0], ends[1], rate, rounds), losses, size, st.integers(1, 60))


def order(one: Plan) -> tuple[object, ...]:
    return (one.rounds, *simplicity((one.rate, one.minimum, one.maximum)))


CLAIM = Claim(
    id="adpml/eq-20",
    place="Theorem 1, Eq. 20",
    title="the total zCDP loss of the schedule",
    domain=Domain(
        description="ρ_min = 1, caps 1 to 5, four rates, 1 to 6 rounds",
        grid=grid,
        order=order,
        strategy=strategy,
        examples=100,
    ),
    truth=Quantity(kind="adpml-schedule-total", name="total loss", describe=document),
    asserts=equals,
    printed=Form(as_printed, "ρ_total = a ρ_min (2 + β(a − 1))/2 + (T − a) ρ_max, a = rounds needed to reach ρ_max"),
    corrected=Form(corrected, "the same with min(a, T) in place of a"),
    impact=Impact.SAFETY,
    proof=proof,
    readings=(
        Reading(
            name="at the paper's own parameters",
            domain=Domain(
                description="the six experiments of Table 2",
                grid=paper_plans,
                order=lambda one: (one.rounds, one.rate),
                exhaustive="the six experiments of Table 2",
            ),
            truth=Definition(
                lambda one: next(
                    spent(row, one.rate, one.rounds)
                    for row in EXPERIMENTS
                    if (row.rate, row.adaptive_rounds) == (one.rate, one.rounds)
                )
            ),
            corrected=Form(corrected, "the same with min(a, T) in place of a"),
        ),
    ),
)
