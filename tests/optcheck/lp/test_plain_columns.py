"""The loop over plain lines of COLUMNS reads what the reader of single lines reads, and refuses what that refuses."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.errors import InvalidInput
from optcheck.lp.draft import Numerals
from optcheck.lp.mps import PlainColumns, parse_mps

_NAMES = st.sampled_from(["x", "y", "z", "cost", "'MARKER'"])
_ROWS = st.sampled_from(["cost", "r", "s", "t", "'MARKER'"])
_VALUES = st.sampled_from(["1", "-2.50", "1/3", "0", "1e2", "abc", "'INTORG'", "'INTEND'"])
_LINES = st.one_of(
    st.tuples(_NAMES, _ROWS, _VALUES).map(list),
    st.tuples(_NAMES, _ROWS, _VALUES, _ROWS, _VALUES).map(list),
    st.lists(st.one_of(_NAMES, _ROWS, _VALUES), max_size=6),
)
_BLANKS = st.sampled_from([" ", "\t", "  ", "", "* ", "\v"])


@st.composite
def _texts(draw: st.DrawFn) -> str:
    lines = [draw(_BLANKS) + " ".join(words) for words in draw(st.lists(_LINES, max_size=7))]
    kinds = ["N cost", "G r", "L s", *draw(st.sampled_from([[], ["E 'MARKER'"]]))]
    return "\n".join(["NAME m", "ROWS", *(f" {kind}" for kind in kinds), "COLUMNS", *lines, "RHS", "ENDATA", ""])


def _read(text: str) -> object:
    try:
        loaded = parse_mps(text, "file", Numerals())
    except InvalidInput as error:
        return str(error)
    return loaded.program.instance(), loaded.integer_columns, loaded.notes


@given(_texts())
@settings(max_examples=400, deadline=None)
def test_the_loop_changes_nothing(text: str) -> None:
    with patch.object(PlainColumns, "read", lambda self: None):
        wanted = _read(text)
    assert _read(text) == wanted


def test_lines_that_are_not_plain_cost_no_more_than_others() -> None:
    """Each line is looked at once by the loop, however often the loop is entered again."""
    rows = "".join(f" E r{i}\n" for i in range(300))
    entries = "".join(f" m{i} 'MARKER' 'INTORG'\n x{i} r{i} 1\n" for i in range(300))
    looked = 0
    read = PlainColumns.read

    def counted(self: PlainColumns) -> None:
        nonlocal looked
        before = self._content.line
        read(self)
        looked += 1 + self._content.line - before

    with patch.object(PlainColumns, "read", counted):
        loaded = parse_mps(f"NAME m\nROWS\n N cost\n{rows}COLUMNS\n{entries}RHS\nENDATA\n", "file", Numerals())
    assert len(loaded.integer_columns) == 300
    assert looked <= 2 * 600 + 2
