"""Spreadsheets and frames: no number, name or row is read as something that its writer did not mean."""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from optcheck.errors import InvalidInput
from optcheck.noise import Question, allocate_files, bulk, curve_files, party_plan, plan_files, question_from_table
from optcheck.noise.plan import likeness
from optcheck.noise.tables import Parties, read_parties
from tests.optcheck.noise.parquet import needs_duckdb, write_parquet

NAMES = ("name", "epsilon", "delta", "sensitivity")
Rows = list[tuple[Any, ...]]


def _sheet(folder: Path, content: str) -> Path:
    path = folder / "parties.csv"
    path.write_text(content, encoding="utf-8")
    return path


def _read(content: str) -> Parties:
    with TemporaryDirectory() as folder:
        return read_parties(_sheet(Path(folder), content))


def _as_text(rows: Rows, separator: str) -> str:
    return "\n".join(separator.join(map(str, row)) for row in [NAMES, *rows]) + "\n"


def _by_sheet(rows: Rows, folder: Path) -> object:
    return read_parties(_sheet(folder, _as_text(rows, ";"))).budgets


def _by_json(rows: Rows, folder: Path) -> object:
    path = folder / "parties.json"
    path.write_text(json.dumps([dict(zip(NAMES, row, strict=True)) for row in rows]), encoding="utf-8")
    return read_parties(path).budgets


def _by_table(rows: Rows, _: Path) -> object:
    columns = zip(*rows, strict=True)
    return question_from_table(dict(zip(NAMES, map(list, columns), strict=True)), threshold=1).budgets


def _by_records(rows: Rows, _: Path) -> object:
    return question_from_table([dict(zip(NAMES, row, strict=True)) for row in rows], threshold=1).budgets


def _in_bulk(rows: Rows, folder: Path) -> object:
    return _planned(_sheet(folder, _as_text(rows, ";")))


def _by_parquet(rows: Rows, folder: Path) -> object:
    path = folder / "parties.parquet"
    write_parquet(path, dict(zip(NAMES, zip(*rows, strict=True), strict=True)))
    return _planned(path)


def _planned(path: Path) -> object:
    """Both ways of planning in bulk, and the curve."""
    allocate_files([path], 1)
    curve_files([path], 1)
    return plan_files([path], 1, [path.with_name("noise.csv")], path.with_name("plan.json"))


READERS = [
    pytest.param(_by_sheet, id="sheet"),
    pytest.param(_by_json, id="json"),
    pytest.param(_by_table, id="table"),
    pytest.param(_by_records, id="records"),
    pytest.param(_in_bulk, id="bulk", marks=needs_duckdb),
    pytest.param(_by_parquet, id="parquet", marks=needs_duckdb),
]
readers = pytest.mark.parametrize("read", READERS)
Reader = Callable[[Rows, Path], object]


@pytest.fixture(autouse=True)
def one_row_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "_BATCH", 1)


@readers
@pytest.mark.parametrize("first", [0, 1])
def test_one_file_has_one_decimal_mark(read: Reader, first: int, tmp_path: Path) -> None:
    rows: Rows = [("a", "0,5", "1e-6", "2"), ("b", "1", "1e-6", "1.000")]
    order = [rows[first], rows[1 - first]]
    with pytest.raises(InvalidInput, match="one decimal mark") as caught:
        read(order, tmp_path)
    for words in ("'1.000'", "column 'sensitivity'", "'0,5'", "column 'epsilon'"):
        assert words in str(caught.value)


@readers
def test_a_comma_where_points_are_decimal_marks_is_refused(read: Reader, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"column 'epsilon'.*'0,5'"):
        read([("a", "0.5", "1e-6", "2"), ("b", "0,5", "1e-6", "1")], tmp_path)
    with pytest.raises(InvalidInput, match=r"column 'sensitivity'.*'1,000'"):
        read([("a", "0.5", "1e-6", "2"), ("b", "1", "1e-6", "1,000")], tmp_path)


@pytest.mark.parametrize("read", [READERS[0], *READERS[2:]])
def test_a_number_that_nothing_settles_is_refused(read: Reader, tmp_path: Path) -> None:
    rows: Rows = [("a", "1", "1e-6", "1.000"), ("b", "1", "1e-6", "2.500")]
    with pytest.raises(InvalidInput, match=r"column 'sensitivity': could be thousands or decimals.*got '1.000'"):
        read(rows, tmp_path)
    read([*rows, ("c", "0.5", "1e-6", "3")], tmp_path)  # which settles it, even at the end


