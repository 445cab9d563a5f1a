"""Files of linear programs: every section and corner of the formats, HiGHS's reader as the oracle; bad files."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import highspy
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optcheck
from optcheck.errors import InvalidInput
from optcheck.lp import draft
from optcheck.lp.draft import CONSTANT, RANGE_MARK, Numerals
from optcheck.lp.lp_format import parse_lp
from optcheck.lp.mps import parse_mps
from optcheck.lp.program import LinearProgram
from optcheck.lp.read import load

DATA = Path(__file__).parent / "data"
EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples"
F = Fraction


def bounds(program: LinearProgram) -> dict[str, tuple[object, object]]:
    return {
        name: (low, high) for name, low, high in zip(program.column_labels, program.lower, program.upper, strict=True)
    }


def rows(program: LinearProgram) -> dict[str, tuple[int, object, dict[str, object]]]:
    names = program.column_labels
    return {
        label: (int(program.relations[i]), program.rhs[i], {names[j]: a for j, a in program.rows.row(i)})
        for i, label in enumerate(program.row_labels)
    }


def parsed(tmp_path: Path, text: str, name: str = "model.mps", **options: bool) -> LinearProgram:
    path = tmp_path / name
    path.write_text(text)
    return optcheck.read(path, **options)


def test_mps_corners() -> None:
    loaded = load(DATA / "corners.mps")
    program = loaded.program
    assert (program.sense, loaded.name, loaded.integer_columns) == ("maximise", "corners", ())
    assert dict(zip(program.column_labels, program.costs, strict=True)) == {
        **dict.fromkeys(["up", "lo", "pl", "fr", "both", "huge", "unused"], 0),
        "x": F(1, 10),
        "fx": -1,
        "mi": -1,
        "neg": 1,
        CONSTANT: F(25, 2),
    }
    assert bounds(program) == {
        **dict.fromkeys(["x", "pl", "huge", "unused"], (0, None)),
        "up": (0, F(19, 4)),
        "lo": (-2, None),
        "fx": (F(3, 10), F(3, 10)),
        "mi": (None, None),
        "fr": (None, None),
        "neg": (None, -1),
        "both": (-5, -1),
        CONSTANT: (1, 1),
    }
    assert len(loaded.notes) == 2
    assert "1 free row left out" in loaded.notes[0]
    assert "neg" in loaded.notes[1]


def test_mps_rows_and_ranges() -> None:
    found = rows(optcheck.read(DATA / "corners.mps"))
    most = {**dict.fromkeys(["x", "up", "fx", "mi", "pl", "huge"], 1), "lo": F(1, 2)}
    assert found == {
        "most": (-1, 100, most),
        "least": (1, -3, {"x": F(1, 10), "both": 1}),
        "same": (0, F(3, 10), {"x": -25}),
        "ranged_below": (-1, 10, {"up": F(5, 4)}),
        "ranged_below:range": (1, F(15, 2), {"up": F(5, 4)}),
        "ranged_above": (1, 10, {"lo": 3}),
        "ranged_above:range": (-1, F(25, 2), {"lo": 3}),
        "ranged_up": (1, 5, {"fr": 1}),
        "ranged_up:range": (-1, F(13, 2), {"fr": 1}),
        "ranged_down": (-1, 5, {"fr": -1}),
        "ranged_down:range": (1, F(7, 2), {"fr": -1}),
        "ranged_not": (0, 5, {"neg": 1}),
        "empty": (-1, 0, {}),
    }


def test_names_with_spaces_in_fixed_format() -> None:
    program = optcheck.read(DATA / "spaces.mps")
    assert tuple(program.column_labels) == ("X ONE", "X TWO")
    assert rows(program) == {"LIM 1": (-1, 4, {"X ONE": 1, "X TWO": 1}), "LIM 2": (1, 1, {"X ONE": 1})}
    assert bounds(program) == {"X ONE": (0, 4), "X TWO": (0, None)}


def test_semi_continuous_and_semi_integer_columns(tmp_path: Path) -> None:
    """x is 0 or from 2 to 5; y is 0 or an integer up to 9, which leaves no gap; z is 0 or from -4 to -3."""
    mps = "NAME m\nROWS\n N cost\n G r\nCOLUMNS\n x cost 1 r 1\n y cost 1 r 1\n z cost 1 r 1\nBOUNDS\n"
    mps += " LO bnd x 2\n SC bnd x 5\n SI bnd y 9\n LO bnd z -4\n SC bnd z -3\nENDATA\n"
    lp = "min\n x + y + z\nst\n r: x + y + z >= 0\nbounds\n 2 <= x <= 5\n y <= 9\n -4 <= z <= -3\n"
    lp += "general\n y\nsemi-continuous\n x y z\nend\n"
    for name, text in (("m.mps", mps), ("m.lp", lp)):
        (tmp_path / name).write_text(text)
        program = optcheck.read(tmp_path / name)
        assert (program.integers, program.gaps) == (frozenset({1}), ((0, 0, 2), (2, -3, 0)))
        assert (program.lower, program.upper) == ((0, 0, -4), (5, 9, 0))
        answer = optcheck.solve(program)
        assert (answer.status, answer.value) == ("optimal", 0)


def test_integer_columns_are_relaxed_only_on_demand() -> None:
    for name, integers in (("integers.mps", set("bcdefg")), ("integers.lp", set("abcd"))):
        program = optcheck.read(DATA / name)
        assert {program.column_labels[j] for j in program.integers} == integers
        assert optcheck.read(DATA / name, relax=True).continuous
    relaxed = bounds(optcheck.read(DATA / "integers.mps", relax=True))
    assert relaxed == {
        "a": (0, None),
        "b": (0, 1),
        "c": (0, 8),
        "d": (1, None),
        "e": (0, 1),
        "f": (0, 6),
        "g": (2, None),
    }
    assert bounds(optcheck.read(DATA / "integers.lp", relax=True)) == {
        "a": (0, None),
        "b": (0, 9),
        "c": (0, 1),
        "d": (0, 1),
    }


def test_lp_corners() -> None:
    program = optcheck.read(DATA / "corners.lp")
    assert program.sense == "maximise"
    costs = dict(zip(program.column_labels, program.costs, strict=True))
    assert costs == {
        "x": F(1, 10),
        "y": 2,
        "z": F(-7, 20),
        "w": -1,
        CONSTANT: 10,
        "v": 0,
        **dict.fromkeys("utsrq", 1),
    }
    assert rows(program) == {
        "most": (-1, 10, {"x": 1, "y": 1, "z": 1}),
        "least": (1, F(-13, 4), {"x": 1, "y": -2}),
        "same": (0, 6, {"x": 2, "z": 3}),
        "range": (1, -1, {"x": 1, "y": 1, "z": -1}),
        "range:range": (-1, 5, {"x": 1, "y": 1, "z": -1}),
        "turned": (-1, 4, {"z": 1}),
        "R6": (-1, 10, {"x": 1, "w": 1}),
        "strict": (1, -7, {"x": 1, "w": 1}),
        "ratio": (-1, 5, {"x": F(1, 3), "y": 1}),
        "cut[1]": (-1, 8, {"z": 1, "v": 1}),
    }
    assert bounds(program) == {
        "x": (0, 4),
        "y": (-2, 8),
        "z": (None, None),
        "w": (None, 3),
        "v": (None, None),
        "u": (0, 2),
        "t": (F(3, 2), F(3, 2)),
        "s": (None, None),
        "r": (1, None),
        "q": (0, None),
        CONSTANT: (1, 1),
    }


def test_numbers_are_decimals_or_doubles(tmp_path: Path) -> None:
    text = "min\n 0.1 x\nst\n c: x >= 1\nend\n"
    assert parsed(tmp_path, text, "a.lp").costs == (F(1, 10),)
    assert parsed(tmp_path, text, "a.lp", binary=True).costs == (F(0.1),)


def test_gzipped_files_and_capital_suffixes(tmp_path: Path) -> None:
    content = (DATA / "corners.mps").read_bytes()
    (tmp_path / "m.MPS.GZ").write_bytes(gzip.compress(content.replace(b"\n", b"\r\n")))
    packed, plain = optcheck.read(tmp_path / "m.MPS.GZ"), optcheck.read(DATA / "corners.mps")
    assert packed.instance() == plain.instance()


@pytest.mark.parametrize("ending", ["lp", "mps"])
def test_what_highs_writes_is_read(tmp_path: Path, ending: str) -> None:
    """Columns and rows without entries among it."""
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.addVars(3, np.array([1.0, -np.inf, -2.0]), np.array([4.0, np.inf, np.inf]))
    highs.changeColCost(0, 0.5)
    highs.changeObjectiveSense(highspy.ObjSense.kMaximize)
    highs.addRow(-np.inf, 7.0, 1, np.array([0]), np.array([2.0]))
    highs.addRow(-3.0, np.inf, 0, np.array([], dtype=np.int32), np.array([]))
    for j in range(3):
        highs.passColName(j, f"v{j}")
    for i in range(2):
        highs.passRowName(i, f"c{i}")
    highs.writeModel(str(tmp_path / f"m.{ending}"))
    loaded = load(tmp_path / f"m.{ending}")
    assert bounds(loaded.program) == {"v0": (1, 4), "v1": (None, None), "v2": (-2, None)}
    assert rows(loaded.program) == {"c0": (-1, 7, {"v0": 2}), "c1": (1, -3, {})}
    assert optcheck.solve(loaded.program).value == F(7, 4)
    if ending == "lp":
        assert loaded.notes == ("neither in the objective nor in a row: 2 columns (such as v1)",)


@pytest.mark.parametrize("name", ["corners.mps", "spaces.mps", "unnamed_sets.mps", "integers.mps", "plain.lp"])
def test_highs_reads_the_same(name: str) -> None:
    """HiGHS's reader is independent of ours; it keeps 0 below a negative upper bound: ``neg``."""
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(DATA / name)) != highspy.HighsStatus.kError
    theirs, ours = highs.getLp(), optcheck.read(DATA / name, binary=True, relax=True)
    floats, names = ours.to_floats(), list(ours.column_labels)
    place = [names.index(label) for label in theirs.col_names_]
    assert floats.maximise == (theirs.sense_ == highspy.ObjSense.kMaximize)
    assert theirs.offset_ == (floats.costs[names.index(CONSTANT)] if CONSTANT in names else 0)
    kept = [j for j, label in enumerate(theirs.col_names_) if label != "neg"]
    for theirs_all, ours_all in (
        (theirs.col_cost_, floats.costs),
        (theirs.col_lower_, floats.lower),
        (theirs.col_upper_, floats.upper),
    ):
        assert np.clip(theirs_all, -1e20, 1e20)[kept].tolist() == np.clip(ours_all[place], -1e20, 1e20)[kept].tolist()
    assert _as_ranges(ours) == _highs_rows(theirs)


