"""The verdicts on the randomised-response paper: smallest counterexamples, proofs that run, other readings."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from optcheck.audit import judge, registry
from optcheck.audit.search import in_order
from optcheck.randomized_response import Problem
from optcheck.randomized_response.polynomials import LAMBDA
from proofs_numeric.kairouz import _arguments, and_optimum, and_rr_rule, unique
from proofs_numeric.kairouz._common import Level, optimum_by_grid, response_chance

FIRST_WEIGHTS = {"lambdas": [2], "table": [0, 1], "weights": [[1, 0], [0, 2]], "criterion": "average", "observer": None}
SMALLEST: dict[str, Any] = {
    "a1-difference": {"part": "second", "k": 1, "lambda_": 1},
    "and-rr-rule": {"lambda_": 2},
    "collaboration-expansion": {"power": 1},
    "eq-22": {"lambdas": [1, 1], "entries": [1, 1, 2, 2]},
    "fig-2-hamming": {"lambda_": 2},
    "lem-3-5-all-corners": {"lambdas": [2, 2], "point": [1, 2]},
    "lem-3-5-boundary": {"lambdas": [2, 2], "point": [1, 2]},
    "lem-3-5-polytope": {"lambdas": [1]},
    "rem-3-4": FIRST_WEIGHTS,
    "rem-3-4-invertible": {"lambdas": [1]},
    "unique": FIRST_WEIGHTS,
    "xor-flip-probability": {"k": 1, "lambda_": 2},
}
HOLD = sorted(
    source.id.partition("/")[2]
    for source in registry.sources()
    if source.paper == "kairouz" and source.id.partition("/")[2] not in SMALLEST
)


@pytest.mark.parametrize("name", sorted(set(SMALLEST) - {"unique"}))
def test_refuted_statements_have_their_smallest_counterexample_and_a_correction(name: str) -> None:
    verdict = judge(registry.find(f"kairouz/{name}"), seed=0)
    assert verdict.verdict == verdict.expected == "corrected"
    assert verdict.counterexample is not None
    assert verdict.counterexample.instance == SMALLEST[name]


@pytest.mark.parametrize("name", HOLD)
def test_statements_that_hold_agree_on_the_first_instances_and_their_proofs_run(name: str) -> None:
    claim = registry.find(f"kairouz/{name}")
    assert claim.expected.value == "holds"
    for instance in in_order(claim.domain)[::9]:
        assert claim.compare(claim.printed.evaluate, instance) is None
    if claim.proof is not None:
        assert claim.proof().steps > 0


def test_all_statements_are_covered() -> None:
    assert len(HOLD) + len(SMALLEST) == 35


@pytest.mark.parametrize("problem", in_order(unique.CLAIM.domain)[::6])
def test_uniqueness_is_decided_by_edges(problem: Problem) -> None:
    assert unique.compare(unique.corrected, problem) is None


@pytest.mark.parametrize("share", ["half each", "one with lambda/(1+lambda)"])
def test_other_readings_of_the_rule_for_and_miss_the_optimum(share: str) -> None:
    level = 2
    one = Fraction(1, 2) if share == "half each" else Fraction(2, 3)
    rule = [(Fraction(1), Fraction(0)), (1 - one, one), (1 - one, one), (Fraction(0), Fraction(1))]
    assert and_rr_rule.compare(lambda _: rule, Level(level)) is not None
    reached = min(sum(response_chance((level, level), x, r) * rule[r][x == 3] for r in range(4)) for x in range(4))
    assert reached < optimum_by_grid(and_optimum.and_problem(level))


def test_false_steps_stop_an_argument() -> None:
    with pytest.raises(_arguments.ArgumentFailed):
        _arguments.vanishes(lambda v: v * v - 2 * v, 2)
    with pytest.raises(_arguments.ArgumentFailed):
        _arguments.demand(False, "never")
    with pytest.raises(_arguments.ArgumentFailed):
        _arguments.nonnegative(LAMBDA - 2)
