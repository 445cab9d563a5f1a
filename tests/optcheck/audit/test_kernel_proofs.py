"""What is called proved is about the form and about the whole domain; what is less is argued."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import add
from types import SimpleNamespace
from typing import Any

import pytest
import sympy

from optcheck.audit.kernel import judge
from optcheck.audit.planted import mutants
from optcheck.audit.proofs import plant
from optcheck.audit.trial import Bench
from optcheck.claims import Argument, Definition, Domain, Form
from optcheck.claims.claim import amounts
from optcheck.claims.functions import row, total
from optcheck.claims.relations import at_most, between
from optcheck.errors import InvalidInput
from tests.optcheck.audit._toy import DOMAIN, Box, claim, proof


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


def proof_from_one_on(argument: Argument, form: Callable[[Any], Any]) -> None:
    a, more = sympy.symbols("a more", nonnegative=True)
    argument.identity("where b is at least 1", form(Box(a, 1 + more)), a + 1 + more)


def proof_of_squares(argument: Argument, form: Callable[[Any], Any]) -> None:
    a, b = sympy.symbols("a b", nonnegative=True)
    argument.identity("the squares agree", form(Box(a, b)) ** 2, (a + b) ** 2)


def test_what_is_not_about_the_form_is_not_proved() -> None:
    with pytest.raises(InvalidInput, match="toy/eq-1: the proof never evaluates the form"):
        judge(claim(proof=proof_without_the_form))
    with pytest.raises(InvalidInput, match="toy/eq-1: the proof has no step that is executed"):
        judge(claim(proof=lambda argument, form: argument.words("clear")))
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
        (proof_of_a_line, "it leaves out b = 0"),
        (proof_from_one_on, "more by 1 - b where 1 > b"),
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


def proof_of_a_bound(argument: Argument, form: Callable[[Any], Any]) -> None:
    a, more = sympy.symbols("a more", nonnegative=True)
    argument.not_negative("where b is at least a", form(Box(a, a + more)) - 2 * a)


def proof_of_a_bound_by_ratios(argument: Argument, form: Callable[[Any], Any]) -> None:
    a, b, t = sympy.symbols("a b t", nonnegative=True)
    argument.not_negative("where b is at least a", form(Box(a, b)) - 2 * a, where={a: b / (1 + t)})


@pytest.mark.parametrize("part", [proof_of_a_bound, proof_of_a_bound_by_ratios])
def test_a_bound_that_is_shown_for_a_part_is_not_proved(part: Any) -> None:
    """Twice a is below a + b where a <= b; elsewhere another truth, which fails only beyond the grid."""
    truth: Definition[Box] = Definition(lambda box: 2 * box.a if box.a <= box.b else box.a**2 / 3)
    found = judge(claim(truth=truth, asserts=at_most, proof=part))
    assert found.proof is not None
    assert found.strength == "argued"
    assert "more by -1000 times a - b where a > b" in found.proof["remarks"][0]


def proof_for_whole_numbers(argument: Argument, form: Callable[[Any], Any]) -> None:
    n, m = sympy.symbols("n m", integer=True, nonnegative=True)
    argument.identity("the two rows are independent", form(Box(n, m)), n + m)


def test_a_proof_for_whole_numbers_is_none_for_fractions() -> None:
    halves = replace(DOMAIN, grid=lambda: (Box(a, b) for a in amounts("0 1") for b in amounts("1/2 1")))
    found = judge(claim(domain=halves, proof=proof_for_whole_numbers))
    assert found.proof is not None
    assert (found.strength, "b modulo 1" in found.proof["remarks"][0]) == ("argued", True)
    assert judge(claim(proof=proof_for_whole_numbers)).strength == "proved"


def bounds(box: Box) -> Any:
    return box.a, box.a + box.b


def proof_of_one_entry(argument: Argument, form: Callable[[Any], Any]) -> None:
    a, b = sympy.symbols("a b", nonnegative=True)
    argument.identity("the upper bound", form(Box(a, b))[1], a + b)


def test_a_proof_of_one_entry_is_not_one_of_the_row() -> None:
    found = judge(claim(printed=Form(bounds, "a to a + b"), asserts=between(), proof=proof_of_one_entry))
    assert found.proof is not None
    assert found.strength == "argued"
    assert "its entry 1 -> more by 1000" in found.proof["remarks"][0]


@dataclass(frozen=True, slots=True)
class Crowd:
    """Users, each with a share, and a word on how they come."""

    users: Any
    shares: Any
    order: str = "any"


def shared(crowd: Crowd) -> Any:
    return crowd.users * total(crowd.shares)


CROWDS: Domain[Crowd] = Domain(
    description="two or three users, one or two shares, in either order",
    grid=lambda: (
        Crowd(users, (Fraction(1),) * many, order) for users in (2, 3) for many in (1, 2) for order in ("any", "last")
    ),
    order=lambda crowd: (crowd.users, len(crowd.shares), crowd.order),
)


@pytest.mark.parametrize(
    ("users", "shares", "orders", "remark"),
    [
        (3, row("shares", total=sympy.Symbol("s")), ("any", "last"), "it leaves out users = 2"),
        (sympy.Symbol("k"), (sympy.Symbol("s"),), ("any", "last"), "it leaves out shares = (Fraction(1, 1), Fraction"),
        (sympy.Symbol("k"), (2, 3), ("any", "last"), "it leaves out shares = (Fraction(1, 1),)"),
        (sympy.Symbol("k"), row("shares", total=sympy.Symbol("s")), ("any",), "it leaves out order = last"),
        (sympy.Symbol("k"), row("shares", total=sympy.Symbol("s")), ("any", "last"), None),
    ],
)
def test_what_a_proof_never_puts_in_is_left_out(users: Any, shares: Any, orders: tuple[str, ...], remark: Any) -> None:
    def some(argument: Argument, form: Callable[[Any], Any]) -> None:
        for order in orders:
            argument.identity("the product", form(Crowd(users, shares, order)), users * total(shares))

    about: dict[str, Any] = {"domain": CROWDS, "truth": Definition(shared), "printed": Form(shared, "k s")}
    found = judge(claim(**about, proof=some))
    assert found.proof is not None
    assert found.strength == ("argued" if remark else "proved")
    assert [text[: len(remark or "")] for text in found.proof["remarks"]] == ([remark] if remark else [])