def _as_ranges(program: LinearProgram) -> dict[str, tuple[float, float, dict[str, float]]]:
    ranges: dict[str, tuple[float, float, dict[str, float]]] = {}
    for label, (relation, side, entries) in rows(program).items():
        low, high, _ = ranges.get(label.removesuffix(RANGE_MARK), (-np.inf, np.inf, {}))
        value = float(side)  # type: ignore[arg-type]
        low, high = (value if relation >= 0 else low), (value if relation <= 0 else high)
        ranges[label.removesuffix(RANGE_MARK)] = (low, high, {k: float(a) for k, a in entries.items()})  # type: ignore[arg-type]
    return ranges


def _highs_rows(model: highspy.HighsLp) -> dict[str, tuple[float, float, dict[str, float]]]:
    entries: list[dict[str, float]] = [{} for _ in model.row_names_]
    matrix = model.a_matrix_
    by_column = matrix.format_ == highspy.MatrixFormat.kColwise
    for k in range(len(matrix.start_) - 1):
        for p in range(matrix.start_[k], matrix.start_[k + 1]):
            i, j = (matrix.index_[p], k) if by_column else (k, matrix.index_[p])
            entries[i][model.col_names_[j]] = matrix.value_[p]
    return {label: (model.row_lower_[i], model.row_upper_[i], entries[i]) for i, label in enumerate(model.row_names_)}


