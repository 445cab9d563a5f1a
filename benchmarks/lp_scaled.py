"""Badly scaled copies of programs: rows and continuous columns times random powers of ten. The optimum stays the same.

    python -m benchmarks.lp_scaled FOLDER COPIES --smallest 20

writes three copies of each of the smallest models, with exponents up to 3, 6 and 9 in both directions.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np

from optcheck.exact.numbers import Exact, whole
from optcheck.lp.mps import to_mps
from optcheck.lp.program import LinearProgram, SparseRows, object_array
from optcheck.lp.read import read

EXPONENTS = (3, 6, 9)


def stretched(program: LinearProgram, exponent: int, number: random.Random) -> LinearProgram:
    """The same program in other units."""
    rows = [Fraction(10) ** number.randint(-exponent, exponent) for _ in range(program.rows.count)]
    drawn = [Fraction(10) ** number.randint(-exponent, exponent) for _ in program.costs]
    columns = [Fraction(1) if j in program.integers else factor for j, factor in enumerate(drawn)]
    row_of = np.repeat(np.arange(program.rows.count), np.diff(program.rows.starts)).tolist()
    entries = zip(program.rows.values.tolist(), row_of, program.rows.columns.tolist(), strict=True)
    values = object_array([whole(a * rows[i] * columns[j]) for a, i, j in entries])
    return replace(
        program,
        costs=_times(program.costs, columns),
        rows=SparseRows(program.rows.starts, program.rows.columns, values),
        rhs=object_array(_times(program.rhs.tolist(), rows)),
        lower=_divided(program.lower, columns),
        upper=_divided(program.upper, columns),
    )


def _times(values: Sequence[Exact], factors: Sequence[Fraction]) -> tuple[Exact, ...]:
    return tuple(whole(value * factor) for value, factor in zip(values, factors, strict=True))


def _divided(values: Sequence[Exact | None], factors: Sequence[Fraction]) -> tuple[Exact | None, ...]:
    pairs = zip(values, factors, strict=True)
    return tuple(None if value is None else whole(value / factor) for value, factor in pairs)


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="a folder of .mps and .mps.gz files")
    parser.add_argument("copies", type=Path, help="where the copies go")
    parser.add_argument("--smallest", type=int, default=20, help="how many models, the smallest files first")
    given = parser.parse_args(argv)
    models = sorted([*given.folder.glob("*.mps"), *given.folder.glob("*.mps.gz")], key=lambda path: path.stat().st_size)
    given.copies.mkdir(parents=True, exist_ok=True)
    for model in models[: given.smallest]:
        for exponent in EXPONENTS:
            copy = stretched(read(model), exponent, random.Random(f"{model.name}/{exponent}"))
            to_mps(copy, given.copies / f"{model.name.partition('.mps')[0]}-{exponent}.mps")
    return 0


if __name__ == "__main__":
    sys.exit(main())
