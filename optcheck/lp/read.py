"""Read a linear program from a file: MPS or CPLEX LP format, plain or packed (.gz, .bz2, .xz, .zip)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from optcheck.errors import InvalidInput
from optcheck.exact.files import uncollected
from optcheck.lp.draft import PACKINGS, Loaded, Numerals, inner_name, text_of, within_limit
from optcheck.lp.program import LinearProgram


def read(path: str | Path, binary: bool = False, relax: bool = False) -> LinearProgram:
    """The linear program of an .mps or .lp file, which may be packed (.mps.gz, .lp.bz2, .mps.xz, model.zip).

    Numbers are read as they are written: 0.1 is 1/10. With ``binary`` each is rounded to a double first, as solvers
    in floating point do: the program is then exactly the one that such a solver sees. Integer and semi-continuous
    columns are what they are, unless ``relax`` asks for the relaxation. A range becomes two rows, the second named
    with ``:range``; a constant in the objective becomes the cost of a column "objective constant" that is fixed at
    1.
    """
    return load(path, binary, relax).program


def load(path: str | Path, binary: bool = False, relax: bool = False, limit: float | None = None) -> Loaded:
    """The program with what the file says beside it: name, integer columns, free rows that were left out.

    With a ``limit``, opening, unpacking and reading together may take so many seconds.
    """
    return within_limit(path, limit, lambda: _load(path, binary, relax))


def _load(path: str | Path, binary: bool, relax: bool) -> Loaded:
    source = Path(path)
    parse = _parser(source)
    with uncollected():
        loaded = parse(text_of(source), str(path), Numerals(binary))
    if relax:
        return replace(loaded, program=loaded.program.relaxed())
    return loaded


def _parser(source: Path) -> Callable[[str, str, Numerals], Loaded]:
    """Who reads the format that a file's name tells; nobody else is loaded."""
    suffix = Path(inner_name(source)).suffix.lower()
    if suffix == ".mps":
        from optcheck.lp.mps import parse_mps

        return parse_mps
    if suffix == ".lp":
        from optcheck.lp.lp_format import parse_lp

        return parse_lp
    packed = ", ".join(PACKINGS)
    raise InvalidInput(f"a program's file must end in .mps or .lp (then {packed}), got {source.name!r}")