def test_a_comment_may_follow_a_line_of_columns(tmp_path: Path) -> None:
    """GLPK writes "$ empty column" in free format as well."""
    text = "NAME t\nROWS\n N c\n L $\n L r\nCOLUMNS\n x r 0 $ empty column\n y c 1 r 2 $ two\n z r 3 $ 4\nENDATA\n"
    found = rows(parsed(tmp_path, text))
    assert (found["$"][2], found["r"][2]) == ({"z": 4}, {"y": 2, "z": 3})


def test_a_range_of_the_objective_is_noted(tmp_path: Path) -> None:
    text = "NAME m\nROWS\n N o\n G r\nCOLUMNS\n x o 1 r 1\nRHS\n b r 2\nRANGES\n w {} 4\nENDATA\n"
    for row, notes in (("r", ()), ("o", ("a range of o, the objective, means nothing and is left out",))):
        (tmp_path / "m.mps").write_text(text.format(row))
        assert load(tmp_path / "m.mps").notes == notes


def test_a_sense_in_a_comment_does_not_count_and_is_noted(tmp_path: Path) -> None:
    text = "{}\nNAME m\n{}ROWS\n N o\nCOLUMNS\n x o 1\nENDATA\n"
    for comment in ("*SENSE:Maximize", "* Objective:  o (MAXimum)"):  # PuLP's and GLPK's
        (tmp_path / "m.mps").write_text(text.format(comment, ""))
        loaded = load(tmp_path / "m.mps")
        assert loaded.program.sense == "minimise"
        assert "a comment asks for the maximum" in loaded.notes[0]
        (tmp_path / "m.mps").write_text(text.format(comment, "OBJSENSE\n    MAX\n"))
        loaded = load(tmp_path / "m.mps")
        assert (loaded.program.sense, loaded.notes) == ("maximise", ())


