"""Protocols, regions and the use of signatures: what the checker says is true, and easier documents are rejected."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings

from optcheck.errors import CertificateRejected
from optcheck.exact.certificate import Certificate
from optcheck.randomized_response import make_problem
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Problem
from optcheck.randomized_response.protocol import transcript_matrix
from proofs_numeric.kairouz._optimal_face import largest_mass, middle_signatures, unused_evidence
from tests.strategies.randomized_response import problems

XOR = make_problem([0, 1, 1, 0], [2, 2])[0]
AND = make_problem([0, 0, 0, 1], [2, 2])[0]
DECIDE_XOR = [["1", "0"], ["0", "1"], ["0", "1"], ["1", "0"]]


def _facts(kind: str, instance: dict[str, Any], evidence: dict[str, Any]) -> dict[str, Any]:
    return {fact.quantity: fact.value for fact in Certificate(kind, instance, evidence).verify().facts}


def _protocol(matrix: Any, rule: Any) -> dict[str, Any]:
    rows = [[str(Fraction(entry)) for entry in row] for row in matrix]
    document = {**XOR.document(), "matrix": rows, "rule": [rule]}
    return _facts("protocol-optimum", document, dict(solve_problem(XOR).certify().evidence))


def test_a_protocol_is_named_by_its_gravest_fault() -> None:
    exact = transcript_matrix([2, 2])
    assert _protocol(exact, DECIDE_XOR)["optimal"] is True
    assert _protocol(exact, DECIDE_XOR[::-1])["optimal"] is True
    poor = _protocol(exact, [["1", "0"]] * 4)
    assert poor["optimal"] is False
    assert (poor["accuracy"], poor["optimal accuracy"]) == (Fraction(1, 2), Fraction(5, 9))
    assert _protocol(transcript_matrix([3, 2]), DECIDE_XOR)["protocol"] == "not private"
    assert _protocol(exact, [["1", "1"]] * 4)["protocol"] == "no distribution"
    tied = [["2/3", "1/3"], ["1/2", "1/2"], ["1/2", "1/2"], ["1/2", "1/2"]]
    assert _protocol(tied, [["1", "0"], ["0", "1"]])["protocol"] == "not compatible"


@pytest.mark.parametrize("signature", [("3", "1"), ("1",), ("0", "1")])
def test_a_signature_outside_the_box_is_rejected(signature: tuple[str, ...]) -> None:
    evidence = unused_evidence(XOR, [(1, 1)])
    assert evidence is not None
    with pytest.raises(CertificateRejected):
        _facts("signature-use", {**XOR.document(), "signature": list(signature)}, evidence)


def test_an_optimum_that_does_not_use_the_signature_proves_nothing() -> None:
    evidence = dict(largest_mass(AND, [(1, 1)], lambda _, s: s == (1, 1)).certify().evidence)
    assert _facts("signature-use", {**AND.document(), "signature": ["1", "1"]}, evidence) == {"usable": True}
    with pytest.raises(CertificateRejected):
        _facts("signature-use", {**AND.document(), "signature": ["1", "3/2"]}, evidence)


@settings(deadline=None, max_examples=25)
@given(problems(most=2))
def test_no_problem_has_a_unique_optimum_and_another_one(problem: Problem) -> None:
    pairs = {s: list(zip(s, problem.lambdas, strict=True)) for s in middle_signatures(problem)}
    middle = [s for s in pairs if any(1 < a * v < v * v for a, v in pairs[s])]
    evidence = unused_evidence(problem, middle)
    mass = largest_mass(problem, middle, lambda _, s: s in middle).mass
    assert (evidence is None) == (mass > 0)
    if evidence is not None:
        found = _facts("unique-optimum", problem.document(), evidence)
        assert found["optimal protocols"] == "randomised response only"
    else:
        with pytest.raises(CertificateRejected):
            _facts("unique-optimum", problem.document(), dict(solve_problem(problem).certify().evidence))


HALF = [["1/2", "1/2"], ["1/2", "1/2"]]
LOUD = [["3/4", "1/4"], ["1/4", "3/4"]]


@pytest.mark.parametrize(("says", "privacy"), [(HALF, "kept"), (LOUD, "broken")])
def test_a_conversation_keeps_its_bits_independent(says: list[list[str]], privacy: str) -> None:
    answer = {"speaker": 1, "chances": says, "next": [None, None]}
    tree = {"speaker": 0, "chances": says, "next": [answer, {"speaker": 0, "chances": HALF, "next": [None, answer]}]}
    found = _facts("interactive-protocol", {"lambdas": ["2", "2"], "tree": tree}, {})
    assert found == {"transcripts": 5, "columns": "all of rank one", "privacy": privacy}


@pytest.mark.parametrize(
    "tree",
    [
        {"speaker": 2, "chances": HALF, "next": [None, None]},
        {"speaker": 0, "chances": [["1/2", "1/3"], ["1/2", "1/2"]], "next": [None, None]},
        {"speaker": 0, "chances": HALF, "next": [None]},
        {"speaker": 0, "chances": HALF},
    ],
)
def test_a_conversation_that_cannot_be_is_rejected(tree: dict[str, Any]) -> None:
    with pytest.raises(CertificateRejected):
        _facts("interactive-protocol", {"lambdas": ["2", "2"], "tree": tree}, {})


BAD: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("region-point", {"mechanism": LOUD, "errors": ["1/4", "1/3"]}, {"test": ["0", "1"]}),
    ("region-point", {"mechanism": LOUD, "errors": ["1/8", "1/8"]}, {"line": ["1", "1", "1"]}),
    ("region-point", {"mechanism": LOUD, "errors": ["1/4", "1/4"]}, {"line": ["1", "1", "1/2"]}),
    ("neighbour-privacy", {"level": "2", "rows": LOUD, "neighbours": [[0, 2]]}, {}),
    ("neighbour-privacy", {"level": "1/2", "rows": LOUD, "neighbours": [[0, 1]]}, {}),
    ("neighbour-privacy", {"level": "2", "rows": [["1"], ["1/2", "1/2"]], "neighbours": []}, {}),
]


@pytest.mark.parametrize(("kind", "instance", "evidence"), BAD)
def test_false_statements_are_rejected(kind: str, instance: dict[str, Any], evidence: dict[str, Any]) -> None:
    with pytest.raises(CertificateRejected):
        _facts(kind, instance, evidence)


@pytest.mark.parametrize(("level", "word"), [("3", "private"), ("2", "not private")])
def test_neighbouring_rows(level: str, word: str) -> None:
    instance = {"level": level, "rows": LOUD, "neighbours": [[0, 1]]}
    assert _facts("neighbour-privacy", instance, {}) == {"mechanism": word}
    instance["rows"] = [["1", "1/4"], ["1/4", "3/4"]]
    assert _facts("neighbour-privacy", instance, {}) == {"mechanism": "no distribution"}
