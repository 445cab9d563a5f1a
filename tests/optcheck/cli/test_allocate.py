"""``optcheck allocate``: tables, files, proofs, and errors that name line and column."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from fractions import Fraction
from pathlib import Path

import pytest

from optcheck import gaussian, verify
from optcheck.cli import allocate
from optcheck.tpmdp import Instance
from tests.optcheck.cli.conftest import Command
from tests.optcheck.noise.parquet import needs_duckdb
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
    assert "Proved: every party keeps the noise it needs against everybody planned for" in answer.out
    with table.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    required = [float(row["required_variance"]) for row in rows]
    smaller = math.nextafter(0.1, 0)  # the decimal 0.1 lies below the double 0.1: rounded to the safe side
    assert required[0] == gaussian.required_variance(smaller, 1e-6)
    active = [j for j, row in enumerate(rows) if row["active"] == "yes"]
    assert active == [0, 1, 3, 5]
    variances = [float(row["noise_variance"]) for row in rows]
    assert is_feasible(Instance.of(required, 3, active), variances)
    assert verify(proof).value == sum(map(Fraction, variances))


def test_exact_variances_stay_exact(command: Command, parties: Path, tmp_path: Path) -> None:
    written = tmp_path / "noise.json"
    answer = command("allocate", str(parties), "-t", "1", "--out", str(written))
    assert answer.status == 0
    assert "the total variance is the least possible one" in answer.out
    document = json.loads(written.read_text())
    assert [party["noise_variance"] for party in document["parties"]] == ["1", "2", "0"]
    assert document["totals"]["optimal"] == "3"


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
    assert "│ bo " not in answer.out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("name,variance\na,3\nb,x\n", "line 3, column 'variance': must be a number such as 0.25 or 3/7, got 'x'"),
        ("name,variance\na,3\nb,-1\n", "line 3, column 'variance': must not be negative, got -1"),
        ("name,variance\na,3\na,1\n", "line 3, column 'name': must differ from party to party, got 'a' again"),
        ("epsilon,delta\n1,2\n", "line 2, column 'delta': must be above 0 and below 1, got 2"),
        ("epsilon,delta\n-1,0.1\n", "line 2, column 'epsilon': must not be negative, got -1"),
        ("epsilon,sensitivity\n1,1\n", "there is no column 'delta': every party needs epsilon and delta"),
        ("epsilon,delta\n1,\n", "line 2, column 'delta': a number is missing"),
        ("party,eps,delta\na,,0.1\n", "line 2, column 'eps': a number is missing"),
        ("Party,eps,delta\na,1,.1\na,1,.1\n", "line 3, column 'Party': must differ from party to party, got 'a' again"),
        ("party;EPS;delta\na;1,000;0,1\n", "line 2, column 'EPS': could be thousands or decimals"),
        ("eps,δ,Range\n1,0.1,x\n", "line 2, column 'Range': must be a number such as 0.25"),
        ("required_variance,variance,eps,delta\n5,2,1,0.1\n", "line 2, column 'variance': give a variance or"),
        ("epsilon,delta,variance\n1,0.1,2\n", "line 2, column 'variance': give a variance or epsilon and delta"),
        ("variance,active\n1,perhaps\n", "line 2, column 'active': must be yes or no, got 'perhaps'"),
        ("varianz\n1\n", "column 'varianz': unknown; did you mean 'variance'?"),
        ("epsilon,delta,sensitivty\n1,0.1,5\n", "column 'sensitivty': unknown; did you mean 'sensitivity'?"),
        ("Epsilon,eps,delta\n1,1,0.1\n", "column 'eps': must appear once, epsilon is there twice"),
        ("name;variance\na;1,000\nb;2\n", "could be thousands or decimals; write it without a comma, got '1,000'"),
        ("name,variance\na,0,5\n", "must have 2 columns, got 3; numbers with a comma need quotes"),
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
    assert all(float(row["required_variance"]) == 1.5 for row in rows)


def test_spreadsheets_as_people_have_them(command: Command, tmp_path: Path) -> None:
    """Semicolons, decimal commas, other names and cases, columns of their own, UTF-16: the same plan."""
    plain, local, out = tmp_path / "plain.csv", tmp_path / "local.csv", tmp_path / "out.csv"
    plain.write_text("name,epsilon,delta,sensitivity,active\na,0.5,1e-5,1.5,yes\nb,1,1e-5,1,no\nc,2,1e-5,1,yes\n")
    text = "Institution;EPS;Delta;Range;Town;Sees result\na;0,5;1e-5;1,5;=Ulm;yes\nb;1;1e-5;1;;0\nc;2;1e-5;1;Bonn;yes\n"
    local.write_text(text, encoding="utf-16")
    wanted = json.loads(command("allocate", str(plain), "-t", "1", "--json").out)["parties"]
    answer = command("allocate", str(local), "-t", "1", "--json", "--out", str(out))
    found = json.loads(answer.out)["parties"]
    for one, other in zip(found, wanted, strict=True):
        assert [one[name] for name in ("name", "active", "noise_variance", "noise_sigma")] == [
            other[name] for name in ("name", "active", "noise_variance", "noise_sigma")
        ]
    assert "columns not read: Town" in answer.err
    with out.open(newline="") as stream:
        assert [row["Town"] for row in csv.DictReader(stream)] == ["'=Ulm", "", "Bonn"]


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_what_is_written_can_be_read_back(command: Command, tmp_path: Path, suffix: str) -> None:
    first, second = tmp_path / f"first{suffix}", tmp_path / f"second{suffix}"
    assert command("allocate", str(EXAMPLE), "-t", "2", "--out", str(first)).status == 0
    assert command("allocate", str(first), "-t", "2", "--out", str(second)).status == 0
    assert second.read_text() == first.read_text()


def test_names_are_printed_as_they_are(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "parties.csv"
    path.write_text("name,variance\n:smile: [bold]x,1\nb,2\n")
    assert (
        json.loads(command("allocate", str(path), "-t", "1", "--json").out)["parties"][0]["name"] == ":smile: [bold]x"
    )


def test_standard_input(command: Command, parties: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(parties.read_bytes()))
    monkeypatch.setattr("sys.stdin", stream)
    answer = command("allocate", "-", "-t", "1", "--json")
    assert [party["noise_variance"] for party in json.loads(answer.out)["parties"]] == ["1", "2", "0"]


def test_other_encodings_are_advised_on(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "latin.csv"
    path.write_bytes("name,variance\né,1\nb,2\n".encode("cp1252"))
    assert "--encoding cp1252" in command("allocate", str(path), "-t", "1").err
    assert "é" in command("allocate", str(path), "-t", "1", "--encoding", "cp1252").out
    assert "must be a known encoding" in command("allocate", str(path), "-t", "1", "--encoding", "klingon").err


def test_dropouts_are_planned_and_their_cost_is_shown(command: Command) -> None:
    answer = command("allocate", str(EXAMPLE), "-t", "2", "--dropouts", "1")
    assert "safe with up to 2 colluding and 1 more leaving" in answer.out
    assert "least possible if nobody leaves" in answer.out
    both = [
        json.loads(command("allocate", str(EXAMPLE), *how, "--json").out)
        for how in (("-t", "2", "-d", "1"), ("-t", "3"))
    ]
    assert both[0]["totals"]["optimal"] == both[1]["totals"]["optimal"]


def test_the_noise_of_the_result_comes_first_and_is_compared_with_the_sum(command: Command) -> None:
    first, *rest = command("allocate", str(EXAMPLE), "-t", "2", "--expected-sum", "1200").out.splitlines()
    assert first.startswith("The noise in the result has a standard deviation of 37.223 (variance 1385.56): 3.11 % of")
    assert not any(word in "\n".join(rest) for word in ("subcase", "Eq. 6", "MIN", "TMDP"))
    for bad in ("0", "-3", "much"):
        refused = command("allocate", str(EXAMPLE), "-t", "2", "--expected-sum", bad)
        assert refused.status == 2
        assert "expected" in refused.err


def test_numbers_on_the_screen_are_rounded_up(command: Command) -> None:
    answer = command("allocate", str(EXAMPLE), "-t", "2")
    exact_total = json.loads(command("allocate", str(EXAMPLE), "-t", "2", "--json").out)["totals"]["optimal"]
    shown = float(re.search(r"\(variance ([0-9.]+)\)", answer.out)[1])  # type: ignore[index]
    assert exact_total <= shown <= exact_total * 1.00001


def test_plans_that_protect_nobody_are_called_so(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "parties.csv"
    path.write_text("epsilon,delta,records,active\n1,0.01,2000,no\n1,1e-6,2000,no\n")
    answer = command("allocate", str(path), "-t", "0")
    assert "threshold 0 guards against nobody" in answer.err
    assert "nobody is active" in answer.err
    assert "delta 0.01 is above 1/2000" in answer.err
    assert answer.err.count("above 1/") == 1


@pytest.mark.parametrize("large", [False, pytest.param(True, marks=needs_duckdb)])
def test_an_epsilon_of_0_is_planned_with_a_warning(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, large: bool
) -> None:
    if large:
        monkeypatch.setattr(allocate, "_LARGE", 1)
    path, out = tmp_path / "parties.csv", ("--plan", str(tmp_path / "plan.json"), "--out", str(tmp_path / "noise.csv"))
    path.write_text("name,eps,delta\na,1,1e-6\nb,0,1e-6\nc,0.0,0.1\n")
    answer = command("allocate", str(path), "-t", "1", *out)
    assert answer.status == 0
    words = " ".join(answer.err.split())
    for line in (3, 4):
        assert f"parties.csv, line {line}: epsilon 0 takes very much noise, a deviation of about 0.4 sens" in words
    assert "line 2" not in words
    assert "line 4: delta 0.1 is large" in words  # one row may have several


def test_from_spreadsheet_to_integer_noise_with_a_proof(command: Command, tmp_path: Path) -> None:
    plan, table = tmp_path / "plan.json", tmp_path / "noise.csv"
    planned = command("allocate", str(EXAMPLE), "-t", "2", "-d", "1", "--plan", str(plan), "--out", str(table))
    assert planned.status == 0
    assert "every party keeps the epsilon of its row (delta 0.000001, sensitivity 1), in one release" in planned.out
    checked = command("verify", str(plan), "--noise", str(table))
    assert checked.status == 0
    assert "also when any 1 more has left" in checked.out
    drawn = command("sample", str(plan), "--party", "clinic", "--value", "0.25", "--low", "0", "--high", "1")
    share = json.loads(drawn.out)
    assert set(share) == {"party", "grid", "share"}  # whether a value was clipped is nobody else's business
    assert len(share["share"]) == 1
    assert drawn.err == ""
    table.write_text(table.read_text().replace("clinic,yes", "clinique,yes"))
    assert command("verify", str(plan), "--noise", str(table)).status == 1


def test_sampling_says_when_it_clips_and_keeps_secrets(command: Command, tmp_path: Path) -> None:
    plan, secret = tmp_path / "plan.json", tmp_path / "secret.json"
    command("allocate", str(EXAMPLE), "-t", "2", "--plan", str(plan))
    clipped = command("sample", str(plan), "--party", "gym", "--value", "7", "--low", "0", "--high", "1")
    assert "was clipped" in clipped.err
    written = command("sample", str(plan), "--party", "gym", "--noise-only", "--out", str(secret))
    assert written.status == 0
    assert written.out == ""
    assert secret.stat().st_mode & 0o077 == 0
    assert len(json.loads(secret.read_text())["secret_noise"]) == 1
    again = command("sample", str(plan), "--party", "gym", "--noise-only", "--out", str(secret))
    assert "secrets are written to new files only" in again.err


def test_values_may_come_on_standard_input(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = tmp_path / "plan.json"
    command("allocate", str(EXAMPLE), "-t", "2", "--plan", str(plan))
    monkeypatch.setattr("sys.stdin", io.StringIO("1000\n"))
    asked = ("sample", str(plan), "--party", "gym", "--value", "-", "--low", "0", "--high", "1")
    answer = command(*asked)
    assert "was clipped" in answer.err
    monkeypatch.setattr("sys.stdin", io.StringIO(" \n"))
    nothing = command(*asked)
    assert nothing.out == ""
    assert "needs a number on standard input, got nothing" in nothing.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "give one of --value, --values, --count, --histogram, --sum, --mean or --noise-only, got none"),
        (("--value", "1"), "a number needs --low and --high"),
        (("--value", "1", "--low", "0", "--high", "2"), "must be no wider than its sensitivity 1"),
        (("--noise-only", "--value", "1"), "got --value and --noise-only"),
    ],
)
def test_sampling_refuses_what_is_unclear(
    command: Command, tmp_path: Path, options: tuple[str, ...], words: str
) -> None:
    plan = tmp_path / "plan.json"
    command("allocate", str(EXAMPLE), "-t", "2", "--plan", str(plan))
    assert words in command("sample", str(plan), "--party", "gym", *options).err
    assert "knows no party 'x'" in command("sample", str(plan), "--party", "x", "--noise-only").err


def test_a_plan_needs_budgets(command: Command, parties: Path, tmp_path: Path) -> None:
    answer = command("allocate", str(parties), "-t", "1", "--plan", str(tmp_path / "plan.json"))
    assert "line 2, column 'variance': a plan needs epsilon and delta" in answer.err


def test_the_curve_as_table_json_csv_and_plot(command: Command, tmp_path: Path) -> None:
    table, picture = tmp_path / "curve.csv", tmp_path / "curve.svg"
    answer = command("curve", str(EXAMPLE), "-t", "2", "-d", "1", "--out", str(table), "--plot", str(picture))
    assert answer.status == 0
    assert "hospital (" in answer.out
    with table.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    document = json.loads(command("curve", str(EXAMPLE), "--json").out)
    for row, point in zip(rows, document["curve"], strict=True):
        assert int(row["missing"]) == point["missing"]
        assert Fraction(row["total_variance"]) >= Fraction(point["total"])
    assert "<svg" in picture.read_text()
    assert "--plot must end in" in command("curve", str(EXAMPLE), "--plot", str(tmp_path / "curve.txt")).err


def test_replanning_after_departures(command: Command, tmp_path: Path) -> None:
    plan, second = tmp_path / "plan.json", tmp_path / "second.json"
    command("allocate", str(EXAMPLE), "-t", "2", "--plan", str(plan))
    answer = command("replan", str(plan), "--left", "clinic", "--left", "gym", "--plan", str(second))
    assert answer.status == 0
    assert "adds noise of" in answer.out
    assert 'Proved: each of the 5 parties gets its (epsilon, delta) at its sensitivity, "hospital"' in answer.out
    assert command("verify", str(second)).status == 0
    added = command("sample", str(second), "--party", "hospital", "--noise-only")
    assert set(json.loads(added.out)) == {"party", "grid", "secret_noise_to_add"}
    value = command("sample", str(second), "--party", "hospital", "--value", "0.75", "--low", "0", "--high", "1")
    assert value.status != 0
    assert value.out == ""
    assert "--value is not for" in value.err
    assert "tops up shares that were drawn before" in value.err
    assert json.loads(command("export", str(second), "--to", "json").out)["tops_up"] is True
    assert (
        "the proof covers one top-up only"
        in command("replan", str(second), "--left", "insurer", "--plan", str(plan)).err
    )


SILENT = "name,epsilon,delta,sensitivity,active\na,1,1e-5,1,yes\nb,1,1e-5,1,yes\nc,0.5,1e-5,2,no\n"


def test_a_party_without_noise_is_told(command: Command, tmp_path: Path) -> None:
    file, plan, table = (tmp_path / name for name in ("parties.csv", "plan.json", "noise.csv"))
    file.write_text(SILENT)
    planned = command("allocate", str(file), "-t", "1", "--plan", str(plan))
    assert '"a", "b" add no noise' in planned.out
    asked = ("sample", str(plan), "--party", "a", "--value", "0.3125", "--low", "0", "--high", "1")
    for options in (asked, ("sample", str(plan), "--party", "a", "--noise-only")):
        refused = command(*options)
        assert refused.status != 0
        assert refused.out == ""
        assert "its share would be its raw value" in refused.err
    assert json.loads(command(*asked, "--inside-secure-sum").out)["share"] == [320]
    some = ("--plan", str(plan), "--out", str(table), "--least-variance", "3")
    assert command("allocate", str(file), "-t", "1", *some).status == 0
    assert command("verify", str(plan), "--noise", str(table)).status == 0
    with table.open(newline="") as stream:
        assert all(float(row["noise_variance"]) >= 3 for row in csv.DictReader(stream))
    assert command(*asked).status == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--least-variance", "3"), "give --plan as well"),
        (("--least-variance", "-3", "--plan", "plan.json"), "least_variance must be at least 0, got -3"),
    ],
)
def test_a_least_variance_is_for_plans(command: Command, options: tuple[str, ...], words: str) -> None:
    assert words in command("allocate", str(EXAMPLE), "-t", "1", *options).err


def test_a_party_finds_out_that_another_budget_was_planned(command: Command, tmp_path: Path) -> None:
    plan = str(tmp_path / "plan.json")
    command("allocate", str(EXAMPLE), "-t", "2", "--plan", plan)
    asked = ("verify", plan, "--party", "clinic", "--delta", "1e-6", "--sensitivity", "1", "--epsilon")
    kept = command(*asked, "0,3")
    assert kept.status == 0
    assert '"clinic" gets epsilon 0.3, delta 0.000001 at sensitivity 1, no less than it asks for' in kept.out
    wrong = command(*asked, "0.1")
    assert wrong.status == 1
    assert 'epsilon planned for "clinic": expected at most 0.1 as asked, got 0.3' in wrong.err
    assert command("verify", plan, "--party", "clinic").status == 2
    assert command("verify", plan, "--epsilon", "1").status == 2
    assert command(*asked, "1", plan).status == 2


def test_a_file_of_noise_holds_what_can_be_compared(command: Command, tmp_path: Path) -> None:
    """Decimal commas are written so that the checker reads them; columns that the plan does not know are left out."""
    file, plan, table = (tmp_path / name for name in ("parties.csv", "plan.json", "noise.csv"))
    file.write_text("Institution;EPS;Delta;Range;Town;Records\na;0,5;1e-5;1,5;Ulm;9\nb;1;1e-5;2;=x;9\n")
    answer = command("allocate", str(file), "-t", "1", "--plan", str(plan), "--out", str(table))
    assert "columns not read: Town" in " ".join(answer.err.split())
    with table.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert not {"Town", "Records", "records"} & rows[0].keys()
    assert [Fraction(row[name]) for row in rows for name in ("epsilon", "sensitivity")] == [Fraction(1, 2), 1.5, 1, 2]
    assert command("verify", str(plan), "--noise", str(table)).status == 0
    table.write_text(re.sub(r"^a,yes,[^,]*", "a,yes,1/1000", table.read_text(), flags=re.MULTILINE))
    wrong = command("verify", str(plan), "--noise", str(table))
    assert wrong.status == 1
    assert 'epsilon of "a": expected the plan\'s 1/2, got "1/1000"' in wrong.err


def test_plans_are_exported_and_shares_printed_plainly(command: Command, tmp_path: Path) -> None:
    plan, exported = tmp_path / "plan.json", tmp_path / "plan.toml"
    command("allocate", str(EXAMPLE), "-t", "2", "--plan", str(plan))
    assert command("export", str(plan), "--out", str(exported)).status == 0
    assert exported.read_text().count("[[parties]]") == 7
    assert "sint.get_input_from(player, size=coordinates)" in command("export", str(plan), "--to", "mp-spdz").out
    assert json.loads(command("export", str(plan), "--to", "json").out)["threshold"] == 2
    share = command("sample", str(plan), "--party", "gym", "--value", "1", "--low", "0", "--high", "1", "--plain")
    assert re.fullmatch(r"-?[0-9]+", share.out.strip())


def test_totals_beyond_the_doubles_are_named_and_nothing_is_printed(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "huge.csv"
    file.write_text("variance\n1e308\n1.7e308\n1e308\n1e308\n")
    for more in ([], ["--json"]):
        answer = command("allocate", str(file), "--threshold", "2", "--out", str(tmp_path / "out.csv"), *more)
        assert (answer.status, answer.out) == (2, "")
        assert "the totals must not exceed the largest double" in answer.err
    assert not (tmp_path / "out.csv").exists()


def test_a_ratio_beyond_the_doubles_is_shown(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "apart.csv"
    file.write_text("active,variance\nyes,1e300\nno,1e-300\nno,1e-300\n")
    answer = command("allocate", str(file), "--threshold", "1")
    assert answer.status == 0, answer.err
    assert "e+600" in answer.out.lower()


def test_counts_histograms_sums_and_means_of_records(command: Command, tmp_path: Path) -> None:
    sheet, patients = tmp_path / "parties.csv", tmp_path / "patients.csv"
    sheet.write_text("name;epsilon;delta;sensitivity\na;0,5;1e-6;sqrt(2)\nb;1;1e-6;sqrt(2)\nc;1;1e-6;sqrt(2)\n")
    patients.write_text("age,sex,stay\n17,f,3\n18,m,12\n65,m,40\n", encoding="utf-8")
    plans = {m: tmp_path / f"plan{m}.json" for m in (1, 2, 3)}
    for dimension, plan in plans.items():
        assert (
            command("allocate", str(sheet), "-t", "1", "--dimension", str(dimension), "--plan", str(plan)).status == 0
        )
    records = ["--party", "a", "--histogram", str(patients), "--column"]
    for words, plan, centre in (
        (["--party", "a", "--count", "1000000"], plans[1], [10**6]),
        ([*records, "age", "--bins", "0,18,65,120"], plans[3], [1, 1, 1]),
        ([*records, "sex", "--bins", "f,m"], plans[2], [1, 2]),
        (["--party", "a", "--sum", str(patients), "--column", "stay", "--low", "0", "--high", "1"], plans[1], [3]),
        (
            ["--party", "a", "--mean", str(patients), "--column", "age", "--low", "17", "--high", "18"],
            plans[2],
            [0.5, 1.5],
        ),
    ):
        answer = command("sample", str(plan), *words)
        assert answer.status == 0, answer.err
        share = json.loads(answer.out)
        near = [Fraction(share["grid"]) * step for step in share["share"]]
        assert all(abs(found - truth) < 300 for found, truth in zip(near, centre, strict=True))  # about 15 sigma
    exchanged = command("sample", str(plans[2]), *records, "sex", "--bins", "f,m").err
    assert "protected: one record more or less, or exchanged for another" in exchanged
    for words, message in (
        (["--count", "3", "--value", "3"], "got --value and --count"),
        ([], "got none"),
        (["--histogram", str(patients), "--column", "agee", "--bins", "0,9"], "there is no column 'agee'"),
        (["--histogram", str(patients), "--bins", "0,9"], "needs --column"),
        (
            ["--sum", str(patients), "--column", "sex", "--low", "0", "--high", "1"],
            "line 2, column 'sex': must be a number",
        ),
        (["--sum", str(patients), "--column", "stay"], "need --column, --low and --high"),
        (["--sum", str(patients), "--column", "stay", "--low", "0", "--high", "40"], "must be at least 40"),
    ):
        refused = command("sample", str(plans[1]), "--party", "a", *words)
        assert refused.status == 2
        assert message in refused.err
    vector = tmp_path / "vector.txt"
    vector.write_text("0.1, 0.2\n-0.1")
    assert (
        len(
            json.loads(
                command("sample", str(plans[3]), "--party", "b", "--values", str(vector), "--radius", "0.7").out
            )["share"]
        )
        == 3
    )


def test_releases_are_written_down_and_add_up(command: Command, tmp_path: Path) -> None:
    sheet, plan, ledger = tmp_path / "parties.csv", tmp_path / "plan.json", tmp_path / "ledger.jsonl"
    sheet.write_text("name,epsilon,delta\na,1,1e-6\nb,1,1e-6\nc,2,1e-6\n")
    assert command("allocate", str(sheet), "-t", "1", "--releases", "2", "--plan", str(plan)).status == 0
    words = [
        "sample",
        str(plan),
        "--party",
        "a",
        "--value",
        "0.5",
        "--low",
        "0",
        "--high",
        "1",
        "--ledger",
        str(ledger),
    ]
    assert "release 1 of 2 for a" in command(*words).err
    assert command("sample", str(plan), "--party", "a", "--value", "9", "--ledger", str(ledger)).status == 2
    assert command(*words).status == 0  # what was refused was not written down
    refused = command(*words)
    assert refused.status == 2
    assert "'a' has drawn 2 of 2 releases" in refused.err
    assert refused.out == ""
    assert re.search(r"│ a +│ +2 of 2 │ +1 │ +0\.000001 │", command("budget", str(ledger)).out)
    rows = json.loads(command("budget", str(ledger), "--epsilon", "3", "--delta", "1e-6", "--json").out)
    assert rows == [
        {"party": "a", "releases": "2 of 2", "epsilon": "1", "delta": "0.000001", "left": "12 more like the last"}
    ]
    assert command("budget", str(ledger), "--epsilon", "0.5", "--delta", "1e-6").status == 1
    assert "needs --delta" in command("budget", str(ledger), "--epsilon", "1").err
    assert "no release is written down for 'x'" in command("budget", str(ledger), "--party", "x").err
    assert command("budget", str(tmp_path / "none.jsonl")).status == 2


def test_everybody_can_be_held_against_the_plan(command: Command, tmp_path: Path) -> None:
    plan, sheet = tmp_path / "plan.json", tmp_path / "sheet.csv"
    command("allocate", str(EXAMPLE), "-t", "2", "--plan", str(plan))
    answer = command("verify", str(plan), "--parties", str(EXAMPLE))
    assert answer.status == 0
    assert "each of 7 parties that asks gets its budget, no less than it asks for" in answer.out
    for old, new, message in (
        ("gym,4", "gym,3", 'epsilon planned for "gym": expected at most 3 as asked, got 4'),
        ("insurer,1,1e-6,1", "insurer,1,1e-6,2", 'sensitivity planned for "insurer"'),
        ("clinic", "clinique", 'party "clinique"'),
    ):
        sheet.write_text(EXAMPLE.read_text().replace(old, new))
        rejected = command("verify", str(plan), "--parties", str(sheet))
        assert rejected.status == 1
        assert message in rejected.err
    both = command(
        "verify", str(plan), "--parties", str(EXAMPLE), "--party", "gym", "--epsilon", "4", "--delta", "1e-6"
    )
    assert "not both" in both.err
