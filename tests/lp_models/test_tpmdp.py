"""The programs of TPMDP: written out, of linear size and by separation, against each other and the closed form."""

from __future__ import annotations

import itertools
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lp_models.tpmdp import (
    CoverProblem,
    ListedCoalitions,
    ThresholdCoalitions,
    as_printed,
    as_printed_size,
    coalition_count,
    coalition_table,
    compact,
    compact_size,
    deduplicated,
    deduplicated_size,
    k_subsets,
    solve_cover,
    solve_separated,
)
from optcheck import Model, solve
from optcheck.errors import InvalidInput, ModelTooLarge
from optcheck.lp.program import LinearProgram
from optcheck.tpmdp import Instance, allocate
from tests.optcheck.tpmdp.oracles import coalitions
from tests.strategies.coalitions import cover_problems, instances


@given(instances(most=6))
@settings(max_examples=60, deadline=None)
def test_the_three_forms_agree(instance: Instance) -> None:
    printed = solve(as_printed(instance))
    assert printed.value == solve(deduplicated(instance)).value == solve_separated(instance).value
    assert printed.certificate.kind == "coalition-cover"
    assert printed.certificate.verify().value == printed.value


@pytest.mark.parametrize(("n", "k"), [(0, 0), (1, 0), (1, 1), (5, 2), (6, 6), (7, 4)])
def test_subsets_come_in_lexicographic_order(n: int, k: int) -> None:
    assert [tuple(row) for row in k_subsets(n, k).tolist()] == list(itertools.combinations(range(n), k))


@given(instances(most=7))
def test_coalitions_are_those_of_the_definition(instance: Instance) -> None:
    table = coalition_table(instance)
    listed = {tuple(np.flatnonzero(row).tolist()) for row in table}
    assert listed == set(coalitions(instance))
    assert len(table) == coalition_count(instance) == len(listed)


@given(instances(most=6))
def test_rows_say_what_eq_6_says(instance: Instance) -> None:
    printed, short = as_printed(instance), deduplicated(instance)
    wanted = {
        (tuple(j for j in range(instance.n) if j not in members), instance.required[party])
        for members in coalitions(instance)
        for party in range(instance.n)
        if party not in members
    }
    assert {_row(printed, i) for i in range(printed.rows.count)} == wanted
    assert printed.rows.count == coalition_count(instance) * instance.outside
    strictest = {(outside, max(instance.required[j] for j in outside)) for outside, _ in wanted}
    assert {_row(short, i) for i in range(short.rows.count)} == strictest


@given(instances(most=8))
def test_sizes_are_those_of_the_programs_as_built(instance: Instance) -> None:
    numbers = (instance.n, instance.threshold, len(instance.active))
    cover = CoverProblem.from_instance(instance)
    for size, program in (
        (as_printed_size(*numbers), as_printed(instance)),
        (deduplicated_size(*numbers), deduplicated(instance)),
        (compact_size(*numbers), compact(cover)),
    ):
        nonzeros = sum(bool(value) for value in program.rows.values)
        assert (program.rows.count, len(program.costs), nonzeros) == (size.rows, size.columns, size.nonzeros)


def _row(program: object, index: int) -> tuple[object, object]:
    rows, rhs = program.rows, program.rhs  # type: ignore[attr-defined]  # a LinearProgram, kept short
    columns, values = zip(*rows.row(index), strict=True)
    assert set(values) == {1}
    return columns, rhs[index]


def test_labels_name_party_and_coalition() -> None:
    program = as_printed(Instance.of([3, 1, 2, 5], 2, [3]))
    assert program.row_labels[0] == "party[1], coalition[{0,3}]"
    assert deduplicated(Instance.of([3, 1, 2, 5], 2, [3])).row_labels[-1] == "coalition[{2,3}]"


def test_a_model_that_would_not_fit_is_refused_before_it_is_built() -> None:
    instance = Instance.of(range(60), 30)
    with pytest.raises(ModelTooLarge, match=rf"{comb(60, 30):,} rows of 30 nonzeros .* bytes"):
        deduplicated(instance)
    with pytest.raises(ModelTooLarge, match=r"must fit in 1,000 bytes"):
        as_printed(Instance.of(range(6), 3), memory_limit=1000)


