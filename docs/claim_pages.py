"""One page for each claim, one for each paper, and their index, from the JSON of an audit."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from docs.markdown import bullets, code, fenced, plain, table
from optcheck.audit import registry
from optcheck.audit.showing.markdown import counts
from optcheck.audit.showing.readable import approximation, as_table, paragraphs, readable

Entry = Mapping[str, Any]  # one claim of the audit's JSON

INDEX = """# Verdicts

Every statement that was judged, by paper. A page shows what is printed, how it was modelled, the verdict with its
counterexample or proof, and how to recheck it. [The audit](audit.md) says what the words mean.

{counts}

```{{toctree}}
:maxdepth: 1

{pages}
```
"""


def write_claims(claims: Sequence[Entry], folder: Path) -> None:
    """The index beside the folder, and in it the pages of papers and claims, with certificates."""
    by_paper = {paper: list(rows) for paper, rows in groupby(sorted(claims, key=lambda row: row["id"]), key=_paper)}
    for paper, rows in by_paper.items():
        (folder / paper).mkdir(parents=True, exist_ok=True)
        (folder / f"{paper}.md").write_text(_paper_page(paper, rows), encoding="utf-8")
        for row in rows:
            _write_claim(row, folder / paper)
    pages = "\n".join(f"verdicts/{paper}" for paper in by_paper)
    folder.with_suffix(".md").write_text(INDEX.format(counts=counts(claims), pages=pages), encoding="utf-8")


def _write_claim(row: Entry, folder: Path) -> None:
    name = row["id"].partition("/")[2]
    if row["certificate"] is not None:
        (folder / f"{name}.json").write_text(json.dumps(row["certificate"]) + "\n", encoding="utf-8")
    (folder / f"{name}.md").write_text("\n\n".join(claim_page(row)) + "\n", encoding="utf-8")


def _paper_page(paper: str, rows: Sequence[Entry]) -> str:
    head = ["place", "what it says", "verdict", "strength"]
    return f"# {plain(registry.paper_title(paper))}\n\n" + table(head, map(_line, rows)) + "\n"


def _line(row: Entry) -> list[str]:
    return [f"[{plain(row['place'])}]({row['id']}.md)", plain(row["title"]), _verdict(row), row["strength"]]


def claim_page(row: Entry) -> Iterator[str]:
    """The page of one claim, paragraph by paragraph."""
    yield "---\norphan: true\n---"
    yield f"# {plain(row['place'])}: {plain(row['title'])}"
    yield f"**{_verdict(row)}**, {row['strength']}. {code(row['id'])}, in [{_title(row)}](../{_paper(row)}.md)."
    yield from _forms(row)
    yield from (_paragraph(text) for text in paragraphs(row["statement"]))
    for section in (_counterexample, _evidence, _proof, _readings, _measured, _recheck):
        yield from section(row)


def _forms(row: Entry) -> Iterator[str]:
    forms = [("as printed", row["printed"]), ("corrected", row["correction"])]
    yield table(["", ""], [[label, plain(text)] for label, text in forms if text])


def _paragraph(text: str) -> str:
    """A paragraph of a claim's docstring: its label in italics, its list as a list."""
    head, *rest = text.split("\n")
    label, colon, after = head.partition(": ")
    labelled = colon and " " not in label
    first = f"*{plain(label)}.* {plain(after)}" if labelled else plain(head)
    return "\n".join([first, *(f"\n{plain(line.strip())}" for line in rest)])


def _counterexample(row: Entry) -> Iterator[str]:
    if row["counterexample"] is None:
        return
    yield "## The smallest counterexample that was found"
    cells = [("instance", readable(row["counterexample"]))]
    cells += [(name, _number(row[name])) for name in ("claimed", "true", "gap") if row[name] is not None]
    if row["means"] is not None:
        cells.append(("what is claimed means", _number(row["means"])))
    yield table(["", ""], [[name, plain(text)] for name, text in cells])
    if row["explanation"]:
        yield plain(row["explanation"])
    if row["certificate"] is not None:
        name = row["id"].partition("/")[2]
        yield f"[The certificate]({name}.json) proves: {plain(row['proves'])}"


def _number(value: Any) -> str:
    return f"{readable(value)} {approximation(value)}".strip()


def _evidence(row: Entry) -> Iterator[str]:
    yield "## Evidence"
    checked = f"The printed form was compared at {row['checked']:,} instances"
    if row["correction_checked"]:
        checked += f", the corrected one at {row['correction_checked']:,}"
    yield plain(f"{checked}: {row['exhausted']}." if row["exhausted"] else f"{checked}.")
    if row["theorem"]:
        yield f"Machine-checked by the theorem {code(row['theorem'])} ([formal proofs](../../formal.md))."
    if row["rests_on"]:
        names = ", ".join(f"[{name}](../{name}.md)" for name in row["rests_on"])
        yield f"The proof rests on {names}; without them it would be {row['alone']}."


def _proof(row: Entry) -> Iterator[str]:
    proof = row["proof"]
    if proof is None:
        return
    yield "## Proof"
    yield bullets(f"{plain(step['words'])} *({plain(step['kind'])})*" for step in proof["shown"])
    yield from (plain(remark) for remark in proof["remarks"])


def _readings(row: Entry) -> Iterator[str]:
    if not row["readings"]:
        return
    yield "## Other readings"
    lines = [
        [plain(one["name"]), _verdict(one), one["strength"], _failure(one["counterexample"])] for one in row["readings"]
    ]
    yield table(["read as", "verdict", "strength", "counterexample"], lines)


def _failure(found: Mapping[str, Any] | None) -> str:
    if found is None:
        return ""
    return plain(f"{readable(found['instance'])}: claimed {readable(found['claimed'])}, true {readable(found['true'])}")


def _measured(row: Entry) -> Iterator[str]:
    if row["measurement"] is None:
        return
    yield "## Measured"
    yield plain(row["measurement"]["reason"])
    figures = row["measurement"]["figures"]
    grid = as_table(figures)
    if grid is not None:
        yield table(["", *map(plain, grid[0])], [[plain(name), *map(plain, cells)] for name, cells in grid[1]])
    elif isinstance(figures, dict):
        yield table(["", ""], [[plain(name), plain(readable(value))] for name, value in figures.items()])


def _recheck(row: Entry) -> Iterator[str]:
    yield "## Recheck it"
    lines = [f"optcheck audit {row['id']} --no-cache"]
    if row["certificate"] is not None:
        file = row["id"].partition("/")[2] + ".json"
        lines.insert(0, f"python -m optcheck.checker {file}   # the certificate above; standard library only")
    yield fenced("\n".join(lines))


def _title(row: Entry) -> str:
    return plain(registry.paper_title(_paper(row)))


def _verdict(row: Entry) -> str:
    return ", ".join([row["verdict"], *row["marks"]])


def _paper(row: Entry) -> str:
    return str(row["id"].partition("/")[0])
