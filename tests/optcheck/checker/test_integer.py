"""The checker's rule for integer programs, without any search: cuts keep all points, and false steps are refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck.checker.core import Verified, check_document
from optcheck.checker.integer import Constraint, Cut, Node
from optcheck.checker.linear import Program
from optcheck.checker.reading import Exact
from optcheck.errors import CertificateRejected

PROGRAM = Program(
    {
        "sense": "minimise",
        "columns": ["x", "y", "z"],
        "costs": [0, 0, 0],
        "lower": [0, 0, 0],
        "upper": [3, 3, 3],
        "rows": [],
        "relations": [],
        "rhs": [],
        "terms": [],
    },
    "instance",
)
GRID = [Fraction(k, 2) for k in range(-2, 8)]
SMALL = st.integers(-4, 4)
ROWS = st.builds(
    lambda factors, side, equation: Constraint(dict(enumerate(factors)), 0 if equation else 1, side),
    st.lists(SMALL, min_size=3, max_size=3),
    st.integers(-6, 6),
    st.booleans(),
)
CUTS = st.fixed_dictionaries(
    {
        "cut": st.lists(
            st.tuples(st.sampled_from([0, 1]), SMALL).map(list), max_size=2, unique_by=lambda entry: entry[0]
        ),
        "over": st.integers(1, 6),
        "rows": st.just([0, 1]),
        "by": st.lists(SMALL, min_size=2, max_size=2),
        "upper": st.lists(st.sampled_from([0, 1, 2]), unique=True),
        "scale": st.sampled_from([1, "1/2", "2/7", 3]),
    }
)


def _holds(row: Constraint, point: tuple[Any, ...]) -> bool:
    left = sum(factor * point[column] for column, factor in row.terms.items())
    return bool(left == row.side if row.sense == 0 else left >= row.side)


@given(rows=st.lists(ROWS, min_size=2, max_size=2), step=CUTS, low=SMALL, width=st.integers(0, 4))
def test_a_cut_keeps_every_point(rows: list[Constraint], step: dict[str, object], low: int, width: int) -> None:
    """x and y are integers, z is not; points on a grid of halves that satisfy the rows satisfy the cut."""
    lower: list[Exact | None] = [low, low, Fraction(low, 2)]
    upper: list[Exact | None] = [low + width, low + width, Fraction(low, 2) + width]
    node = Node(PROGRAM, frozenset({0, 1}), {}, None, list(rows), lower, upper)
    try:
        cut = node.cut(Cut(step, "cut"))
    except CertificateRejected:
        return
    whole = range(low, low + width + 1)
    halves = [Fraction(k, 2) for k in range(low, low + 2 * width + 1)]
    for point in product(whole, whole, halves):
        if all(_holds(row, point) for row in rows):
            assert _holds(cut, point), (point, cut)


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


def _check(*proof: dict[str, object], value: int = 3, **changes: object) -> Verified:
    evidence = {"status": "optimal", "value": value, "primal": [value, 0, 0], "proof": list(proof)}
    return check_document(_document(evidence, **changes))


CUT: dict[str, object] = {"cut": [[0, -1], [1, -1]], "over": 2, "rows": [0], "by": [1], "upper": [], "scale": 1}
BY_GRID: dict[str, object] = {"rows": [0, -1], "by": [1, 2]}  # the next value of the grid is 4, and 2 * 4 > 7


def test_the_grid_closes_what_the_relaxation_leaves_open() -> None:
    assert _check(BY_GRID).fact("maximum").value == 3


def test_a_cut_and_a_leaf() -> None:
    assert _check(CUT, {"rows": [1, -1], "by": [1, 1]}).value == 3


def test_splits_share_multipliers() -> None:
    proof: list[dict[str, object]] = [{"split": [0, 1, 2]}, BY_GRID, {"change": [], "by": []}]
    assert _check(*proof).value == 3


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
    proof = [{"split": [2, 0, "1/2"]}, {"rows": [0], "by": [1]}, {"rows": [-1], "by": [1]}]
    evidence: dict[str, object] = {"status": "optimal", "value": "1/2", "primal": [0, 0, "1/2"], "proof": proof}
    assert check_document(_document(evidence, **changes)).value == Fraction(1, 2)
    with pytest.raises(CertificateRejected, match="outside its gap"):
        check_document(_document({**evidence, "value": "1/4", "primal": [0, 0, "1/4"]}, **changes))
    with pytest.raises(CertificateRejected, match="sides that lose no point"):
        check_document(_document({**evidence, "proof": [{"split": [2, 0, "3/4"]}, *proof[1:]]}, **changes))


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
        ([], "every node closed"),
        ([{"split": [0, 1, 2]}, BY_GRID], "every node closed"),
        ([BY_GRID, BY_GRID], "nothing after its last leaf"),
        ([{"split": [0, 1, 3]}, BY_GRID, BY_GRID], "sides that lose no point"),
        ([{"split": [0, "1/2", "3/2"]}, BY_GRID, BY_GRID], "sides that lose no point"),
        ([{"split": [2, 0, 1]}, BY_GRID, BY_GRID], "sides that lose no point"),
        ([{"split": [3, 0, 1]}, BY_GRID, BY_GRID], "column of a split"),
        ([{"rows": [0, -1], "by": [1, 1]}], "exclude all points"),
        ([{"rows": [0, -1], "by": [-1, 2]}], "multiplier of row 0"),
        ([{"rows": [1], "by": [1]}], "number of a row"),
        ([{"rows": [0], "by": []}], "length"),
        ([{"empty": 0}], "a lower bound above"),
        ([{**CUT, "over": 1}, BY_GRID], "not an integer"),
        ([{**CUT, "cut": [[2, 1]]}, BY_GRID], "an integer column"),
        (
            [{"split": [0, 1, 2]}, CUT, {"rows": [1, -1], "by": [1, 1]}, {"rows": [1, -1], "by": [1, 1]}],
            "number of a row",
        ),
        ([{"rows": [-1], "by": [1.5]}], "an integer"),
    ],
)
def test_false_proofs_are_refused(proof: list[dict[str, object]], message: str) -> None:
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
    with pytest.raises(CertificateRejected, match="a leaf"):
        _check({**CUT, "upper": far}, {"rows": [1], "by": [1]})
