"""Hostile files are rejected at once, in a short message, and never by a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from optcheck import verify
from optcheck.checker.reading import MOST_DIGITS, number_text
from optcheck.errors import CertificateRejected

THIRD = {
    "format": 1,
    "kind": "linear-program",
    "instance": {
        "sense": "minimise",
        "columns": ["x"],
        "costs": ["1"],
        "lower": ["0"],
        "upper": [None],
        "rows": ["third"],
        "relations": [">="],
        "rhs": ["1"],
        "terms": [[[0, "3"]]],
    },
    "evidence": {"status": "optimal", "value": "1/3", "primal": ["1/3"], "dual": ["1/3"]},
}
TEXT = json.dumps(THIRD)


def _save(path: Path, text: str) -> Path:
    file = path / "proof.json"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_untouched_file_is_proved(tmp_path: Path) -> None:
    assert verify(_save(tmp_path, TEXT)).statement == "the minimum of the linear program with 1 row and 1 column is 1/3"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"format": 1', '"format": true', "format"),
        ('"format": 1', '"format": 2', "format: expected >= 1 and <= 1, got 2"),
        ('"format": 1', '"format": [' + "7" * 5000 + "]", "at most 4300 digits"),
        ('"linear-program"', "[" + "7" * 5000 + "]", "at most 4300 digits"),
        ('"format": 1', '"format": 1, "note": [' + "7" * 5000 + "]", "at most 4300 digits"),
        ('"format": 1', '"format": 1, "format": 1', "a name occurs twice"),
        ('"value": "1/3"', '"value": "1/3", "value": "1/3"', "a name occurs twice"),
        ('"sense"', '"ignored": NaN, "sense"', "floats are not evidence: NaN"),
        ('"sense"', '"ignored": -Infinity, "sense"', "floats are not evidence"),
        ('"sense"', '"ignored": ' + "[" * 50_000 + "]" * 50_000 + ', "sense"', "recursion"),
        ('["x"]', "[7]", "columns"),
        ('["x"]', '"x"', "columns"),
        ('"costs": ["1"]', '"costs": [true]', r"costs\[0\]"),
        ('[0, "3"]', '[false, "3"]', "terms"),
        ('[0, "3"]', '[-1, "3"]', "terms"),
        ('[0, "3"]', '[0, "3", "4"]', "a list of 2"),
        ('"rhs": ["1"]', '"rhs": ["\u0661"]', r"rhs\[0\]"),
        ('"rhs": ["1"]', '"rhs": ["1e9999999999"]', r"rhs\[0\]"),
        ('"rhs": ["1"]', '"rhs": ["1/-1"]', "positive denominator"),
        ('"rhs": ["1"]', '"rhs": ["1/' + "7" * (MOST_DIGITS + 1) + '"]', "at most 100000 digits"),
        ('"rhs": ["1"]', '"rhs": [' + "7" * (MOST_DIGITS + 1) + "]", "at most 4300 digits"),
        ('"rhs": ["1"]', '"rhs": ["1/' + "7" * 9999 + '"]', "bound by the dual"),
        ('"upper": [null]', '"upper": ["-1"]', 'column "x": expected <= -1'),
    ],
)
def test_hostile_changes_are_rejected(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert TEXT.count(old) == 1
    with pytest.raises(CertificateRejected, match=message) as rejected:
        verify(_save(tmp_path, TEXT.replace(old, new)))
    assert len(str(rejected.value)) < 4000


@pytest.mark.parametrize("text", ["7" * 4000, "[" + "7" * 4000 + "]", '"x"', "null", "true"])
def test_a_file_that_holds_no_object_is_rejected(tmp_path: Path, text: str) -> None:
    with pytest.raises(CertificateRejected, match="certificate: expected an object"):
        verify(_save(tmp_path, text))


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_what_is_no_name_of_a_file_cannot_be_read(name: str) -> None:
    with pytest.raises(OSError, match="it is no name of a file"):
        verify(name)


def test_numbers_of_any_length_stand_in_sentences() -> None:
    long = int("3" * 4000) * 10**1000
    game = {"preferences": [number_text(long)], "profile": [number_text(long)]}
    document = {"format": 1, "kind": "noise-game-equilibrium", "instance": game, "evidence": {}}
    assert " characters)" in verify(document).statement


def test_a_column_named_twice_in_a_row_counts_with_the_sum(tmp_path: Path) -> None:
    verify(_save(tmp_path, TEXT.replace('[0, "3"]', '[0, "5"], [0, "-2"]')))
    with pytest.raises(CertificateRejected, match='reduced cost of column "x"'):
        verify(_save(tmp_path, TEXT.replace('[0, "3"]', '[0, "3"], [0, "3"]')))
