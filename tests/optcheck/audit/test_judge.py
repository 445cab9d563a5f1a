"""Verdicts are computed: what the author expects changes nothing but whether the audit agrees."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import strategies as st

from optcheck.audit import Verdict, judge
from optcheck.audit.verdict import plain
from optcheck.audit.wording import python_lines
from optcheck.claims import Form, Outcome
from optcheck.errors import InvalidInput
from optcheck.exact.certificate import verify
from tests.optcheck.audit._build import claim, domain, triangle, wrong

PRINTED_WRONG: Form[int] = Form(wrong, "n (n + 1) / 2 + n")
RIGHT: Form[int] = Form(triangle, "n (n + 1) / 2")


def test_a_listed_grid_is_checked_whatever_its_author_calls_it() -> None:
    verdict = judge(claim("a/b", domain=domain(exhaustive="every n up to 3")))
    assert (verdict.verdict, verdict.strength, verdict.checked) == ("holds", "checked", 4)
    assert verdict.agrees
    assert verdict.exhausted.startswith("all 4 instances of the grid")


def test_a_clean_grid_with_a_strategy_is_checked() -> None:
    verdict = judge(claim("a/b", domain=domain(strategy=lambda: st.integers(4, 99), examples=10)))
    assert (verdict.verdict, verdict.strength) == ("holds", "checked")
    assert verdict.checked > 4
    assert verdict.drawn == verdict.checked - 4


def test_a_refutation_carries_its_smallest_instance_and_a_certificate() -> None:
    verdict = judge(claim("a/b", printed=PRINTED_WRONG, expected=Outcome.REFUTED))
    found = verdict.counterexample
    assert found is not None
    assert (verdict.verdict, found.instance, found.claimed, found.true, found.gap) == ("refuted", 1, 2, 1, 1)
    assert (found.impact, found.stage, found.literal) == ("value", "grid", "1")
    assert [verify(document).statement for document in found.certificates] == [found.proves]
    assert verdict.agrees


def test_a_correction_is_judged_on_the_same_domain() -> None:
    verdict = judge(claim("a/b", printed=PRINTED_WRONG, corrected=RIGHT, expected=Outcome.CORRECTED))
    assert (verdict.verdict, verdict.strength, verdict.correction_checked) == ("corrected", "checked", 4)
    assert verdict.correction == RIGHT.text
    assert verdict.checked == 2
    assert verdict.survey == ".xxx"


def test_a_wrong_correction_is_an_error() -> None:
    with pytest.raises(InvalidInput, match="corrected form is wrong too, at 1"):
        judge(claim("a/b", printed=PRINTED_WRONG, corrected=PRINTED_WRONG))


def test_a_correction_of_a_right_formula_changes_nothing() -> None:
    verdict = judge(claim("a/b", corrected=RIGHT, expected=Outcome.CORRECTED))
    assert verdict.verdict == "holds"
    assert not verdict.agrees


def test_checking_nothing_is_an_error() -> None:
    with pytest.raises(InvalidInput, match="nothing was checked"):
        judge(claim("a/b", domain=domain(grid=lambda: ())))


def test_verdicts_survive_storage(sample_verdicts: list[Verdict]) -> None:
    for verdict in sample_verdicts:
        assert Verdict.from_record(verdict.to_record()) == verdict


def test_the_samples_have_their_known_verdicts(sample_verdicts: list[Verdict]) -> None:
    found = {verdict.id: (verdict.verdict, verdict.strength) for verdict in sample_verdicts}
    assert found == {
        "primes/euler": ("refuted", "proved"),
        "sums/growth": ("undecidable", "measured"),
        "sums/late": ("refuted", "proved"),
        "sums/linear": ("holds", "argued"),
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

    assert judge(dataclasses.replace(CLAIM, domain=domain(), printed=PRINTED_WRONG)).verdict == "refuted"
