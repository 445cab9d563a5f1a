"""Statements that are known to be printed and have no claim file yet: what an audit must call missing."""

from __future__ import annotations

import csv
import importlib.resources
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from optcheck.audit.registry import Source, root_package


@dataclass(frozen=True, slots=True)
class Statement:
    """A printed statement: its id, its place in the paper, and what it says in a few words."""

    id: str
    place: str
    gist: str

    @property
    def paper(self) -> str:
        """The paper's folder name."""
        return self.id.partition("/")[0]


def statements(root: str | None = None) -> tuple[Statement, ...]:
    """The statements in the file ``statements.tsv`` beside the papers' folders, if there is one."""
    try:
        text = importlib.resources.files(root or root_package()).joinpath("statements.tsv").read_text(encoding="utf-8")
    except FileNotFoundError:
        return ()
    rows = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return tuple(Statement(row["id"], row["place"], row["statement"]) for row in rows)


def missing_statements(found: Iterable[Source], wanted: Sequence[str] = (), root: str | None = None) -> list[str]:
    """Ids of known statements without a claim file, within the wanted papers or ids (all when none is given)."""
    have = {source.id for source in found}
    return sorted(
        item.id
        for item in statements(root)
        if item.id not in have and (not wanted or item.paper in wanted or item.id in wanted)
    )
