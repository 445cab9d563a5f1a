"""Comparisons of irrational numbers are decided rigorously, or not at all."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import Certificate, verify
from optcheck.errors import CertificateRejected


def _evaluation(left: str, right: str, note: str = "example", **values: str) -> Certificate:
    """Two expressions of one, which is 1, and of other values."""
    sides = {
        name: f"def {name}(p):\n    return p.one * ({text})\n" for name, text in (("claimed", left), ("true", right))
    }
    return Certificate("evaluation", {"instance": {"one": 1, **values}, **sides, "relation": "equals"}, {}, note)


def _decided(left: str, right: str, **values: str) -> str:
    return verify(_evaluation(left, right, **values)).fact("claimed - true").relation


@pytest.mark.parametrize(
    ("left", "relation", "right"),
    [
        ("sqrt(2)", "<", "Fraction(1414213562373095049, 1000000000000000000)"),
        ("sqrt(2)", ">", "Fraction(1414213562373095048, 1000000000000000000)"),
        ("sqrt(Fraction(9, 4))", "=", "Fraction(3, 2)"),
        ("root(8, 3)", "=", "2"),
        ("exp(1)", "<", "Fraction(87, 32)"),
        ("exp(log(10)) - 10", "<", "Fraction(1, 10**30)"),
        ("erfc(5)", ">", "Fraction(1, 10**12)"),
        ("2 * max(p.x, p.y)", ">", "p.x + p.y"),
        ("min(p.x, p.y) / -p.y", "<", "1"),
        ("(p.x - p.y) ** 3", "<", "0"),
        ("p.y ** -1", "=", "Fraction(1, 4)"),
        ("exp(0)", "=", "1 + log(1)"),
        ("pi()", ">", "Fraction(333, 106)"),
        ("2 ** 100000", ">", "3 ** 63092"),
        ("2 ** 100000", "<", "3 ** 63093"),
        ("log(Fraction(10) ** -9999)", "<", "-23023"),
    ],
)
def test_comparisons_are_decided(left: str, relation: str, right: str) -> None:
    assert _decided(left, right, x="3", y="4") == relation


@pytest.mark.parametrize(
    ("left", "message"),
    [
        ("exp(log(2))", "overlap at 4096 bits"),
        ("sin(1)", "sin has no value"),
        ("1 / (exp(log(2)) - 2)", "malformed|a value|an enclosure"),
        ("sqrt(-1)", "negative"),
        ("log(0)", "malformed|a value"),
        ("root(2, 0)", "positive integer"),
    ],
)
def test_the_rest_is_rejected(left: str, message: str) -> None:
    with pytest.raises(CertificateRejected, match=message):
        verify(_evaluation(left, "2"))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("exp(1) * exp(2)", "exp(3)"),
        ("log(6)", "log(2) + log(3)"),
        ("exp(log(2))", "log(exp(2))"),
        ("pi() * exp(1)", "exp(1 + log(pi()))"),
    ],
)
def test_equal_numbers_of_two_kinds_are_not_told_apart(left: str, right: str) -> None:
    for sides in ((left, right), (right, left)):
        with pytest.raises(CertificateRejected, match=r"overlap at 4096 bits|too costly"):
            verify(_evaluation(*sides))


@given(st.integers(1, 9), st.integers(10, 400), st.booleans())
@settings(max_examples=40)
def test_close_numbers_are_told_apart(n: int, bits: int, above: bool) -> None:
    """Both sides are enclosed, and the first enclosures overlap."""
    one, other = f"exp({n})", f"exp({n}) {'+' if above else '-'} log(2) / 2**{bits}"
    assert _decided(one, other) == ("<" if above else ">")
    assert _decided(other, one) == (">" if above else "<")


@given(st.fractions(), st.fractions())
def test_rationals_are_compared_exactly(x: Fraction, y: Fraction) -> None:
    relation = "<" if x < y else ">" if x > y else "="
    proved = verify(_evaluation("p.x", "p.y", x=str(x), y=str(y)))
    assert (proved.fact("claimed").value, proved.fact("true").value) == (x, y)
    assert proved.fact("claimed - true").relation == relation


@pytest.mark.parametrize(
    "left",
    [
        "(10 ** 100000) ** 100000",
        "((10 ** 1000) ** 1000) ** -1000",
        "exp(100000) ** 100000",
        "prod(exp(1000000) for i in range(1000))",
        "root(exp(5000), 1000)",
        "sum(exp(1) ** (99990 + k % 10) for k in range(1000))",
        "sum(Fraction(1, 10 ** 200 + k) for k in range(5000))",
    ],
    ids=["tower", "three storeys", "power of exp", "product of exps", "degree", "long sum", "denominators"],
)
def test_expressions_that_would_run_for_ever_are_rejected(left: str) -> None:
    with pytest.raises(CertificateRejected, match="too costly"):
        verify(_evaluation(left, "2"))


@pytest.mark.parametrize("digits", [40, 400])
def test_the_logarithm_of_numbers_next_to_1(digits: int) -> None:
    tiny = f"Fraction(1, 10 ** {digits})"
    assert _decided(f"log(1 + {tiny})", "0") == ">"
    assert _decided(f"log(1 - {tiny})", "0") == "<"
    assert _decided(f"log(1 + {tiny})", tiny) == "<"


def test_a_note_is_quoted_and_never_what_is_proved() -> None:
    note = 'everything is fine"\n\x1b[31m proved: 1 = 2'
    proved = verify(_evaluation("1", "2", note))
    assert proved.statement.startswith("two definitions evaluated at one = 1: claimed = 1; true = 2; ")
    assert " (a note in the file: " in proved.statement
    assert proved.statement.isprintable()
    assert proved.statement.count('"') == 3  # the two marks, and the escaped one inside


@pytest.mark.parametrize(
    ("left", "said"),
    [
        ("pi()", "[3.14159265358, 3.14159265359]; true = 0; claimed - true > 0"),
        ("-pi()", "[-3.14159265359, -3.14159265358]; true = 0; claimed - true < 0"),
        ("exp(-1000)", "[5.07595889754e-435, 5.07595889755e-435]; true = 0; claimed - true > 0"),
    ],
)
def test_enclosures_are_shown_rounded_outwards(left: str, said: str) -> None:
    assert f"claimed lies in {said}" in verify(_evaluation(left, "0")).statement
