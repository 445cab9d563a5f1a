"""Comparisons of expressions are decided rigorously, or not at all."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck import Certificate, verify
from optcheck.errors import CertificateRejected


def _comparison(left: Any, relation: str, right: Any, **values: str) -> Certificate:
    instance = {"left": left, "relation": relation, "right": right, "values": values}
    return Certificate("comparison", instance, {"note": "example"})


@pytest.mark.parametrize(
    ("left", "relation", "right"),
    [
        (["sqrt", 2], "<", "1414213562373095049/1000000000000000000"),
        (["sqrt", 2], ">", "1414213562373095048/1000000000000000000"),
        (["sqrt", "9/4"], "=", "3/2"),
        (["root", 8, 3], "=", 2),
        (["exp", 1], "<", "87/32"),
        (["-", ["exp", ["log", 10]], 10], "<", "1/1000000000000000000000000000000"),
        (["erfc", 5], ">", "1/1000000000000"),
        (["*", 2, ["max", "x", "y"]], ">=", ["+", "x", "y"]),
        (["/", ["min", "x", "y"], ["-", "y"]], "!=", 1),
        (["^", ["-", "x", "y"], 3], "<", 0),
        (["^", "y", -1], "<=", "1/4"),
        (["exp", 0], "=", ["+", 1, ["log", 1]]),
        (["pi"], ">", "333/106"),
    ],
)
def test_true_comparisons_are_accepted(left: Any, relation: str, right: Any) -> None:
    assert verify(_comparison(left, relation, right, x="3", y="4")).statement.startswith("example: left")


@pytest.mark.parametrize(
    ("left", "relation", "right", "message"),
    [
        (["sqrt", 2], "<", "1", "expected left < right"),
        (["sqrt", 2], "=", ["sqrt", 2], "overlap at 4096 bits"),
        (["sqrt", 2], "~", 1, "relation"),
        (["sin", 1], "<", 2, "operation"),
        (["-", 1, 2, 3], "<", 2, "operation"),
        (["/", 1, ["-", ["sqrt", 2], ["sqrt", 2]]], "<", 2, "malformed"),
        (["sqrt", -1], "<", 2, "malformed"),
        (["^", 2, "1/2"], "<", 2, "exponent"),
        ("unknown", "<", 2, "number or name"),
        ([], "<", 2, "malformed"),
    ],
)
def test_the_rest_is_rejected(left: Any, relation: str, right: Any, message: str) -> None:
    with pytest.raises(CertificateRejected, match=message):
        verify(_comparison(left, relation, right))


@given(st.fractions(), st.fractions())
def test_rationals_are_compared_exactly(x: Fraction, y: Fraction) -> None:
    relation = "<" if x < y else ">" if x > y else "="
    verify(_comparison("x", relation, "y", x=str(x), y=str(y)))
    with pytest.raises(CertificateRejected):
        verify(_comparison("x", "!=" if x == y else "=", "y", x=str(x), y=str(y)))


def test_endless_nesting_is_rejected() -> None:
    nested: Any = 1
    for _ in range(5000):
        nested = ["-", nested]
    with pytest.raises(CertificateRejected, match="malformed comparison certificate"):
        verify(_comparison(nested, "<", 2))


@pytest.mark.parametrize(
    "left",
    [
        ["^", ["^", 10, 100000], 100000],
        ["^", ["^", ["^", 10, 1000], 1000], -1000],
        ["^", ["exp", 100000], 100000],
        ["*", *[["exp", 1000000]] * 1000],
        ["root", 2, 100000],
        ["+", *[["^", 3, 99990 + k % 10] for k in range(1000)]],
        ["+", *[["/", 1, 10**200 + k] for k in range(5000)]],
    ],
    ids=["tower", "three storeys", "power of exp", "product of exps", "degree", "long sum", "denominators"],
)
def test_expressions_that_would_run_for_ever_are_rejected(left: Any) -> None:
    with pytest.raises(CertificateRejected, match="too costly to evaluate"):
        verify(_comparison(left, "<", 2))


def test_large_numbers_are_still_compared_exactly() -> None:
    assert verify(_comparison(["^", 2, 100000], ">", ["^", 3, 63092])).kind == "comparison"
    assert verify(_comparison(["^", 2, 100000], "<", ["^", 3, 63093])).kind == "comparison"
    assert verify(_comparison(["log", ["^", 10, -9999]], "<", -23023)).kind == "comparison"


def test_a_value_cannot_take_the_place_of_a_number() -> None:
    instance = {"left": "1/2", "relation": ">", "right": 1, "values": {"1/2": "5"}}
    with pytest.raises(CertificateRejected, match="a name that is no number"):
        verify(Certificate("comparison", instance, {}))
