"""Verdicts are computed: what the author expects changes nothing but whether the audit agrees."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import strategies as st

from optcheck.audit import Discrepancy, Expected, Form, Impact, Proof, Strength, Verdict, judge
from optcheck.audit.explain import python_lines
from optcheck.audit.plain import plain
from optcheck.errors import CertificateRejected, InvalidInput
from optcheck.exact.certificate import Certificate, verify
from tests.optcheck.audit._build import claim, domain, triangle, wrong

PRINTED_WRONG = Form("n (n + 1) / 2 + n", wrong)
RIGHT = Form("n (n + 1) / 2", triangle)


def proved() -> Proof:
    return Proof("induction", steps=2)


def test_a_clean_grid_without_a_strategy_is_exhaustive() -> None:
    verdict = judge(claim("a/b"))
    assert (verdict.verdict, verdict.strength, verdict.checked) == ("holds", "exhaustive", 4)
    assert verdict.agrees
    assert verdict.exhausted == "all 4 instances of the grid (the grid: n <= 3)"


def test_a_clean_grid_with_a_strategy_is_sampled() -> None:
    verdict = judge(claim("a/b", domain=domain(strategy=lambda: st.integers(4, 99), examples=10)))
    assert (verdict.verdict, verdict.strength) == ("holds", "sampled")
    assert verdict.checked > 4


def test_an_executed_proof_makes_it_proved() -> None:
    verdict = judge(claim("a/b", proof=proved))
    assert (verdict.strength, verdict.proof) == ("proved", {"argument": "induction", "steps": 2, "complete": True})


def test_an_argument_that_stops_at_a_size_is_shown_but_proves_nothing() -> None:
    verdict = judge(claim("a/b", proof=lambda: Proof("listed up to 8", 3, complete=False)))
    assert verdict.strength in ("exhaustive", "sampled")
    assert verdict.proof == {"argument": "listed up to 8", "steps": 3, "complete": False}


def test_a_proof_that_fails_is_not_swallowed() -> None:
    def broken() -> Proof:
        raise AssertionError("the induction step fails")

    with pytest.raises(AssertionError, match="induction step"):
        judge(claim("a/b", proof=broken))


def test_enclosed_evidence_is_called_that() -> None:
    assert judge(claim("a/b", strength=Strength.ENCLOSED)).strength == "enclosed"


@pytest.mark.parametrize("strength", [Strength.PROVED, Strength.EXHAUSTIVE])
def test_strong_evidence_cannot_be_declared(strength: Strength) -> None:
    with pytest.raises(InvalidInput, match="cannot be declared"):
        claim("a/b", strength=strength)


def test_a_refutation_carries_its_smallest_instance_and_a_certificate() -> None:
    verdict = judge(claim("a/b", printed=PRINTED_WRONG, expected=Expected.REFUTED))
    found = verdict.counterexample
    assert found is not None
    assert (verdict.verdict, found.instance, found.claimed, found.true, found.gap) == ("refuted", 1, 2, 1, 1)
    assert (found.impact, found.stage, found.literal) == ("value", "grid", "1")
    assert verify(found.certificate).statement == found.proves
    assert verdict.agrees


def test_a_correction_is_judged_on_the_same_domain() -> None:
    verdict = judge(claim("a/b", printed=PRINTED_WRONG, corrected=RIGHT, expected=Expected.CORRECTED))
    assert (verdict.verdict, verdict.strength, verdict.correction_checked) == ("corrected", "exhaustive", 4)
    assert verdict.correction == RIGHT.text
    assert verdict.checked == 2
    assert verdict.survey == ".xxx"


def test_a_wrong_correction_is_an_error() -> None:
    with pytest.raises(InvalidInput, match="corrected form is wrong too, at 1: claimed 2, true 1"):
        judge(claim("a/b", printed=PRINTED_WRONG, corrected=PRINTED_WRONG))


def test_a_correction_of_a_right_formula_changes_nothing() -> None:
    verdict = judge(claim("a/b", corrected=RIGHT, expected=Expected.CORRECTED))
    assert verdict.verdict == "holds"
    assert not verdict.agrees


def test_checking_nothing_is_an_error() -> None:
    with pytest.raises(InvalidInput, match="nothing was checked"):
        judge(claim("a/b", domain=domain(grid=lambda: ())))


def _compare_with(certificate: Certificate) -> object:
    def compare(form: object, n: int) -> Discrepancy:
        return Discrepancy(2, 1, 1, Impact.VALUE, certificate, "always")

    return compare


@pytest.mark.parametrize(
    "certificate",
    [
        Certificate("comparison", {"left": ["sqrt", 2], "right": ["sqrt", 2], "values": {}}, {}),
        Certificate("comparison", {"left": 0.5, "right": 1, "values": {}}, {}),
        Certificate("no such kind", {}, {}),
    ],
)
def test_a_refutation_with_a_bad_certificate_is_an_error(certificate: Certificate) -> None:
    with pytest.raises(CertificateRejected):
        judge(claim("a/b", compare=_compare_with(certificate)))


def test_verdicts_survive_storage(sample_verdicts: list[Verdict]) -> None:
    for verdict in sample_verdicts:
        assert Verdict.from_record(verdict.to_record()) == verdict


def test_the_samples_have_their_known_verdicts(sample_verdicts: list[Verdict]) -> None:
    found = {verdict.id: (verdict.verdict, verdict.strength) for verdict in sample_verdicts}
    assert found == {
        "primes/euler": ("refuted", "proved"),
        "sums/growth": ("undecidable", "measured"),
        "sums/late": ("refuted", "proved"),
        "sums/linear": ("holds", "proved"),
        "sums/squares": ("corrected", "sampled"),
    }
    assert all(verdict.agrees for verdict in sample_verdicts)


def test_the_lines_for_doing_it_by_hand_run(sample_verdicts: list[Verdict]) -> None:
    for verdict in sample_verdicts:
        if verdict.counterexample is not None:
            namespace: dict[str, object] = {}
            exec("\n".join(python_lines(verdict, verdict.counterexample)), namespace)
            assert plain(namespace["instance"]) == verdict.counterexample.instance


def test_what_cannot_be_stored_is_named() -> None:
    with pytest.raises(TypeError, match="cannot store a object"):
        plain([object()])


def test_measured_figures_stay_exact_and_timings_apart(sample_verdicts: list[Verdict]) -> None:
    measured = next(verdict for verdict in sample_verdicts if verdict.id == "sums/growth")
    assert measured.measurement is not None
    assert measured.measurement["reason"] == "the constant is not named"
    assert measured.measurement["figures"]["ratio at 1000"] == "4002/1001"
    assert measured.timings == {"seconds": 0.5}


def test_a_measured_claim_can_still_be_refuted() -> None:
    from tests.optcheck.audit.samples.sums.growth import CLAIM

    assert judge(dataclasses.replace(CLAIM, domain=domain(), printed=PRINTED_WRONG)).verdict == "refuted"
