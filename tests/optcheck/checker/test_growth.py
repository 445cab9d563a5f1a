"""Nothing is free: every list of every kind is made longer, and the lines that run are held against the steps paid.

A step stands for ten nanoseconds, and a line of Python takes fifty at least. So whatever a file makes the checker do,
the lines that run are covered by the steps that are paid, and by the steps that a file's entries are worth.
"""

from __future__ import annotations

import copy
import sys
from contextlib import suppress
from math import log
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import optcheck.checker
from optcheck.checker import work
from optcheck.checker.core import verified
from optcheck.errors import CertificateRejected
from tests.fuzz.specimens import specimens
from tests.optcheck.checker.test_costly import FILES
from tests.optcheck.checker.wrong_values import holder, places

HOME = str(Path(str(optcheck.checker.__file__)).parent)
STEPS = 4  # that a line is worth at least
START = 40_000  # lines for what does not depend on the file
LENGTHS = (30, 600)
SMALL = 100
BEYOND = dict.fromkeys(
    [("tpmdp-point", "point"), ("tpmdp-point", "required")], "points of Eq. 6 the square of the number of parties"
)  # lists with which the work grows faster than n log n, and what the page says about them
LIMIT = 0.3  # seconds' worth of steps: lines are counted slowly
SPECIMENS = specimens()


class _Counter:
    """Counts the checker's lines that run, the steps that are paid, and the entries that are read."""

    def __init__(self) -> None:
        self.lines = self.entries = 0

    def trace(self, frame: FrameType, event: str, argument: object) -> Any:
        if not frame.f_code.co_filename.startswith(HOME):
            return None
        self.lines += event == "line"
        return self.trace

    def earn(self, entries: int) -> None:
        self.entries += entries


def _measured(document: Any) -> tuple[int, int]:
    """Lines that ran, and steps that cover them."""
    counter = _Counter()
    with work.budget(LIMIT) as left, pytest.MonkeyPatch.context() as patch:
        start = left[0]
        patch.setattr(work, "earn", counter.earn)
        before = sys.gettrace()
        sys.settrace(counter.trace)
        try:
            with suppress(CertificateRejected):
                verified(document)
        finally:
            sys.settrace(before)
        return counter.lines, start - left[0] + counter.entries * work.STEPS_PER_ENTRY


def _longer(document: dict[str, Any], place: tuple[str | int, ...], length: int) -> dict[str, Any]:
    """The list at a place, and every list of the same length beside it, repeated up to a new length."""
    changed = copy.deepcopy(document)
    old = len(_at(changed, place))
    for other, value in list(places(changed)):
        together = isinstance(value, list) and len(value) == old and other[:1] in (("instance",), ("evidence",))
        if together and not any(type(step) is int for step in other):
            holder(changed, other)[other[-1]] = (value * (length // old + 1))[:length]
    return changed


def _at(document: Any, place: tuple[str | int, ...]) -> Any:
    for step in place:
        document = document[step]
    return document


@pytest.mark.parametrize("index", range(len(SPECIMENS)), ids=lambda index: f"{index}-{SPECIMENS[index]['kind']}")
def test_longer_lists_are_paid_for(index: int) -> None:
    document = SPECIMENS[index]
    for place, value in places(document):
        if isinstance(value, list) and value and all(type(step) is str for step in place):
            for length in LENGTHS:
                lines, steps = _measured(_longer(document, place, length))
                assert lines * STEPS <= steps + START * STEPS, (place, length, lines, steps)


def _spent(document: Any) -> int:
    """The steps that a check takes, with nothing earned for entries."""
    with work.budget(20) as left, pytest.MonkeyPatch.context() as patch:
        start = left[0]
        patch.setattr(work, "earn", lambda entries: None)
        with suppress(CertificateRejected):
            verified(document)
        return start - left[0]


@pytest.mark.parametrize("index", range(len(SPECIMENS)), ids=lambda index: f"{index}-{SPECIMENS[index]['kind']}")
def test_steps_grow_like_n_log_n_or_the_page_says_more(index: int) -> None:
    document = SPECIMENS[index]
    for place, value in places(document):
        if isinstance(value, list) and value and all(type(step) is str for step in place):
            few, many = (_spent(_longer(document, place, length)) for length in (SMALL, 4 * SMALL))
            named = (document["kind"], place[-1]) in BEYOND
            assert named or many <= 4 * (1 + log(4) / log(SMALL)) * few + START, (place, few, many)


def test_growth_beyond_that_is_named_in_the_docs() -> None:
    page = (Path(optcheck.checker.__file__).parents[2] / "docs" / "certificates.md").read_text(encoding="utf-8")
    assert all(words in " ".join(page.split()) for words in BEYOND.values())


@pytest.mark.parametrize("name", FILES)
def test_costly_files_are_paid_for(name: str) -> None:
    lines, steps = _measured(FILES[name])
    assert lines * STEPS <= steps + START * STEPS, (lines, steps)
