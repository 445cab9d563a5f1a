"""The kernel binds form, truth, certificate and proof: what is not bound is refused or counts for less."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import add
from types import SimpleNamespace
from typing import Any

import pytest
import sympy

from optcheck import LinearProgram, Model, solve
from optcheck.audit.judging.evidence import UnfoundedClaim
from optcheck.audit.judging.judge import judge
from optcheck.audit.judging.proofs import plant
from optcheck.audit.judging.sabotage import foreign_certificates_accepted, own_certificate, unnoticed
from optcheck.audit.judging.trial import Bench
from optcheck.audit.mutation import mutants
from optcheck.audit.strengths import open_foundations, settled
from optcheck.audit.verdict import Verdict
from optcheck.checker.intervals import Interval
from optcheck.claims import Argument, Claim, Combination, Definition, Domain, Form, Mark, Outcome, Quantity, Reading
from optcheck.claims.expressions import Expr
from optcheck.claims.functions import log, sqrt
from optcheck.claims.grids import amounts
from optcheck.claims.programs import least
from optcheck.claims.relations import Check, at_most, equals
from optcheck.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Box:
    """Two requirements."""

    a: Any
    b: Any


def program(box: Box) -> LinearProgram:
    """The least x + y with x >= a and y >= b."""
    model = Model("minimise")
    for name, side in (("x", box.a), ("y", box.b)):
        model.row(name, {model.variable(name, cost=1): 1}, ">=", side)
    return model.build()


def right(box: Box) -> Any:
    return box.a + box.b


def wrong(box: Box) -> Any:
    return 2 * box.a + box.b


def in_floats(box: Box) -> float:
    return float(box.a + box.b)


def proof(argument: Argument, form: Callable[[Any], Any]) -> None:
    a, b = sympy.symbols("a b", nonnegative=True)
    argument.identity("the two rows are independent", form(Box(a, b)), a + b)


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


def proof_in_words(argument: Argument, form: Callable[[Any], Any]) -> None:
    proof(argument, form)
    argument.words("and so for all others")


DOMAIN: Domain[Box] = Domain(
    description="0 to 2",
    grid=lambda: (Box(Fraction(a), Fraction(b)) for a in range(3) for b in range(3)),
    order=lambda box: (box.a + box.b, box.a),
)


def claim(**changes: Any) -> Claim[Box]:
    parts: dict[str, Any] = {
        "id": "toy/eq-1",
        "place": "Eq. 1",
        "title": "the least sum",
        "domain": DOMAIN,
        "truth": least(program),
        "asserts": equals,
        "printed": Form(right, "a + b"),
    }
    return Claim(**{**parts, **changes})


def test_a_right_form_holds_as_strongly_as_its_evidence() -> None:
    assert judge(claim()).strength == "sampled"
    everything = replace(DOMAIN, exhaustive="all of them")
    assert judge(claim(domain=everything)).strength == "exhaustive"
    assert judge(claim(proof=proof)).strength == "proved"
    assert judge(claim(proof=proof_in_words)).strength == "argued"


def test_the_correction_says_which_verdict_is_expected() -> None:
    repaired = Form(right, "a + b")
    assert [claim().expected, claim(corrected=repaired).expected] == [Outcome.HOLDS, Outcome.CORRECTED]
    assert [Reading(name="").expected, Reading(name="", corrected=repaired).expected] == [
        Outcome.HOLDS,
        Outcome.CORRECTED,
    ]
    assert not judge(claim(corrected=repaired)).agrees
    assert not judge(claim(printed=Form(wrong, "2a + b"))).agrees
    with pytest.raises(InvalidInput, match="there is no corrected form"):
        claim(expected=Outcome.CORRECTED)


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


def test_a_wrong_form_is_refuted_by_the_checkers_word() -> None:
    verdict = judge(claim(printed=Form(wrong, "2a + b"), corrected=Form(right, "a + b")))
    found = verdict.counterexample
    assert found is not None
    assert (found.instance, found.claimed, found.true, found.gap) == ({"a": 1, "b": 0}, 2, 1, 1)
    assert found.certificate["kind"] == "linear-program"
    assert verdict.verdict == "corrected"


def test_a_wrong_correction_is_an_error() -> None:
    with pytest.raises(InvalidInput, match="the corrected form is wrong too"):
        judge(claim(printed=Form(wrong, ""), corrected=Form(wrong, "")))


def test_floats_are_refused_by_name_and_place() -> None:
    with pytest.raises(InvalidInput, match=r"toy/eq-1 at Box\(.*the float 0.0"):
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
        (log(Fraction(0)), r"log\(0\) is no number"),
        (log(Fraction(-1)), r"log\(-1\) is no number"),
    ],
)
def test_what_is_no_exact_number_is_refused_wherever_it_hides(value: object, complaint: str) -> None:
    with pytest.raises(InvalidInput, match=rf"toy/eq-1 at Box\(.*{complaint}"):
        judge(claim(printed=Form(lambda _: value, "?")))


def test_functions_of_floats_are_refused() -> None:
    with pytest.raises(InvalidInput, match=r"exact numbers, got the float 0\.25"):
        sqrt(0.25)


@dataclass(frozen=True, slots=True)
class Quiet:
    """A box that shows nothing of itself."""

    a: Any = field(repr=False)
    b: Any = field(default=Fraction(0), repr=False)


def test_instances_that_look_alike_have_truths_of_their_own() -> None:
    alike = Domain(description="0 and 1", grid=lambda: map(Quiet, amounts("0 1")), order=lambda box: box.a)
    assert judge(claim(domain=alike)).verdict == "holds"
    assert judge(claim(domain=alike, printed=Form(wrong, "2a + b"))).verdict == "refuted"


@dataclass(frozen=True, slots=True)
class _Never:
    """A relation that nothing breaks."""

    name: str
    one_sided: bool = False

    def check(self, claimed: object, true: object) -> Check:
        return Check(None)


def test_a_claim_that_any_form_would_fulfil_says_nothing() -> None:
    for loose in ({"means": lambda box, _: right(box)}, {"asserts": _Never("equals")}):
        with pytest.raises(InvalidInput, match="toy/eq-1 says nothing"):
            judge(claim(printed=Form(wrong, "2a + b"), **loose))


def test_that_all_entries_are_equal_says_something() -> None:
    apart: dict[str, Any] = {"truth": Definition(lambda _: 0), "means": lambda _, pair: pair[0] - pair[1]}
    assert judge(claim(printed=Form(lambda box: (box.a, box.a), "(a, a)"), **apart)).verdict == "holds"


def stands_in(argument: Argument, form: Callable[[Any], Any]) -> None:
    a, b = sympy.symbols("a b", nonnegative=True)
    argument.identity("for anything with an a and a b", form(SimpleNamespace(a=a, b=b)), a + b)


def test_symbols_may_stand_in_an_object_of_the_proofs_own() -> None:
    assert judge(claim(proof=stands_in)).strength == "proved"


def test_a_combination_of_nothing_is_no_truth() -> None:
    with pytest.raises(InvalidInput, match="got none"):
        Combination(parts=(), value=lambda: 5)


def _certify(change: Callable[[Box], Box]) -> Quantity[Box]:
    truth = least(program)
    return replace(truth, certify=lambda box: solve(program(change(box))).certificate)


def test_a_certificate_about_another_instance_is_refused() -> None:
    with pytest.raises(UnfoundedClaim, match="another instance"):
        judge(claim(truth=_certify(lambda box: Box(box.b + 1, box.a))))


def test_a_certificate_about_another_quantity_or_kind_is_refused() -> None:
    with pytest.raises(UnfoundedClaim, match="nothing about 'maximum'"):
        judge(claim(truth=replace(least(program), name="maximum")))
    with pytest.raises(UnfoundedClaim, match="needs 'comparison'"):
        judge(claim(truth=replace(least(program), kind="comparison")))


def test_certificates_of_other_claims_do_not_pass() -> None:
    other = claim(id="toy/eq-2", domain=replace(DOMAIN, grid=lambda: [Box(Fraction(7), Fraction(7))]))
    assert foreign_certificates_accepted(claim(), {"other": own_certificate(other)}) == []


def test_sabotage_is_noticed() -> None:
    assert unnoticed(claim()) == []
    assert unnoticed(claim(asserts=at_most)) == []  # larger bounds are true as well, smaller ones are noticed
    nothing = replace(DOMAIN, grid=list)
    assert unnoticed(claim(domain=nothing)) == []


def root(box: Box) -> Any:
    return sqrt(box.a + 1)


def test_irrational_numbers_are_compared_by_the_checker() -> None:
    below: Definition[Box] = Definition(lambda box: sqrt(box.a + 2))
    verdict = judge(claim(truth=below, printed=Form(root, "sqrt(a + 1)"), expected=Outcome.REFUTED))
    assert verdict.counterexample is not None
    assert verdict.counterexample.certificate["kind"] == "comparison"
    same = judge(claim(truth=Definition(root), printed=Form(root, "sqrt(a + 1)")))
    assert (same.verdict, same.strength) == ("holds", "enclosed")


def test_readings_and_marks() -> None:
    friendly = Reading(
        name="a + b was meant", printed=Form(right, "a + b"), expected=Outcome.HOLDS, mark=Mark.AS_SCANNED
    )
    corner = replace(DOMAIN, degenerate=lambda box: box.a > 0, corner="a > 0")
    verdict = judge(claim(printed=Form(wrong, "2a + b"), expected=Outcome.REFUTED, readings=(friendly,), domain=corner))
    assert verdict.verdict == "refuted"
    assert verdict.marks == ["degenerate", "as scanned"]
    assert [(reading["name"], reading["verdict"]) for reading in verdict.readings] == [("a + b was meant", "holds")]


def test_an_unexpected_reading_is_an_error() -> None:
    with pytest.raises(InvalidInput, match="read as 'x': computed holds, expected refuted"):
        judge(claim(readings=(Reading(name="x", expected=Outcome.REFUTED),)))


def test_an_empty_domain_supports_nothing() -> None:
    with pytest.raises(InvalidInput, match="nothing was checked"):
        judge(claim(domain=replace(DOMAIN, grid=list)))


def _verdict(name: str, strength: str, *below: str, verdict: str = "holds") -> Verdict:
    base = judge(claim())
    return replace(base, id=name, strength=strength, alone=strength, rests_on=list(below), verdict=verdict)


def test_strength_flows_along_what_a_claim_rests_on() -> None:
    chain = [_verdict("p/a", "proved", "p/b"), _verdict("p/b", "proved", "p/c"), _verdict("p/c", "sampled")]
    assert [verdict.strength for verdict in settled(chain)] == ["sampled", "sampled", "sampled"]
    assert open_foundations(chain[:2]) == ["p/c"]


def test_a_reading_is_as_strong_as_what_it_rests_on() -> None:
    read = judge(claim(readings=(Reading(name="as meant", proof=proof, rests_on=("p/b",)),)))
    assert [reading["strength"] for reading in read.readings] == ["proved"]
    assert open_foundations([read]) == ["p/b"]
    below, weaker = settled([read, _verdict("p/b", "enclosed")]), settled([read, _verdict("p/b", "machine-checked")])
    assert [found[0].readings[0]["strength"] for found in (below, weaker)] == ["enclosed", "proved"]
    refuted = settled([read, _verdict("p/b", "proved", verdict="refuted")])
    assert refuted[0].error == "read as 'as meant': toy/eq-1 rests on p/b, which is refuted"


def test_nothing_rests_on_what_is_refuted_or_on_itself() -> None:
    broken = settled([_verdict("p/a", "proved", "p/b"), _verdict("p/b", "proved", verdict="refuted")])
    assert broken[0].error == "p/a rests on p/b, which is refuted"
    assert broken[0].strength is None
    circle = settled([_verdict("p/a", "proved", "p/b"), _verdict("p/b", "proved", "p/a")])
    assert circle[0].error is not None
    assert "rests on itself" in circle[0].error
