"""The text of a form is compared with its code where it is a formula of the fields, and else called words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck.audit.kernel import _value, formula, judge
from optcheck.claims import Form, Instance, Statement, Value, at_most, definition, equals, integer, log, rational, sqrt
from optcheck.errors import InvalidInput


class Budget(Instance):
    """Some numbers with and without symbols."""

    n: int = integer(1)
    epsilon: Fraction = rational(above=0)
    sensitivity: Fraction = rational(above=0, symbol="Δ")


DOMAIN = Budget.where()
numbers = st.fractions(Fraction(1, 9), 9, max_denominator=9)


@given(n=st.integers(1, 9), e=numbers, d=numbers)
def test_what_is_read_is_what_is_meant(n: int, e: Fraction, d: Fraction) -> None:
    meant: dict[str, Value] = {
        "n (n − 1) / 2": Fraction(n * (n - 1), 2),
        "2n": 2 * n,
        "n² − 1": n**2 - 1,
        "ε⁻²": e**-2,
        "σ = Δ / ε": d / e,
        "σ² = (Δ/ε)^2": (d / e) ** 2,
        "Δ √(2 ln(1.25/ε)) / ε": d * sqrt(2 * log(Fraction(5, 4) / e)) / e if e <= 1 else None,
        "max(ε, Δ) n": max(e, d) * n,
        "(n + 1)(n + 2)": (n + 1) * (n + 2),
        "-n + 3·ε": -n + 3 * e,
        "2^n": 2**n,
        "ε^(1/2)": sqrt(e),
    }
    for text, value in meant.items():
        code = formula(text, DOMAIN)
        assert code is not None, text
        if value is not None:
            assert _value(code, Budget(n, e, d)) == value, text


@pytest.mark.parametrize(
    "text",
    [
        "the sum of all", "1 / 2n", "n^2n", "2 3", "ε = Δ", "n ≤ 3", "O(n)", "x + 1", "n!", "1, 2", "√n m", "ln ε", "",
        "n +", "__import__('os')", "n.real", "σ_n", "Σ_i n",
    ],
)  # fmt: skip
def test_what_can_be_read_in_two_ways_or_none_is_words(text: str) -> None:
    assert formula(text, DOMAIN) is None


class N(Instance):
    """A whole number."""

    n: int = integer(1)


def triangle(i: N) -> Value:
    return Fraction(i.n * (i.n + 1), 2)


def summed(i: N) -> Value:
    return sum(range(i.n + 1))


def _stated(text: str, **more: Any) -> Statement[N]:
    parts: dict[str, Any] = {"asserts": equals, "printed": Form(triangle, text), **more}
    return Statement("a/b", place="", title="", domain=N, truth=definition(summed), **parts)


def test_a_text_that_says_something_else_is_an_error_with_the_instance() -> None:
    with pytest.raises(InvalidInput, match=r"a/b: the text 'n\^2' gives 4 at N\(n=2\), and the code gives 3"):
        judge(_stated("n^2"))
    with pytest.raises(InvalidInput, match="the text 'n' gives 2"):
        judge(_stated("n (n + 1) / 2", printed=Form(lambda i: i.n**3 + 1, "?"), corrected=Form(triangle, "n")))


def test_the_verdict_says_what_was_compared() -> None:
    assert judge(_stated("n (n + 1) / 2")).texts == {"printed": 150}
    assert judge(_stated("the triangular numbers")).texts == {"printed": 0}
    assert judge(_stated("n ≥ 1: n (n + 1) / 2", asserts=at_most)).texts == {"printed": 0}
