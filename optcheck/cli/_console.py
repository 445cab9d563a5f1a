"""The two consoles of the command line: results go to ``out``, messages and progress to ``err``."""

from __future__ import annotations

from functools import cache

from rich.console import Console

from optcheck.exact.shown import steers

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


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
