"""The checker's rule for integer programs, without any search: no walk loses a point, and false steps are refused."""

from __future__ import annotations

import tracemalloc
from contextlib import suppress
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck.checker.core import Verified, check_document
from optcheck.checker.reading import number_text
from optcheck.errors import CertificateRejected, TooCostly

SMALL = st.integers(-4, 4)
TERMS = st.dictionaries(st.integers(0, 2), SMALL, min_size=1)
STEPS = st.one_of(
    st.builds(lambda j, a, step: f"column {j} {a} {a + step}", st.integers(0, 2), SMALL, st.integers(-1, 2)),
    st.builds(
        lambda a, step, terms: " ".join([f"row {a} {a + step}", *(f"{j} {p}" for j, p in terms.items())]),
        SMALL,
        st.integers(-1, 2),
        TERMS,
    ),
    st.builds(
        lambda parts: " ".join(["leaf", *(f"{i} {y}" for i, y in parts)]),
        st.lists(st.tuples(st.integers(0, 6), st.integers(-2, 4)), max_size=4),
    ),
)


@given(rows=st.lists(st.tuples(TERMS, st.integers(-6, 6)), min_size=2, max_size=2), steps=st.lists(STEPS, max_size=7))
def test_no_walk_refutes_a_program_with_a_point(rows: list[tuple[dict[int, int], int]], steps: list[str]) -> None:
    """x and y are integers, z is not; the walk is checked with the best point on a grid of halves as the cutoff."""
    points = [*product(range(3), range(3), (Fraction(k, 2) for k in range(5)))]
    feasible = [x for x in points if all(sum(a * x[j] for j, a in terms.items()) >= side for terms, side in rows)]
    instance: dict[str, Any] = {
        "lower": [0, 0, 0],
        "upper": [2, 2, 2],
        "rows": ["a", "b"],
        "relations": [">="] * 2,
        "rhs": [side for _, side in rows],
        "terms": [[[j, a] for j, a in terms.items()] for terms, _ in rows],
    }
    bound = min((x[0] + x[1] - x[2] for x in feasible), default=9) + Fraction(1, 3)
    changes = {"sense": "minimise", "costs": [1, 1, -1], **instance}
    evidence: dict[str, object] = {"status": "bounds", "bound": str(bound), "proof": steps}
    with suppress(CertificateRejected):
        check_document(_document(evidence, **changes))
        assert not feasible


def _document(evidence: dict[str, object], **changes: object) -> dict[str, object]:
    """Maximise x + y with 2 x + 2 y <= 7, x and y integers from 0 to 10, z from 0 to 1: the optimum is 3."""
    instance: dict[str, object] = {
        "sense": "maximise",
        "columns": ["x", "y", "z"],
        "costs": [1, 1, 0],
        "lower": [0, 0, 0],
        "upper": [10, 10, 1],
        "rows": ["a"],
        "relations": ["<="],
        "rhs": [7],
        "terms": [[[0, 2], [1, 2]]],
        "integers": [0, 1],
        "gaps": [],
    }
    return {"format": 1, "kind": "integer-program", "instance": {**instance, **changes}, "evidence": evidence}


def _check(*proof: str, value: int = 3, **changes: object) -> Verified:
    evidence = {"status": "optimal", "value": value, "primal": [value, 0, 0], "proof": list(proof)}
    return check_document(_document(evidence, **changes))


CUT = ("row -4 -3 0 -1 1 -1", "leaf 1 1 2 2")  # x + y <= 3, for x + y >= 4 contradicts 2 x + 2 y <= 7
BY_GRID = "leaf 1 1 0 2"  # the next value of the grid is 4, and 2 * 4 > 7


def test_the_grid_closes_what_the_relaxation_leaves_open() -> None:
    assert _check(BY_GRID).fact("maximum").value == 3


def test_a_cut_and_a_leaf() -> None:
    assert _check(*CUT, "leaf 0 1 2 1").value == 3


def test_a_cut_with_a_continuous_column() -> None:
    """2 x + 2 z >= 3, x an integer: x + 2 z >= 2, and with it the least x + z is 1; x <= 1 and x >= 2 prove it."""
    changes: dict[str, Any] = {
        "sense": "minimise",
        "costs": [1, 0, 2],
        "relations": [">="],
        "rhs": [3],
        "terms": [[[0, 2], [2, 2]]],
    }
    proof = ["row 2 2 0 1 2 2", "row 1 2 0 1", "leaf 1 1 2 1 3 1", "leaf 2 1 3 1", "leaf 0 1 2 1"]
    evidence: dict[str, object] = {"status": "optimal", "value": 2, "primal": [2, 0, 0], "proof": proof}
    assert check_document(_document(evidence, **changes)).value == 2
    for k, false in ((0, "row 1 2 0 1 2 2"), (2, "leaf 1 1 2 1"), (3, "leaf 2 1")):
        with pytest.raises(CertificateRejected):
            check_document(_document({**evidence, "proof": [*proof[:k], false, *proof[k + 1 :]]}, **changes))
    with pytest.raises(CertificateRejected, match="a leaf"):
        check_document(_document(evidence, **changes, lower=[0, 0, -1]))


