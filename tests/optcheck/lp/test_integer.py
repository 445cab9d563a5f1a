"""Integer programs solved and proved: against enumeration, on corners, and with tampered proofs."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import Model
from optcheck.checker.core import check_document
from optcheck.checker.integer import refute
from optcheck.errors import CertificateRejected, InvalidInput, NotCertified
from optcheck.exact.files import Certificate
from optcheck.lp.branch_and_bound import Search, feasible
from optcheck.lp.cuts import derive
from optcheck.lp.integer import solve_integer
from optcheck.lp.limits import Run
from optcheck.lp.program import LinearProgram
from optcheck.lp.relaxation import scales_beside_integers
from tests.strategies.integer_programs import integer_programs, optimum


def _program(model: Model, *names: str) -> LinearProgram:
    linear = model.build()
    return replace(linear, integers=frozenset(list(linear.column_labels).index(name) for name in names))


@settings(deadline=None)
@given(program=integer_programs())
def test_the_answer_is_that_of_enumeration(program: LinearProgram) -> None:
    answer, truth = solve_integer(program, limit=30), optimum(program)
    assert (answer.status, answer.value) == (("infeasible", None) if truth is None else ("optimal", truth))
    if answer.outcome.primal is not None:
        assert feasible(program, answer.outcome.primal)


def test_an_optimum_with_a_continuous_part_is_exact() -> None:
    model = Model("maximise")
    x, y = model.variable("x", cost=2, upper=10), model.variable("y", cost=1, upper=10)
    model.row("a", {x: 3, y: 7}, "<=", 20)
    answer = solve_integer(_program(model, x))
    assert answer.value == 12 + Fraction(2, 7)
    assert answer.point == {"x": 6, "y": Fraction(2, 7)}


def test_parity_without_bounds() -> None:
    """2 x - 4 y = 11 has no integer solution, and no bound would ever show it."""
    model = Model("minimise")
    x, y = model.variable("x", cost=1), model.variable("y")
    model.row("odd", {x: 2, y: -4}, "=", 11)
    assert solve_integer(_program(model, x, y)).status == "infeasible"


def test_parity_is_seen_past_a_continuous_column_with_coefficient_0() -> None:
    model = Model("maximise")
    x, y, z = model.variable("x", cost=1), model.variable("y"), model.variable("z", cost=1)
    model.row("odd", {x: 2, y: -4, z: 0}, "=", 11)
    program = _program(model, x, y)
    assert 2 in dict(program.rows.row(0))  # or there would be nothing to look past
    assert solve_integer(program, limit=5).status == "infeasible"


def test_parity_of_unbounded_columns_beside_a_bounded_one() -> None:
    """3 y - 6 z is 10 or 14: the relaxation is unbounded, and no bound of y and z would ever show it."""
    model = Model("minimise")
    x, y, z = model.variable("x", upper=1), model.variable("y", -2, None), model.variable("z", 6, None)
    model.row("a", {x: -4, y: 3, z: -6}, "=", 10)
    model.row("b", {x: 4, z: -5}, "<=", -4)
    assert solve_integer(_program(model, x, y, z)).status == "infeasible"


def test_an_unbounded_program_has_an_integer_point() -> None:
    model = Model("maximise")
    x, y = model.variable("x", cost=1), model.variable("y", lower=None)
    model.row("slope", {x: 2, y: -3}, "=", 1)
    answer = solve_integer(_program(model, x, y))
    assert answer.status == "unbounded"
    assert answer.certificate.verify().fact("program").value == "unbounded"


def test_an_unbounded_relaxation_without_integer_points() -> None:
    model = Model("maximise")
    x, y = model.variable("x", cost=1), model.variable("y", lower=None)
    model.row("slope", {x: 2, y: -4}, "=", 1)
    assert solve_integer(_program(model, x, y)).status == "infeasible"


def test_a_semi_continuous_column() -> None:
    model = Model("minimise")
    x, y = model.variable("x", cost=1, upper=10), model.variable("y", cost=5, upper=10)
    model.row("demand", {x: 1, y: 1}, ">=", 2)
    program = replace(model.build(), integers=frozenset({1}), gaps=((0, 0, Fraction(7, 2)),))
    answer = solve_integer(program)
    assert (answer.value, answer.point["x"]) == (Fraction(7, 2), Fraction(7, 2))


def test_bounds_of_integer_columns_are_rounded() -> None:
    model = Model("maximise")
    x = model.variable("x", cost=1, lower=Fraction(1, 3), upper=Fraction(2, 3))
    assert solve_integer(_program(model, x)).status == "infeasible"


def test_other_units_leave_integer_columns_as_they_are() -> None:
    model = Model("minimise")
    x, y = model.variable("x", cost=1, upper=9), model.variable("y", cost=Fraction(1, 10**6))
    model.row("a", {x: 3 * 10**6, y: 7}, ">=", 20 * 10**6)
    model.row("b", {x: 5, y: Fraction(-1, 10**6)}, "<=", 11)
    program = _program(model, x)
    floats = program.to_floats()
    scales = scales_beside_integers(floats, program.integers)
    assert scales.columns[0] == 1
    entries = np.abs(scales.apply(floats).values)
    assert entries.max() / entries.min() < 100
    assert solve_integer(program).value == Fraction(20, 7)
    assert np.all(scales_beside_integers(scales.apply(floats), program.integers).columns == 1)  # nothing left to do


def test_a_small_violation_is_one() -> None:
    """x = 1 misses the row by 10^-12, which a solver in floats does not see."""
    model = Model("maximise")
    x = model.variable("x", cost=1, upper=1)
    model.row("almost", {x: 1}, "<=", 1 - Fraction(1, 10**12))
    assert solve_integer(_program(model, x)).value == 0


_MULTIPLIERS = st.lists(st.sampled_from([0.0, 1e-12, -1e-12, 1 / 3, 2 / 7, 1.0, -1.0, 5.0]), min_size=9, max_size=9)


@settings(deadline=None)
@given(program=integer_programs(), floats=_MULTIPLIERS, bound=st.integers(-40, 40))
def test_the_checker_accepts_what_is_called_a_leaf(program: LinearProgram, floats: list[float], bound: int) -> None:
    search = Search(program, Run(10.0, 1.0))
    system = search.system
    system.cut_off(bound)
    leaf = system.leaf(np.array(floats[: 1 + len(system.rows)]), search.box)
    if leaf is not None and system.cutoff is not None:
        refute(system.plain, system.cutoff, [leaf])


def test_a_multiplier_that_is_noise_for_one_row_is_none_for_another() -> None:
    """Beside a cost of 5000000, the two rows' multipliers are about 10^-12 and 0: the same number, if rounded."""
    model = Model("minimise")
    costs = ["-1/2500", "5000000", "3/100000", "3/500", "3/1000"]
    bounds = [("-2", "1"), ("0", "7/2"), ("-2", "3/2"), ("0", "1"), ("-5/2", "-3/2")]
    v, w, x, y, z = (
        model.variable(name, Fraction(cost), Fraction(low), Fraction(high))
        for name, cost, (low, high) in zip("vwxyz", costs, bounds, strict=True)
    )
    terms = {v: Fraction(1, 200), w: Fraction(1, 250000), x: -4000000, y: -100000, z: Fraction(-3, 5000)}
    model.row("a", terms, "=", Fraction(-25000002197, 250000))
    model.row("b", {w: Fraction(1, 200000), y: -5000, z: Fraction(-3, 50)}, ">=", Fraction(-1000175997, 200000))
    answer = solve_integer(_program(model, w, y, z))
    assert (answer.status, answer.value) == ("optimal", optimum(answer.program))


