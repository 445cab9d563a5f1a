"""Cells of CSV files that spreadsheets open."""

from __future__ import annotations

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def harmless(text: str) -> str:
    """A text for a cell that no spreadsheet takes for a formula: one that would start like it gets an apostrophe.

    Only for columns of texts; numbers stay as they are, with their signs.

    >>> harmless("=1+1"), harmless("Ann")
    ("'=1+1", 'Ann')
    """
    return f"'{text}" if text.lstrip().startswith(_FORMULA) or text.startswith(_FORMULA) else text


def unguarded(text: str) -> str:
    """The text of a cell without the apostrophe that :func:`harmless` put before it.

    >>> unguarded("'=1+1"), unguarded("'n")
    ('=1+1', "'n")
    """
    return text[1:] if text.startswith("'") and harmless(text[1:]) == text else text