def test_an_equation_takes_multipliers_of_any_sign() -> None:
    assert _check("leaf 1 -1 0 2", relations=["="], rhs=[6]).value == 3
    with pytest.raises(CertificateRejected, match="a multiplier"):
        _check("leaf 1 -1 0 2", rhs=[6])


def test_rows_and_bounds_of_a_side_end_with_it() -> None:
    """The first side's cut has number 2; so has, later, the second side's."""
    proof = ["column 0 1 2", *CUT, "leaf 2 1 0 1", *CUT, "leaf 2 1 0 1"]
    assert _check(*proof).value == 3
    for wrong in ([*proof[:4], "leaf 2 1 0 1"], ["column 0 1 2", BY_GRID, "leaf 2 1 0 1"]):
        with pytest.raises(CertificateRejected, match="number of a row"):
            _check(*wrong)
    least: dict[str, Any] = {
        "sense": "minimise",
        "relations": [">="],
        "rhs": [3],
        "terms": [[[0, 2]]],
        "costs": [1, 0, 0],
    }
    inner = ["column 0 1 2", "leaf 1 1", "leaf 0 1"]
    assert _check(*inner, value=2, **least).value == 2
    with pytest.raises(CertificateRejected, match="a leaf"):
        _check("column 1 4 5", "column 0 1 2", "leaf 1 1", "leaf 0 1", "leaf 1 1", value=2, **least)


def test_a_box_whose_bounds_have_crossed() -> None:
    changes: dict[str, Any] = {"lower": ["1/3", 0, 0], "upper": ["2/3", 1, 1]}
    for proof in (["row 0 0 0 -1", "leaf 2 1", "leaf 2 1"], ["row 1 1 0 1", "leaf 2 1", "leaf 2 1"]):
        evidence: dict[str, object] = {"status": "infeasible", "proof": proof}
        assert check_document(_document(evidence, **changes)).fact("program").value == "infeasible"
        with pytest.raises(CertificateRejected, match="a leaf"):
            check_document(_document(evidence, **{**changes, "lower": [0, 0, 0]}))


def test_a_semi_continuous_column() -> None:
    """z is 0 or from 1/2 to 1, and z >= 1/4 by a row: the least z is 1/2."""
    changes: dict[str, Any] = {
        "sense": "minimise",
        "costs": [0, 0, 1],
        "gaps": [[2, 0, "1/2"]],
        "relations": [">="],
        "rhs": ["1/4"],
        "terms": [[[2, 1]]],
    }
    proof = ["column 2 0 1/2", "leaf 1 1", "leaf 0 1"]
    evidence: dict[str, object] = {"status": "optimal", "value": "1/2", "primal": [0, 0, "1/2"], "proof": proof}
    assert check_document(_document(evidence, **changes)).value == Fraction(1, 2)
    with pytest.raises(CertificateRejected, match="outside its gap"):
        check_document(_document({**evidence, "value": "1/4", "primal": [0, 0, "1/4"]}, **changes))
    with pytest.raises(CertificateRejected, match="sides that lose no point"):
        check_document(_document({**evidence, "proof": ["column 2 0 3/4", *proof[1:]]}, **changes))


def test_an_unbounded_program() -> None:
    evidence: dict[str, object] = {"status": "unbounded", "primal": [0, 0, 0], "ray": ["1/3", 0, 0]}
    changes: dict[str, Any] = {"upper": [None, 10, 1], "relations": [">="], "rhs": [-1]}
    assert check_document(_document(evidence, **changes)).fact("program").value == "unbounded"
    with pytest.raises(CertificateRejected, match="an integer"):
        check_document(_document({**evidence, "primal": ["1/2", 0, 0]}, **changes))


def test_bounds_say_what_they_prove() -> None:
    evidence = {"status": "bounds", "value": 2, "primal": [2, 0, 0], "bound": 3, "proof": [BY_GRID]}
    facts = {str(fact) for fact in check_document(_document(evidence)).facts}
    assert facts == {"maximum >= 2", "maximum <= 3"}


