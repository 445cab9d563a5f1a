"""Files that break a rule: refused with the line, the field and the rule; limits on size and numbers."""

from __future__ import annotations

import gzip
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optcheck
from optcheck.errors import InvalidInput
from optcheck.lp import draft as source
from optcheck.lp.draft import Numerals
from optcheck.lp.lp_format import parse_lp
from optcheck.lp.mps import parse_mps
from tests.optcheck.lp.test_reading import DATA, parsed

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
        (HEAD + " m 'MARKER' 'SOSORG'\n", "line 7, marker: must be 'INTORG' or 'INTEND'"),
        (HEAD + "RHS\n rhs r 1\n rhs r 1\n", "line 9, row name: must occur once in RHS"),
        (HEAD + "RHS\n rhs r 1\n other cost 1\n", "line 9, set name: RHS must hold one set"),
        (HEAD + "RANGES\n rng q 1\n", "line 8, row name: must be one of ROWS"),
        (HEAD + "BOUNDS\n SC bnd x 5\n", "line 8, bound type: a semi-continuous column is not part"),
        (HEAD + "BOUNDS\n ZZ bnd x 5\n", "line 8, bound type: must be one of UP"),
        (HEAD + "BOUNDS\n UP bnd y 5\n", "line 8, column name: must be one of COLUMNS, got 'y'"),
        (HEAD + "BOUNDS\n UP bnd x\n", "line 8, column name|line 8, bound"),
        (HEAD + "BOUNDS\n UP bnd x -inf\n", "line 8, bound: a bound of type UP must not be infinite on this side"),
        (HEAD + "BOUNDS\n FX bnd x 1e30\n", "line 8, bound: a bound of type FX must not be infinite"),
        (HEAD + "BOUNDS\n UP bnd x 1\n UP bnd x 2\n", "line 9, bound: column x must get each of its bounds once"),
        (HEAD + "QUADOBJ\n x x 1\nENDATA\n", "line 7, section: must be one of NAME, .*linear programs.*QUADOBJ"),
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
        ("min\n x\nbounds\n x <= 1\nend\n", "line 3, section: Subject To must follow"),
        (LP, "must end with End: is it cut off"),
        (LP + "max\n x\nend\n", "line 5, section: a file must have one objective"),
        (LP + "end\n x\n", "line 6, section: nothing must follow End"),
        ("min\n [ x ^ 2 ] / 2\nst\n x >= 1\nend\n", "line 2, word: a quadratic part is not part of a linear program"),
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
        (LP + "semi-continuous\n x\nend\n", "line 5, section: must be one of a linear program's"),
        (LP + "generals\n 3\nend\n", "line 6, integer variable: must name a variable, got '3'"),
        (LP + " d: 1e99999 x >= 1\nend\n", "line 5, number: must have an exponent"),
    ],
)
def test_bad_lp_files_are_refused_by_line_field_and_rule(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        parsed(tmp_path, text, "model.lp")


def test_limits_on_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MOST_BYTES", 100_000)
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
    with pytest.raises(InvalidInput, match=r"must end in \.mps, \.lp"):
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
