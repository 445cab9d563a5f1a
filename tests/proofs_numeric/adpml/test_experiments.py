"""The saving under every reading: independent sums in rationals, known rows, and the claim that none fits."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq

from optcheck.errors import InvalidInput, NotCertified
from proofs_numeric.adpml._experiments import (
    EXPERIMENTS,
    OWN_READING,
    Accounting,
    Experiment,
    Ramp,
    Reading,
    readings,
    reproduces,
    saving,
    within_printed_range,
)


@pytest.mark.parametrize("row", EXPERIMENTS, ids=lambda row: f"{row.dataset}-{row.parties}")
@pytest.mark.parametrize("first", [0, 1])
def test_sums_of_epsilons_are_rational(row: Experiment, first: int) -> None:
    """With an epsilon ramp and plain sums nothing is irrational: the enclosure holds the exact value."""
    budgets = [min(1 + row.rate * t, Fraction(10)) for t in range(first, first + row.adaptive_rounds)]
    exact = 1 - sum(budgets, Fraction()) / (10 * row.fixed_rounds)
    with ctx.workprec(256):
        wanted = arb(fmpq(exact.numerator, exact.denominator))
        for ramp, accounting in ((Ramp.BUDGET, Accounting.SUM), (Ramp.DIRECT, Accounting.LOSS)):
            enclosed = saving(row, Reading(ramp, accounting, first_round=first))
            assert enclosed.overlaps(wanted)
            assert float(enclosed.rad()) < 1e-30


def test_no_reading_gives_the_printed_range() -> None:
    tried = list(readings())
    assert len(tried) == len(set(tried)) == 152
    assert not any(reproduces(reading) for reading in tried)


def test_some_readings_fit_one_data_set() -> None:
    sums = Reading(Ramp.BUDGET, Accounting.SUM)
    assert reproduces(sums, "CIFAR-10")
    assert not reproduces(sums, "MNIST")
    late = replace(sums, first_round=1, best_rate=True)
    assert reproduces(late, "MNIST")
    assert not reproduces(late, "CIFAR-10")


def test_the_papers_own_formulas_save_far_more() -> None:
    assert all(saving(row) > arb(0.82) for row in EXPERIMENTS)
    assert all(saving(row, replace(OWN_READING, accounting=Accounting.EPSILON)) > arb(0.73) for row in EXPERIMENTS)


def test_equation_20_as_printed_saves_more_than_everything() -> None:
    """Its total is negative."""
    assert all(saving(row, Reading(accounting=Accounting.AS_PRINTED)) > 1 for row in EXPERIMENTS)


def test_equal_rounds_save_more_than_the_tables() -> None:
    for row in EXPERIMENTS:
        assert saving(row, replace(OWN_READING, equal_rounds=True)) > saving(row)


def test_a_saving_at_the_edge_is_not_guessed() -> None:
    assert within_printed_range(arb(0.22))
    assert not within_printed_range(arb(0.26))
    with pytest.raises(NotCertified, match="too close"):
        within_printed_range(arb(0.245, 0.001))


def test_an_unknown_data_set_is_named() -> None:
    with pytest.raises(InvalidInput, match="dataset must be MNIST or CIFAR-10, got 'SVHN'"):
        reproduces(OWN_READING, "SVHN")
