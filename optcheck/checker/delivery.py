"""Check that a file of variances, as it was handed to the parties, is what a plan proves. Standard library only.

The file is CSV with a header. ``name`` and ``grid_variance`` (whole steps of the plan's grid squared) are needed;
``noise_variance`` and ``noise_sigma``, in the data's units, are for people and must not be below what they stand for.
The delivered variances are put in the place of the plan's own, and the whole plan is checked again with them.
"""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

from optcheck.checker.core import DEFAULT_LIMIT, Verified, check_document, read_file
from optcheck.checker.facts import quoted
from optcheck.checker.reading import require

MOST_BYTES = 1 << 27
_NUMBER = re.compile(r"[0-9]{1,400}(\.[0-9]{1,400})?([eE][+-]?[0-9]{1,3})?")
Row = dict[str, str]


def check_delivery(plan: str | Path, noise: str | Path, limit: float = DEFAULT_LIMIT) -> Verified:
    """What the plan proves about the variances in the file; raises CertificateRejected."""
    document = read_file(plan)
    require(isinstance(document, dict) and document.get("kind") == "noise-plan", quoted(str(plan)), "a noise-plan")
    names = list(document["instance"]["names"])
    delivered = _by_name(_rows(noise), names)
    steps = [_steps(delivered[name], name) for name in names]
    given = {**document, "evidence": {**document["evidence"], "variances": steps}}
    proved = check_document(given, limit)
    grid = Fraction(document["evidence"]["grid"])
    for name, variance in zip(names, steps, strict=True):
        _check_shown(delivered[name], name, variance * grid**2)
    return proved


def _rows(path: str | Path) -> list[Row]:
    with open(path, "rb") as stream:
        content = stream.read(MOST_BYTES + 1)
    require(len(content) <= MOST_BYTES, quoted(str(path)), f"a file of at most {MOST_BYTES} bytes", "a longer one")
    try:
        reader = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
        rows, header = list(reader), list(reader.fieldnames or [])
    except (UnicodeDecodeError, csv.Error) as error:
        require(False, quoted(str(path)), "a CSV file in UTF-8", quoted(str(error)))
        raise
    require(len(set(header)) == len(header), quoted(str(path)), "every column once", header)
    straight = all(None not in row and None not in row.values() for row in rows)
    require(straight, quoted(str(path)), "as many cells in a row as columns")
    fields = set(header)
    require(
        {"name", "grid_variance"} <= fields,
        quoted(str(path)),
        "columns name and grid_variance",
        sorted(map(str, fields)),
    )
    return rows


def _by_name(rows: list[Row], names: list[str]) -> dict[str, Row]:
    """The rows by party; every party of the plan once, and nobody else."""
    found: dict[str, Row] = {}
    known = set(names)
    for row in rows:
        name = row["name"]
        if name not in known and name.startswith("'"):  # a guard against spreadsheets that read names as formulas
            name = name[1:]
        require(name in known, f"party {quoted(str(name))}", "a party of the plan")
        require(name not in found, f"party {quoted(name)}", "one row", "two")
        found[name] = row
    missing = [name for name in names if name not in found]
    require(not missing, f"party {quoted(missing[0]) if missing else ''}", "a row in the file of noise", "none")
    return found


def _steps(row: Row, name: str) -> int:
    text = (row["grid_variance"] or "").strip()
    require(
        re.fullmatch(r"[0-9]{1,4000}", text) is not None,
        f"grid_variance of {quoted(name)}",
        "a whole number",
        quoted(text),
    )
    return int(text)


def _check_shown(row: Row, name: str, variance: Fraction) -> None:
    """Rounded numbers for people are not below the variance and the standard deviation that they stand for."""
    for column, power in (("noise_variance", 1), ("noise_sigma", 2)):
        text: Any = row.get(column)
        if text is not None:
            where = f"{column} of {quoted(name)}"
            require(_NUMBER.fullmatch(text.strip()) is not None, where, "a decimal number", quoted(text))
            require(Fraction(text.strip()) ** power >= variance, where, "rounded up", quoted(text))
