"""What is called proved is about the form and about the whole domain; what is less is argued."""

from __future__ import annotations

from collections.abc import Callable
from operator import add
from types import SimpleNamespace
from typing import Any

import pytest
import sympy

from optcheck.audit.judging.judge import judge
from optcheck.audit.judging.proofs import plant
from optcheck.audit.judging.trial import Bench
from optcheck.audit.mutation import mutants
from optcheck.claims import Argument, Form
from tests.optcheck.audit._toy import Box, claim, proof


def proof_without_the_form(argument: Argument, form: Callable[[Any], Any]) -> None:
    a, b = sympy.symbols("a b", nonnegative=True)
    argument.identity("something else", a + b, b + a)


def proof_of_little(argument: Argument, form: Callable[[Any], Any]) -> None:
    a = sympy.Symbol("a", nonnegative=True)
    argument.identity("at one place", form(Box(a, a)).subs(a, 0), 0)


def right_elsewhere(box: Box) -> Any:
    return add(box.a, box.b)


def proof_at_a_place(argument: Argument, form: Callable[[Any], Any]) -> None:
    argument.truth("at another place", form(Box(2, 1)) == 3)


def proof_of_the_diagonal(argument: Argument, form: Callable[[Any], Any]) -> None:
    a = sympy.Symbol("a", nonnegative=True)
    argument.identity("where both are the same", form(Box(a, a)), 2 * a)


def proof_of_a_half(argument: Argument, form: Callable[[Any], Any]) -> None:
    a, more = sympy.symbols("a more", nonnegative=True)
    argument.identity("where b is at least a", form(Box(a, a + more)), 2 * a + more)


def proof_of_both_halves(argument: Argument, form: Callable[[Any], Any]) -> None:
    a, b = sympy.symbols("a b", nonnegative=True)
    for case in argument.order(a, b):
        argument.identity("in this order", form(Box(a.subs(case), b.subs(case))), a.subs(case) + b.subs(case))


def proof_of_a_line(argument: Argument, form: Callable[[Any], Any]) -> None:
    a = sympy.Symbol("a", nonnegative=True)
    argument.identity("where b is 1", form(Box(a, 1)), a + 1)


def proof_of_squares(argument: Argument, form: Callable[[Any], Any]) -> None:
    a, b = sympy.symbols("a b", nonnegative=True)
    argument.identity("the squares agree", form(Box(a, b)) ** 2, (a + b) ** 2)


def test_what_is_not_about_the_form_is_not_proved() -> None:
    unbound = judge(claim(proof=proof_without_the_form))
    assert unbound.proof is not None
    assert (unbound.strength, unbound.proof["remarks"]) == ("argued", ["it never evaluates the form"])
    loose = judge(claim(proof=proof_of_little))
    assert loose.proof is not None
    assert loose.strength == "argued"
    assert "accepts a planted error" in loose.proof["remarks"][0]


def test_a_proof_at_numbers_is_not_about_all_of_them() -> None:
    found = judge(claim(proof=proof_at_a_place))
    assert found.proof is not None
    assert (found.strength, found.proof["remarks"]) == ("argued", ["it evaluates the form at numbers only"])


@pytest.mark.parametrize(
    ("part", "error"),
    [
        (proof_of_the_diagonal, "more by a - b where a > b"),
        (proof_of_a_half, "more by a - b where a > b"),
        (proof_of_a_line, "more by b - 1 where b > 1"),
    ],
)
def test_a_proof_of_a_part_believes_an_error_elsewhere(part: Any, error: str) -> None:
    found = judge(claim(proof=part))
    assert found.proof is not None
    assert found.strength == "argued"
    assert error in found.proof["remarks"][0]


def half_and_words(argument: Argument, form: Callable[[Any], Any]) -> None:
    proof_of_a_half(argument, form)
    argument.words("and the same for the other half")


def test_errors_in_parts_are_not_for_what_words_carry_over() -> None:
    for half, fates in ((proof_of_a_half, {"rejected", "believed"}), (half_and_words, {"rejected"})):
        bench = Bench(claim(proof=half))
        assert {planted.fate.value for planted in plant(bench, bench.claim.printed, 0, None)} == fates


def test_a_proof_by_complete_cases_is_one() -> None:
    assert judge(claim(proof=proof_of_both_halves)).strength == "proved"


def test_a_form_without_source_to_change_is_changed_as_a_whole() -> None:
    elsewhere = Form(right_elsewhere, "a + b")
    assert not list(mutants(right_elsewhere))
    assert judge(claim(printed=elsewhere, proof=proof)).strength == "proved"
    loose = judge(claim(printed=elsewhere, proof=proof_of_little))
    assert loose.proof is not None
    assert loose.strength == "argued"
    assert "it accepts a planted error (its value -> doubled, at" in loose.proof["remarks"][0]


def test_a_proof_of_squares_does_not_know_the_sign() -> None:
    squares = judge(claim(proof=proof_of_squares))
    assert squares.proof is not None
    assert squares.strength == "argued"
    assert [remark.partition(", at")[0] for remark in squares.proof["remarks"]] == [
        "it accepts a planted error (its value -> negated"
    ]


def stands_in(argument: Argument, form: Callable[[Any], Any]) -> None:
    a, b = sympy.symbols("a b", nonnegative=True)
    argument.identity("for anything with an a and a b", form(SimpleNamespace(a=a, b=b)), a + b)


def test_symbols_may_stand_in_an_object_of_the_proofs_own() -> None:
    assert judge(claim(proof=stands_in)).strength == "proved"
