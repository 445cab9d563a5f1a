"""Times of an earlier run, read from the files beside its pictures: what is drawn again is not measured again."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from benchmarks.isolation import Result
from benchmarks.scaling import LIMITS
from optcheck.errors import InvalidInput

_BUSY = re.compile(r"The machine was busy \(.*?\): times are upper bounds\.")


def kept_rows(folder: Path, name: str) -> list[dict[str, str]]:
    """The lines of a table that an earlier run wrote."""
    path = folder / f"{name}.csv"
    if not path.is_file():
        raise InvalidInput(f"no measurements to draw from: {path} is not there")
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def kept_result(row: dict[str, str]) -> Result:
    """How one measurement ended; what did not end well has no time."""
    done = row["status"] == "ok"
    seconds, megabytes = (float(row["seconds"]), float(row["megabytes"])) if done else (LIMITS.seconds, 0.0)
    return Result(row["status"], seconds, megabytes, message=row["message"])


def kept_warning(path: Path) -> str | None:
    """What the earlier run said about other work on its machine."""
    found = _BUSY.search(path.read_text(encoding="utf-8")) if path.is_file() else None
    return found[0] if found else None