@given(st.integers(0, 3))
@settings(max_examples=4, deadline=None)
def test_separation_solves_what_cannot_be_listed(seed: int) -> None:
    rng = np.random.default_rng(seed)
    required = rng.integers(1, 1000, 40).tolist()
    instance = Instance.of(required, 21, rng.permutation(40)[:15].tolist())
    answer = solve_separated(instance)
    assert answer.value == allocate(required, 21, instance.active).total
    assert answer.program.rows.count < 400 < coalition_count(instance)


def explicit(problem: CoverProblem) -> LinearProgram:
    """The same problem with every row written out."""
    model = Model("minimise")
    bounds = zip(problem.costs, problem.caps, strict=True)
    names = [model.variable(f"x{j}", cost, 0, cap) for j, (cost, cap) in enumerate(bounds)]
    for row, members in enumerate(listed(problem)):
        outside = [j for j in range(problem.n) if j not in members]
        for party in outside:
            model.row(f"{row}-{party}", {names[j]: 1 for j in outside}, ">=", problem.required[party])
    return model.build()


def listed(problem: CoverProblem) -> list[tuple[int, ...]]:
    family = problem.family
    if isinstance(family, ListedCoalitions):
        return list(family.coalitions)
    every = combinations(range(problem.n), family.threshold)
    return [members for members in every if set(members) & set(family.active)]


@given(cover_problems())
@settings(max_examples=80, deadline=None)
def test_separation_agrees_with_the_explicit_program(problem: CoverProblem) -> None:
    ours, theirs = solve_cover(problem), solve(explicit(problem))
    assert (ours.status, ours.value) == (theirs.status, theirs.value)
    assert ours.certificate.kind == "coalition-cover"


def test_a_party_without_noise_and_unequal_costs() -> None:
    answer = solve_cover(CoverProblem.of([3, 1, 2], 1, costs=[5, 1, 1], caps=[0, None, None]))
    assert answer.value == 6
    assert answer.point == {"x[0]": 0, "x[1]": 3, "x[2]": 3}


def test_caps_that_are_too_tight_are_proved_infeasible() -> None:
    answer = solve_cover(CoverProblem.of([3, 1, 2], 1, caps=[1, 1, 1]))
    assert (answer.status, answer.value) == ("infeasible", None)
    assert answer.certificate.verify().fact("program").value == "infeasible"


def test_listed_coalitions_of_any_size() -> None:
    problem = CoverProblem.listed([3, 1, Fraction(5, 2)], [[0], [1, 2], [], [0, 1, 2]])
    assert solve_cover(problem).value == Fraction(11, 2)


def test_dozens_of_parties_with_costs_and_caps() -> None:
    n = 50
    required = [Fraction(1 + 37 * j % 101, 3) for j in range(n)]
    costs = [1 + 13 * j % 17 for j in range(n)]
    caps = [0 if j % 7 == 0 else None for j in range(n)]
    answer = solve_cover(CoverProblem.of(required, 26, range(0, n, 3), costs, caps))
    assert answer.status == "optimal"
    assert answer.certificate.verify().value == answer.value


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"costs": [1, 2]}, r"costs must have one entry for each of 3 parties, got 2"),
        ({"costs": []}, r"costs must have one entry for each of 3 parties, got 0"),
        ({"costs": 5}, r"costs must be a list of numbers, got 5"),
        ({"active": 5}, r"there must be a list, an active party each; got 5"),
        ({"caps": [1]}, r"caps must have one entry for each of 3 parties, got 1"),
        ({"costs": [1, -1, 1]}, r"costs\[1\] must not be negative, got -1"),
        ({"caps": [1, None, -2]}, r"caps\[2\] must not be negative, got -2"),
    ],
)
def test_bad_input_names_value_and_rule(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        CoverProblem.of([1, 2, 3], 1, **options)


@pytest.mark.parametrize(
    ("coalitions", "message"),
    [
        ([[0], [3]], r"a member of a coalition must be between 0 and n-1 = 2, got 3"),
        ([0], r"there must be a list, a member of a coalition each; got 0"),
        (0, r"coalitions must be a list of lists of parties, got 0"),
    ],
)
def test_bad_coalitions_are_named(coalitions: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        CoverProblem.listed([1, 2, 3], coalitions)


def test_costs_may_be_an_array() -> None:
    costs: Any = np.array([5, 1, 1])
    assert CoverProblem.of([3, 1, 2], 1, costs=costs).costs == (5, 1, 1)


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
