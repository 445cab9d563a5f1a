"""A linear program's file in each of the ways in which ``optcheck solve`` reads it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from optcheck.errors import InvalidInput

if TYPE_CHECKING:
    from optcheck.lp.program import LinearProgram

__all__ = ["readings_of"]


def readings_of(file: Path) -> dict[str, LinearProgram]:
    """Decimals first, then doubles, where the file's numbers are in their range; each with words that say so."""
    from optcheck.lp.read import load

    decimals = load(file, relax=True)
    relaxed = ", its integer columns relaxed" if decimals.integer_columns else ""
    try:
        doubles = load(file, binary=True, relax=True).program
    except InvalidInput:
        return {relaxed: decimals.program}
    return {relaxed: decimals.program, f", its numbers read as doubles{relaxed}": doubles}
