"""Notebooks: run anew, and shown as pages with the text as it is, each cell's code, and below it what it prints."""

import contextlib
import io
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docs.markdown import fenced

Notebook = dict[str, Any]  # the JSON of an .ipynb file


def executed(notebook: Notebook) -> Notebook:
    """The notebook with what its cells print now, run from top to bottom in an empty folder."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = []
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for place, cell in enumerate(notebook["cells"], start=1):
            cells.append(cell if cell["cell_type"] == "markdown" else _run(cell, place, names))
    return {**notebook, "cells": cells}


def _run(cell: dict[str, Any], place: int, names: dict[str, Any]) -> dict[str, Any]:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile("".join(cell["source"]), f"cell {place}", "exec"), names)
    text = printed.getvalue().splitlines(keepends=True)
    return {**cell, "outputs": [{"name": "stdout", "output_type": "stream", "text": text}] if text else []}


def renew(notebooks: Path) -> None:
    """Run every notebook and keep what it prints."""
    for path in sorted(notebooks.glob("*.ipynb")):
        path.write_text(as_text(executed(read(path))), encoding="utf-8")


def read(path: Path) -> Notebook:
    """A notebook's JSON."""
    found: Notebook = json.loads(path.read_text(encoding="utf-8"))
    return found


def as_text(notebook: Notebook) -> str:
    """The JSON as Jupyter writes it."""
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def write_notebooks(notebooks: Path, folder: Path) -> None:
    """A page for every notebook, from the outputs that are kept in it."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(notebooks.glob("*.ipynb")):
        page = "\n\n".join(part for cell in read(path)["cells"] for part in _parts(cell))
        (folder / f"{path.stem}.md").write_text(page + "\n", encoding="utf-8")


def _parts(cell: dict[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield fenced(source, "python")
    printed = "".join(text for output in cell["outputs"] for text in output["text"])
    if printed:
        yield fenced(printed.rstrip("\n"), "text")
