"""Check that files of variances, as they were handed to the parties, are what a plan proves. Standard library only.

The file is CSV with a header. ``name`` and ``grid_variance`` (whole steps of the plan's grid squared) are needed;
``noise_variance`` and ``noise_sigma``, in the data's units, are for people and must not be below what they stand for.
The delivered variances are put in the place of the plan's own, and the whole plan is checked again with them. A plan
that was made in chunks (:mod:`optcheck.checker.stream`) has its parties in the file too; a folder stands for its files.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

from optcheck.checker.core import DEFAULT_LIMIT, Verified, check_document, read_document, read_file
from optcheck.checker.families.noise_plan import Instance
from optcheck.checker.numerals import parse_number
from optcheck.checker.reading import require
from optcheck.checker.rows import Row, check_shown, read_rows, whole_cell
from optcheck.checker.stream import KIND as STREAM
from optcheck.checker.stream import check_stream
from optcheck.checker.wording import quoted


def check_delivery(plan: str | Path, noise: str | Path, limit: float = DEFAULT_LIMIT) -> Verified:
    """What the plan proves about the variances in the file; raises CertificateRejected."""
    document = read_file(plan)
    fields = document if isinstance(document, dict) else {}
    kind = fields.get("kind")
    if kind == STREAM:
        return check_stream(fields, files_of(noise), limit)
    require(kind == "noise-plan", quoted(str(plan)), f"a noise-plan or {STREAM}")
    parts = read_document(document)
    names = Instance(parts.instance, "instance").names
    delivered = _by_name(read_rows(noise, "name", "grid_variance"), names)
    steps = [whole_cell(delivered[name], "grid_variance", name) for name in names]
    given = {**fields, "evidence": {**parts.evidence, "variances": steps}}
    proved = check_document(given, limit)
    grid = Fraction(parse_number(parts.evidence["grid"]))
    for name, variance in zip(names, steps, strict=True):
        check_shown(delivered[name], name, variance * grid**2)
    return proved


def files_of(noise: str | Path) -> list[Path]:
    """The file itself, or the CSV files of a folder in the order of their names."""
    path = Path(noise)
    return sorted(file for file in path.iterdir() if file.suffix.lower() == ".csv") if path.is_dir() else [path]


def _by_name(rows: Iterable[Row], names: list[str]) -> dict[str, Row]:
    """The rows by party; every party of the plan once, and nobody else."""
    found: dict[str, Row] = {}
    known = set(names)
    for row in rows:
        name = row["name"]
        if name not in known and name.startswith("'"):  # a guard against spreadsheets that read names as formulas
            name = name[1:]
        require(name in known, f"party {quoted(name)}", "a party of the plan")
        require(name not in found, f"party {quoted(name)}", "one row", "two")
        found[name] = row
    missing = [name for name in names if name not in found]
    require(not missing, f"party {quoted(missing[0]) if missing else ''}", "a row in the file of noise", "none")
    return found
