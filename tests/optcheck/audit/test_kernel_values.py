"""Only exact values are compared, each at the instance that the kernel handed over."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from optcheck.audit.kernel import judge
from optcheck.checker.intervals import Interval
from optcheck.claims import Definition, Form, Outcome
from optcheck.claims.claim import at_most, less
from optcheck.claims.expressions import Expr, exp, log, sqrt
from optcheck.errors import InvalidInput
from tests.optcheck.audit._toy import Box, claim


def in_floats(box: Box) -> float:
    return float(box.a + box.b)


def test_floats_are_refused_by_name_and_place() -> None:
    with pytest.raises(InvalidInput, match=r"toy/eq-1 at Box\(.*the float 2.0"):
        judge(claim(printed=Form(in_floats, "a + b")))


@dataclass(frozen=True, slots=True)
class Told:
    """A value in which floats may hide."""

    parts: dict[str, float]


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        (Interval(0.0, 0.0), "the float 0.0"),  # type: ignore[arg-type]
        (Interval(Fraction(1), Fraction(0)), "in order, got 1 and 0"),
        (Expr(value=0.5), "the float 0.5"),  # type: ignore[arg-type]
        (Told({"x": 0.5}), "the float 0.5"),
    ],
)
def test_what_is_no_exact_number_is_refused_wherever_it_hides(value: object, complaint: str) -> None:
    with pytest.raises(InvalidInput, match=rf"toy/eq-1 at Box\(.*{complaint}"):
        judge(claim(printed=Form(lambda _: value, "?")))


@pytest.mark.parametrize("number", [0, -1])
def test_what_is_no_number_is_undefined(number: int) -> None:
    verdict = judge(claim(printed=Form(lambda _: log(Fraction(number)), "?"), expected=Outcome.REFUTED))
    assert verdict.counterexample is not None
    assert verdict.counterexample.claimed == "undefined"
    assert f"log({number}) is no number" in verdict.counterexample.proves


def test_functions_of_floats_are_refused() -> None:
    with pytest.raises(InvalidInput, match=r"exact numbers, got the float 0\.25"):
        sqrt(0.25)


def root(box: Box) -> Any:
    return sqrt(box.a + 1)


def test_irrational_numbers_are_compared_by_the_checker() -> None:
    below: Definition[Box] = Definition(lambda box: sqrt(box.a + 2))
    verdict = judge(claim(truth=below, printed=Form(root, "sqrt(a + 1)"), expected=Outcome.REFUTED))
    assert verdict.counterexample is not None
    assert [document["kind"] for document in verdict.counterexample.certificates] == ["evaluation"]
    same = judge(claim(truth=Definition(lambda box: sqrt(4 * box.a + 4) / 2), printed=Form(root, "sqrt(a + 1)")))
    assert (same.verdict, same.strength, same.enclosed) == ("holds", "proved", True)


def of_a_product(box: Box) -> Any:
    return log(2 * box.a + 2)


def test_numbers_that_are_equal_are_shown_to_be_so_by_algebra() -> None:
    product: Definition[Box] = Definition(lambda box: log(Fraction(2)) + log(box.a + 1))
    about: dict[str, Any] = {"truth": product, "printed": Form(of_a_product, "log(2a + 2)")}
    assert judge(claim(**about, asserts=less)).verdict == "refuted"
    equal = judge(claim(**about))
    assert (equal.verdict, equal.open) == ("holds", 0)


def test_what_is_left_open_does_not_hold() -> None:
    """1 + exp(-1450) and 1 are not told apart with 2048 bits."""
    nearly: Definition[Box] = Definition(lambda _: 1 + exp(Fraction(-1450)))
    verdict = judge(claim(truth=nearly, printed=Form(lambda _: Fraction(1), "1"), asserts=at_most))
    assert (verdict.verdict, verdict.open, verdict.checked) == ("undecidable", 9, 9)
    assert not verdict.agrees


def test_what_is_enclosed_is_called_so_wherever_it_stands() -> None:
    twice: Any = lambda box: sqrt(4 * box.a + 4) / 2  # noqa: E731
    for form, same in ((root, twice), (lambda box: (root(box), box.b), lambda box: (twice(box), box.b))):
        assert judge(claim(truth=Definition(same), printed=Form(form, "a root"))).enclosed
    above: dict[str, Any] = {"truth": Definition(root), "printed": Form(lambda box: box.a + 2, "a + 2")}
    assert judge(claim(**above, asserts=at_most)).enclosed