def test_commas_between_columns_and_json_settle_points() -> None:
    wanted = [(Fraction(1), Fraction(1, 10**6), Fraction(9, 8))]
    assert _read("epsilon,delta,sensitivity\n1,1e-6,1.125\n").budgets == wanted
    assert _read('[{"epsilon": 1, "delta": 1e-6, "sensitivity": 1.125}]').budgets == wanted
    with pytest.raises(InvalidInput, match="one decimal mark"):
        _read('epsilon,delta,sensitivity\n1,1e-6,1.125\n1,"0,0001",1\n')


@given(st.lists(st.decimals(0, 10**4, places=4, allow_nan=False), min_size=1, max_size=5), st.sampled_from(";\t|"))
@example([Decimal("0.0001"), Decimal(1000)], ";")
def test_both_marks_mean_the_same_numbers(values: list[Decimal], separator: str) -> None:
    def content(mark: str) -> str:
        lines = [f"{value}{separator}0{mark}25" for value in values]
        return f"epsilon{separator}delta\n" + "\n".join(lines).replace(".", mark) + "\n"

    wanted = [(Fraction(value), Fraction(1, 4), Fraction(1)) for value in values]
    assert _read(content(".")).budgets == wanted
    assert _read(content(",")).budgets == wanted


def test_what_is_written_has_points_also_where_commas_came_in() -> None:
    assert _read("eps;delta;Town\n0,5;1e-6;0,5\n").cells == [{"epsilon": "0.5", "delta": "1e-6", "Town": "0,5"}]


def test_a_required_variance_beside_budgets_is_computed_and_settles_nothing() -> None:
    parties = _read("epsilon;delta;required_variance\n0,5;1e-6;64.9\n")
    assert parties.budgets == [(Fraction(1, 2), Fraction(1, 10**6), Fraction(1))]
    for name in ("Variance", "required"):
        with pytest.raises(InvalidInput, match="give a variance or epsilon and delta, not both"):
            _read(f"epsilon;delta;{name}\n0.5;1e-6;64.9\n")


def test_decimals_of_python_are_what_they_are() -> None:
    table = {"epsilon": [Decimal("1.000")], "delta": [Decimal("1e-6")], "sensitivity": ["0,5"]}
    assert question_from_table(table, threshold=0).budgets == [(1, Fraction(1, 10**6), Fraction(1, 2))]
    with pytest.raises(InvalidInput, match="exponent of at most three digits"):
        question_from_table({"epsilon": [Decimal("1e999999999")], "delta": ["1e-6"]}, threshold=0)


@pytest.mark.parametrize("cell", ["\uff11,\uff10\uff10\uff10", "\u0661", "1 000", "1'000", "1.000.000"])
def test_other_digits_and_groups_are_no_numbers(cell: str) -> None:
    with pytest.raises(InvalidInput, match="column 'sensitivity': must be a number such as"):
        _read(f"epsilon;delta;sensitivity\n1;0.1;{cell}\n")


@readers
def test_an_empty_sensitivity_does_not_count_as_one(read: Reader, tmp_path: Path) -> None:
    empty = "" if read is not _by_parquet else None
    with pytest.raises(InvalidInput, match=r"(line 3|row 2|item 2), column 'sensitivity': a number is missing"):
        read([("a", "1", "1e-6", "2"), ("b", "1", "1e-6", empty)], tmp_path)


@pytest.mark.parametrize("read", [_by_table, pytest.param(_by_parquet, marks=needs_duckdb)])
@pytest.mark.parametrize("cell", [math.nan, None])
def test_a_sensitivity_that_is_no_number_does_not_count_as_one(
    read: Reader, cell: float | None, tmp_path: Path
) -> None:
    with pytest.raises(InvalidInput, match=r"row 2, column 'sensitivity'"):
        read([("a", 1.0, 1e-6, 2.0), ("b", 1.0, 1e-6, cell)], tmp_path)


def test_a_record_without_sensitivity_beside_others_is_refused() -> None:
    records = [{"epsilon": 1, "delta": 0.1, "sensitivity": 5}, {"epsilon": 1, "delta": 0.1}]
    with pytest.raises(InvalidInput, match="row 2, column 'sensitivity': a number is missing"):
        question_from_table(records, threshold=0)
    with pytest.raises(InvalidInput, match="item 2, column 'sensitivity': a number is missing"):
        _read(json.dumps(records))


