"""Coefficients of power series: exact ones pass, expressions that would run for ever are refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from optcheck.checker.series import Expression, expand
from optcheck.errors import TooCostly
from optcheck.exact.certificate import Certificate


def test_powers_and_quotients_expand_exactly() -> None:
    growth: Expression = ["exp", "eps"]
    assert expand(["^", growth, 3], 3) == expand(["exp", ["*", 3, "eps"]], 3) == [1, 3, Fraction(9, 2), Fraction(9, 2)]
    assert expand(["^", growth, 0], 2) == [1, 0, 0]
    assert expand(["/", 1, ["-", 1, "eps"]], 4) == [1, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("expression", "order"),
    [
        (["^", ["^", ["^", ["^", 3, 200], 200], 200], 200], 0),
        (["^", ["^", ["exp", "eps"], 200], 200], 200),
        (["+", *[["^", ["exp", "eps"], 200]] * 500], 200),
    ],
)
def test_endless_expressions_are_refused(expression: Any, order: int) -> None:
    with pytest.raises(TooCostly):
        Certificate("taylor-coefficient", {"expression": expression, "power": order}, {}).verify()
