"""The pieces that the claims share: they must notice what is false."""

from __future__ import annotations

import csv
from collections.abc import Callable
from fractions import Fraction
from importlib import resources
from itertools import product
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lp_models.tpmdp import optimal_face, restricted
from optcheck import solve
from optcheck.audit.trial import establish
from optcheck.claims import Effort, Value, minimum
from optcheck.claims.domain import declared
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact
from optcheck.lp.program import LinearProgram, Optimal
from proofs_numeric._figures import judged
from proofs_numeric.tpmdp import lem_12
from proofs_numeric.tpmdp._parties import (
    Parties,
    Point,
    Ranked,
    Sorted,
    X,
    at_optima,
    eq6,
    in_order,
    is_feasible,
    is_optimum,
    low_second,
    most_at_optima,
    optimal_for,
    vanishing_product,
)
from proofs_numeric.tpmdp._selection import Counter, algorithm_3, largest
from proofs_numeric.tpmdp._sizes import Sizes, built_nonzeros, built_rank, entropy_power, nonzeros
from proofs_numeric.tpmdp.thm_1 import Noise


def optimum(program: LinearProgram) -> Fraction:
    """Its optimal value."""
    outcome = solve(program).outcome
    assert isinstance(outcome, Optimal)
    return Fraction(outcome.value)


def row(*numbers: int | Fraction) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, numbers))


@given(declared(Noise).strategy(Effort(largest={"n": 5})))
@settings(max_examples=60, deadline=None)
def test_the_checker_and_the_list_of_coalitions_agree(at: Noise) -> None:
    least = establish(minimum(eq6), at, None, "test").value
    best = is_feasible(at) and sum(at.variances) == least
    assert establish(is_optimum, at, None, "test").value is best
    assert establish(optimal_for, at, at.variances, "test").value is best


@given(declared(Ranked).strategy(Effort(largest={"u": 3, "t": 2, "n": 5})), st.integers(0, 4))
@settings(max_examples=40, deadline=None)
def test_what_is_largest_at_optima_is_attained_at_one(parties: Ranked, place: int) -> None:
    j = place % parties.n
    answer = solve(optimal_face(parties.allocation, "maximise", {j: 1}))
    x = tuple(Fraction(answer.point[f"x[{i}]"]) for i in range(parties.n))
    assert establish(optimal_for, parties, x, "test").value is True
    assert x[j] == optimum(optimal_face(parties.allocation, "maximise", {j: 1}))


def test_a_further_row_costs_something() -> None:
    parties = Parties(3, 1, (0, 1, 2), row(3, 1, 2))
    assert optimum(restricted(parties.allocation, [])) == 4
    equal: Any = [("equal", {0: 1, 1: -1}, "=", 0), ("and", {1: 1, 2: -1}, "=", 0)]
    assert optimum(restricted(parties.allocation, equal)) == Fraction(9, 2)


def test_conditions_that_optima_do_not_meet_are_noticed() -> None:
    """Sorted optima are not constant from rank t on, and drops may come without tight rows of others."""

    def first_drop(parties: Sorted, x: X) -> Value:
        return x[0] - x[1]

    strict = Sorted(3, 1, row(3, 2, 1))
    assert establish(most_at_optima(first_drop, in_order), strict, None, "test").value == 1

    def slack_of_last(parties: Sorted, x: X) -> Value:
        return x[2] + x[1] - parties.required[2]

    assert establish(vanishing_product(first_drop, slack_of_last, in_order), strict, None, "test").value == 1


def test_optima_of_convention_6_that_are_not_sorted() -> None:
    """For t = 1 there are some, inside U-; Lemmas 12 and 13 hold at them too."""
    point = Point(u=2, t=1, n=4, plus=row(3, 3), minus=row(3, 2), x_plus=row(0, 0), x_minus=row(0, 3))
    assert establish(is_optimum, point, None, "test").value is True
    assert point.minus[0] >= point.plus[1]
    assert point.x_plus[1] <= point.x_minus[0]
    assert not point.is_in_order
    assert is_feasible(point)


