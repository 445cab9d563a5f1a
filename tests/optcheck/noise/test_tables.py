"""Questions from tables of every usual make; frames are stood in for by what their interfaces promise."""

from __future__ import annotations

import math
from typing import Any

import pytest

from optcheck import noise
from optcheck.errors import InvalidInput
from optcheck.noise import Question, question_from_table

COLUMNS: dict[str, list[Any]] = {
    "Name": ["a", "b", "c"],
    "EPSILON": [0.5, 1.0, 2.0],
    "delta": ["1e-6"] * 3,
    "sensitivity": [1, 2, 1],
    "active": ["yes", False, 1],
    "town": ["x", "y", "z"],
}
WANTED = Question.of(
    [0.5, 1, 2], "1e-6", [1, 2, 1], threshold=1, dropouts=1, active=[0, 2], names=["a", "b", "c"], releases=2
)


class _Column:
    def __init__(self, values: list[Any], method: str) -> None:
        setattr(self, method, lambda: values)


class _Frame:
    """Columns by name, each with polars' to_list or pandas' tolist."""

    def __init__(self, method: str) -> None:
        self.columns = list(COLUMNS)
        self.method = method

    def __getitem__(self, name: str) -> _Column:
        return _Column(COLUMNS[name], self.method)


@pytest.mark.parametrize(
    "table",
    [
        COLUMNS,
        [dict(zip(COLUMNS, row, strict=True)) for row in zip(*COLUMNS.values(), strict=True)],
        _Frame("to_list"),
        _Frame("tolist"),
    ],
    ids=["dictionary", "records", "polars-like", "pandas-like"],
)
def test_every_table_asks_the_same_question(table: Any) -> None:
    assert question_from_table(table, threshold=1, dropouts=1, releases=2) == WANTED


def test_synonyms_decimal_commas_and_gaps_are_read_as_in_files() -> None:
    table = {"Institution": [1, None], "EPS": ["0,5", 1], "δ": ["1e-6", 0.25], "Sees result": [None, 0.0]}
    wanted = Question.of(["1/2", 1], ["1e-6", "1/4"], threshold=1, names=["1", "party 2"], active=[0])
    assert question_from_table(table, threshold=1) == wanted


@pytest.mark.parametrize(("package", "maker"), [("pandas", "DataFrame"), ("polars", "DataFrame"), ("pyarrow", "table")])
def test_real_frames_where_they_are_installed(package: str, maker: str) -> None:
    frame = getattr(pytest.importorskip(package), maker)({**COLUMNS, "active": [True, False, True]})
    assert question_from_table(frame, threshold=1, dropouts=1, releases=2) == WANTED


def test_left_out_columns_have_defaults() -> None:
    question = question_from_table({"epsilon": [1, 1], "delta": [0.5, 0.5]}, threshold=1)
    assert question == Question.of([1, 1], 0.5, threshold=1)
    assert noise.make(question).total > 0


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"epsilon": [1]}, "the table: there is no column 'delta': every party needs epsilon and delta, or a variance"),
        ({"epsilon": [1], "Epsilon ": [1], "delta": [0.5]}, "must appear once, epsilon is there twice"),
        ({"epsilon": [1], "delta": [0.5], "active": ["maybe"]}, "column 'active': must be yes or no, got 'maybe'"),
        ({"epsilon": [1], "delta": [0.5], "senstivity": [9]}, "did you mean 'sensitivity'"),
        ({"epsilon": [math.nan], "delta": [0.5]}, "row 1, column 'epsilon': a number is missing"),
        ({"epsilon": [math.inf], "delta": [0.5]}, "must be a number such as"),
        ({"epsilon": [1, 2], "delta": [0.5]}, "equally long"),
        ({"epsilon": [], "delta": []}, "the table: there must be at least one party, got none"),
        ({"variance": [1]}, "a variance alone does not say"),
        ({"name": ["a", "a"], "eps": [1, 1], "delta": [0.5, 0.5]}, "must differ from party to party"),
        ([1, 2], "there must be a frame"),
        (7, "there must be a frame"),
        ([{"epsilon": 1, "delta": 0.5}, {"epsilon": 1}], "row 2, column 'delta': a number is missing"),
    ],
)
def test_bad_tables_are_refused(table: Any, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        question_from_table(table, threshold=0)
