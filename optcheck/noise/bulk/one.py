"""One party of a plan that was made in chunks: the whole plan is checked, and only this party's row is kept."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from optcheck.checker.core import read_file
from optcheck.checker.noise import STREAM, Row, check_stream, files_of, number_cell, read_rows, whole_cell
from optcheck.checker.noise import StreamEvidence as Evidence
from optcheck.checker.noise import StreamInstance as Instance
from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import instance_of
from optcheck.exact.text import harmless
from optcheck.noise.names import likeness
from optcheck.noise.plan import Plan, Question

__all__ = ["party_plan"]

_SECONDS = 1e9  # a party wants its own plan checked, however large it is


def party_plan(plan: str | Path, noise: str | Path, name: str) -> Plan:
    """What :func:`optcheck.noise.draw` and the clipping need of a plan made in chunks, for the party with this name.

    The plan and all its files of noise are checked first, in one pass. The plan returned knows this party alone, and
    has no proof of its own.
    """
    for path in (plan, noise):
        if not isinstance(path, str | Path) or "\0" in str(path):
            raise InvalidInput(f"there must be the path of a plan and that of its noise, got {shown(path)}")
    instance_of(name, str, "name")
    try:
        return _checked(plan, noise, name)
    except OSError as error:
        raise InvalidInput(f"{error.filename} cannot be read: {error.strerror}") from error


def _checked(plan: str | Path, noise: str | Path, name: str) -> Plan:
    document = read_file(plan)
    if not isinstance(document, dict) or document.get("kind") != STREAM:
        raise InvalidInput(f"{plan} must be a plan made in chunks where --noise is given (kind {STREAM})")
    files = files_of(noise)
    check_stream(document, files, _SECONDS)
    rows = [row for file in files for row in _alike(file, name)]
    if len(rows) > 1:
        raise InvalidInput(f"{noise} must have one row with the name {shown(name)} or one like it, got {len(rows)}")
    if not rows or rows[0]["name"] != harmless(name):  # as it is written in a file that spreadsheets open
        raise InvalidInput(f"{noise} must have one row with the name {shown(name)}, got 0")
    return _alone(document, rows[0], name)


def _alike(file: Path, name: str) -> Iterator[Row]:
    wanted = likeness(harmless(name))
    return (row for row in read_rows(file, "name", "grid_variance") if likeness(row["name"]) == wanted)


def _alone(document: dict[str, object], row: Row, name: str) -> Plan:
    instance, evidence = Instance(document["instance"], "instance"), Evidence(document["evidence"], "evidence")
    epsilon, delta, sensitivity = (number_cell(row, column, name) for column in ("epsilon", "delta", "sensitivity"))
    question = Question((name,), (epsilon,), (delta,), (sensitivity,), (), 0, 0, instance.releases, instance.dimension)
    share = whole_cell(row, "grid_variance", name)
    return Plan(question, Fraction(evidence.grid), (0,), (share,), (0,), Fraction(0))
