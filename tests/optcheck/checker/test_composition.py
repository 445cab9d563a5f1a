"""Certificates about mechanisms used one after the other: exact, and closed to tampering."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck import verify
from optcheck.errors import CertificateRejected
from optcheck.exact.certificate import Certificate

ratios = st.fractions(1, 9, max_denominator=6)
deltas = st.fractions(0, 1, max_denominator=20)


def least_delta(mechanisms: list[tuple[Fraction, Fraction]], ratio: Fraction) -> Any:
    """What the checker finds."""
    budgets = [{"ratio": str(one), "delta": str(other)} for one, other in mechanisms]
    instance = {"mechanisms": budgets, "ratio": str(ratio), "delta": "0"}
    return verify(Certificate("composition", instance, {}).document()).fact("least delta").value


@given(ratios, deltas)
def test_one_mechanism_keeps_its_budget_exactly(ratio: Fraction, delta: Fraction) -> None:
    assert least_delta([(ratio, delta)], ratio) == delta
    assert least_delta([(ratio, delta)], Fraction(0)) == 1


@given(st.lists(st.tuples(ratios, deltas), min_size=1, max_size=3))
def test_the_product_of_ratios_leaves_what_is_revealed(mechanisms: list[tuple[Fraction, Fraction]]) -> None:
    hidden = prod(1 - delta for _, delta in mechanisms)
    assert least_delta(mechanisms, prod((ratio for ratio, _ in mechanisms), start=Fraction(1))) == 1 - hidden


@given(st.lists(st.tuples(ratios, deltas), min_size=1, max_size=3), ratios)
def test_all_outcomes_one_by_one(mechanisms: list[tuple[Fraction, Fraction]], budget: Fraction) -> None:
    def outcomes(ratio: Fraction, delta: Fraction) -> list[tuple[Fraction, Fraction]]:
        low = (1 - delta) / (1 + ratio)
        return [(delta, Fraction(0)), (low * ratio, low), (low, low * ratio), (Fraction(0), delta)]

    lost = Fraction(0)
    for row in product(*(outcomes(*mechanism) for mechanism in mechanisms)):
        lost += max(Fraction(0), prod(p for p, _ in row) - budget * prod(q for _, q in row))
    assert least_delta(mechanisms, budget) == lost


def test_two_answers_with_odds_two() -> None:
    instance = {"mechanisms": [{"ratio": 2, "delta": 0}] * 2, "ratio": 2, "delta": "1/5"}
    proved = verify(Certificate("composition", instance, {}).document())
    found = {fact.quantity: fact.value for fact in proved.facts}
    assert found == {"least delta": Fraction(2, 9), "budget": "broken", "gap": Fraction(1, 45)}


@pytest.mark.parametrize(
    "changes",
    [{"mechanisms": []}, {"ratio": -1}, {"delta": 0.5}, {"mechanisms": [{"ratio": "1/2", "delta": 0}]}, {"note": 1}],
)
def test_a_changed_document_is_rejected(changes: dict[str, Any]) -> None:
    instance = {"mechanisms": [{"ratio": 2, "delta": 0}], "ratio": 2, "delta": "1/5"} | changes
    with pytest.raises(CertificateRejected):
        verify(Certificate("composition", instance, {}).document())
