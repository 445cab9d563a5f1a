"""Generated statements are those of the claims, byte for byte, and say what the claims say. Needs no Coq."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from optcheck.audit import registry
from optcheck.claims import (
    Form,
    Instance,
    Outcome,
    Statement,
    at_most,
    decides,
    definition,
    equals,
    integer,
    rational,
    row,
)
from optcheck.claims.claim import Relation
from proofs_formal import generated, sources
from proofs_formal.proposition import Untranslatable, definition_text, proposition
from proofs_formal.reader import Reader, program
from proofs_formal.terms import Number, Rows, constant


def test_the_generated_files_are_what_the_claims_give() -> None:
    """``make formal UPDATE=1`` renews them."""
    assert generated.differences() == []


def test_a_claim_has_one_theorem() -> None:
    marked = [claim for theorem in sources.all_theorems() for claim in theorem.claims]
    assert sorted(marked) == sorted(set(marked))


Evaluated = Callable[[Any], Any]


class Pair(Instance):
    n: int = integer(2)
    x: Fraction = rational(above=0, below="n")
    row: tuple[Fraction, ...] = row(rational(at_least=0), "n", falling=True)
    conditions = ("sum(row) <= x",)


def stated(printed: Evaluated, true: Evaluated, relation: Relation = equals) -> str:
    """The proposition of a statement about pairs, without line breaks."""
    statement: Statement[Pair] = Statement(
        id="a/b", place="p", title="t", domain=Pair, truth=definition(true), asserts=relation,
        printed=Form(printed, "f"), expected=Outcome.HOLDS,
    )  # fmt: skip
    return " ".join(proposition(statement, statement.printed).split())


def test_the_domain_becomes_hypotheses() -> None:
    text = stated(lambda p: p.x, lambda p: p.x)
    assert text == (
        "forall n : Z, ((2 <= n)%Z) -> forall x : R, (0 < x) -> (x < IZR n) -> "
        "forall row : list R, ((Z.of_nat (length row) = n)%Z) -> (forall x1 : R, In x1 row -> 0 <= x1) -> "
        "(StronglySorted Rge row) -> (sumR row <= x) -> x = x"
    )


def goal(printed: Evaluated, true: Evaluated, relation: Relation = equals) -> str:
    """What remains to be shown."""
    return stated(printed, true, relation).partition("(sumR row <= x) -> ")[2]


def test_a_quotient_must_be_shown_to_be_defined() -> None:
    assert goal(lambda p: p.x, lambda p: 1 / (p.n - 1)) == "(~ ((n - 1 = 0)%Z)) /\\ 1 / IZR (n - 1) = x"


def test_what_is_needed_on_one_way_is_needed_there_alone() -> None:
    text = goal(lambda p: p.x, lambda p: 1 / p.x if p.x > 1 else Fraction(0))
    assert text == "((1 < x) -> (~ (x = 0))) /\\ (if (Rltb 1 x) then (1 / x)%R else 0) = x"


def test_sums_ranges_and_entries() -> None:
    assert goal(lambda p: p.x, lambda p: sum(p.row[i] for i in range(p.n)), at_most) == (
        "(forall i : Z, In i (Zrange 0 n) -> (((0 <= i)%Z) /\\ ((i < Z.of_nat (length row))%Z))) /\\ "
        "sumR (map (fun i : Z => (nth (Z.to_nat i) row 0%R)) (Zrange 0 n)) <= x"
    )


def test_all_is_a_quantifier() -> None:
    assert goal(lambda p: p.x > 0, lambda p: all(y <= p.x for y in p.row), decides) == (
        "((0 < x) <-> (forall y : R, In y row -> (y <= x)))"
    )


def test_bound_variables_capture_nothing() -> None:
    text = goal(lambda p: p.x, lambda p: sum(sum(x * y for y in p.row) for x in p.row))
    assert "fun x2 : R => (sumR (map (fun y : R => (x2 * y)%R) row))" in text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def entry(p): return 2 - (p - 1)", "2 - (p - 1)"),
        ("def entry(p): return -(p + 1) * 3", "(- (p + 1)) * 3"),
        ("def entry(p): return (p - 1) ** 2 / 3", "(p - 1) ^ 2 / 3"),
        ("def entry(p): return 6 / (p / 2)", "6 / (p / 2)"),
        ("def entry(p): return p - p - 1", "p - p - 1"),
        ("def entry(p): return 2 ** -1 * p", "1 / 2 * p"),
        ("def entry(p): return max(p, 1, 2)", "Rmax (Rmax p 1) 2"),
    ],
)
def test_brackets_keep_the_meaning(text: str, expected: str) -> None:
    found = Reader().call(program(text)["entry"], [Number("R", "p")])
    assert found.text == expected


def test_a_loop_carries_what_it_changes() -> None:
    text = "def entry(rows):\n    best = 0\n    for x in rows:\n        best = max(best, x / 2)\n    return best"
    found = Reader().call(program(text)["entry"], [Rows("R", "l")])
    assert found.text == "(fold_left (fun (best : R) (item : R) => (Rmax best (item / 2))%R) l 0)"


@pytest.mark.parametrize("text", ["while p: p = p - 1", "return {p: 1}"])
def test_what_has_no_term_is_refused(text: str) -> None:
    with pytest.raises(Untranslatable):
        Reader().call(program(f"def entry(p):\n    {text}\n    return p")["entry"], [constant(2)])


def test_most_of_the_library_statements_without_special_functions_are_written() -> None:
    """How far the translation reaches: a number that may grow."""
    reached = 0
    for source in registry.sources(registry.BUILT_IN):
        claim = registry.load(source)
        try:
            definition_text(claim, claim.corrected or claim.printed)
        except Untranslatable:
            continue
        reached += 1
    assert reached >= 70
