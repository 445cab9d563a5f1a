"""Build the site: ``python -m docs [--audit out/audit.json] [--out out/docs] [--only PAPER/ID ...]``."""

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from docs.claim_pages import write_claims
from docs.notebook_pages import renew, write_notebooks

HERE = Path(__file__).parent
NOT_PAGES = ("*.py", "__pycache__", "*.ipynb")


def build(audit: Path, out: Path, only: Sequence[str] = (), options: Sequence[str] = ()) -> int:
    """Gather the pages beside ``out``, turn them into HTML in ``out``; the exit status of Sphinx."""
    from sphinx.cmd.build import main as sphinx

    source = out.with_name(f"{out.name}-source")
    gather(source, _claims(audit, only))
    strict = ["--fail-on-warning", "--keep-going", "--nitpicky", "--quiet", "--fresh-env"]
    return sphinx([*strict, *options, "-c", str(HERE), "-d", str(source / ".cache"), str(source), str(out)])


def gather(source: Path, claims: Sequence[dict[str, Any]]) -> None:
    """Every page of the site as Markdown: those that are written, the notebooks, one for each claim."""
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(HERE, source, ignore=shutil.ignore_patterns(*NOT_PAGES))
    write_notebooks(HERE / "notebooks", source / "notebooks")
    write_claims(claims, source / "verdicts")


def _claims(audit: Path, only: Sequence[str]) -> list[dict[str, Any]]:
    if not audit.is_file():
        raise SystemExit(f"{audit} is missing: make audit writes it")
    claims: list[dict[str, Any]] = json.loads(audit.read_text(encoding="utf-8"))["claims"]
    return [claim for claim in claims if not only or claim["id"] in only]


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m docs", description=__doc__)
    parser.add_argument("--audit", type=Path, default=Path("out/audit.json"), help="the JSON of optcheck audit")
    parser.add_argument("--out", type=Path, default=Path("out/docs"), help="the folder to write")
    parser.add_argument("--notebooks", action="store_true", help="only run the notebooks and keep what they print")
    parser.add_argument("--only", nargs="*", default=[], metavar="CLAIM", help="pages for these claims only")
    given = parser.parse_args()
    if given.notebooks:
        renew(HERE / "notebooks")
        return 0
    status = build(given.audit, given.out, given.only)
    if status == 0:
        print(f"open {given.out / 'index.html'}")
    return status


if __name__ == "__main__":
    sys.exit(main())