def test_files_of_a_folder_all_have_sensitivities_or_none(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.csv" for name in "abc"]
    paths[0].write_text("epsilon,delta,sensitivity\n1,0.1,5\n")
    paths[1].write_text("epsilon,delta\n1,0.1\n")
    paths[2].write_text("variance\n1\n")
    with pytest.raises(InvalidInput, match=r"b\.csv: there is no column 'sensitivity', which .*a\.csv has"):
        allocate_files(paths, 1)
    with pytest.raises(InvalidInput, match="there is no column 'sensitivity'"):
        plan_files(paths[:2], 1, [tmp_path / "x.csv", tmp_path / "y.csv"], tmp_path / "plan.json")
    with pytest.raises(InvalidInput, match="there is no column 'sensitivity'"):
        curve_files(paths[:2], 1)
    assert allocate_files([paths[0], paths[2]], 1).n == 2
    assert allocate_files(paths[1:], 1).n == 2


ALIKE = [
    ("Ann", "ANN"),
    ("Straße", "STRASSE"),
    ("Müller", unicodedata.normalize("NFD", "Müller")),
    ("Ann", "A\u200bnn"),
    ("Ann", "\ufeffAnn"),
    ("Ann", "Ann\u00ad"),
    ("Ann", "Ann\u3164"),
    ("Ann", "\u00a0Ann "),
    ("Ann Lee", "Ann  Lee"),
    ("Ann", "\uff21nn"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_are_refused(one: str, other: str) -> None:
    rule = "must differ (by more than case|from party to party)"
    with pytest.raises(InvalidInput, match=rf"line 3, column 'name': {rule}"):
        _read(f"name,epsilon,delta\n{one},1,0.1\n{other},1,0.1\n")
    with pytest.raises(InvalidInput, match=rf"row 2, column 'name': {rule}"):
        question_from_table({"name": [one, other], "epsilon": [1, 1], "delta": [0.1, 0.1]}, threshold=0)
    with pytest.raises(InvalidInput, match=rf"name 2: {rule}"):
        Question.of([1, 1], 0.1, threshold=0, names=[one, other])


@pytest.mark.parametrize("name", ["\u3164", "\u200b", "\u2800", "\ufe0f", "\u115f\u1160"])
def test_names_that_show_nothing_are_refused(name: str, tmp_path: Path) -> None:
    content = f"Party,epsilon,delta\n{name},1,0.1\n"
    rule = "must have a character that can be seen, got '.u"
    with pytest.raises(InvalidInput, match=f"line 2, column 'Party': {rule}"):
        _read(content)
    with pytest.raises(InvalidInput, match=rule):
        Question.of(1, 0.1, threshold=0, names=[name])
    with pytest.raises(InvalidInput, match=f"line 2, column 'Party': {rule}"):
        plan_files([_sheet(tmp_path, content)], 0, [tmp_path / "x.csv"], tmp_path / "plan.json")


def test_nobody_draws_for_a_name_that_looks_like_another(tmp_path: Path) -> None:
    plan, written = tmp_path / "plan.json", tmp_path / "noise.csv"
    sheet = _sheet(tmp_path, "name,epsilon,delta\nAnn,1,1e-6\nann,1,1e-6\nBo,1,1e-6\n")
    plan_files([sheet], 1, [written], plan)  # names are not compared in files larger than memory
    assert party_plan(plan, written, "Bo").question.names == ("Bo",)
    with pytest.raises(InvalidInput, match="must have one row with the name 'Ann' or one like it, got 2"):
        party_plan(plan, written, "Ann")
    with pytest.raises(InvalidInput, match="must have one row with the name 'bo', got 0"):
        party_plan(plan, written, "bo")


@given(st.text(), st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
def test_likeness_does_not_depend_on_form_or_spaces(name: str, form: Any) -> None:
    assert likeness(unicodedata.normalize(form, name)) == likeness(name)
    assert likeness(f" {name}\u200b\u3164 ") == likeness(name)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anne"), ("a b", "ab"), ("É", "E"), ("1", "2"), ("می‌خ", "مي‌خ")])
def test_names_that_differ_stay(one: str, other: str) -> None:
    assert Question.of([1, 1], 0.1, threshold=0, names=[one, other]).names == (one, other)


@pytest.mark.parametrize("records", ["-5", "0", "0.5"])
def test_there_is_at_least_one_record(records: str, tmp_path: Path) -> None:
    content = f"name,epsilon,delta,records\na,1,1e-6,{records}\n"
    rule = f"column 'records': must be at least 1, got {records}"
    with pytest.raises(InvalidInput, match=rule):
        _read(content)
    with pytest.raises(InvalidInput, match=rule):
        _planned(_sheet(tmp_path, content))
    with pytest.raises(InvalidInput, match="column 'records': must be at least 1"):
        question_from_table({"epsilon": [1], "delta": [0.1], "records": [float(records)]}, threshold=0)
    with pytest.raises(InvalidInput, match=rule):
        _read(f"variance,records\n1,{records}\n")


@needs_duckdb
def test_there_is_at_least_one_record_in_parquet(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    write_parquet(path, {"variance": [1.0, 2.0], "records": [1, 0]})
    with pytest.raises(InvalidInput, match="row 2, column 'records': must be at least 1, got 0"):
        allocate_files([path], 1)
    write_parquet(path, {"variance": [1.0, 2.0], "records": [1, None]})
    assert allocate_files([path], 1).n == 2


PLAIN = "name;epsilon;delta\na;1;1e-6\nb;2;1e-6\n"


@pytest.mark.parametrize(
    "content",
    [
        "sep=;\n" + PLAIN,
        '"sep=;"\r\n' + PLAIN.replace("\n", "\r\n"),
        "\n \n" + PLAIN,
        PLAIN + ";;\n;;\n",
        PLAIN + "\n  \n;\n",
        PLAIN.replace("\nb", "\n;;\nb"),
        "name;epsilon;delta;;\na;1;1e-6;;\nb;2;1e-6;;\n",
        "sep=|\n" + PLAIN.replace(";", "|"),
    ],
)
def test_what_spreadsheets_add_is_left_out(content: str) -> None:
    assert _read(content) == _read(PLAIN)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("name;delta\na;1e-6\n", "there is no column 'epsilon': every party needs .* the columns are 'name', 'delta'"),
        ("Our parties\n" + PLAIN, "line 1: must be the header, .* remove titles and comments, got 'Our parties'"),
        ("Our parties;;\n" + PLAIN, "line 1: must be the header, .* got 'Our parties'"),
        ("\nOur parties;;\n" + PLAIN, "line 2: must be the header"),
        ("# 2026\n" + PLAIN, "line 1: must be the header, .* got '# 2026'"),
        (PLAIN + "# end\n", "line 4: must not start with #, comments are not read: got '# end'"),
        (PLAIN + "#c;1;1e-6\n", "line 4: must not start with #"),
        ("sep=:\n" + PLAIN, "sep= must name one of .* got 'sep=:'"),
        ("name;epsilon;delta;\na;1;1e-6;x\n", "line 2: must have no cell under an empty header, got 'x'"),
        ("sep=;\n\n" + PLAIN + "c;x;1e-6\n", "line 6, column 'epsilon': must be a number"),
    ],
)
def test_what_cannot_be_read_is_named(content: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        _read(content)


def _workbook(path: Path, *sheets: list[list[object]]) -> Path:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets):
        sheet = book.create_sheet(f"sheet {number}")
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


def test_workbooks_are_read_as_people_see_them(tmp_path: Path) -> None:
    header: list[object] = ["Name", "epsilon", "delta", "sensitivity", "active"]
    rows: list[list[object]] = [header, ["a", 0.1, 1e-6, 1, "yes"], [None] * 5, ["b", 2, "1/1000", "sqrt(2)", False]]
    parties = read_parties(_workbook(tmp_path / "parties.xlsx", rows, []))
    assert parties.names == ["a", "b"]
    assert parties.active == [0]
    assert parties.budgets == [
        (Fraction(1, 10), Fraction(1, 10**6), 1),
        (2, Fraction(1, 1000), Fraction(70710678119, 5 * 10**10)),
    ]


def test_workbooks_that_are_unclear_are_refused_by_name(tmp_path: Path) -> None:
    header: list[object] = ["name", "epsilon", "delta"]
    good: list[list[object]] = [header, ["a", 1, 1e-6]]
    path = tmp_path / "parties.xlsx"
    for sheets, message in (
        ([good, good], "one sheet that is not empty, got sheet 0, sheet 1"),
        ([[]], "got none"),
        ([[["Budgets of 2026"], *good]], "must be the header"),
        ([[header, ["a", None, 1e-6]]], "sheet 'sheet 0', line 2, column 'epsilon': a number is missing"),
        ([[header, ["a", "1.000,5", 1e-6]]], "column 'epsilon'"),
    ):
        with pytest.raises(InvalidInput, match=message):
            read_parties(_workbook(path, *sheets))
    path.write_bytes(path.read_bytes()[:300])
    with pytest.raises(InvalidInput, match="is not a workbook that Excel wrote"):
        read_parties(path)


@pytest.mark.parametrize("start", [b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"])
def test_workbooks_are_named(start: bytes, tmp_path: Path) -> None:
    path = tmp_path / "parties.csv"
    path.write_bytes(start + bytes(range(256)))
    with pytest.raises(InvalidInput, match=r"is a workbook, .* save the sheet as 'CSV UTF-8'"):
        read_parties(path)
    with pytest.raises(InvalidInput, match="is a workbook"):
        allocate_files([path], 1)


def test_a_lazy_frame_is_named() -> None:
    class Lazy:
        columns = ("epsilon", "delta")

        def collect(self) -> None: ...

        def collect_schema(self) -> None: ...

        def __getitem__(self, name: str) -> object:
            raise TypeError(name)

    with pytest.raises(InvalidInput, match=r"must be collected first: pass table\.collect\(\)"):
        question_from_table(Lazy(), threshold=0)
