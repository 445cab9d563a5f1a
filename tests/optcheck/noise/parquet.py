"""Parquet files for tests, written and read by DuckDB."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from optcheck.noise.bulk import literal

HAS_DUCKDB = importlib.util.find_spec("duckdb") is not None
needs_duckdb = pytest.mark.skipif(not HAS_DUCKDB, reason="needs the extra: pip install 'optcheck[data]'")


def write_parquet(path: Path, columns: Mapping[str, Sequence[object]]) -> None:
    """Write a table, each column with the type of its values."""
    import duckdb

    names = ", ".join(f'unnest($c{j}) AS "{name}"' for j, name in enumerate(columns))
    values = {f"c{j}": list(column) for j, column in enumerate(columns.values())}
    with duckdb.connect() as opened:
        opened.execute(f"CREATE TABLE t AS SELECT {names}", values)
        opened.execute(f"COPY t TO {literal(path)} (FORMAT parquet)")


def read_parquet(path: Path) -> dict[str, list[object]]:
    """The columns of a table."""
    import duckdb

    with duckdb.connect() as opened:
        opened.execute(f"FROM read_parquet({literal(path)})")
        names = [name for name, *_ in opened.description or []]
        rows = opened.fetchall()
    return {name: [row[j] for row in rows] for j, name in enumerate(names)}
