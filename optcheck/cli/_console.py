"""The two consoles of the command line: results go to ``out``, messages and progress to ``err``."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from rich.console import Console

from optcheck.errors import steers

_NOBODY_READS = 141  # what a shell says of a program that a closed pipe has ended


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """End quietly where the reader has gone (``| head``), but not with 1, which means that something is false."""
        with suppress(SystemExit):
            super().on_broken_pipe()
        raise SystemExit(_NOBODY_READS)


out = _Console(highlight=False)
err = _Console(stderr=True, highlight=False)


def visible(text: str) -> str:
    r"""The text with characters that would steer the terminal written out; line breaks stay.

    >>> visible("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return "".join(repr(c)[1:-1] if c != "\n" and steers(c) else c for c in text)


@cache
def warn_once(message: str) -> None:
    """A word on ``err`` about what does not stop the work; the same word comes once."""
    err.print(f"optcheck: {visible(message)}", style="yellow", markup=False, soft_wrap=True)