def rise(i: int) -> Callable[[Ranked, X], Value]:
    return lambda _, x: x[i + 1] - x[i]


@pytest.mark.parametrize(("u", "t", "n"), [(2, 2, 4), (2, 2, 5), (3, 2, 5), (2, 3, 5)])
def test_optima_of_convention_6_are_sorted_from_two_colluders_on(u: int, t: int, n: int) -> None:
    """What the argument for Lemma 12 says about optima that Convention 3 does not bind."""
    below = [i for i in range(n - 1) if i != u - 1]
    for levels in product(((1, 1), (2, 1), (1, 0)), ((2, 2), (2, 1), (1, 1))):
        plus, minus = (
            tuple(sorted((side * n)[:size], reverse=True)) for side, size in zip(levels, (u, n - u), strict=True)
        )
        parties = Ranked(u=u, t=t, n=n, plus=row(*plus), minus=row(*minus))
        if parties.minus[t - 1] >= parties.plus[1]:
            rises = [optimum(at_optima(parties, "maximise", rise(i), low_second)) for i in below]
            assert max(rises) <= 0


def test_lemma_12_speaks_of_each_pair_that_it_names() -> None:
    sizes = {"u": 3, "t": 3, "n": 7, "plus": row(1, 1, 1), "minus": row(1, 1, 1, 1)}
    named = set()
    for i, j in product(range(1, 7), repeat=2):
        try:
            lem_12.Pair(**sizes, i=i, j=j)  # type: ignore[arg-type]
        except InvalidInput:
            continue
        named.add((i, j))
    assert named == {(1, 2), (2, 1), (5, 6), (6, 5), (3, 4), (4, 5)}  # 2+ 3+; t- and later; drops before t-


@given(st.lists(st.integers(0, 30), min_size=1, max_size=400), st.data())
@settings(max_examples=60, deadline=None)
def test_selection_finds_the_rank_in_linearly_many_comparisons(values: list[int], data: st.DataObject) -> None:
    place, counter = data.draw(st.integers(1, len(values))), Counter()
    given_values: list[Exact] = list(values)
    assert largest(given_values, place, counter) == sorted(values, reverse=True)[place - 1]
    assert counter.comparisons <= 100 * len(values)
    assert counter.held == 0


@given(declared(Parties).strategy(Effort(largest={"n": 6})))
@settings(max_examples=60, deadline=None)
def test_counted_algorithm_3_is_optimal_and_counts(parties: Parties) -> None:
    counter = Counter()
    x = tuple(algorithm_3(parties.allocation, counter))
    assert establish(optimal_for, parties, x, "test").value is True
    assert counter.words >= parties.n


def test_sizes_are_those_of_the_built_program_and_of_the_count() -> None:
    for parties in range(2, 8):
        for threshold in range(1, parties):
            sizes = Sizes(parties, threshold)
            assert nonzeros(sizes) == built_nonzeros(sizes)
            assert built_rank(sizes) == parties
            assert comb(parties, threshold) <= entropy_power(parties, threshold)


@pytest.mark.parametrize("name", ["fig_2.csv", "fig_3.csv", "fig_3_records.csv"])
def test_sentences_about_figures_are_judged_anew_as_the_reproduction_judged_them(name: str) -> None:
    found: Any = judged("proofs_numeric.tpmdp", "measured", name).figures
    text = resources.files("proofs_numeric.tpmdp").joinpath(name).read_text(encoding="utf-8")
    rows = {f"{row['place']}: {row['statement']}": row["verdict"] for row in csv.DictReader(text.splitlines())}
    assert {sentence: found[sentence]["verdict"] for sentence in rows} == rows
    assert sum(found["sentences"].values()) == len(rows)