def test_the_sense_may_stand_at_the_beginning_of_its_line(tmp_path: Path) -> None:
    text = "NAME m\nOBJSENSE\n{}\nROWS\n N o\nCOLUMNS\n x o 1\nBOUNDS\n UP b x 3\nENDATA\n"
    for word in ("MAX", "Maximize", "    MAX"):
        assert parsed(tmp_path, text.format(word)).sense == "maximise"
    with pytest.raises(InvalidInput, match="line 3, section: must be one of"):
        parsed(tmp_path, text.format("MAXIMAL"))


HEAD = "NAME m\nROWS\n N cost\n G r\nCOLUMNS\n x cost 1 r 1\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must end with ENDATA"),
        ("garbage\n", "line 1, section: must be one of NAME"),
        ("NAME m\n x y z\nENDATA\n", "line 2, line: data must stand in one of ROWS"),
        ("NAME m\nCOLUMNS\n", "line 2, section: must come after ROWS"),
        ("NAME m\nROWS\n N cost\nROWS\n", "line 4, section: must occur once"),
        ("NAME m\nROWS\n N cost\nRHS\n", "line 4, section: must come after COLUMNS"),
        ("NAME m\nROWS\n Q cost\n", "line 3, row type: must be N, L, E or G, got 'Q'"),
        ("NAME m\nROWS\n N a\n L a\n", "line 4, row name: must be there and differ"),
        ("NAME m\nROWS\n L a\nCOLUMNS\nENDATA\n", "must name a row of type N"),
        ("NAME m\nOBJNAME\n b\nROWS\n N a\nCOLUMNS\nENDATA\n", "OBJNAME: must name a row of type N.*'b'"),
        ("NAME m\nOBJSENSE sideways\n", "line 2, objective sense: must be MIN or MAX, got 'sideways'"),
        (HEAD + " x r\n", "line 7, line in COLUMNS: must have 3 or 5 fields, got 'x r'"),
        (HEAD + " x r 2\n", "line 7, row name: column x must have one entry in a row, got 'r'"),
        (HEAD + " y q 2\n", "line 7, row name: must be one of ROWS, got 'q'"),
        (HEAD + " y r abc\n", "line 7, value: must be a number such as .*, got 'abc'"),
        (HEAD + " y r 1/0\n", "line 7, value: must be a number such as .*, got '1/0'"),
        (HEAD + " y r ١\n", "line 7, value: must be a number such as"),
        (HEAD + " y r 1e999999\n", "line 7, value: must have an exponent between -9999 and 9999"),
        (HEAD + " y r 1e99999999999999\n", "line 7, value: must be a number such as"),
        (HEAD + f" y r {'9' * 5000}\n", "line 7, value: must have at most 4000 characters"),
        (HEAD + " y r nan\n", "line 7, value: must be a number"),
        (HEAD + " y r inf\n", "line 7, value: must be a number"),
        (HEAD + " y r 1\n x r 1\n", "line 8, column name: must be there, with all its entries in adjacent lines"),
        (HEAD + " m 'MARKER' 'SOSORG'\n", "line 7, marker: SOS sets are not part of a linear or integer program"),
        (HEAD + " m 'MARKER' 'INTOR'\n", "line 7, marker: must be a name, 'MARKER', and 'INTORG' or 'INTEND'"),
        (HEAD + "RHS\n rhs r 1\n rhs r 1\n", "line 9, row name: must occur once in RHS"),
        (HEAD + "RHS\n rhs r 1\n other cost 1\n", "line 9, set name: RHS must hold one set"),
        (HEAD + "RANGES\n rng q 1\n", "line 8, row name: must be one of ROWS"),
        (HEAD + "BOUNDS\n SC bnd x -inf\n", "line 8, bound: a bound of type SC must not be infinite"),
        (HEAD + "BOUNDS\n ZZ bnd x 5\n", "line 8, bound type: must be one of UP"),
        (HEAD + "BOUNDS\n UP bnd y 5\n", "line 8, column name: must be one of COLUMNS, got 'y'"),
        (HEAD + "BOUNDS\n UP bnd x\n", "line 8, column name|line 8, bound"),
        (HEAD + "BOUNDS\n UP bnd x -inf\n", "line 8, bound: a bound of type UP must not be infinite on this side"),
        (HEAD + "BOUNDS\n FX bnd x 1e30\n", "line 8, bound: a bound of type FX must not be infinite"),
        (HEAD + "BOUNDS\n UP bnd x 1\n UP bnd x 2\n", "line 9, bound: column x must get each of its bounds once"),
        (
            HEAD + "QUADOBJ\n x x 1\nENDATA\n",
            "line 7, section: quadratic terms are not part of a linear or integer program, got 'QUADOBJ'",
        ),
        (HEAD + "RHS\n rhs r 1\n", "must end with ENDATA: is it cut off"),
    ],
)
def test_bad_mps_files_are_refused_by_line_field_and_rule(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        parsed(tmp_path, text)


LP = "min\n x + y\nst\n c: x + y >= 1\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must end with End"),
        ("x + y\nend\n", "line 1, section: the file must begin with Minimize or Maximize"),
        ("st\n x >= 1\nend\n", "line 1, section: the file must begin with Minimize or Maximize"),
        ("min\n x\nbounds\n x <= 1\nst\n x >= 1\nend\n", "line 5, section: Subject To must follow"),
        (LP + " d: x >= inf\nend\n", "line 5, right side: must not be infinite on this side"),
        (LP + " d: x = -inf\nend\n", "line 5, right side: must not be infinite on this side"),
        (LP + " inf <= x + y <= 5\nend\n", "line 5, right side: must not be infinite on this side"),
        (LP, "must end with End: is it cut off"),
        (LP + "max\n x\nend\n", "line 5, section: a file must have one objective"),
        (LP + "end\n x\n", "line 6, section: nothing must follow End"),
        ("min\n [ x ^ 2 ] / 2\nst\n x >= 1\nend\n", "line 2, word: a quadratic part is not part of a linear or"),
        ("min\n x ^ 2\nst\n x >= 1\nend\n", "line 2, word: a power is not part"),
        ("min\n x\nst\n b = 1 -> x >= 1\nend\n", "line 4, word: an indicator is not part"),
        (LP + " x + y >= 1 z\nend\n", "line 5, row: must end after its right side"),
        (LP + " d: x + y\nend\n", "line 5, row or bound d: must have a relation"),
        (LP + " d: x + >= 2\nend\n", "line 5, term: a number or a name must follow a sign"),
        (LP + " d: x >= y\nend\n", "line 5, right side: must be a number"),
        (LP + " d: 1 <= x >= 2\nend\n", "line 5, row d: a range must be written"),
        (LP + " d: 1 <= 2\nend\n", "line 5, row d: must have a variable"),
        (LP + " >= 2\nend\n", "line 5, row: must have a variable"),
        (LP + " c: x >= 1\nend\n", "line 5, row name: must differ from row to row, got 'c'"),
        (LP + "st\n d: x >= 1\nend\n", "line 5, section: must occur once"),
        ("min\n st\nst\n st >= 1\nend\n", "line 3, section: must occur once; no variable may be named like it"),
        (LP + "bounds\n x <= 1\nbounds\n y <= 1\nend\n", "line 7, section: must occur once"),
        (LP + "bounds\n 3 <= x >= 1\nend\n", "line 6, bound of x: must be written a <= x <= b"),
        (LP + "bounds\n 1 <= 2\nend\n", "line 6, bound: must name a variable, got '2'"),
        (LP + "bounds\n x <= -inf\nend\n", "line 6, bound of x: must not be infinite on this side"),
        (LP + "bounds\n x = inf\nend\n", "line 6, bound of x: must not be infinite on this side"),
        (LP + "bounds\n x 5\nend\n", "line 6, row or bound x: must have a relation"),
        (LP + "semi-continuous\n 3\nend\n", "line 6, semi-continuous variable: must name a variable"),
        (LP + "generals\n 3\nend\n", "line 6, integer variable: must name a variable, got '3'"),
        (LP + " d: 1e99999 x >= 1\nend\n", "line 5, number: must have an exponent"),
    ],
)
def test_bad_lp_files_are_refused_by_line_field_and_rule(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        parsed(tmp_path, text, "model.lp")


@pytest.mark.parametrize(
    ("name", "section", "what"),
    [
        *(("m.mps", section, "SOS sets") for section in ("SOS", "sos1", "SOS2", "SETS")),
        ("m.mps", "INDICATORS", "indicators"),
        *(("m.mps", section, "quadratic terms") for section in ("QSECTION", "QMATRIX", "QCMATRIX c")),
        *(("m.mps", section, "lazy constraints and user cuts") for section in ("LAZYCONS", "USERCUTS")),
        ("m.mps", "GENCONS", "general constraints"),
        *(("m.lp", section, "SOS sets") for section in ("SOS", "sos1", " SOS2")),
        *(
            ("m.lp", section, "lazy constraints and user cuts")
            for section in ("Lazy Constraints", "USER  CUTS", "lazy")
        ),
        ("m.lp", "General Constraints", "general constraints"),
        ("m.lp", "PWLObj", "piecewise linear objectives"),
    ],
)
def test_sections_of_other_programs_are_called_what_they_are(
    tmp_path: Path, name: str, section: str, what: str
) -> None:
    text, line = (HEAD, 7) if name == "m.mps" else (LP, 5)
    with pytest.raises(InvalidInput, match=f"line {line}, section: {what} are not part of a linear or integer program"):
        parsed(tmp_path, f"{text}{section}\n", name)


def test_a_program_without_rows(tmp_path: Path) -> None:
    program = parsed(tmp_path, "max\n x - y\nbounds\n x <= 3\n y >= 1\nend\n", "model.lp")
    assert (program.rows.count, optcheck.solve(program).value) == (0, 2)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("min\n x\nst\n a: x <= +inf\n b: x >= 2\n c: -inf <= x <= 9\n d: x >= -infinity\nend\n", "model.lp"),
        ("min\n x\nst\n b: inf >= x >= 2\n c: 9 >= x >= -inf\n e: inf >= x\nend\n", "model.lp"),
        (
            "NAME m\nROWS\n N o\n L a\n G b\n L c\n G d\nCOLUMNS\n x o 1 a 1\n x b 1 c 1\n x d 1\n"
            "RHS\n r a Inf b 2\n r c 9 d -infinity\nRANGES\n g c inf\nENDATA\n",
            "model.mps",
        ),
    ],
)
def test_rows_with_an_infinite_right_side_ask_for_nothing(tmp_path: Path, text: str, name: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    loaded = load(path)
    assert rows(loaded.program) == {"b": (1, 2, {"x": 1}), "c": (-1, 9, {"x": 1})}
    assert any("with an infinite right side left out" in note for note in loaded.notes)


def test_infinite_right_sides_of_mps_files_on_the_wrong_side_are_refused(tmp_path: Path) -> None:
    for kind, value in (("L", "-inf"), ("G", "inf"), ("E", "inf")):
        text = f"NAME m\nROWS\n N o\n {kind} r\nCOLUMNS\n x o 1 r 1\nRHS\n s r {value}\nENDATA\n"
        with pytest.raises(InvalidInput, match="line 8, value: a right side must not be infinite on this side"):
            parsed(tmp_path, text)
    with pytest.raises(InvalidInput, match="a row with an infinite right side must have no range, got 'r'"):
        parsed(
            tmp_path,
            "NAME m\nROWS\n N o\n L r\nCOLUMNS\n x o 1 r 1\nRHS\n s r inf\nRANGES\n s r 1\nENDATA\n",
        )


def test_limits_on_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft, "MOST_BYTES", 100_000)
    (tmp_path / "bomb.mps.gz").write_bytes(gzip.compress(b"*" * 10_000_000))
    with pytest.raises(InvalidInput, match="at most 100000 bytes of text unpacked"):
        optcheck.read(tmp_path / "bomb.mps.gz")
    for content, message in ((b"not gzip", "not a complete gzip"), (gzip.compress(b"NAME" * 99)[:-9], "gzip file")):
        (tmp_path / "cut.lp.gz").write_bytes(content)
        with pytest.raises(InvalidInput, match=message):
            optcheck.read(tmp_path / "cut.lp.gz")


