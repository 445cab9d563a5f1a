"""The kernel binds form, truth and certificate: what is not bound is refused or counts for less."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from optcheck import solve
from optcheck.audit.kernel import judge
from optcheck.audit.trial import Bench, UnfoundedClaim, unnoticed
from optcheck.audit.verdict import Verdict, open_foundations, settled
from optcheck.claims import Combination, Definition, Effort, Form, Instance, Mark, Outcome, Quantity, Reading, choice
from optcheck.claims.claim import at_most, decides, equals, implied_by, implies, minimum, provided
from optcheck.errors import InvalidInput
from tests.optcheck.audit._certificates import foreign_certificates_accepted, own_certificate
from tests.optcheck.audit._toy import Box, claim, program, right, wrong


class Few(Instance):
    """A finite domain."""

    a: Fraction = choice("0 1 2")
    b: Fraction = choice("0 1")


def test_a_right_form_holds_as_strongly_as_its_evidence() -> None:
    assert judge(claim()).strength == "checked"
    few = claim(domain=Few)
    assert (judge(few).strength, judge(few).checked) == ("exhaustive", 6)


def test_the_argument_of_a_stranger_is_shown_and_counts_for_nothing() -> None:
    argued = judge(claim(argument="The rows are independent."))
    assert (argued.strength, argued.argument) == ("checked", "The rows are independent.")


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


def test_a_wrong_form_is_refuted_by_the_checkers_word() -> None:
    verdict = judge(claim(printed=Form(wrong, "2a + b"), corrected=Form(right, "a + b")))
    found = verdict.counterexample
    assert found is not None
    assert (found.instance, found.claimed, found.true, found.gap) == ({"a": 1, "b": 1}, 3, 2, 1)
    assert [document["kind"] for document in found.certificates] == ["linear-program"]
    assert verdict.verdict == "corrected"


def test_a_wrong_correction_is_an_error() -> None:
    with pytest.raises(InvalidInput, match="the corrected form is wrong too"):
        judge(claim(printed=Form(wrong, ""), corrected=Form(wrong, "")))


def test_a_claim_that_any_form_would_fulfil_says_nothing() -> None:
    with pytest.raises(InvalidInput, match="toy/eq-1 says nothing"):
        judge(claim(printed=Form(wrong, "2a + b"), means=lambda box, _: right(box)))


def test_that_all_entries_are_equal_says_something() -> None:
    apart: dict[str, Any] = {"truth": Definition(lambda _: 0), "means": lambda _, pair: pair[0] - pair[1]}
    assert judge(claim(printed=Form(lambda box: (box.a, box.a), "(a, a)"), **apart)).verdict == "holds"


def test_a_combination_of_nothing_is_no_truth() -> None:
    with pytest.raises(InvalidInput, match="got none"):
        Combination(parts=(), value=lambda: 5)


def _certify(change: Callable[[Box], Box]) -> Quantity[Box]:
    truth = minimum(program)
    return replace(truth, certify=lambda box: solve(program(change(box))).certificate)


def test_a_certificate_about_another_instance_is_refused() -> None:
    with pytest.raises(UnfoundedClaim, match="another instance"):
        judge(claim(truth=_certify(lambda box: Box(box.b + 1, box.a))))


def test_a_certificate_about_another_quantity_or_kind_is_refused() -> None:
    with pytest.raises(UnfoundedClaim, match="nothing about 'maximum'"):
        judge(claim(truth=replace(minimum(program), name="maximum")))
    with pytest.raises(UnfoundedClaim, match="needs 'gaussian-variance'"):
        judge(claim(truth=replace(minimum(program), kind="gaussian-variance")))


def test_certificates_of_other_claims_do_not_pass() -> None:
    other = claim(id="toy/eq-2", domain=Box.where("a >= 7"), effort=Effort(instances=1))
    assert foreign_certificates_accepted(claim(), {"other": own_certificate(other)}) == []


def test_sabotage_is_noticed() -> None:
    larger = claim(asserts=at_most)  # whose larger bounds are true as well, and smaller ones are noticed
    for one in (claim(), larger, claim(domain=Box.where("a < 0"))):
        assert unnoticed(Bench(one), one.printed) == []


def test_readings_and_marks() -> None:
    friendly = Reading(
        name="a + b was meant", printed=Form(right, "a + b"), expected=Outcome.HOLDS, mark=Mark.AS_SCANNED
    )
    printed = Form(wrong, "2a + b")
    verdict = judge(
        claim(
            printed=printed,
            expected=Outcome.REFUTED,
            readings=(friendly,),
            corner="a > 0",
            effort=Effort(instances=40, drawn=0),
        )
    )
    assert verdict.verdict == "refuted"
    assert verdict.marks == ["degenerate", "as scanned"]
    assert [(reading["name"], reading["verdict"]) for reading in verdict.readings] == [("a + b was meant", "holds")]


def test_an_unexpected_reading_is_an_error() -> None:
    with pytest.raises(InvalidInput, match="read as 'x': computed holds, expected refuted"):
        judge(claim(readings=(Reading(name="x", expected=Outcome.REFUTED),)))


def test_an_empty_domain_supports_nothing() -> None:
    with pytest.raises(InvalidInput, match="nothing was checked"):
        judge(claim(domain=Box.where("a < 0")))


def _verdict(name: str, strength: str, *below: str, verdict: str = "holds") -> Verdict:
    base = judge(claim())
    return replace(base, id=name, strength=strength, alone=strength, rests_on=list(below), verdict=verdict)


def test_strength_flows_along_what_a_claim_rests_on() -> None:
    chain = [_verdict("p/a", "proved", "p/b"), _verdict("p/b", "proved", "p/c"), _verdict("p/c", "checked")]
    assert [verdict.strength for verdict in settled(chain)] == ["checked", "checked", "checked"]
    assert open_foundations(chain[:2]) == ["p/c"]


def test_a_reading_is_as_strong_as_what_it_rests_on() -> None:
    read = judge(claim(readings=(Reading(name="as meant", argument="As above.", rests_on=("p/b",)),)))
    assert [reading["strength"] for reading in read.readings] == ["checked"]
    assert open_foundations([read]) == ["p/b"]
    below, firm = settled([read, _verdict("p/b", "measured")]), settled([read, _verdict("p/b", "machine-checked")])
    assert [found[0].readings[0]["strength"] for found in (below, firm)] == ["measured", "checked"]
    refuted = settled([read, _verdict("p/b", "proved", verdict="refuted")])
    assert refuted[0].error == "read as 'as meant': toy/eq-1 rests on p/b, which is refuted"


def test_nothing_rests_on_what_is_refuted_or_on_itself() -> None:
    broken = settled([_verdict("p/a", "proved", "p/b"), _verdict("p/b", "proved", verdict="refuted")])
    assert broken[0].error == "p/a rests on p/b, which is refuted"
    assert broken[0].strength is None
    circle = settled([_verdict("p/a", "proved", "p/b"), _verdict("p/b", "proved", "p/a")])
    assert circle[0].error is not None
    assert "rests on itself" in circle[0].error


def never(box: Box) -> Any:
    return box.a < 0, box.a + 7


def test_a_premise_that_never_holds_asserts_nothing() -> None:
    for loose in (
        {"printed": Form(never, "a + 7, if a < 0"), "asserts": provided(equals)},
        {"printed": Form(wrong, "2a + b"), "corrected": Form(never, "a + 7, if a < 0", provided(equals))},
        {"printed": Form(lambda box: box.a > 100, "a > 100"), "asserts": implies, "truth": Definition(lambda _: True)},
        {"printed": Form(lambda _: True, "always"), "asserts": implied_by, "truth": Definition(lambda _: False)},
    ):
        with pytest.raises(InvalidInput, match="toy/eq-1: its premise holds at no instance"):
            judge(claim(**loose))


def test_what_is_said_of_a_fact_is_true_or_false() -> None:
    signs = replace(minimum(program), holds=lambda _, fact: fact.relation)  # type: ignore[arg-type,return-value]
    with pytest.raises(UnfoundedClaim, match="holds says True or False, got the str '='"):
        judge(claim(truth=signs, printed=Form(lambda _: True, "a > 0"), asserts=decides))
