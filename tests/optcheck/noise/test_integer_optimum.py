"""The whole variances of a plan against the true optimum of the integer program behind it, solved with proof."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import event, given, settings
from hypothesis import strategies as st

import optcheck
from lp_models.tpmdp import as_printed
from optcheck.lp.judge import violations
from optcheck.noise import Question, make
from optcheck.noise.plan import LEAST_SHARE, SMOOTHING, Plan
from optcheck.tpmdp.instance import Instance


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    n = draw(st.integers(2, 4))
    epsilons = draw(st.lists(st.sampled_from(["1/4", "1/2", 1, 2, 5]), min_size=n, max_size=n))
    active = draw(st.sets(st.integers(0, n - 1), min_size=1))
    question = Question.of(epsilons, "1e-6", threshold=draw(st.integers(1, n - 1)), active=sorted(active))
    return make(question, grid=draw(st.sampled_from(["1/2", "2", "7"])))


@settings(max_examples=100, deadline=None)
@given(plans())
def test_a_plan_costs_no_more_than_rounding_above_the_integer_optimum(plan: Plan) -> None:
    question = plan.question
    needs = [need + SMOOTHING if need else 0 for need in plan.required]
    rows = as_printed(Instance.of(needs, question.threshold, question.active))
    parties = range(question.n)
    program = replace(rows, integers=frozenset(parties), gaps=tuple((j, 0, LEAST_SHARE) for j in parties))
    answer = optcheck.solve(program)
    assert answer.status == "optimal"
    assert answer.value is not None
    assert not violations(program, plan.variances)
    total = sum(plan.variances)
    event("the integer optimum" if total == answer.value else "above the integer optimum")
    raised = sum(variance == LEAST_SHARE for variance in plan.variances)
    rounded = sum(variance > LEAST_SHARE for variance in plan.variances)
    assert answer.value <= total < answer.value + rounded + LEAST_SHARE * raised or total == answer.value