def test_files_that_are_no_programs(tmp_path: Path) -> None:
    (tmp_path / "zero.mps").write_bytes(b"\0\0")
    with pytest.raises(InvalidInput, match="must be a text file"):
        optcheck.read(tmp_path / "zero.mps")
    with pytest.raises(InvalidInput, match="there is no file"):
        optcheck.read(tmp_path / "none.mps")
    with pytest.raises(InvalidInput, match=r"must end in \.mps or \.lp"):
        optcheck.read(tmp_path / "model.txt")


def test_exponents_may_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("optcheck.lp.draft._MOST_DIGITS", 5000)
    terms = " + ".join(f"{k}e900 x{k}" for k in range(1, 9))
    with pytest.raises(InvalidInput, match="beyond 5000 digits written out"):
        parsed(tmp_path, f"min\n {terms}\nst\n c: x1 >= 1\nend\n", "a.lp")


def test_binary_reading_stays_within_doubles(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="must lie in the range of doubles"):
        parsed(tmp_path, "min\n 1e400 x\nst\n c: x >= 1\nend\n", "a.lp", binary=True)


def test_names_have_a_length(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="column names must have at most 1000 characters, got one of 2000"):
        parsed(tmp_path, f"min\n {'x' * 2000}\nst\n c: y >= 1\nend\n", "a.lp")


