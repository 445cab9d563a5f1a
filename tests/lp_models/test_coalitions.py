from __future__ import annotations

import itertools
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lp_models.tpmdp import as_printed, coalition_count, coalition_table, deduplicated, k_subsets, solve_separated
from optcheck import solve
from optcheck.errors import ModelTooLarge
from optcheck.tpmdp import Instance, allocate
from tests.optcheck.tpmdp.oracles import coalitions
from tests.strategies.coalitions import instances


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
