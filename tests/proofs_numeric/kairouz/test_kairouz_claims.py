"""The verdicts on the randomised-response paper: smallest counterexamples, marks, other readings."""

from __future__ import annotations

from typing import Any

import pytest

from optcheck.audit import registry
from optcheck.audit.search import in_order
from optcheck.audit.trial import Bench
from optcheck.claims import Mark, Outcome
from optcheck.randomized_response import Problem
from proofs_numeric.kairouz import unique
from tests.proofs_numeric.judged import judged

FIRST_WEIGHTS = {"lambdas": [2], "table": [0, 1], "weights": [[1, 0], [0, 2]], "criterion": "average", "observer": None}
SMALLEST: dict[str, Any] = {
    "a1-difference": {"part": "again", "k": 1, "lambda_": 1},
    "a1-joint": {"k": 1, "distance": 0, "lambda_": 1},
    "def-3-3": {"lambdas": [1]},
    "eq-2-operations": {"k": 1, "transcripts": 1, "decisions": 2},
    "eq-4-size": {"k": 1, "transcripts": 1, "decisions": 1},
    "region": {"lambda_": 1},
    "rem-3-4-proof": {"problem": FIRST_WEIGHTS, "signature": [1]},
    "simulation": {"lambda_": 1},
    "transcripts": FIRST_WEIGHTS,
    "worst-extremal": {"problem": {**FIRST_WEIGHTS, "criterion": "worst"}, "signature": [1]},
    "and-rr-rule": {"lambda_": 2},
    "collaboration-better": {"k": 1, "lambda_": 1},
    "collaboration-expansion": {"power": 1},
    "eq-22": {"lambdas": [1, 1], "entries": [1, 1, 2, 2]},
    "fig-1": {"lambda_": 1, "letters": 2, "missed": 1, "alarm": 1},
    "fig-2-hamming": {"lambda_": 2},
    "lem-3-5-all-corners": {"lambdas": [2, 2], "point": [1, 2]},
    "lem-3-5-boundary": {"lambdas": [2, 2], "point": [1, 2]},
    "lem-3-5-polytope": {"lambdas": [1]},
    "rem-3-4": {"problem": FIRST_WEIGHTS, "signature": [1]},
    "rem-3-4-invertible": {"lambdas": [1]},
    "unique": FIRST_WEIGHTS,
    "xor-flip-probability": {"lambda_": 2},
}
MARKS = {
    "a1-joint": [Mark.AS_ITS_PROOF_USES_IT],
    "def-3-3": [Mark.DEGENERATE],
    "region": [Mark.AS_ITS_PROOF_USES_IT],
    "simulation": [Mark.AS_SCANNED],
    "a1-difference": [Mark.AS_SCANNED],
    "and-rr-rule": [Mark.AS_SCANNED],
    "collaboration-better": [Mark.DEGENERATE],
    "eq-22": [Mark.DEGENERATE],
    "fig-1": [Mark.AS_ITS_PROOF_USES_IT],
    "fig-2-hamming": [Mark.AS_SCANNED],
    "lem-3-5-polytope": [Mark.DEGENERATE],
    "rem-3-4-invertible": [Mark.DEGENERATE],
}
HOLD = sorted(
    source.id.partition("/")[2]
    for source in registry.sources()
    if source.paper == "kairouz" and registry.load(source).expected is Outcome.HOLDS
)


@pytest.mark.parametrize("name", sorted(SMALLEST))
def test_refuted_statements_have_their_smallest_counterexample_marks_and_a_correction(name: str) -> None:
    verdict = judged(f"kairouz/{name}")
    assert verdict.verdict == verdict.expected == "corrected"
    assert verdict.counterexample is not None
    assert verdict.counterexample.instance == SMALLEST[name]
    assert verdict.marks == MARKS.get(name, [])


@pytest.mark.parametrize("name", HOLD)
def test_statements_that_hold_agree_on_some_instances(name: str) -> None:
    claim = registry.find(f"kairouz/{name}")
    bench = Bench(claim)
    for instance in in_order(claim.domain)[::9]:
        assert bench.compare(claim.printed, instance) is None


@pytest.mark.parametrize("problem", in_order(unique.CLAIM.domain)[::6])
def test_uniqueness_is_decided_by_edges(problem: Problem) -> None:
    assert unique.CLAIM.corrected is not None
    assert Bench(unique.CLAIM).compare(unique.CLAIM.corrected, problem) is None


def test_other_readings_of_the_rule_for_and_miss_the_optimum() -> None:
    verdicts = {reading["name"]: reading["verdict"] for reading in judged("kairouz/and-rr-rule").readings}
    assert verdicts == {
        "the last numerator is 1, lost in the scan": "holds",
        "scaled to total 1": "refuted",
        "1 with λ/(1+λ), 0 with the rest": "refuted",
    }