@given(st.data())
@settings(max_examples=300)
def test_whatever_a_file_holds_it_is_read_or_refused(data: st.DataObject) -> None:
    """Sample files with lines and characters moved, removed and replaced: no other error comes out."""
    name = data.draw(st.sampled_from(sorted(path.name for path in DATA.iterdir())))
    lines = (DATA / name).read_text().split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        line = lines[place]
        cut = data.draw(st.integers(0, len(line)))
        junk = data.draw(st.sampled_from(["", " ", "-", "<=", "1e", "/", ":", "9" * 30, "end", "inf", "[", "\\", "é"]))
        lines[place] = line[:cut] + junk + line[cut + data.draw(st.integers(0, 2)) :]
        other = data.draw(st.integers(0, len(lines) - 1))
        lines[place], lines[other] = lines[other], lines[place]
    parse = parse_mps if name.endswith(".mps") else parse_lp
    with suppress(InvalidInput):
        assert parse("\n".join(lines), name, Numerals()).program.instance()


def _zipped(**members: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("_", "."), content)
    return stream.getvalue()


def test_files_packed_in_other_ways(tmp_path: Path) -> None:
    content = (EXAMPLES / "diet.lp").read_bytes()
    plain = optcheck.read(EXAMPLES / "diet.lp").instance()
    packed = {
        "a.lp.bz2": bz2.compress(content),
        "a.LP.XZ": lzma.compress(content),
        "a.lp.zip": _zipped(whatever_txt=content),
        "a.zip": _zipped(diet_lp=content),
    }
    for name, data in packed.items():
        (tmp_path / name).write_bytes(data)
        assert optcheck.read(tmp_path / name).instance() == plain


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("cut.lp.bz2", bz2.compress(b"NAME" * 99)[:-9], "not a complete bzip2 file"),
        ("no.lp.bz2", b"no", "not a complete bzip2 file"),
        ("cut.lp.xz", lzma.compress(b"NAME" * 99)[:-9], "not a complete xz file"),
        ("no.mps.xz", b"no", "not a complete xz file"),
        ("no.zip", b"no", "not a complete zip file"),
        ("no.lp.zip", b"no", "not a complete zip file"),
        ("two.zip", _zipped(a_lp=b"", b_lp=b""), "it must hold one file, got 2"),
        ("two.lp.zip", _zipped(a_lp=b"", b_lp=b""), "it must hold one file, got 2"),
        ("other.zip", _zipped(a_txt=b""), r"must end in .mps or .lp .*got 'other.zip'"),
        ("bomb.mps.bz2", bz2.compress(b"*" * 10_000_000), "must not unpack to more than 100 times its size"),
        ("bomb.mps.xz", lzma.compress(b"*" * 10_000_000), "must not unpack to more than 100 times its size"),
        ("bomb.mps.zip", _zipped(a_mps=b"*" * 10_000_000), "must not unpack to more than 100 times its size"),
    ],
)
def test_packed_files_that_cannot_be_used(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InvalidInput, match=message):
        optcheck.read(tmp_path / name)
