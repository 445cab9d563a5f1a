"""``optcheck allocate``: tables, files, proofs, and errors that name line and column."""

from __future__ import annotations

import csv
import json
import math
from fractions import Fraction
from pathlib import Path

import pytest

from optcheck import gaussian, verify
from optcheck.tpmdp import Instance
from tests.optcheck.cli.conftest import Command
from tests.optcheck.tpmdp.oracles import is_feasible

EXAMPLE = Path(__file__).parents[3] / "examples" / "parties.csv"


@pytest.fixture
def parties(tmp_path: Path) -> Path:
    path = tmp_path / "parties.csv"
    path.write_text("name,variance,active\nana,3,yes\nbo,1,no\ncy,2,\n", encoding="utf-8")
    return path


def test_the_example_is_allocated_written_and_proved(command: Command, tmp_path: Path) -> None:
    table, proof = tmp_path / "noise.csv", tmp_path / "proof.json"
    answer = command("allocate", str(EXAMPLE), "--threshold", "3", "--out", str(table), "--certificate", str(proof))
    assert answer.status == 0
    assert "hospital" in answer.out
    assert "Proved: every constraint of Eq. 6 holds" in answer.out
    with table.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    required = [float(row["required"]) for row in rows]
    smaller = math.nextafter(0.1, 0)  # the decimal 0.1 lies below the double 0.1: rounded to the safe side
    assert required[0] == gaussian.required_variance(smaller, 1e-6)
    active = [j for j, row in enumerate(rows) if row["active"] == "yes"]
    assert active == [0, 1, 3, 5]
    variances = [float(row["variance"]) for row in rows]
    assert is_feasible(Instance.of(required, 3, active), variances)
    assert verify(proof).value == sum(map(Fraction, variances))


def test_exact_variances_stay_exact(command: Command, parties: Path, tmp_path: Path) -> None:
    written = tmp_path / "noise.json"
    answer = command("allocate", str(parties), "-t", "1", "--out", str(written))
    assert answer.status == 0
    assert "the total is the least possible one" in answer.out
    document = json.loads(written.read_text())
    assert [party["variance"] for party in document["parties"]] == ["1", "2", "0"]
    assert document["totals"]["optimal for this threshold"] == "3"


