"""The certificate of a counterexample holds form and definition, which the bare checker evaluates; or there is none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import optcheck
from optcheck.audit import registry, trial
from optcheck.audit.kernel import judge
from optcheck.audit.run import accepted
from optcheck.audit.trial import NoCertificate, Sides, UnfoundedClaim, evaluation, meaning
from optcheck.audit.verdict import Verdict, evidence_counts
from optcheck.checker.core import check_document
from optcheck.claims import Definition, Form, Outcome, Quantity, Reading
from optcheck.claims.claim import (
    Relation,
    at_least,
    at_most,
    between,
    decides,
    equals,
    greater,
    identity,
    implied_by,
    implies,
    less,
    optimal,
    order,
    provided,
)
from optcheck.claims.expressions import exp, log, sqrt
from optcheck.errors import CertificateRejected, InvalidInput
from tests.optcheck.audit._toy import Box, claim, right, wrong

SUM: Definition[Box] = Definition(right)
REFUTED: dict[str, Any] = {"printed": Form(wrong, "2a + b"), "truth": SUM, "expected": Outcome.REFUTED}


def sensitivity() -> Verdict:
    return judge(registry.find("chained/sensitivity", registry.BUILT_IN))


def test_the_bare_checker_evaluates_both_definitions(tmp_path: Path) -> None:
    found = sensitivity().counterexample
    assert found is not None
    assert found.certificate is not None
    assert found.certificate["instance"]["instance"] == {"coordinates": 1, "bound": 1}
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(found.certificate), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-S", "-m", "optcheck.checker", str(file)],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(Path(optcheck.__file__).parent.parent)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "two definitions evaluated at coordinates = 1, bound = 1: claimed = 1; true = 2; " in done.stdout
    assert done.stdout.strip().endswith("that the true value equals the claimed one is false")


TAMPERED: dict[str, Callable[[dict[str, Any]], object]] = {
    "another form": lambda held: held.update(claimed=held["claimed"].replace("return ", "return 3 * ")),
    "another definition": lambda held: held.update(true=held["claimed"].replace("def claimed", "def true")),
    "another instance": lambda held: held["instance"].update(bound=2),
    "another relation": lambda held: held.update(relation="at least"),
    "a bare number": lambda held: held.update(claimed="def claimed(p):\n    return 1\n"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_tampered_certificate_is_noticed(name: str) -> None:
    source, verdict = registry.find_source("chained/sensitivity", registry.BUILT_IN), sensitivity()
    assert accepted(source, verdict) == verdict
    assert verdict.counterexample is not None
    document = json.loads(json.dumps(verdict.counterexample.certificate))
    TAMPERED[name](document["instance"])
    changed = replace(verdict, counterexample=replace(verdict.counterexample, certificate=document))
    with pytest.raises((InvalidInput, CertificateRejected)):
        accepted(source, changed)
    try:
        proves = check_document(document).statement
    except CertificateRejected:
        return
    if name in ("another definition", "another relation"):  # both are true: no refutation, whatever is said beside it
        honest = replace(verdict.counterexample, certificate=document, proves=proves)
        with pytest.raises(InvalidInput, match="prove something else"):
            accepted(source, replace(verdict, counterexample=honest))


def test_a_verdict_does_not_boast_of_its_evidence() -> None:
    source, verdict = registry.find_source("chained/sensitivity", registry.BUILT_IN), sensitivity()
    assert verdict.counterexample is not None
    for boast in ("rebuilds the problem", "own code", None):
        with pytest.raises(InvalidInput, match="rests on"):
            accepted(source, replace(verdict, evidence=boast))
    bare = replace(verdict, counterexample=replace(verdict.counterexample, certificate=None))
    with pytest.raises(InvalidInput, match="rests on"):
        accepted(source, bare)


def test_what_a_counterexample_rests_on_is_said_and_counted() -> None:
    evaluated = judge(claim(**REFUTED))
    assert (evaluated.strength, evaluated.evidence) == ("proved", "evaluates two definitions")
    rebuilt = judge(claim(printed=Form(wrong, "2a + b"), expected=Outcome.REFUTED))
    assert (rebuilt.strength, rebuilt.evidence) == ("proved", "rebuilds the problem")
    own = judge(claim(**{**REFUTED, "printed": Form(lambda box: 7, "7")}))
    assert (own.strength, own.evidence) == ("checked", "own code")
    assert own.counterexample is not None
    assert own.counterexample.certificate is None
    assert own.counterexample.proves.startswith("computed by the statement's own code: the definition claimed: ")
    assert judge(claim()).evidence is None
    assert list(evidence_counts([evaluated, rebuilt, own, judge(claim())]).values()) == [1, 1, 1]


def test_other_readings_are_counted_too() -> None:
    again: Reading[Box] = Reading(name="again", expected=Outcome.REFUTED)
    verdict = judge(claim(**REFUTED, readings=(again,)))
    assert verdict.readings[0]["evidence"] == "evaluates two definitions"
    assert evidence_counts([verdict])["evaluates two definitions"] == 2


def unreadable(box: Box) -> Any:
    try:
        return box.a + 1
    except ArithmeticError:
        return 0


def test_what_the_checker_cannot_evaluate_says_why() -> None:
    verdict = judge(claim(**{**REFUTED, "printed": Form(unreadable, "a + 1")}))
    assert (verdict.strength, verdict.evidence) == ("checked", "own code")
    assert verdict.counterexample is not None
    assert "test_evidence.py:" in verdict.counterexample.proves
    equal = judge(
        claim(
            printed=Form(lambda box: log(4 + 4 * box.a), "log(4 + 4a)"),
            truth=Definition(lambda box: 2 * log(Fraction(2)) + log(1 + box.a)),
            asserts=less,
            expected=Outcome.REFUTED,
        )
    )
    assert (equal.verdict, equal.strength, equal.evidence) == ("refuted", "checked", "own code")


def test_a_text_that_gives_another_value_is_no_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "source_of", lambda function, entry, instance: f"def {entry}(p):\n    return p.a\n")
    with pytest.raises(NoCertificate, match="which Python gives"):
        evaluation(Sides(wrong, right, equals), Box(Fraction(1), Fraction(3)))


def test_no_claim_brings_texts_of_its_own() -> None:
    typed: dict[str, Any] = {
        "claimed": "def claimed(p):\n    return p.a\n",
        "true": "def true(p):\n    return 2 * p.a\n",
    }
    truth: Quantity[Box] = Quantity(
        kind="evaluation",
        name="true",
        describe=lambda box: {"instance": {"a": str(box.a)}, **typed, "relation": "equals"},
    )
    with pytest.raises(UnfoundedClaim, match="are the kernel's own"):
        judge(claim(truth=truth))


# --- every relation, at any instance --------------------------------------------------------------------------------

numbers = st.fractions(0, 5, max_denominator=4)
boxes = st.builds(Box, numbers, numbers)


def one(box: Box) -> Any:
    return box.a


def other(box: Box) -> Any:
    return box.b


def pair(box: Box) -> Any:
    return box.a - 1, box.a + 1


def conditional(box: Box) -> Any:
    return box.a > 0, box.a


def positive(box: Box) -> Any:
    return box.a > 0


def large(box: Box) -> Any:
    return box.b > 1


CASES: list[tuple[Relation, Callable[[Box], Any], Callable[[Box], Any]]] = [
    *((relation, one, other) for relation in (equals, identity, at_most, at_least, less, greater)),
    *((relation, pair, other) for relation in (between(), between(strictly_above=True, strictly_below=True))),
    (order(Fraction(1, 2), 2), one, other),
    (provided(at_most), conditional, other),
    *((relation, positive, large) for relation in (decides, implies, implied_by)),
]


@pytest.mark.parametrize(("relation", "form", "truth"), CASES, ids=lambda part: getattr(part, "name", None))
@given(box=boxes)
def test_there_is_a_certificate_where_the_relation_fails_and_nowhere_else(
    relation: Relation, form: Callable[[Box], Any], truth: Callable[[Box], Any], box: Box
) -> None:
    sides = Sides(form, truth, relation)
    if relation.check(form(box), truth(box)).violation is None:
        with pytest.raises(NoCertificate):
            evaluation(sides, box)
    else:
        document, proves = evaluation(sides, box)
        verified = check_document(document)
        assert verified.facts[0].value is False
        assert verified.statement == proves
        assert document["instance"]["instance"].keys() == {"a", "b"}


def rooted(box: Box) -> Any:
    return sqrt(1 + box.a)


def raised(box: Box, said: Any) -> Any:
    return exp(said) + box.b


def test_irrational_values_and_meanings_are_evaluated() -> None:
    form: Callable[[Box], Any] = meaning(rooted, raised)
    document, proves = evaluation(Sides(form, right, at_least), Box(Fraction(1, 2), Fraction(9)))
    assert "claimed lies in [12.4032976934" in proves
    with pytest.raises(NoCertificate, match="optimal is a property"):
        evaluation(Sides(form, right, optimal), Box(Fraction(1), Fraction(1)))
    assert document["kind"] == "evaluation"
