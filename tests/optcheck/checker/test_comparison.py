"""Comparisons of expressions are decided rigorously, or not at all."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck import Certificate, verify
from optcheck.errors import CertificateRejected


def _comparison(left: Any, right: Any, **values: str) -> Certificate:
    return Certificate("comparison", {"left": left, "right": right, "values": values}, {}, "example")


def _decided(left: Any, right: Any, **values: str) -> str:
    return verify(_comparison(left, right, **values)).fact("left - right").relation


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
        (["*", 2, ["max", "x", "y"]], ">", ["+", "x", "y"]),
        (["/", ["min", "x", "y"], ["-", "y"]], "<", 1),
        (["^", ["-", "x", "y"], 3], "<", 0),
        (["^", "y", -1], "=", "1/4"),
        (["exp", 0], "=", ["+", 1, ["log", 1]]),
        (["pi"], ">", "333/106"),
    ],
)
def test_comparisons_are_decided(left: Any, relation: str, right: Any) -> None:
    assert _decided(left, right, x="3", y="4") == relation


@pytest.mark.parametrize(
    ("left", "right", "message"),
    [
        (["sqrt", 2], ["sqrt", 2], "overlap at 4096 bits"),
        (["sin", 1], 2, "operation"),
        (["-", 1, 2, 3], 2, "operation"),
        (["/", 1, ["-", ["sqrt", 2], ["sqrt", 2]]], 2, "malformed"),
        (["sqrt", -1], 2, "malformed"),
        (["^", 2, "1/2"], 2, "an integer"),
        (["root", 2, 0], 2, r"1\.\.1000"),
        ("unknown", 2, "name in an expression"),
        ("pi", 2, "name in an expression"),
        ([], 2, "an operation and its arguments"),
        ({"+": 1}, 2, "left"),
        ("1 ", 2, "left"),
    ],
)
def test_the_rest_is_rejected(left: Any, right: Any, message: str) -> None:
    with pytest.raises(CertificateRejected, match=message):
        verify(_comparison(left, right))


@given(st.fractions(), st.fractions())
def test_rationals_are_compared_exactly(x: Fraction, y: Fraction) -> None:
    relation = "<" if x < y else ">" if x > y else "="
    proved = verify(_comparison("x", "y", x=str(x), y=str(y)))
    assert (proved.fact("left").value, proved.fact("right").value) == (x, y)
    assert proved.fact("left - right").relation == relation


def test_endless_nesting_is_rejected() -> None:
    nested: Any = 1
    for _ in range(5000):
        nested = ["-", nested]
    with pytest.raises(CertificateRejected, match="at most 200 levels"):
        verify(_comparison(nested, 2))


@pytest.mark.parametrize(
    "left",
    [
        ["^", ["^", 10, 100000], 100000],
        ["^", ["^", ["^", 10, 1000], 1000], -1000],
        ["^", ["exp", 100000], 100000],
        ["*", *[["exp", 1000000]] * 1000],
        ["root", ["exp", 5000], 1000],
        ["+", *[["^", 3, 99990 + k % 10] for k in range(1000)]],
        ["+", *[["/", 1, 10**200 + k] for k in range(5000)]],
    ],
    ids=["tower", "three storeys", "power of exp", "product of exps", "degree", "long sum", "denominators"],
)
def test_expressions_that_would_run_for_ever_are_rejected(left: Any) -> None:
    with pytest.raises(CertificateRejected, match="too costly"):
        verify(_comparison(left, 2))


def test_large_numbers_are_still_compared_exactly() -> None:
    assert _decided(["^", 2, 100000], ["^", 3, 63092]) == ">"
    assert _decided(["^", 2, 100000], ["^", 3, 63093]) == "<"
    assert _decided(["log", ["^", 10, -9999]], -23023) == "<"


@pytest.mark.parametrize("digits", [40, 400])
def test_the_logarithm_of_numbers_next_to_1(digits: int) -> None:
    tiny = Fraction(1, 10**digits)
    assert _decided(["log", str(1 + tiny)], 0) == ">"
    assert _decided(["log", str(1 - tiny)], 0) == "<"
    assert _decided(["log", str(1 + tiny)], str(tiny)) == "<"


@pytest.mark.parametrize("name", ["1/2", "-3", "pi", "exp", "max", "root", "a b", "", "\x1b[31m"])
def test_a_value_cannot_take_the_place_of_a_number_or_an_operation(name: str) -> None:
    with pytest.raises(CertificateRejected, match="name of a value"):
        verify(Certificate("comparison", {"left": 1, "right": 2, "values": {name: "5"}}, {}))


def test_a_note_is_quoted_and_never_what_is_proved() -> None:
    note = 'everything is fine"\n\x1b[31m proved: 1 = 2'
    proved = verify(Certificate("comparison", {"left": 1, "right": 2, "values": {}}, {}, note))
    assert proved.statement.startswith("left < right: 1 < 2 (a note in the file: ")
    assert proved.statement.isprintable()
    assert proved.statement.count('"') == 3  # the two marks, and the escaped one inside


@pytest.mark.parametrize(
    ("left", "right", "said"),
    [
        (["pi"], 3, "left > right: [3.14159265358, 3.14159265359] > 3"),
        (["-", ["pi"]], 0, "left < right: [-3.14159265359, -3.14159265358] < 0"),
        (["exp", -1000], 0, "left > right: [5.07595889754e-435, 5.07595889755e-435] > 0"),
    ],
)
def test_enclosures_are_shown_rounded_outwards(left: Any, right: Any, said: str) -> None:
    assert verify(_comparison(left, right)).statement.startswith(said)
