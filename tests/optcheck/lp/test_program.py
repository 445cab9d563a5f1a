"""Programs are validated when made; their float view and labels are what was written."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from optcheck import Model, verify
from optcheck.errors import CertificateRejected, InvalidInput
from optcheck.exact.files import Certificate
from optcheck.lp.program import LazyLabels, LinearProgram, SparseRows, object_array


def _model() -> Model:
    model = Model("maximise")
    model.variable("x", cost="1/3", lower=None)
    model.variable("y", cost=1, lower=-1, upper=2)
    model.row("sum", {"x": 1, "y": 1}, "<=", "5/2")
    model.row("gap", {"x": 1, "y": "-1/4"}, "=", 0)
    return model


def test_the_float_view_has_ranges_and_infinities() -> None:
    floats = _model().build().to_floats()
    assert floats.maximise
    assert floats.costs.tolist() == [1 / 3, 1.0]
    assert (floats.lower.tolist(), floats.upper.tolist()) == ([-np.inf, -1.0], [np.inf, 2.0])
    assert (floats.row_lower.tolist(), floats.row_upper.tolist()) == ([-np.inf, 0.0], [2.5, 0.0])
    assert (floats.starts.tolist(), floats.columns.tolist()) == ([0, 2, 4], [0, 1, 0, 1])
    assert floats.values.tolist() == [1.0, 1.0, 1.0, -0.25]


def test_data_stay_exact() -> None:
    program = _model().build()
    assert program.costs == (Fraction(1, 3), 1)
    assert list(program.rows.row(1)) == [(0, 1), (1, Fraction(-1, 4))]
    assert program.instance()["terms"] == [[[0, 1], [1, 1]], [[0, 1], [1, "-1/4"]]]


@pytest.mark.parametrize(
    ("break_it", "message"),
    [
        (lambda m: m.variable("x"), "variable names must be distinct, got 'x' twice"),
        (lambda m: m.row("sum", {}, "=", 0), "row names must be distinct, got 'sum' twice"),
        (lambda m: m.row("new", {"z": 1}, "=", 0), "names a variable that the model does not have: 'z'"),
        (lambda m: m.row("new", {"x": 1}, "<", 0), "relation of row new must be <=, = or >=, got '<'"),
        (lambda m: m.row("new", {"x": "a"}, "=", 0), "x in row new must be a number such as 3, 0.25 or 3/7, got 'a'"),
        (lambda m: m.row("new", {"x": 1}, "=", float("nan")), "right side of row new must be a finite number, got nan"),
        (lambda m: replace(m, sense="minimize"), "sense must be 'minimise' or 'maximise', got 'minimize'"),
    ],
)
def test_faults_are_named(break_it: object, message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        break_it(_model())  # type: ignore[operator]  # a lambda of the table above
    assert message in str(caught.value)


def test_arrays_of_different_lengths_are_refused() -> None:
    rows = SparseRows(np.array([0, 1]), np.array([0], dtype=np.int32), object_array([1]))
    side = {"rhs": object_array([1]), "relations": np.array([1], dtype=np.int8), "rows": rows, "sense": "minimise"}
    with pytest.raises(InvalidInput, match="one length"):
        LinearProgram(costs=(1,), lower=(0, 0), upper=(None,), column_labels="x", row_labels="r", **side)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(InvalidInput, match="must agree"):
        LinearProgram(costs=(1,), lower=(0,), upper=(None,), column_labels="x", row_labels="rs", **side)  # type: ignore[arg-type]  # on purpose


def test_entries_beyond_the_columns_are_refused() -> None:
    model = Model()
    x = model.variable("x")
    model.row("r", {x: 1}, ">=", 1)
    program = model.build()
    astray = SparseRows(program.rows.starts, np.array([1], dtype=np.int32), program.rows.values)
    with pytest.raises(InvalidInput, match="column indices must lie between 0 and 0, got 1"):
        replace(program, rows=astray)


def test_names_and_relations_of_other_types_are_refused() -> None:
    model = Model()
    for wrong in (3, ["x"], None):
        with pytest.raises(InvalidInput, match="variable names must be texts"):
            model.variable(wrong)  # type: ignore[arg-type]  # on purpose
        with pytest.raises(InvalidInput, match="row names must be texts"):
            model.row(wrong, {}, "<=", 0)  # type: ignore[arg-type]  # on purpose
        with pytest.raises(InvalidInput, match="relation of row r must be"):
            model.row("r", {}, wrong, 0)  # type: ignore[arg-type]  # on purpose


def test_what_is_no_proof_is_named() -> None:
    for wrong in (None, 3, b"{}"):
        with pytest.raises(InvalidInput, match="proof must be a certificate, a document or a path"):
            verify(wrong)  # type: ignore[arg-type]  # on purpose


def test_lazy_labels_behave_like_a_list() -> None:
    labels = LazyLabels(3, lambda i: f"row {i}")
    assert list(labels) == ["row 0", "row 1", "row 2"] == labels[:]
    assert labels[-1] == "row 2"
    with pytest.raises(IndexError):
        labels[3]


def test_a_file_that_is_no_certificate_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("[]")
    with pytest.raises(InvalidInput, match=r"x\.json is not a certificate"):
        Certificate.load(path)


def test_a_rejection_survives_pickling() -> None:
    import pickle

    error = pickle.loads(pickle.dumps(CertificateRejected("row r", 1, 2, 1)))
    assert (str(error), error.where, error.gap) == ("row r: expected 1, got 2, gap 1", "row r", "1")


def test_files_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    certificate = Certificate("linear-program", {}, {})
    with pytest.raises(InvalidInput, match=r"proof\.json cannot be written"):
        certificate.save(tmp_path / "missing" / "proof.json")
    certificate.save(tmp_path / "proof.json")
    assert [path.name for path in tmp_path.iterdir()] == ["proof.json"]
    assert Certificate.load(tmp_path / "proof.json") == certificate


def test_a_lower_bound_above_its_upper_bound_is_found() -> None:
    model = _model()
    assert model.build().crossed_bounds() is None
    model.variable("w", lower=2, upper=1)
    model.variable("v", lower=1, upper=0)
    assert model.build().crossed_bounds() == 2
