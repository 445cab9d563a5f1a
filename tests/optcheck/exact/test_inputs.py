"""What callers hand over is read exactly or refused with the value and the rule."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from optcheck.errors import InvalidInput
from optcheck.exact.inputs import exact_row, float_array, seeded, whole_number


@pytest.mark.parametrize("value", [3, np.int64(3)])
def test_whole_numbers(value: Any) -> None:
    found = whole_number(value, "rounds", least=3, most=3)
    assert found == 3
    assert type(found) is int


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (3.0, "rounds must be a whole number, got 3.0"),
        (True, "rounds must be a whole number, got True"),
        (None, "rounds must be a whole number, got None"),
        (0, "rounds must be at least 1, got 0"),
        (10, "rounds must be at most 9, got 10"),
    ],
)
def test_other_numbers_are_refused(value: object, rule: str) -> None:
    with pytest.raises(InvalidInput, match=rule):
        whole_number(value, "rounds", least=1, most=9)


def test_rows_keep_their_numbers_exactly() -> None:
    assert exact_row(np.array([0.5, 0.1]), "loss") == (Fraction(1, 2), Fraction(0.1))
    assert exact_row(iter(["1/3", 2]), "loss") == (Fraction(1, 3), 2)


@pytest.mark.parametrize("values", ["12", b"12", 5, None, [1, None], [float("nan")]])
def test_what_is_no_row_is_refused(values: object) -> None:
    with pytest.raises(InvalidInput, match="loss"):
        exact_row(values, "loss")


def test_arrays_of_doubles() -> None:
    assert float_array([Fraction(1, 4), 2], "variance").tolist() == [0.25, 2.0]
    refused: tuple[object, ...] = ("x", {}, [[1], [1, 2]], [10**400])
    for bad in refused:
        with pytest.raises(InvalidInput, match="every variance must be a number that a double can hold"):
            float_array(bad, "variance")


def test_seeds() -> None:
    assert seeded(5).random() == seeded(5).random() != seeded(6).random()
    for bad in (-1, 0.5, "x", None):
        with pytest.raises(InvalidInput, match="seed must be"):
            seeded(bad)
