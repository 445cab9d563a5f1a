"""The experiments of ADPML: what Tables 2 and 3 print, and the budget that the schedule saves at these parameters.

The paper reports that about 21-24 % of the total privacy budget is saved (Sections 4.3 and 4.5), from the rounds of its
Table 2, per-round budgets from epsilon 1 to 10, and the rates and deltas of Section 4. It does not say which quantity
grows, which one is added up, or with which rate; the readings below are all combinations. Savings are arb enclosures;
``loss_of``, ``cap_of`` and ``spent`` are the same totals, under the paper's own reading, for forms of claims.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from flint import arb, ctx, fmpq

from optcheck.claims import Instance, Value, choice, log, sqrt
from optcheck.errors import InvalidInput, NotCertified, shown

__all__ = [
    "EXPERIMENTS",
    "METHODS",
    "OWN_READING",
    "TABLES",
    "Accounting",
    "Entry",
    "Experiment",
    "Ramp",
    "Reading",
    "TableRow",
    "cap_of",
    "experiment",
    "loss_of",
    "readings",
    "reproduces",
    "rounds_to_cap",
    "saving",
    "spent",
    "within_printed_range",
]


Ball: TypeAlias = arb
PRECISION = 128
PRINTED_RANGE = (Fraction(205, 1000), Fraction(245, 1000))  # what rounds to 21, 22, 23 or 24 percent
_MNIST = (Fraction(9, 10), Fraction(7, 10), Fraction(1, 100))
_CIFAR = (Fraction(6, 10), Fraction(6, 10), Fraction(1, 10**5))
METHODS = ("fixed noise, epsilon_max", "fixed noise, epsilon_min", "ADPML")


@dataclass(frozen=True, slots=True)
class Experiment:
    """One row of Table 2: rounds of fixed noise at epsilon_max and of ADPML, with the settings of Section 4."""

    dataset: str
    parties: int
    fixed_rounds: int
    adaptive_rounds: int
    rate: Fraction  # Sections 4.2 and 4.3
    best_rate: Fraction  # Section 4.5
    delta: Fraction
    epsilon_min: Fraction = Fraction(1)
    epsilon_max: Fraction = Fraction(10)


EXPERIMENTS = (
    Experiment("MNIST", 30, 16, 18, *_MNIST),
    Experiment("MNIST", 60, 15, 17, *_MNIST),
    Experiment("MNIST", 90, 14, 16, *_MNIST),
    Experiment("CIFAR-10", 30, 20, 23, *_CIFAR),
    Experiment("CIFAR-10", 60, 19, 22, *_CIFAR),
    Experiment("CIFAR-10", 90, 18, 21, *_CIFAR),
)


class TableRow(Instance):
    """A row of Table 2."""

    dataset: str = choice("MNIST", "CIFAR-10")
    parties: int = choice(30, 60, 90, symbol="N")


def experiment(row: TableRow) -> Experiment:
    """Its numbers."""
    return next(one for one in EXPERIMENTS if one.dataset == row.dataset and one.parties == row.parties)


@dataclass(frozen=True, slots=True)
class Entry:
    """One method in one row."""

    rounds: int
    accuracy: Fraction
    deviation: Fraction


def _printed_row(line: str) -> dict[str, Entry]:
    cells = [cell.split() for cell in line.split(",")]
    return {
        method: Entry(int(rounds), Fraction(accuracy), Fraction(deviation))
        for method, (rounds, accuracy, deviation) in zip(METHODS, cells, strict=True)
    }


TABLES = {
    ("MNIST", 30): _printed_row("16 94.11 1.08, 18 72.15 0.69, 18 94.16 0.27"),
    ("MNIST", 60): _printed_row("15 95.62 0.23, 17 73.68 0.54, 17 95.63 0.33"),
    ("MNIST", 90): _printed_row("14 96.88 0.37, 16 74.36 0.12, 16 96.92 1.12"),
    ("CIFAR-10", 30): _printed_row("20 80.07 0.42, 23 63.23 0.17, 23 80.06 0.28"),
    ("CIFAR-10", 60): _printed_row("19 80.98 0.29, 22 64.84 0.40, 22 80.96 0.53"),
    ("CIFAR-10", 90): _printed_row("18 82.17 2.46, 21 65.21 0.21, 21 82.14 0.16"),
}


def loss_of(epsilon: Fraction, delta: Fraction) -> Value:
    """The rho at which Proposition 1 gives epsilon: (sqrt(epsilon + L) - sqrt(L))^2 with L = log(1/delta)."""
    level = log(1 / delta)
    root = sqrt(epsilon + level) - sqrt(level)
    return root * root


def cap_of(row: Experiment) -> Value:
    """rho_max of an experiment."""
    return loss_of(row.epsilon_max, row.delta)


def spent(row: Experiment, rate: Fraction, rounds: int) -> Value:
    """The sum of the rounds of Algorithm 1, lines 7 to 11: the ramp while it is below the cap, then the cap."""
    least, cap = loss_of(row.epsilon_min, row.delta), cap_of(row)
    below = rounds_to_cap(row, rate, rounds)
    return below * least * (1 + rate * (below - 1) / 2) + (rounds - below) * cap


def rounds_to_cap(row: Experiment, rate: Fraction, most: int) -> int:
    """The first round whose ramp value is at least the cap, or ``most`` if none of so many is."""
    least, cap = loss_of(row.epsilon_min, row.delta), cap_of(row)
    return next((t for t in range(most) if (1 + rate * t) * least >= cap), most)


class Ramp(StrEnum):
    """What grows linearly from round to round."""

    LOSS = "ρ, from ε by Prop. 1"
    BUDGET = "ε"
    DIRECT = "ρ = 1 to 10 directly"


class Accounting(StrEnum):
    """What is added up and compared."""

    LOSS = "ρ"
    EPSILON = "ε of Σρ by Prop. 1"
    SUM = "Σε"
    AS_PRINTED = "ρ by Eq. 20 as printed"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the text."""

    ramp: Ramp = Ramp.LOSS
    accounting: Accounting = Accounting.LOSS
    best_rate: bool = False  # the rate of Section 4.5 in place of 4.2 and 4.3
    first_round: int = 0  # whether the ramp's t counts from 0 or 1
    equal_rounds: bool = False  # fixed noise runs as long as ADPML, not its own rounds of Table 2
    decimal_log: bool = False  # "log" of Prop. 1 to base 10


