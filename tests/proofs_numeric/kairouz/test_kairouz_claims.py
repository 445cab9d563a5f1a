"""The verdicts on the randomised-response paper: smallest counterexamples, marks, other readings."""

from __future__ import annotations

from typing import Any

import pytest

from optcheck.audit import registry
from optcheck.audit.trial import Bench
from optcheck.claims import Mark, Outcome
from proofs_numeric.kairouz import unique
from tests.proofs_numeric.judged import judged

SMALLEST: dict[str, Any] = {
    "a1-difference": {"k": 1, "lambda_": 2, "part": "again"},
    "a1-joint": {"k": 1, "lambda_": 2, "x": [1], "response": [1]},
    "and-rr-rule": {"lambda_": 2},
    "collaboration-better": {"k": 1, "lambda_": 2},
    "collaboration-expansion": {"power": 1},
    "def-3-3": {"lambdas": [1]},
    "eq-22": {"k": 2, "free": [], "above": [], "entries": [1, 1, -1, -1]},
    "fig-1": {"lambda_": 2, "letters": 2, "missed": "1/2", "alarm": 1},
    "fig-2-hamming": {"lambda_": 2},
    "lem-3-5-all-corners": {"lambdas": [2, 2], "point": [1, 2], "upper": [False, False]},
    "lem-3-5-boundary": {"lambdas": [2, 2], "point": [1, 2]},
    "lem-3-5-polytope": {"lambdas": [1]},
    "region": {"lambda_": 2},
    "rem-3-4": {"k": 2, "lambdas": [2, 2], "ones": [0], "signature": [1, 1]},
    "rem-3-4-invertible": {"lambdas": [1]},
    "rem-3-4-proof": {"k": 2, "lambdas": [2, 2], "ones": [0], "signature": [1, 1]},
    "transcripts": {"k": 2, "lambdas": [2, 2], "ones": [0]},
    "unique": {
        "reader": "observer", "criterion": "average", "k": 2, "party": 0, "lambdas": [2, 2], "ones": [0],
    },
    "worst-extremal": {"k": 2, "lambdas": [2, 2], "ones": [0], "signature": [1, 2]},
    "xor-flip-probability": {"lambda_": 2},
}  # fmt: skip
MARKS = {
    "a1-joint": [Mark.AS_ITS_PROOF_USES_IT],
    "def-3-3": [Mark.DEGENERATE],
    "region": [Mark.AS_ITS_PROOF_USES_IT],
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
    for instance in claim.domain.grid()[::9]:
        assert bench.compare(claim.printed, instance) is None


@pytest.mark.parametrize("at", unique.CLAIM.domain.grid()[::6])
def test_uniqueness_is_decided_by_edges(at: unique.Asked) -> None:
    assert unique.CLAIM.corrected is not None
    assert Bench(unique.CLAIM).compare(unique.CLAIM.corrected, at) is None


def test_other_readings_of_the_rule_for_and_miss_the_optimum() -> None:
    verdicts = {reading["name"]: reading["verdict"] for reading in judged("kairouz/and-rr-rule").readings}
    assert verdicts == {
        "the last numerator is 1, lost in the scan": "holds",
        "scaled to total 1": "refuted",
        "1 with λ/(1+λ), 0 with the rest": "refuted",
    }


@pytest.mark.parametrize(
    ("name", "reading"), [("eq-2-operations", "as an exact count"), ("eq-4-size", "as exact counts")]
)
def test_orders_hold_and_are_no_exact_counts(name: str, reading: str) -> None:
    verdict = judged(f"kairouz/{name}")
    assert verdict.verdict == "holds"
    assert {one["name"]: one["verdict"] for one in verdict.readings}[reading] == "corrected"
