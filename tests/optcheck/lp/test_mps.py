"""MPS: the loop over plain lines reads what single lines say; programs written and read back are the same."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optcheck
from optcheck.errors import InvalidInput
from optcheck.lp.draft import CONSTANT, Numerals
from optcheck.lp.mps import Fractions, _Reader, decimal, mps_text, parse_mps
from optcheck.lp.program import LinearProgram, Model
from tests.strategies.integer_programs import integer_programs
from tests.strategies.programs import linear_programs

_NAMES = st.sampled_from(["x", "y", "z", "cost", "'MARKER'"])
_ROWS = st.sampled_from(["cost", "r", "s", "t", "'MARKER'"])
_VALUES = st.sampled_from(["1", "-2.50", "1/3", "0", "1e2", "abc", "'INTORG'", "'INTEND'"])
_LINES = st.one_of(
    st.tuples(_NAMES, _ROWS, _VALUES).map(list),
    st.tuples(_NAMES, _ROWS, _VALUES, _ROWS, _VALUES).map(list),
    st.lists(st.one_of(_NAMES, _ROWS, _VALUES), max_size=6),
)
_BOUND_LINES = st.one_of(
    st.tuples(
        st.sampled_from(["UP", "LO", "FX", "MI", "BV", "up", "SC"]),
        st.sampled_from(["bnd", "bnd", "bnd", "other"]),
        st.sampled_from(["x", "y", "z"]),
        st.sampled_from(["1", "-2.5", "0", "1e20", "inf", "-inf", "abc", "3"]),
    ).map(list),
    st.lists(st.sampled_from(["UP", "FR", "bnd", "x", "y", "1"]), max_size=5),
)
_BLANKS = st.sampled_from([" ", "\t", "  ", "", "* ", "\v"])


@st.composite
def _texts(draw: st.DrawFn) -> str:
    lines = [draw(_BLANKS) + " ".join(words) for words in draw(st.lists(_LINES, max_size=7))]
    kinds = ["N cost", "G r", "L s", *draw(st.sampled_from([[], ["E 'MARKER'"]]))]
    bounds = [draw(_BLANKS) + " ".join(words) for words in draw(st.lists(_BOUND_LINES, max_size=7))]
    rows = [f" {kind}" for kind in kinds]
    return "\n".join(["NAME m", "ROWS", *rows, "COLUMNS", *lines, "RHS", "BOUNDS", *bounds, "ENDATA", ""])


@st.composite
def _texts_with_bounds(draw: st.DrawFn) -> str:
    """The columns are right, so that the bounds matter."""
    bounds = [
        draw(st.sampled_from([" ", "\t"])) + " ".join(words) for words in draw(st.lists(_BOUND_LINES, max_size=6))
    ]
    columns = [" x r 1", " y r 1", " z r 1"]
    return "\n".join(["NAME m", "ROWS", " N cost", " G r", "COLUMNS", *columns, "BOUNDS", *bounds, "ENDATA", ""])


def _read(text: str) -> object:
    try:
        loaded = parse_mps(text, "file", Numerals())
    except InvalidInput as error:
        return str(error)
    return loaded.program.instance(), loaded.integer_columns, loaded.notes


@given(st.one_of(_texts(), _texts_with_bounds()))
@settings(max_examples=400, deadline=None)
def test_the_loop_changes_nothing(text: str) -> None:
    with patch.object(_Reader, "_plain_columns", lambda self, lines: None):
        wanted = _read(text)
    assert _read(text) == wanted


def test_lines_that_are_not_plain_cost_no_more_than_others() -> None:
    """Each line is looked at once more at most, however often the loop is entered again."""
    rows = "".join(f" E r{i}\n" for i in range(300))
    entries = "".join(f" m{i} 'MARKER' 'INTORG'\n x{i} r{i} 1\n" for i in range(300))
    looked, read = 0, _Reader._plain_columns

    def counted(self: _Reader, lines: list[str]) -> None:
        nonlocal looked
        before = self.line
        read(self, lines)
        looked += 1 + self.line - before

    with patch.object(_Reader, "_plain_columns", counted):
        loaded = parse_mps(f"NAME m\nROWS\n N cost\n{rows}COLUMNS\n{entries}RHS\nENDATA\n", "file", Numerals())
    assert len(loaded.integer_columns) == 300
    assert looked <= 2 * 600 + 2


DATA = Path(__file__).parent / "data"
F = Fraction


def read_back(program: LinearProgram, fractions: Fractions = "refuse", rename: bool = False) -> LinearProgram:
    return parse_mps(mps_text(program, fractions, rename), "text", Numerals()).program


def same(left: LinearProgram, right: LinearProgram) -> bool:
    """Equal up to entries that are zero, which files leave out."""
    a, b = left.instance(), right.instance()
    for instance in (a, b):
        instance["terms"] = [sorted(entry for entry in row if entry[1] != 0) for row in instance["terms"]]
    return a == b


@given(linear_programs())
def test_a_program_comes_back_the_same(program: LinearProgram) -> None:
    assert same(read_back(program, fractions="write"), program)


@given(linear_programs())
def test_scaled_rows_have_the_same_points(program: LinearProgram) -> None:
    found = read_back(replace(program, costs=(0,) * len(program.costs)), fractions="scale")
    for i in range(program.rows.count):
        ours = [program.rhs[i], *(a for _, a in program.rows.row(i))]
        theirs = [found.rhs[i], *(dict(found.rows.row(i)).get(j, 0) for j, _ in program.rows.row(i))]
        scales = {F(new) / old for old, new in zip(ours, theirs, strict=True) if old}
        assert len(scales) <= 1
        assert all(scale > 0 for scale in scales)
    assert found.relations.tolist() == program.relations.tolist()


@given(st.fractions(max_denominator=10**6), st.floats(allow_nan=False, allow_infinity=False))
def test_decimals_have_all_digits(ratio: Fraction, double: float) -> None:
    text = decimal(ratio)
    assert text is None or Fraction(text) == ratio
    written = decimal(F(double))
    assert written is not None
    assert Fraction(written) == F(double)
    assert Numerals()(written) == F(double)


@pytest.mark.parametrize("name", ["corners.mps", "corners.lp", "unnamed_sets.mps", "integers.mps"])
def test_files_come_back_the_same(name: str, tmp_path: Path) -> None:
    program = optcheck.read(DATA / name, relax=True)
    optcheck.to_mps(program, tmp_path / "copy.mps", fractions="write")
    assert same(optcheck.read(tmp_path / "copy.mps"), program)


def test_names_that_mps_cannot_hold() -> None:
    program = optcheck.read(DATA / "spaces.mps")
    with pytest.raises(InvalidInput, match="no white space, got 'X ONE'; see rename"):
        mps_text(program)
    renamed = read_back(program, rename=True)
    assert (tuple(renamed.column_labels), tuple(renamed.row_labels)) == (("C1", "C2"), ("R1", "R2"))
    assert renamed.instance()["terms"] == program.instance()["terms"]


def test_an_objective_constant_only_where_it_is_one() -> None:
    model = Model("minimise")
    model.variable(CONSTANT, cost=5, lower=1, upper=1)
    assert " RHS objective -5" in mps_text(model.build())
    model.row("objective", {CONSTANT: 1}, "<=", 1)
    with pytest.raises(InvalidInput, match="no white space"):
        mps_text(model.build())
    assert " N objective_" in mps_text(model.build(), rename=True) or " N objective" in mps_text(
        model.build(), rename=True
    )


def test_numbers_that_mps_cannot_hold(tmp_path: Path) -> None:
    model = Model("minimise")
    x = model.variable("x", cost=1, upper="1e21")
    model.row("r", {x: "1/3"}, ">=", 1)
    with pytest.raises(InvalidInput, match=r"x in row r must be a finite decimal in an MPS file, got 1/3"):
        optcheck.to_mps(model.build(), tmp_path / "a.mps")
    with pytest.raises(InvalidInput, match="bound of x must be below 1e20"):
        optcheck.to_mps(model.build(), tmp_path / "a.mps", fractions="scale")
    with pytest.raises(InvalidInput, match="fractions must be one of"):
        optcheck.to_mps(model.build(), tmp_path / "a.mps", fractions="round")  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


@given(integer_programs(gaps=False))
@settings(deadline=None)
def test_integer_columns_are_written_and_read_back(program: LinearProgram) -> None:
    open_above = replace(program, upper=(None, *program.upper[1:]))
    for written in (program, open_above):
        read = parse_mps(mps_text(written, "write"), "file", Numerals()).program
        assert (read.integers, read.lower, read.upper) == (written.integers, written.lower, written.upper)


def test_gaps_are_not_written() -> None:
    model = Model("minimise")
    model.variable("x", upper=3)
    with pytest.raises(InvalidInput, match="to_mps writes no semi-continuous columns"):
        mps_text(replace(model.build(), gaps=((0, 0, 1),)))