def test_json_in(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "parties.json"
    path.write_text('[{"name": "[bold]x", "variance": 0.5}, {"variance": "1/3", "active": false}, {"variance": 2}]')
    answer = command("allocate", str(path), "-t", "2")
    assert answer.status == 0
    assert "[bold]x" in answer.out
    assert "party 2" in answer.out


def test_long_tables_are_cut(command: Command, parties: Path) -> None:
    answer = command("allocate", str(parties), "-t", "1", "--rows", "1")
    assert "2 more: see --out or --rows" in answer.out
    assert "bo" not in answer.out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("name,variance\na,3\nb,x\n", "line 3, column 'variance': must be a number such as 0.25 or 3/7, got 'x'"),
        ("name,variance\na,3\nb,-1\n", "line 3, column 'variance': must not be negative, got -1"),
        ("name,variance\na,3\na,1\n", "line 3, column 'name': must differ from party to party, got 'a' again"),
        ("epsilon,delta\n1,2\n", "line 2, column 'delta': must be above 0 and below 1, got 2"),
        ("epsilon,delta\n-1,0.1\n", "line 2, column 'epsilon': must not be negative, got -1"),
        ("epsilon,sensitivity\n1,1\n", "line 2, column 'delta': a number is missing"),
        ("epsilon,delta,variance\n1,0.1,2\n", "line 2, column 'variance': give a variance or epsilon and delta"),
        ("variance,active\n1,perhaps\n", "line 2, column 'active': must be yes or no, got 'perhaps'"),
        ("varianz\n1\n", "line 1, column 'varianz': unknown; the columns are name, epsilon"),
        ("variance,variance\n1,1\n", "line 1, column 'variance': must appear once, got 2 times"),
        ("variance,active\n1\n", "line 2: must have 2 columns, got 1"),
        ("variance\n1\n1e99999999\n", "line 3, column 'variance': must have an exponent of at most three digits"),
        ("variance\n1\n1e9_999_999_999\n", "line 3, column 'variance': must have an exponent of at most three digits"),
        ("variance\n1\n1e400\n", "line 3, column 'variance': must not exceed the largest double, 1.8e308, got 1e400"),
        ("variance\nseventeen\n", "line 2, column 'variance': must be a number such as 0.25 or 3/7, got 'seventeen'"),
        ("epsilon,delta\n1,0.1\n2e9,0.1\n", "line 3: epsilon must be at least 0 and at most 1e+09"),
        ("epsilon,delta\n1,0.1\n1,1e-400\n", "line 3: delta must be greater than 0 and less than 1"),
        ("epsilon,delta\n1,0.1\n0,1e-300\n", "line 3: the variance for epsilon 0.0, delta 9.99"),
        ("epsilon,delta,sensitivity\n1,0.1,1e400\n", "line 2: sensitivity must be at least 0 and finite"),
        ("variance\n", "there must be at least one party, got none"),
        ("", "there must be at least one party, got none"),
    ],
)
def test_errors_name_line_and_column(command: Command, tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "parties.csv"
    path.write_text(content, encoding="utf-8")
    answer = command("allocate", str(path), "-t", "1")
    assert answer.status == 2
    assert message in answer.err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"a": 1}', "must hold a list of objects"),
        ("[1]", "item 1: must be an object, got '1'"),
        ('[{"variance": 1}, {"variance": []}]', "item 2, column 'variance': must be a number"),
        ("[", "is not a JSON file"),
    ],
)
def test_json_errors_name_the_item(command: Command, tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "parties.json"
    path.write_text(content)
    answer = command("allocate", str(path), "-t", "1")
    assert answer.status == 2
    assert message in answer.err


def test_other_mistakes(command: Command, parties: Path, tmp_path: Path) -> None:
    assert "threshold must be between 0 and n-1 = 2, got 3" in command("allocate", str(parties), "-t", "3").err
    assert "there is no file" in command("allocate", str(tmp_path / "none.csv"), "-t", "1").err
    bad = command("allocate", str(parties), "-t", "1", "--out", str(tmp_path / "noise.txt"))
    assert "--out must end in .csv or .json" in bad.err
    (tmp_path / "latin.csv").write_bytes(b"name,variance\n\xe9,1\n")
    assert "is not a CSV file" in command("allocate", str(tmp_path / "latin.csv"), "-t", "0").err


def test_outputs_that_cannot_be_written_are_one_line(command: Command, parties: Path, tmp_path: Path) -> None:
    for target in (tmp_path / "none" / "proof.json", parties / "proof.json", tmp_path):
        answer = command("allocate", str(parties), "-t", "1", "--certificate", str(target))
        assert answer.status == 2
        assert answer.err.startswith(f"optcheck: {target} cannot be written: ")


def test_narrow_terminals_cut_no_number(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    path = tmp_path / "parties.csv"
    path.write_text("name,variance\na,123456.789\nb,98765.4321\n")
    assert "…" not in command("allocate", str(path), "-t", "1").out


@pytest.mark.parametrize("option", ["--out", "--certificate"])
@pytest.mark.parametrize("link", ["itself", "hard", "symbolic"])
def test_the_input_is_never_overwritten(command: Command, parties: Path, option: str, link: str) -> None:
    target = parties if link == "itself" else parties.with_name("other.csv")
    if link == "hard":
        target.hardlink_to(parties)
    elif link == "symbolic":
        target.symlink_to(parties)
    before = parties.read_bytes()
    answer = command("allocate", str(parties), "-t", "1", option, str(target))
    assert answer.status == 2
    assert "must not overwrite the input" in answer.err
    assert parties.read_bytes() == before


def test_a_name_that_occurs_twice_is_refused(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "parties.json"
    path.write_text('[{"variance": 5, "variance": 1}]')
    answer = command("allocate", str(path), "-t", "0")
    assert answer.status == 2
    assert "the name 'variance' occurs twice in one object" in answer.err


@pytest.mark.parametrize("name", ["\x1b[31mred", "a\x07", "\u202eevil", "tab\there", "\ud800"])
def test_control_characters_in_names_are_refused_and_shown_escaped(command: Command, tmp_path: Path, name: str) -> None:
    path = tmp_path / "parties.json"
    path.write_text(json.dumps([{"name": name, "variance": 1}]))
    answer = command("allocate", str(path), "-t", "0")
    assert answer.status == 2
    assert "item 1, column 'name': must not hold control characters" in answer.err
    assert name not in answer.err


def test_names_of_people_may_hold_joiners(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "parties.json"
    path.write_text(json.dumps([{"name": "\u0645\u06cc\u200c\u062e", "variance": 1}]))
    assert command("allocate", str(path), "-t", "0").status == 0


def test_no_cell_is_a_formula(command: Command, tmp_path: Path) -> None:
    names = ["=1+1", "+1", "-2+3", "@SUM(A1)", "Ann", "a=b", "-1.5"]
    path, written = tmp_path / "parties.csv", tmp_path / "noise.csv"
    path.write_text("name,variance\n" + "".join(f'"{name}",1.5\n' for name in names))
    assert command("allocate", str(path), "-t", "1", "--out", str(written)).status == 0
    with written.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["name"] for row in rows] == ["'=1+1", "'+1", "'-2+3", "'@SUM(A1)", "Ann", "a=b", "'-1.5"]
    assert all(float(row["required"]) == 1.5 for row in rows)
