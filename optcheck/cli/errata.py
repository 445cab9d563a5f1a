"""``optcheck errata``: what is wrong in a paper, ready to send to its authors."""

from __future__ import annotations

import html as markup
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from optcheck.audit import registry
from optcheck.audit.errata import Paper, check_folder, erratum, files, write_folder
from optcheck.audit.run import Plan, with_foundations
from optcheck.audit.verdict import Verdict
from optcheck.checker.core import counted
from optcheck.cli._console import print_text
from optcheck.cli.audit import PROCESSES, Jobs, Limit, Package, Seed, judged, use
from optcheck.errors import InvalidInput
from optcheck.exact.files import check_outputs, write_atomically

STYLE = "body{max-width:42em;margin:2em auto;font:1em/1.5 serif} h3{break-after:avoid} li{overflow-wrap:anywhere}"


def errata(
    paper: Annotated[str, typer.Argument(help="A paper, for example tpmdp.", show_default=False)],
    claims: Package = None,
    markdown: Annotated[
        Path | None, typer.Option("--out", dir_okay=False, help="Write Markdown there.", show_default="the screen")
    ] = None,
    html: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Write a page for printing to PDF there.", show_default=False)
    ] = None,
    bundle: Annotated[
        Path | None,
        typer.Option(
            file_okay=False,
            help="Write a folder to send: texts, certificates, and scripts that recheck them with Python alone.",
            show_default=False,
        ),
    ] = None,
    jobs: Jobs = PROCESSES,
    seed: Seed = 0,
    limit: Limit = 600.0,
) -> None:
    """List what a paper should correct: the printed form, the smallest counterexample, the correction, how to recheck.

    Examples:

    - `optcheck errata tpmdp`
    - `optcheck errata cordp --out cordp.md --html cordp.html`
    - `optcheck errata mypaper --claims my_claims --bundle mypaper-errata`
    """
    use(claims)
    if paper not in registry.papers():
        raise InvalidInput(f"paper must be one of {', '.join(registry.papers())}, got {paper!r}")
    check_outputs([], {"--out": markdown, "--html": html})
    if bundle is not None:
        check_folder(bundle)
    plan = Plan(sources=registry.select(registry.sources(), [paper]), seed=seed, jobs=jobs, limit=limit)
    verdicts = with_foundations([item.verdict for item in judged(plan)], plan)
    broken = [verdict.id for verdict in verdicts if verdict.error is not None]
    if broken:
        raise InvalidInput(f"no erratum while verdicts are missing: {', '.join(broken)}")
    text = erratum(registry.paper_title(paper), verdicts, registry.paper_version(paper))
    if markdown is not None:
        write_atomically(markdown, text)
    if html is not None:
        write_atomically(html, page(text))
    if bundle is not None:
        _write_bundle(bundle, paper, verdicts)
    if markdown is None and html is None and bundle is None:
        print_text(text)


def _write_bundle(folder: Path, paper: str, verdicts: Sequence[Verdict]) -> None:
    claims = {verdict.id: registry.find(verdict.id) for verdict in verdicts}
    commit = registry.commit_of(registry.opened(registry.root_package()).folders())
    content = files(Paper(registry.paper_title(paper), verdicts, claims, commit, registry.paper_version(paper)))
    write_folder(folder, content)
    count = sum(verdict.counterexample is not None for verdict in verdicts)
    print_text(f"{counted(count, 'finding')}: {folder}")


def page(text: str) -> str:
    """The Markdown that ``erratum`` writes (headings, items, paragraphs) as a page."""
    head = f"<!doctype html>\n<html lang=en><meta charset=utf-8><title>Notes</title><style>{STYLE}</style>\n"
    return head + "\n".join(_line(line) for line in text.splitlines()) + "\n</html>\n"


def _line(line: str) -> str:
    for mark, tag in (("### ", "h3"), ("## ", "h2"), ("# ", "h1"), ("- ", "li")):
        if line.startswith(mark):
            return f"<{tag}>{markup.escape(line[len(mark) :])}</{tag}>"
    return f"<p>{markup.escape(line)}</p>" if line else ""


COMMANDS = (errata,)