def _market_split(rows: int, columns: int, seed: int) -> LinearProgram:
    """Equality knapsacks, infeasible with great likelihood, that defeat branch and bound."""
    random, model = Random(seed), Model("minimise")
    names = [model.variable(f"x{j}", cost=1, upper=1) for j in range(columns)]
    for i in range(rows):
        weights = [random.randrange(100) for _ in names]
        model.row(f"r{i}", dict(zip(names, weights, strict=True)), "=", sum(weights) // 2)
    return _program(model, *names)


@pytest.mark.parametrize("integers", [1, 20])
def test_rows_that_exclude_each_other_by_less_than_a_tolerance(integers: int) -> None:
    """Floats see a point for every value of the integers; the rows of the continuous columns have none."""
    model = Model("minimise")
    x, y = model.variable("x", upper=10**4), model.variable("y", upper=10**4)
    model.row("a", {x: 1, y: -1}, "=", Fraction(10**9 + 1, 10**10))
    model.row("b", {x: 3, y: -3}, "=", Fraction(3, 10))
    columns = [model.variable(f"n{k}", cost=1, upper=5, integer=True) for k in range(integers)]
    model.row("sum", dict.fromkeys(columns, 2), ">=", 2 * integers + 1)
    answer = solve_integer(model.build())
    assert (answer.status, answer.nodes < 3) == ("infeasible", True)


def test_a_value_beyond_its_bound_is_no_reason_to_split() -> None:
    """HiGHS's scaling lets an integer column be 2.5e-6 between 0 and 0; the search split there for ever."""
    model = Model("minimise")
    upper, costs = [1, 2, Fraction(3, 2), 2, 1, 1], [40, -5000000, 4000, "-0.3", -2000, "-0.01"]
    x = [model.variable(f"x{j}", cost, -2 * (j == 2), upper[j]) for j, cost in enumerate(costs)]
    model.row("a", dict(zip(x, ["0.2", -6000, 200000, -5000000, 0, 3000], strict=True)), ">=", "-400000.8")
    model.row("b", dict(zip(x, ["0.04", 0, 1, -40000, "-0.000001", "0.4"], strict=True)), "=", "-1.96")
    model.row("c", dict(zip(x, ["0.00005", 0, -50000, 2000000, "0.3", -200000], strict=True)), "<=", "100002.00005")
    model.row("d", dict(zip(x, ["0.1", "-0.00001", 4000, "0.4", 0, 0], strict=True)), "=", "-7999.9")
    answer = solve_integer(_program(model, *(x[j] for j in (0, 1, 2, 4, 5))), limit=30)
    assert (answer.status, answer.value) == ("optimal", -7960)


@settings(deadline=None, max_examples=20)
@given(program=integer_programs())
def test_the_certificate_does_not_depend_on_the_clock(program: LinearProgram) -> None:
    first, second = (solve_integer(program, limit=limit, jobs=1).certificate for limit in (60, 600))
    assert first.document() == second.document()


@settings(deadline=None)
@given(program=integer_programs(), seed=st.integers(0, 2**32))
def test_the_checker_accepts_the_steps_of_a_cut(program: LinearProgram, seed: int) -> None:
    """Of any multipliers, vectors and sides: with a row that contradicts the cut the program is infeasible."""
    random = Random(seed)
    search = Search(program, Run(60.0, 4.0))
    integers, columns, count = sorted(program.integers), range(len(program.costs)), len(search.system.rows)
    for _ in range(5):
        multipliers = {i: random.choice([-1, 1]) * random.random() for i in range(count) if random.random() < 0.7}
        vector = {j: random.randint(-3, 3) or 1 for j in integers if random.random() < 0.5}
        cut = derive(search, multipliers, vector, [j for j in columns if random.random() < 0.5])
        if cut is not None:
            instance = program.integer_instance()
            instance["rows"] = [*instance["rows"], "contrary"]
            instance["relations"] = [*instance["relations"], "<="]
            instance["rhs"] = [*instance["rhs"], int(cut.row.side) - 1]
            instance["terms"] = [*instance["terms"], [[j, int(a)] for j, a in cut.row.terms.items()]]
            proof = [*cut.step(count + 2).split("\n"), f"leaf {count + 1} 1 {count + 2} 1"]
            assert Certificate("integer-program", instance, {"status": "infeasible", "proof": proof}).verify().facts


def test_when_time_is_up_a_bound_is_proved() -> None:
    answer = solve_integer(_market_split(4, 34, 1), limit=1.5)
    assert answer.status == "bounds"
    assert answer.bound is not None
    assert answer.certificate.verify(60).fact("minimum").relation == ">="


def test_without_bounds_the_search_comes_back() -> None:
    """3 x + 5 y - 7 z = 1 with x + y + z even: endless, but for the limit."""
    model = Model("minimise")
    names = [model.variable(f"x{j}", lower=None) for j in range(3)]
    model.row("a", dict(zip(names, (6, 10, -15), strict=True)), "=", 1)
    model.row("b", dict(zip(names, (10, 6, -15), strict=True)), "=", 2)
    try:
        answer = solve_integer(_program(model, *names), limit=2)
    except NotCertified:
        return
    assert answer.status in ("infeasible", "optimal", "bounds")


def test_a_program_is_validated() -> None:
    linear: LinearProgram = Model("minimise").build()
    with pytest.raises(InvalidInput, match="integer columns"):
        replace(linear, integers=frozenset({0}))
    with pytest.raises(InvalidInput, match="integer of x must be True or False, got 1"):
        Model("minimise").variable("x", integer=1)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="LinearProgram"):
        solve_integer(Model("minimise"))  # type: ignore[arg-type]


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        return [place for key, entry in value.items() for place in _places(entry, (*path, key))]
    if isinstance(value, list):
        return [path, *(place for k, entry in enumerate(value) for place in _places(entry, (*path, k)))]
    return [path]


