from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lp_models.tpmdp import CoverProblem, ThresholdCoalitions, compact
from optcheck import solve
from optcheck.errors import InvalidInput
from optcheck.tpmdp import Instance, allocate
from tests.lp_models.test_coalition_cover import explicit
from tests.strategies.coalitions import cover_problems, instances


@given(cover_problems())
@settings(max_examples=150, deadline=None)
def test_the_compact_program_has_the_optimum_of_the_explicit_one(problem: CoverProblem) -> None:
    assume(isinstance(problem.family, ThresholdCoalitions))
    ours, theirs = solve(compact(problem)), solve(explicit(problem))
    assert (ours.status, ours.value) == (theirs.status, theirs.value)
    assert ours.certificate.kind == "coalition-cover"
    assert "loads" in ours.certificate.evidence


@given(instances(most=20))
@settings(max_examples=40, deadline=None)
def test_the_compact_program_agrees_with_the_closed_form(instance: Instance) -> None:
    total = allocate(instance.required, instance.threshold, instance.active).total
    assert solve(compact(CoverProblem.from_instance(instance))).value == total


@st.composite
def weights_and_loads(draw: st.DrawFn) -> tuple[CoverProblem, list[int]]:
    """Random weights, and loads (as costs) grown from them until they meet the checker's conditions."""
    n = draw(st.integers(2, 6))
    t = draw(st.integers(1, n - 1))
    active = draw(st.lists(st.integers(0, n - 1), min_size=1, unique=True))
    weights = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    total, loads = sum(weights), list(weights)
    for _ in range((n - t) * total - sum(loads)):
        room = [i for i in range(n) if loads[i] < total and not _active_full(loads, i, active, total)]
        assume(room)
        loads[draw(st.sampled_from(room))] += 1
    assume(sum(loads[i] for i in active) <= (len(active) - 1) * total)
    required = draw(st.lists(st.integers(0, 5), min_size=n, max_size=n))
    return CoverProblem.of(required, t, active, costs=loads), weights


def _active_full(loads: list[int], party: int, active: list[int], total: int) -> bool:
    return party in active and sum(loads[i] for i in active) >= (len(active) - 1) * total


@given(weights_and_loads())
@settings(max_examples=150, deadline=None)
def test_every_weight_and_load_that_the_checker_allows_is_a_valid_bound(case: tuple[CoverProblem, list[int]]) -> None:
    """The theorem behind the short certificates, tried on listed coalitions with the loads as costs."""
    problem, weights = case
    least = solve(explicit(problem)).value
    assert least is not None
    assert least >= sum(y * r for y, r in zip(weights, problem.required, strict=True))


@pytest.mark.parametrize("seed", range(3))
def test_hundreds_of_parties_with_costs_and_caps(seed: int) -> None:
    random, n = np.random.default_rng(seed), 200
    required = [Fraction(int(top), 1000) for top in random.integers(1, 10**6, n)]
    caps = [None if free else 500 for free in random.random(n) < 0.7]
    active = random.permutation(n)[: n // 2].tolist()
    answer = solve(compact(CoverProblem.of(required, n // 2 + 1, active, random.integers(1, 20, n).tolist(), caps)))
    assert answer.status == "optimal"
    assert answer.certificate.verify().value == answer.value


def test_listed_coalitions_have_no_compact_form() -> None:
    with pytest.raises(InvalidInput, match="needs coalitions given by a threshold, got a list"):
        compact(CoverProblem.listed([1, 2], [[0]]))
