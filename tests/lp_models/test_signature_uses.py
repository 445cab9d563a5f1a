"""Certificates about the transcripts of optimal protocols: both answers, and the checker accepts them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from optcheck import verify
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._optimal_face import (
    edge_middles,
    is_used,
    merged_certificate,
    uniqueness_certificate,
    use_certificate,
)
from proofs_numeric.kairouz._problems import RIGHT_OR_WRONG, xor_problem

XOR = xor_problem(2, 2)
AND = Problem((2, 2), (0, 0, 0, 1), RIGHT_OR_WRONG)
HALF, ONE, TWO = Fraction(1, 2), Fraction(1), Fraction(2)


@pytest.mark.parametrize(("problem", "used"), [(XOR, False), (AND, True)], ids=["XOR", "AND"])
def test_a_signature_off_the_corners_is_used_for_and_but_not_for_xor(problem: Problem, used: bool) -> None:
    assert is_used(problem, (ONE, HALF)) is used
    verified = verify(use_certificate(problem, (ONE, HALF)))
    assert [fact.value for fact in verified.facts if fact.quantity == "usable"] == [used]


def test_the_middles_of_edges_have_one_entry_inside() -> None:
    assert sorted(edge_middles(XOR)) == [(HALF, ONE), (ONE, HALF), (ONE, TWO), (TWO, ONE)]


@pytest.mark.parametrize(
    ("problem", "kind"), [(XOR, "unique-optimum"), (AND, "signature-protocol")], ids=["XOR", "AND"]
)
def test_uniqueness_is_certified_either_way(problem: Problem, kind: str) -> None:
    certificate = uniqueness_certificate(problem)
    assert certificate.kind == kind
    verify(certificate)


def test_responses_with_one_best_decision_are_merged() -> None:
    assert len(merged_certificate(AND, (0b00, 0b01, 0)).document()["evidence"]["columns"]) == 3
    verify(merged_certificate(AND, (0b00, 0b01, 0)))
    assert len(merged_certificate(XOR, None).document()["evidence"]["columns"]) == 4
