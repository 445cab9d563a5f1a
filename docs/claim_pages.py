"""One page for each claim, one for each paper, and their index, from the JSON of an audit."""

import json
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from docs.claim_sections import claim_page
from docs.markdown import plain, table
from optcheck.audit import registry
from optcheck.audit.report import formulas_of, natural
from optcheck.audit.verdict import Counterexample, Record, Verdict
from optcheck.cli.verdicts import counts

INDEX = """# Verdicts

Every statement that was judged, by paper. A page shows what is printed, how it was modelled, the verdict with its
counterexample or proof, and how to recheck it. [The audit](audit.md) says what the words mean.

{counts}

```{{toctree}}
:maxdepth: 1

{pages}
```
"""


def write_claims(claims: Sequence[Record], folder: Path) -> None:
    """The index beside the folder, and in it the pages of papers and claims, with certificates."""
    by_paper = {paper: list(rows) for paper, rows in groupby(map(verdict_of, claims), key=lambda row: row.paper)}
    for paper, verdicts in by_paper.items():
        (folder / paper).mkdir(parents=True, exist_ok=True)
        (folder / f"{paper}.md").write_text(_paper_page(paper, verdicts), encoding="utf-8")
        for verdict in verdicts:
            _write_claim(verdict, folder)
    pages = "\n".join(f"verdicts/{paper}" for paper in by_paper)
    folder.with_suffix(".md").write_text(INDEX.format(counts=counts(claims), pages=pages), encoding="utf-8")


def verdict_of(row: Record) -> Verdict:
    """The verdict that an entry of the JSON was made from."""
    failure = None
    if row["counterexample"] is not None:
        names = Counterexample.__dataclass_fields__
        failure = {name: row["counterexample"] if name == "instance" else row[name] for name in names}
    return Verdict.from_record({**row, "counterexample": failure, "timings": None, "plot": None})


def _write_claim(verdict: Verdict, folder: Path) -> None:
    failure = verdict.counterexample
    for number, document in enumerate(failure.certificates if failure is not None else [], start=1):
        name = f"{verdict.id}.json" if number == 1 else f"{verdict.id}-{number}.json"
        (folder / name).write_text(json.dumps(document) + "\n", encoding="utf-8")
    source = next(source for source in registry.sources() if source.id == verdict.id)
    page = claim_page(verdict, formulas_of(registry.load(source)))
    (folder / f"{verdict.id}.md").write_text("\n\n".join(page) + "\n", encoding="utf-8")


def _paper_page(paper: str, verdicts: Sequence[Verdict]) -> str:
    ordered = sorted(verdicts, key=lambda verdict: natural(verdict.place))
    head = ["place", "what it says", "verdict", "strength"]
    more = f"[More about it](../{paper}.md). " if (Path(__file__).parent / f"{paper}.md").is_file() else ""
    opening = f"{more}Each place leads to a page with formula, evidence and certificate."
    return f"# {plain(registry.paper_title(paper))}\n\n{opening}\n\n{table(head, map(_line, ordered))}\n"


def _line(verdict: Verdict) -> list[str]:
    words = ", ".join([verdict.verdict, *verdict.marks])
    return [f"[{plain(verdict.place)}]({verdict.id}.md)", plain(verdict.title), words, verdict.strength or ""]
