"""Verdicts are computed: what the author expects changes nothing but whether the audit agrees."""

from __future__ import annotations

import dataclasses

import pytest

from optcheck.audit import Verdict, judge
from optcheck.audit.verdict import plain, python_lines
from optcheck.claims import Effort, Form, Impact, Outcome, Value
from optcheck.errors import InvalidInput
from optcheck.exact.files import verify
from tests.optcheck.audit._build import claim, triangle, wrong
from tests.optcheck.audit.samples._common import FEW, Count

PRINTED_WRONG: Form[Count] = Form(wrong, "n (n + 1) / 2 + n")
RIGHT: Form[Count] = Form(triangle, "n (n + 1) / 2")


def test_a_part_of_a_domain_is_checked_and_a_finite_one_exhausted() -> None:
    verdict = judge(claim("a/b"))
    assert (verdict.verdict, verdict.strength, verdict.checked) == ("holds", "checked", 4)
    assert verdict.agrees
    assert verdict.exhausted.startswith("all 4 instances in order of size")
    finite = judge(claim("a/b", domain=Count.where("n <= 3")))
    assert (finite.strength, finite.exhausted.startswith("all 4 instances")) == ("checked", True)


def test_a_clean_grid_and_drawn_instances_are_checked() -> None:
    verdict = judge(claim("a/b", effort=Effort(instances=4, drawn=10)))
    assert (verdict.verdict, verdict.strength) == ("holds", "checked")
    assert verdict.checked > 4
    assert verdict.drawn == verdict.checked - 4


def test_a_refutation_carries_its_smallest_instance_and_a_certificate() -> None:
    verdict = judge(claim("a/b", printed=PRINTED_WRONG, expected=Outcome.REFUTED))
    found = verdict.counterexample
    assert found is not None
    assert (verdict.verdict, found.claimed, found.true, found.gap) == ("refuted", 2, 1, 1)
    assert (found.impact, found.stage, found.literal) == ("value", "grid", "Count(n=1)")
    assert [verify(document).statement for document in found.certificates] == [found.proves]
    assert verdict.agrees


def test_the_failure_of_the_worst_impact_is_shown_where_that_depends_on_the_instance() -> None:
    def impact(claimed: Value, true: Value) -> Impact:
        return Impact.SAFETY if true >= 3 else Impact.VALUE

    found = judge(claim("a/b", printed=PRINTED_WRONG, expected=Outcome.REFUTED, impact=impact)).counterexample
    assert found is not None
    assert (found.impact, found.literal, found.stage) == ("safety", "Count(n=2)", "grid")


def test_a_correction_is_judged_on_the_same_domain() -> None:
    verdict = judge(claim("a/b", printed=PRINTED_WRONG, corrected=RIGHT, expected=Outcome.CORRECTED))
    assert (verdict.verdict, verdict.strength, verdict.correction_checked) == ("corrected", "checked", 4)
    assert verdict.correction == RIGHT.text
    assert verdict.checked == 1
    assert verdict.survey == "xx.x"


def test_a_wrong_correction_is_an_error() -> None:
    with pytest.raises(InvalidInput, match=r"corrected form is wrong too, at \{'n': 1\}"):
        judge(claim("a/b", printed=PRINTED_WRONG, corrected=PRINTED_WRONG))


def test_a_correction_of_a_right_formula_changes_nothing() -> None:
    verdict = judge(claim("a/b", corrected=RIGHT, expected=Outcome.CORRECTED))
    assert verdict.verdict == "holds"
    assert not verdict.agrees


def test_checking_nothing_is_an_error() -> None:
    with pytest.raises(InvalidInput, match="nothing was checked"):
        judge(claim("a/b", domain=Count.where("n < 0")))


def test_verdicts_survive_storage(sample_verdicts: list[Verdict]) -> None:
    for verdict in sample_verdicts:
        assert Verdict.from_record(verdict.to_record()) == verdict


def test_the_samples_have_their_known_verdicts(sample_verdicts: list[Verdict]) -> None:
    found = {verdict.id: (verdict.verdict, verdict.strength) for verdict in sample_verdicts}
    assert found == {
        "primes/euler": ("refuted", "proved"),
        "sums/growth": ("undecidable", "measured"),
        "sums/late": ("refuted", "proved"),
        "sums/linear": ("holds", "checked"),
        "sums/squares": ("corrected", "checked"),
    }
    assert all(verdict.agrees for verdict in sample_verdicts)


def test_the_lines_for_doing_it_by_hand_run(sample_verdicts: list[Verdict]) -> None:
    for verdict in sample_verdicts:
        if verdict.counterexample is not None:
            namespace: dict[str, object] = {}
            exec("\n".join(python_lines(verdict, verdict.counterexample)), namespace)
            assert plain(namespace["instance"]) == verdict.counterexample.instance


def test_what_cannot_be_stored_is_named() -> None:
    with pytest.raises(InvalidInput, match="got the object <object"):
        plain([object()])


def test_measured_figures_stay_exact_and_timings_apart(sample_verdicts: list[Verdict]) -> None:
    measured = next(verdict for verdict in sample_verdicts if verdict.id == "sums/growth")
    assert measured.measurement is not None
    assert measured.measurement["reason"] == "the constant is not named"
    figures = measured.measurement["figures"]
    assert isinstance(figures, dict)
    assert figures["ratio at 1000"] == "4002/1001"
    assert measured.timings == {"seconds": 0.5}


def test_a_measured_claim_can_still_be_refuted() -> None:
    from tests.optcheck.audit.samples.sums.growth import CLAIM

    assert judge(dataclasses.replace(CLAIM, effort=FEW, printed=PRINTED_WRONG)).verdict == "refuted"
