"""The checker's kinds for ADPML: true facts are proved, and every false or malformed variant is rejected."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from optcheck import verify
from optcheck.adpml import Schedule, ScheduleProblem, noise_cost, optimal_schedule
from optcheck.errors import CertificateRejected
from optcheck.exact.numbers import to_text
from tests.strategies.adpml import schedule_problems, schedules, walked_total

TOTAL = {
    "format": 1,
    "kind": "adpml-schedule-total",
    "instance": {"minimum": "1", "maximum": "3", "rate": "1", "rounds": 4},
    "evidence": {"claimed": "10"},
}
TRAINING = {
    "format": 1,
    "kind": "adpml-local-training",
    "instance": {"records": [["1", "0"], ["2", "1"]]},
    "evidence": {"claimed": "1/4", "better": "2/5"},
}
SENSITIVITY = {
    "format": 1,
    "kind": "adpml-sensitivity",
    "instance": {"clip": "1", "weight": "1/2", "common": [["1", "0"]], "replaced": [["1", "2"], ["1", "-2"]]},
    "evidence": {"claimed": "1/2"},
}
OPTIMAL = {
    "format": 1,
    "kind": "adpml-optimal-schedule",
    "instance": {"amplitudes": ["1", "2", "3"], "total": "12", "sensitivity": "1", "lower": "0", "upper": "5"},
    "evidence": {"losses": ["7/3", "14/3", "5"], "scale": "7/3", "cost": "249/140"},
}


def changed(document: dict[str, Any], part: str, **fields: object) -> dict[str, Any]:
    mutant = copy.deepcopy(document)
    mutant[part].update(fields)
    return mutant


@pytest.mark.parametrize(
    ("document", "statement"),
    [
        (TOTAL, "the rounds spend 9 in all, not 10"),
        (TRAINING, "1/4 does not minimise the loss: 2/5 is better"),
        (SENSITIVITY, "the sensitivity is 1, not 1/2"),
    ],
)
def test_true_facts_are_proved(document: dict[str, Any], statement: str) -> None:
    assert verify(document).statement == statement


def test_an_optimal_schedule_is_proved() -> None:
    best = optimal_schedule([1, 2, 3], 12, upper=5)
    document = changed(OPTIMAL, "evidence", cost=to_text(best.cost))
    assert verify(document).value == best.cost


@pytest.mark.parametrize(
    ("mutant", "where"),
    [
        (changed(TOTAL, "evidence", claimed="9"), "claimed total"),
        (changed(TOTAL, "instance", rounds=0), "rounds"),
        (changed(TOTAL, "instance", rounds=10**9), "rounds"),
        (changed(TOTAL, "instance", rounds=True), "field 'rounds'"),
        (changed(TOTAL, "instance", rate="-1"), "rate"),
        (changed(TOTAL, "evidence", claimed=0.5), "claimed"),
        (changed(TRAINING, "evidence", better="1/4"), "training loss"),
        (changed(TRAINING, "evidence", claimed="2/5", better="1/4"), "training loss"),
        (changed(TRAINING, "instance", records=[["1"]]), "records"),
        (changed(SENSITIVITY, "evidence", claimed="1"), "claimed sensitivity"),
        (changed(SENSITIVITY, "instance", replaced=[["1", "2"], ["1", "-1"]]), "distance of the two models"),
        (changed(SENSITIVITY, "instance", replaced=[["1", "2"]]), "length of 'replaced'"),
        (changed(SENSITIVITY, "instance", common=[["1", "0"], ["1", "0"]]), "distance of the two models"),
        (changed(SENSITIVITY, "instance", common=[], replaced=[["0", "2"], ["0", "-2"]]), "records"),
        (changed(SENSITIVITY, "instance", clip="0"), "clip"),
        (changed(SENSITIVITY, "instance", weight="-1"), "weight"),
        (changed(OPTIMAL, "evidence", cost="1"), "cost"),
        (changed(OPTIMAL, "evidence", losses=["4", "4", "4"]), "loss of round 0"),
        (changed(OPTIMAL, "evidence", losses=["7/3", "14/3"]), "length of 'losses'"),
        (changed(OPTIMAL, "evidence", losses=["7/3", "14/3", "6"]), "loss of round 2"),
        (changed(OPTIMAL, "evidence", scale=None), "loss of round 0"),
        (changed(OPTIMAL, "evidence", scale="0"), "scale"),
        (changed(OPTIMAL, "instance", total="11"), "sum of losses"),
        (changed(OPTIMAL, "instance", total="13"), "sum of losses"),
        (changed(OPTIMAL, "instance", amplitudes=["1", "2", "-3"]), "amplitudes"),
        (changed(OPTIMAL, "instance", amplitudes=["3", "2", "1"]), "loss of round 0"),
        (changed(OPTIMAL, "instance", lower="3"), "loss of round 0"),
    ],
)
def test_false_and_malformed_variants_are_rejected(mutant: dict[str, Any], where: str) -> None:
    with pytest.raises(CertificateRejected) as rejection:
        verify(mutant)
    assert rejection.value.where.startswith(where)


@given(schedules(most_rounds=20), st.fractions(-5, 200, max_denominator=20))
@settings(max_examples=50, deadline=None)
def test_a_total_is_rejected_only_when_it_is_right(plan: Schedule, claimed: Fraction) -> None:
    assume(plan.rate > 0)
    document = changed(
        TOTAL,
        "instance",
        minimum=to_text(plan.minimum),
        maximum=to_text(plan.maximum),
        rate=to_text(plan.rate),
        rounds=plan.rounds,
    )
    assert verify(changed(document, "evidence", claimed=to_text(claimed + walked_total(plan) + 6))).kind
    with pytest.raises(CertificateRejected, match="claimed total"):
        verify(changed(document, "evidence", claimed=to_text(walked_total(plan))))


@given(schedule_problems(most_rounds=5), st.data())
@settings(max_examples=60, deadline=None)
def test_no_accepted_schedule_costs_more_than_the_best(problem: ScheduleProblem, data: st.DataObject) -> None:
    """Change the evidence at random: what the checker still accepts has the optimal cost."""
    best = optimal_schedule(
        problem.amplitudes,
        problem.total,
        sensitivity=problem.sensitivity,
        lower=problem.lower,
        upper=problem.upper,
    )
    document = copy.deepcopy(best.certify().document())
    steps = st.sampled_from([Fraction(0), Fraction(1, 7), Fraction(-1, 7)])
    shifts = [data.draw(steps) for _ in best.losses]
    losses = [loss + shift for loss, shift in zip(best.losses, shifts, strict=True)]
    assume(min(losses) > 0)
    cost = noise_cost(losses, problem.amplitudes, problem.sensitivity)
    scale = data.draw(st.sampled_from([document["evidence"]["scale"], None, "1", "1/2"]))
    document["evidence"] = {"losses": [to_text(loss) for loss in losses], "scale": scale, "cost": to_text(cost)}
    try:
        value = verify(document).value
    except CertificateRejected:
        return
    assert value == best.cost
