"""Average accuracy by transforms against the double sum, in integers, big integers and doubles."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.exact.numbers import Exact
from optcheck.randomized_response import Problem, make_problem, transcript_matrix
from optcheck.randomized_response.average import (
    average_accuracy,
    average_accuracy_floor,
    decision_table,
    kronecker,
    sum_of_largest,
    wide_kronecker,
)
from tests.strategies.randomized_response import problems


def direct_accuracy(problem: Problem) -> Fraction:
    """Eq. 1 with the best decision, summed over all inputs and transcripts."""
    matrix = transcript_matrix(problem.lambdas)
    inputs = range(1 << problem.k)
    total = Fraction(0)
    for t, view in product(inputs, problem.views):
        seen = [x for x in inputs if problem.own_bit(x) == view]
        total += max(sum((matrix[x][t] * row[x] for x in seen), start=Fraction(0)) for row in problem.payoffs)
    return total / len(inputs)


@settings(deadline=None, max_examples=80)
@given(problems(criterion="average"))
def test_the_transform_equals_the_double_sum(problem: Problem) -> None:
    assert average_accuracy(problem) == direct_accuracy(problem)


@settings(deadline=None, max_examples=60)
@given(problems(criterion="average"))
def test_the_decision_table_reaches_the_optimum(problem: Problem) -> None:
    matrix, table = transcript_matrix(problem.lambdas), decision_table(problem)
    reached = sum(
        matrix[x][t] * problem.payoffs[table[problem.own_bit(x) or 0][t]][x]
        for x, t in product(range(1 << problem.k), repeat=2)
    )
    assert Fraction(reached) / (1 << problem.k) == average_accuracy(problem)


@settings(deadline=None, max_examples=60)
@given(problems(criterion="average"))
def test_doubles_are_rounded_down(problem: Problem) -> None:
    as_doubles = Problem(
        tuple(Fraction(float(value)) for value in problem.lambdas),
        problem.table,
        tuple(tuple(Fraction(float(entry)) for entry in row) for row in problem.weights),
        "average",
        problem.observer,
    )
    low, exact = average_accuracy_floor(as_doubles), average_accuracy(as_doubles)
    assert Fraction(low) <= exact
    assert float(exact) - low < 1e-12


@pytest.mark.parametrize("value", [2, Fraction(3, 2), Fraction(10**9 + 1, 10**9), 10**6, Fraction(17, 11)])
@pytest.mark.parametrize("k", [1, 5, 12])
def test_machine_integers_and_big_integers_agree_with_the_closed_form(value: Exact, k: int) -> None:
    table = [x.bit_count() & 1 for x in range(1 << k)]
    bias = (Fraction(value) - 1) / (Fraction(value) + 1)
    assert average_accuracy(make_problem(table, [value] * k)[0]) == (1 + bias**k) / 2


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 6), st.integers(2**61, 2**200), st.integers(1, 2**150), st.data())
def test_packed_integers_equal_the_generic_transform(k: int, p: int, q: int, data: st.DataObject) -> None:
    values = data.draw(st.lists(st.integers(0, 2**90), min_size=3, max_size=3))
    table = np.array(data.draw(st.lists(st.integers(0, 2), min_size=1 << k, max_size=1 << k)))
    kernels = [((p, q), (q, p)), ((1, 0), (0, 1)), ((q, q), (p, 1))] * k
    expected = kronecker(np.array(values, dtype=object)[table], kernels[:k])
    slots = wide_kronecker(values, table, kernels[:k], max(expected))
    found = [sum(int(limb) << 64 * place for place, limb in enumerate(row)) for row in slots]
    assert found == list(expected)
    reversed_slots = np.ascontiguousarray(slots[::-1])
    assert sum_of_largest([slots, reversed_slots]) == sum(map(max, found, found[::-1]))


def test_one_decision_and_constant_functions() -> None:
    assert average_accuracy(Problem((2, 3), (0, 0, 0, 0), ((Fraction(-7, 3),),))) == Fraction(-7, 3)
    assert average_accuracy(Problem((2, 3), (0, 0, 0, 0), ((1, 5, 2),))) == 5
