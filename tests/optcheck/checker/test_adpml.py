"""The checker's kinds for ADPML: true facts are proved, and every false or malformed variant is rejected."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from optcheck import verify
from optcheck.adpml import ScheduleProblem, optimal_schedule
from optcheck.errors import CertificateRejected
from optcheck.exact.numbers import to_text
from tests.strategies.adpml import schedule_problems

OPTIMAL = {
    "format": 1,
    "kind": "adpml-optimal-schedule",
    "instance": {"amplitudes": ["1", "2", "3"], "total": "12", "sensitivity": "1", "lower": "0", "upper": "5"},
    "evidence": {"losses": ["7/3", "14/3", "5"], "scale": "7/3"},
}


def changed(document: dict[str, Any], part: str, **fields: object) -> dict[str, Any]:
    mutant = copy.deepcopy(document)
    mutant[part].update(fields)
    return mutant


def test_an_optimal_schedule_is_proved() -> None:
    best = optimal_schedule([1, 2, 3], 12, upper=5)
    assert verify(OPTIMAL).fact("least cost").value == best.cost


@pytest.mark.parametrize(
    ("mutant", "where"),
    [
        (changed(OPTIMAL, "evidence", claimed="9"), "fields of evidence"),
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
    scale = data.draw(st.sampled_from([document["evidence"]["scale"], None, "1", "1/2"]))
    document["evidence"] = {"losses": [to_text(loss) for loss in losses], "scale": scale}
    try:
        value = verify(document).value
    except CertificateRejected:
        return
    assert value == best.cost
