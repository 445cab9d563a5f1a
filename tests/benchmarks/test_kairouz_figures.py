"""Fig. 2's schemes are private, and where they lead is what the claims say."""

from __future__ import annotations

from fractions import Fraction

import pytest

from benchmarks.reproductions.kairouz import (
    Curves,
    Scheme,
    hamming_curves,
    hamming_scheme,
    lead,
    response_scheme,
    xor_or_and_curves,
    xor_or_and_scheme,
)
from optcheck.exact.numbers import Exact
from tests.strategies.protocols import is_private


@pytest.mark.parametrize(
    "scheme", [response_scheme(2), xor_or_and_scheme(), hamming_scheme()], ids=["rr", "xor", "hamming"]
)
@pytest.mark.parametrize("value", [1, Fraction(3, 2), 7])
def test_schemes_are_private_protocols(scheme: Scheme, value: Exact) -> None:
    rows = scheme.chances(value)
    assert all(sum(row) == 1 and min(row) >= 0 for row in rows)
    assert is_private(rows, [value] * scheme.bits)
    assert value == 1 or not is_private(rows, [Fraction(9, 10) * value] * scheme.bits)


def test_both_lead_from_one_point_on() -> None:
    assert str(lead(*xor_or_and_curves())) == "2"
    assert lead(*hamming_curves()).minimal == (1, -4, -2, -4, 1)


@pytest.mark.parametrize("curves", [xor_or_and_curves(), hamming_curves()], ids=["xor", "hamming"])
def test_the_other_way_round_nothing_leads(curves: Curves) -> None:
    with pytest.raises(AssertionError, match="then the scheme leads"):
        lead(*reversed(curves))