OWN_READING = Reading()  # Eqs. 7 and 20 with t from 0, the rates of Section 4.2, the rounds of Table 2


def readings() -> Iterator[Reading]:
    """Every reading; Eq. 20 as printed differs from the plain sum only where the cap is not reached."""
    for ramp, accounting, best, first, equal, base in product(
        Ramp, Accounting, (False, True), (0, 1), (False, True), (False, True)
    ):
        if accounting is not Accounting.AS_PRINTED or (ramp is Ramp.LOSS and first == 0):
            yield Reading(ramp, accounting, best, first, equal, base)


def saving(experiment: Experiment, reading: Reading = OWN_READING) -> Ball:
    """The saved share of the total budget, enclosed: 1 minus ADPML's total over that of fixed noise.

    >>> print(saving(EXPERIMENTS[0]).str(4, radius=False))
    0.8299
    """
    with ctx.workprec(PRECISION):
        fixed_rounds = experiment.adaptive_rounds if reading.equal_rounds else experiment.fixed_rounds
        adaptive = _total(experiment, reading, experiment.adaptive_rounds)
        fixed = _total(replace(experiment, epsilon_min=experiment.epsilon_max), reading, fixed_rounds)
        return 1 - adaptive / fixed


def within_printed_range(share: Ball) -> bool:
    """Whether a saving rounds to 21-24 %; raises NotCertified where the enclosure does not decide it."""
    low, high = (_ball(end) for end in PRINTED_RANGE)
    if share >= low and share < high:
        return True
    if share < low or share >= high:
        return False
    raise NotCertified(f"a saving of {share} is too close to the end of the printed range")


def reproduces(reading: Reading, dataset: str | None = None) -> bool:
    """Whether a reading gives 21-24 % in every row of Table 2 (or in every row of one data set).

    >>> reproduces(OWN_READING)
    False
    """
    rows = [row for row in EXPERIMENTS if dataset in (None, row.dataset)]
    if not rows:
        raise InvalidInput(f"dataset must be MNIST or CIFAR-10, got {shown(dataset)}")
    return all(within_printed_range(saving(row, reading)) for row in rows)


def _total(experiment: Experiment, reading: Reading, rounds: int) -> Ball:
    level = _log(1 / experiment.delta, reading.decimal_log)
    losses = _losses(experiment, reading, rounds, level)
    match reading.accounting:
        case Accounting.LOSS:
            return sum(losses, arb(0))
        case Accounting.EPSILON:
            return _epsilon(sum(losses, arb(0)), level)
        case Accounting.SUM:
            return sum((_epsilon(loss, level) for loss in losses), arb(0))
        case Accounting.AS_PRINTED:
            return _as_printed(experiment, reading, rounds, level)


def _losses(experiment: Experiment, reading: Reading, rounds: int, level: Ball) -> list[Ball]:
    low, high = _ball(experiment.epsilon_min), _ball(experiment.epsilon_max)
    if reading.ramp is Ramp.LOSS:
        low, high = _rho(low, level), _rho(high, level)
    rate = experiment.best_rate if reading.best_rate else experiment.rate
    steps = range(reading.first_round, reading.first_round + rounds)
    values = [((1 + _ball(rate * t)) * low).min(high) for t in steps]
    return [_rho(value, level) for value in values] if reading.ramp is Ramp.BUDGET else values


def _as_printed(experiment: Experiment, reading: Reading, rounds: int, level: Ball) -> Ball:
    """Eq. 20 with a = the number of rounds that reaching the cap would take, whether or not there are so many."""
    low, high = _rho(_ball(experiment.epsilon_min), level), _rho(_ball(experiment.epsilon_max), level)
    if experiment.epsilon_min == experiment.epsilon_max:
        return rounds * high
    rate = _ball(experiment.best_rate if reading.best_rate else experiment.rate)
    reached = int(((high / low - 1) / rate).ceil().unique_fmpz())
    return reached * low * (2 + rate * (reached - 1)) / 2 + (rounds - reached) * high


def _rho(epsilon: Ball, level: Ball) -> Ball:
    """Proposition 1 solved for rho."""
    return ((epsilon + level).sqrt() - level.sqrt()) ** 2


def _epsilon(rho: Ball, level: Ball) -> Ball:
    """Proposition 1."""
    return rho + 2 * (rho * level).sqrt()


def _log(number: Fraction, decimal: bool) -> Ball:
    natural = _ball(number).log()
    return natural / arb(10).log() if decimal else natural


def _ball(number: Fraction) -> Ball:
    return arb(fmpq(number.numerator, number.denominator))