@pytest.mark.parametrize(
    ("proof", "message"),
    [
        ([], "every side closed"),
        (["column 0 1 2", BY_GRID], "every side closed"),
        ([BY_GRID, BY_GRID], "nothing after its last leaf"),
        (["column 0 1 3", BY_GRID, BY_GRID], "sides that lose no point"),
        (["column 0 1/2 3/2", BY_GRID, BY_GRID], "sides that lose no point"),
        (["column 2 0 1", BY_GRID, BY_GRID], "sides that lose no point"),
        (["column 3 0 1"], "column of a split"),
        (["column -1 0 1"], "column of a split"),
        (["column 1/2 0 1"], "column of a split"),
        (["column 0 0"], "step of a proof"),
        (["column 0 0 1 1"], "step of a proof"),
        (["row 1 3 0 1", BY_GRID, BY_GRID], "sides that lose no point"),
        (["row 1 2 0 1 2 1", BY_GRID, BY_GRID], "sides that lose no point"),
        (["row 1 2 0 1 0 1", BY_GRID, BY_GRID], "each once"),
        (["row 1 2 0 1/2", BY_GRID, BY_GRID], "an integer"),
        (["row 1/2 2 0 1", BY_GRID, BY_GRID], "an integer"),
        (["row 1 2 3 1", BY_GRID, BY_GRID], "column of a split"),
        (["row", BY_GRID, BY_GRID], "step of a proof"),
        (["row 1 2 0", BY_GRID, BY_GRID], "step of a proof"),
        (["leaf 1 1 0 1"], "exclude all points"),
        (["leaf 1 -1 0 2"], "a multiplier"),
        (["leaf 1 -1"], "exclude all points"),
        (["leaf"], "exclude all points"),
        (["leaf 2 1"], "number of a row"),
        (["leaf -1 1"], "number of a row"),
        (["leaf 1"], "step of a proof"),
        (["leaf 1 1  0 2"], "step of a proof"),
        (["leaf 1 1 0 1.5"], "step of a proof"),
        (["leaves 1 1 0 2"], "column j a b"),
        ([""], "column j a b"),
        (["row -4 -3 0 -1 1 -1", "leaf 1 1 2 1", "leaf 2 1 0 1"], "exclude all points"),
        (["row -3 -3 0 -1 1 -1", "leaf 1 1 2 2", "leaf 2 1 0 1"], "exclude all points"),
        ([{"leaf": [1, 1]}], "a text"),
    ],
)
def test_false_proofs_are_refused(proof: list[str], message: str) -> None:
    with pytest.raises(CertificateRejected, match=message):
        _check(*proof)


def test_a_value_that_is_no_optimum_is_refused() -> None:
    with pytest.raises(CertificateRejected, match="exclude all points"):
        _check(BY_GRID, value=2)
    with pytest.raises(CertificateRejected, match="row"):
        _check(BY_GRID, value=4)


def test_columns_are_compared_before_they_are_hashed() -> None:
    """Numbers of one hash would take quadratic time in a set."""
    far = [k * (2**61 - 1) for k in range(1, 20000)]
    with pytest.raises(CertificateRejected, match="integer column or gap"):
        check_document(_document({"status": "infeasible", "proof": []}, integers=far))
    steps = " ".join(f"{j} 1" for j in far)
    with pytest.raises(CertificateRejected, match="column of a split"):
        _check(f"row 0 0 {steps}")


def test_long_sums_are_paid_for() -> None:
    long = int("9" * 4000) ** 20
    evidence: dict[str, object] = {"status": "infeasible", "proof": ["leaf" + f" 1 {number_text(long)}" * 30]}
    with pytest.raises(TooCostly):
        check_document(_document(evidence, terms=[[[0, long], [1, long]]], rhs=[7 * long]), limit=1)


def test_rows_that_are_kept_are_paid_for() -> None:
    columns = range(1000)
    wide: dict[str, Any] = {"columns": ["x"] * 1000, "costs": [0] * 1000, "lower": [0] * 1000, "upper": [1] * 1000}
    step = " ".join(["row 0 1", *(f"{j} 1" for j in columns)])
    evidence: dict[str, object] = {"status": "infeasible", "proof": [step] * 400}
    with pytest.raises(TooCostly):
        check_document(_document(evidence, **wide, integers=list(columns)), limit=1)
    with pytest.raises(CertificateRejected, match="every side closed"):
        check_document(_document(evidence, **wide, integers=list(columns)), limit=10)


def test_a_proof_is_read_step_by_step() -> None:
    """Steps stay texts until their turn comes: what a long walk takes is the file and a little for each step."""
    depth = 20_000
    proof = [*["column 0 1 2"] * depth, *[BY_GRID] * (depth + 1)]
    tracemalloc.start()
    assert _check(*proof).value == 3
    assert tracemalloc.get_traced_memory()[1] < 600 * depth
    tracemalloc.stop()
