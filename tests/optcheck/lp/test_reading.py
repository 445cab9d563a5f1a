"""Files of linear programs: every section and corner of the formats, HiGHS's reader as the oracle, bad files."""

from __future__ import annotations

import gzip
from fractions import Fraction
from pathlib import Path

import highspy
import numpy as np
import pytest

import optcheck
from optcheck.errors import InvalidInput
from optcheck.lp.draft import CONSTANT, RANGE_MARK
from optcheck.lp.program import LinearProgram
from optcheck.lp.read import load

DATA = Path(__file__).parent / "data"
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


def test_integer_columns_are_relaxed_only_on_demand() -> None:
    for name in ("integers.mps", "integers.lp"):
        with pytest.raises(InvalidInput, match=r"integer columns \(.*relax=True"):
            optcheck.read(DATA / name)
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
        assert loaded.notes == ("2 columns (such as v1) stand neither in the objective nor in a row",)


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
