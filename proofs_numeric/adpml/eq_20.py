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

from math import ceil

from optcheck.claims import *
from proofs_numeric.adpml._experiments import TableRow, cap_of, experiment, loss_of, rounds_to_cap


class Plan(Instance):
    """A schedule: losses of a round, rate, and number of rounds."""

    minimum: Fraction = rational(above=0, symbol="ρ_min")
    maximum: Fraction = rational(at_least="minimum", symbol="ρ_max")
    rate: Fraction = rational(above=0, symbol="β")
    rounds: int = integer(1, symbol="T")


def as_printed(plan: Plan) -> Value:
    return total_at(first_at_cap(plan), plan.minimum, plan.maximum, plan.rate, plan.rounds)


def corrected(plan: Plan) -> Value:
    return total_at(min(first_at_cap(plan), plan.rounds), plan.minimum, plan.maximum, plan.rate, plan.rounds)


def total_at(a: int, minimum: Value, maximum: Value, rate: Value, rounds: int) -> Value:
    """Eq. 20."""
    return a * minimum * (2 + rate * (a - 1)) / 2 + (rounds - a) * maximum


def first_at_cap(plan: Plan) -> int:
    """a: the first t with (1 + beta t) rho_min >= rho_max."""
    return ceil((plan.maximum / plan.minimum - 1) / plan.rate)


def spent(plan: Plan) -> Value:
    """Lines 7 to 11, round by round."""
    return sum(min((1 + plan.rate * t) * plan.minimum, plan.maximum) for t in range(plan.rounds))


def printed_for_paper(run: TableRow) -> Value:
    row = experiment(run)
    a = rounds_to_cap(row, row.rate, 1000)
    return total_at(a, loss_of(row.epsilon_min, row.delta), cap_of(row), row.rate, row.adaptive_rounds)


def corrected_for_paper(run: TableRow) -> Value:
    row = experiment(run)
    a = rounds_to_cap(row, row.rate, row.adaptive_rounds)
    return total_at(a, loss_of(row.epsilon_min, row.delta), cap_of(row), row.rate, row.adaptive_rounds)


def spent_by_paper(run: TableRow) -> Value:
    """The same at the paper's parameters, where no round reaches the cap (adpml/later-rounds)."""
    row = experiment(run)
    least, cap = loss_of(row.epsilon_min, row.delta), cap_of(row)
    return sum(min((1 + row.rate * t) * least, cap) for t in range(row.adaptive_rounds))


CLAIM = Statement(
    "adpml/eq-20",
    place="Theorem 1, Eq. 20",
    title="the total zCDP loss of the schedule",
    domain=Plan,
    truth=definition(spent),
    asserts=equals,
    printed=Form(as_printed, "ρ_total = a ρ_min (2 + β(a − 1))/2 + (T − a) ρ_max, a = rounds needed to reach ρ_max"),
    corrected=Form(corrected, "the same with min(a, T) in place of a"),
    impact=Impact.SAFETY,
    argument=(
        "A round t < a adds its ramp value (1 + βt) ρ_min, a round t ≥ a the cap; with min(a, T) the form grows by "
        "just that from T to T + 1, and is 0 for no rounds."
    ),
    effort=Effort(largest={"rounds": 60}),
    readings=(
        Reading(
            name="ρ_max is reached within the T rounds, a ≤ T",
            domain=Plan.where("(1 + rate * rounds) * minimum >= maximum"),
            argument="As for the correction: min(a, T) is a.",
            effort=Effort(instances=60, drawn=30, largest={"rounds": 60}),
        ),
        Reading(
            name="at the paper's own parameters",
            domain=TableRow,
            truth=definition(spent_by_paper),
            printed=Form(printed_for_paper, "the same at ε from 1 to 10, and β, δ and T of Section 4"),
            corrected=Form(corrected_for_paper, "the same with min(a, T) in place of a"),
        ),
    ),
)