def _tampered(document: dict[str, Any], random: Random) -> dict[str, Any]:
    """One place of the instance or the evidence changed, dropped or doubled."""
    mutant = deepcopy(document)
    *path, last = random.choice([p for p in _places(mutant) if p and p[0] in ("instance", "evidence") and len(p) > 1])
    target = mutant
    for key in path:
        target = target[key]
    value = target[last]
    if isinstance(value, int) and not isinstance(value, bool):
        target[last] = value + random.choice([-2, -1, 1, 2])
    elif isinstance(value, list) and value:
        k = random.randrange(len(value))
        target[last] = random.choice([value[:k] + value[k + 1 :], [*value[:k], value[k], *value[k:]], value[::-1]])
    elif isinstance(value, str) and "/" in value:
        target[last] = random.choice(["1/2", "0", "7/3"])
    return mutant


def _as_program(instance: dict[str, Any]) -> LinearProgram:
    model = Model(instance["sense"])
    names = [
        model.variable(f"x{j}", cost, low, high)
        for j, (cost, low, high) in enumerate(zip(*(instance[key] for key in ("costs", "lower", "upper")), strict=True))
    ]
    for i, (terms, relation, side) in enumerate(
        zip(*(instance[k] for k in ("terms", "relations", "rhs")), strict=True)
    ):
        sums: dict[str, Fraction] = {}
        for j, a in terms:
            sums[names[j]] = sums.get(names[j], Fraction(0)) + Fraction(a)
        model.row(f"r{i}", sums, relation, side)
    gaps = tuple((j, Fraction(low), Fraction(high)) for j, low, high in instance["gaps"])
    return replace(model.build(), integers=frozenset(instance["integers"]), gaps=gaps)


@settings(deadline=None)
@given(program=integer_programs(mixed=False), seed=st.integers(0, 10**6))
def test_what_tampered_proofs_prove_is_true(program: LinearProgram, seed: int) -> None:
    random = Random(seed)
    document = json.loads(json.dumps(solve_integer(program, limit=30).certificate.document()))
    for _ in range(30):
        mutant = _tampered(document, random)
        try:
            verified = check_document(mutant, 5)
        except CertificateRejected:
            continue
        truth = optimum(_as_program(mutant["instance"]))
        status = verified.fact("program").value
        assert (status, verified.value) == (("infeasible", None) if truth is None else ("optimal", truth)), mutant
