"""The documents of an audit: the verdicts as JSON and as Markdown, and an erratum for one paper.

The JSON is sorted and has no timings: the same seed gives the same bytes.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from importlib import resources
from itertools import groupby
from pathlib import Path

from optcheck import __version__
from optcheck.audit.registry import AnyClaim, is_built_in
from optcheck.audit.typeset import as_latex, code_of
from optcheck.audit.verdict import EVALUATION, Counterexample, Record, Verdict
from optcheck.audit.wording import (
    BELIEVED,
    IMPACTS,
    MARKS,
    RESULTS,
    STRENGTHS,
    claims_option,
    in_symbols,
    named,
    paragraphs,
    readable,
    true_label,
)
from optcheck.checker.core import check_document, counted
from optcheck.claims.claim import Compared, Impact, Quantity, Strength, Substance
from optcheck.errors import InvalidInput

FORMAT = 1
_FROM_COUNTEREXAMPLE = tuple(item.name for item in fields(Counterexample) if item.name != "instance")


def document(verdicts: Iterable[Verdict], seed: int, missing: Iterable[str] = ()) -> Record:
    """The JSON form of an audit. ``missing`` lists known statements for which there is no claim file."""
    claims = [entry(verdict) for verdict in sorted(verdicts, key=lambda verdict: verdict.id)]
    return {"format": FORMAT, "seed": seed, "claims": claims, "missing": sorted(missing)}


def entry(verdict: Verdict) -> Record:
    """One claim of the JSON form: all fields are always there, ``null`` where they do not apply."""
    record = verdict.to_record()
    counterexample = record.pop("counterexample")
    for name in ("timings", "plot"):
        record.pop(name)
    record["substance"] = verdict.substance
    record["counterexample"] = None if counterexample is None else counterexample["instance"]
    for name in _FROM_COUNTEREXAMPLE:
        record[name] = None if counterexample is None else counterexample[name]
    return record


def to_text(content: Record) -> str:
    """The document as stable, readable text."""
    return json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def is_success(verdicts: Iterable[Verdict], missing: Iterable[str] = ()) -> bool:
    """Whether every statement has a computed verdict that agrees with the expectation beside it."""
    return not list(missing) and all(verdict.agrees for verdict in verdicts)


HEAD = (
    "# All verdicts\n\nWritten by `optcheck verdicts` from the JSON of an audit; a test compares it with the claims.\n"
)


def page(claims: Sequence[Record], titles: Mapping[str, str]) -> str:
    """Every statement with its verdict, marks and strength, by paper, and the other readings below it."""
    by_paper = groupby(sorted(claims, key=lambda row: row["id"]), key=_paper)
    return "\n".join([HEAD, *(line for paper, rows in by_paper for line in _section(titles.get(paper, paper), rows))])


def _section(title: str, rows: Iterable[Record]) -> Iterator[str]:
    yield from (f"## {title}", "", "| statement | what it says | verdict | strength |", "|---|---|---|---|")
    yield from (line for row in rows for line in _lines(row))
    yield ""


def _lines(row: Record) -> Iterator[str]:
    words = [row["verdict"], *([row["substance"]] if row["substance"] else []), *row["marks"]]
    title, verdict = _cell(row["title"]), ", ".join(words)
    yield f"| `{row['id']}` | {title} | {verdict} | {row['strength']} |"
    for reading in row["readings"]:
        verdict = ", ".join([reading["verdict"], *reading["marks"]])
        yield f"| | *read as:* {_cell(reading['name'])} | {verdict} | {reading['strength']} |"


def counts(claims: Sequence[Record]) -> str:
    """How many statements of each paper hold or how much is wrong with them, and how strong the evidence is for all."""
    names, papers = RESULTS[:-2], sorted(set(map(_paper, claims)))
    lines = [f"| paper | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    lines += [_count_line(paper, [row for row in claims if _paper(row) == paper], names) for paper in papers]
    strengths = Counter(row["strength"] for row in claims)
    evidence = ", ".join(f"{strengths[name]} {name}" for name in Strength if strengths[name])
    return "\n".join([*lines, _count_line("all", claims, names), "", f"How strong the evidence is: {evidence}."]) + "\n"


def _count_line(name: str, rows: Sequence[Record], names: Sequence[str]) -> str:
    totals = Counter(row["substance"] or row["verdict"] for row in rows)
    return f"| {name} | {' | '.join(str(totals[column] or '') for column in names)} |"


def _paper(row: Record) -> str:
    return str(row["id"].partition("/")[0])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


HEADINGS = {
    Substance.FALLS.value: "What does not hold",
    Substance.LINE.value: "What a line repairs",
    Substance.SLIP.value: "Slips and corners",
}
SCANNED = ", and lines that may be errors of our scan"  # the built-in papers were read so


Command = Callable[[Verdict], str]


def erratum(title: str, verdicts: Sequence[Verdict], version: str = "", recheck: Command | None = None) -> str:
    """The erratum as Markdown: ``version`` says of which text, ``recheck`` how a certificate is rechecked."""
    refuted = [verdict for verdict in verdicts if verdict.counterexample is not None]
    is_scanned = is_built_in() and bool(version)  # libraries are no scans
    opening = f"{_opening(len(verdicts), len(refuted), is_scanned)}{_vocabulary(refuted)}"
    lines = [f"# Notes on: {title}", "", *([version, ""] if version else []), opening, ""]
    for heading, group in _groups(refuted):
        scanned = SCANNED if is_scanned and heading == HEADINGS[Substance.SLIP.value] else ""
        lines += [f"## {heading}{scanned}", "", *(line for verdict in group for line in _item(verdict, recheck))]
    return "\n".join(lines)


def finding(verdict: Verdict, recheck: Command | None = None) -> str:
    """One refuted statement as Markdown."""
    return "\n".join(_item(verdict, recheck))


def _opening(judged: int, refuted: int, is_scanned: bool) -> str:
    scanned = "We read a text that was scanned, so an error may be the scan's; please" if is_scanned else "Please"
    return (
        f"We compared {counted(judged, 'statement')} of the paper with the definitions or optimisation problems behind "
        f"{'it' if judged == 1 else 'them'}, in exact arithmetic; {refuted} of them "
        f"{'seems' if refuted == 1 else 'seem'} to need a correction. "
        "Each comes with the smallest instance that we found, and, where it says so, with a certificate that anybody "
        f"can recheck without a solver. {scanned} tell us where we misread. Indices count from 0, in the checker's "
        "sentences from 1."
    )


def _vocabulary(refuted: Sequence[Verdict]) -> str:
    """What the words in brackets mean, as far as they occur."""
    marks = {mark for verdict in refuted for mark in verdict.marks}
    strengths = {verdict.strength for verdict in refuted if verdict.correction is not None}
    return f"{_meanings('title', MARKS, marks)}{_meanings('suggestion', STRENGTHS, strengths)}"


def _meanings(place: str, words: Mapping[str, str], used: Collection[str | None]) -> str:
    meant = "; ".join(f"{name}: {words[name]}" for name in words if name in used)
    return f" In brackets behind a {place}: {meant}." if meant else ""


def _groups(refuted: Sequence[Verdict]) -> Iterator[tuple[str, list[Verdict]]]:
    """By substance, what falls first; in each group the worst impact first."""
    ranks = list(IMPACTS)
    for substance, heading in HEADINGS.items():
        group = [verdict for verdict in refuted if verdict.substance == substance]
        if group:
            yield heading, sorted(group, key=lambda verdict: ranks.index(_impact(verdict)))


def _impact(verdict: Verdict) -> str:
    assert verdict.counterexample is not None
    return verdict.counterexample.impact


def _item(verdict: Verdict, recheck: Command | None) -> Iterator[str]:
    assert verdict.counterexample is not None
    marks = f" ({', '.join(verdict.marks)})" if verdict.marks else ""
    yield from (f"### {verdict.place}: {verdict.title}{marks}", "")
    yield from _paragraph("Says", verdict, "Statement")
    yield f"- As judged: {verdict.printed}"
    if (_impact(verdict), verdict.substance) != (Impact.TEXT, Substance.FALLS):
        yield f"- Kind: {IMPACTS[_impact(verdict)]}"
    yield from _paragraph("Compared", verdict, "Model")
    yield from _counterexample(verdict, verdict.counterexample)
    if verdict.correction is not None:
        yield f"- Suggested: {verdict.correction} ({verdict.strength})"
    for reading in verdict.readings:
        yield f"- Read as “{reading['name']}”: {', '.join([reading['verdict'], *reading['marks']])}"
    yield from _paragraph("Remarks", verdict, "Readings")
    if verdict.counterexample.certificate is not None:
        yield f"- Recheck: `{(recheck or _own_command)(verdict)}`"
    yield ""


def _paragraph(label: str, verdict: Verdict, name: str) -> Iterator[str]:
    """A paragraph of the claim's own words: what was compared, and how else the print can be read."""
    for text in paragraphs(verdict.statement):
        words = " ".join(text.removeprefix(f"{name}: ").removeprefix("none.").split())
        if text.startswith(f"{name}: ") and words:
            yield f"- {label}: {words}"


def _own_command(verdict: Verdict) -> str:
    return f"optcheck show {verdict.id} --certificate proof.json{claims_option()} && optcheck verify proof.json"


def _counterexample(verdict: Verdict, failure: Counterexample) -> Iterator[str]:
    meant = "" if failure.means is None else f", which means {readable(failure.means)}"
    true = _true(verdict, failure)
    if verdict.premises is not None and verdict.relation != "equals":
        yield f"- Asserted: {verdict.premises['asserts']}"
    yield f"- Smallest instance: {readable(named(failure.instance, verdict))}"
    yield f"- There the printed form gives {readable(failure.claimed)}{meant}; {true}"
    yield f"- {'No certificate' if failure.certificate is None else 'The checker verified'}: {failure.proves}"


def _true(verdict: Verdict, failure: Counterexample) -> str:
    is_property = verdict.premises is not None and verdict.premises["asserts"].endswith(f" is {verdict.relation}")
    if is_property and failure.true is False:
        return f"this is not {verdict.relation}"
    return f"{true_label(verdict)} is {readable(failure.true)}"


# --- An erratum to be sent: for each finding its text, its certificate and a script that rechecks it with Python alone.
#
# The checker's own files travel along, since the reader may have nothing of ours installed. The folder appears whole or
# not at all.


SECONDS = 20  # for git
UNVERSIONED = "not under version control"
COMPARED = {"equals": "!=", "identity": "!=", "at most": ">", "at least": "<", "less": ">=", "greater": "<="}
_SCRIPT = resources.files("optcheck.audit").joinpath("assets", "recheck.py.txt")


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper, and which text of it was judged, with its verdicts and claims; ``commit`` is the claims' own version."""

    title: str
    verdicts: Sequence[Verdict]
    claims: Mapping[str, AnyClaim]
    commit: str
    version: str = ""


def files(paper: Paper) -> dict[str, str]:
    """The files of the bundle, by their path in it."""
    refuted = [verdict for verdict in paper.verdicts if verdict.counterexample is not None]
    whole = f"{erratum(paper.title, paper.verdicts, paper.version, _recheck)}\n{_origin(paper.commit)}\n"
    contents = {"README.md": _readme(paper, refuted), "erratum.md": whole, "erratum.tex": as_latex(whole)}
    for verdict in refuted:
        contents |= {f"{_folder(verdict)}/{name}": text for name, text in _finding(paper, verdict).items()}
    return contents | dict(_checker_files())


def _folder(verdict: Verdict) -> str:
    return verdict.id.replace("/", "-")


def _recheck(verdict: Verdict) -> str:
    return f"python3 -I {_folder(verdict)}/recheck.py"


def _origin(commit: str) -> str:
    return f"Written by optcheck {__version__}. The claims: {commit}."


def _finding(paper: Paper, verdict: Verdict) -> dict[str, str]:
    assert verdict.counterexample is not None
    parts = [
        f"# {paper.title}\n",
        *([f"{paper.version}\n"] if paper.version else []),
        finding(verdict, _recheck),
        *_believed(paper.claims[verdict.id], verdict),
    ]
    text = "\n".join([*parts, _origin(paper.commit)]) + "\n"
    contents = {"erratum.md": text, "erratum.tex": as_latex(text)}
    certificates = _certificates(verdict.counterexample)
    contents |= {name: _written(document) for name, document in certificates.items()}
    return contents | ({"recheck.py": _script(paper, verdict, verdict.counterexample)} if certificates else {})


def _believed(claim: AnyClaim, verdict: Verdict) -> Iterator[str]:
    """What no certificate can show: that instances and truth are the paper's own."""
    premises, example = verdict.premises, verdict.counterexample
    assert premises is not None
    assert example is not None
    yield f"## What must be believed\n\n{BELIEVED}\n"
    domain = in_symbols(premises["domain"], verdict)
    yield f"- Instances: {domain}; indices count from 0, in the checker's sentences from 1"
    yield f"- Truth: {premises['truth']}\n- Asserted: {premises['asserts']}\n"
    evaluated = [document for document in example.certificates if document["kind"] == EVALUATION]
    if evaluated:
        yield from _code("The truth, as the checker evaluated it", [evaluated[0]["instance"]["true"]])
        yield from _code("The print, as the checker evaluated it", [evaluated[0]["instance"]["claimed"]])
        return
    yield from _code("The truth", premises["definition"])
    yield from _code("What is made of the form's value", premises["conversion"])
    yield from _code("The print, as it was evaluated", code_of(claim.printed.evaluate))


def _code(title: str, functions: Iterable[str]) -> Iterator[str]:
    code = "\n\n".join(text.strip() for text in functions)
    yield from [f"{title}:\n\n```\n{code}\n```\n"] if code else []


def _certificates(example: Counterexample) -> dict[str, Record]:
    """The certificates by the names of their files."""
    ends = ["", *(f"-{index}" for index in range(2, 1 + len(example.certificates)))]
    return {f"certificate{end}.json": document for end, document in zip(ends, example.certificates, strict=False)}


def _written(document: Record) -> str:
    return json.dumps(document, indent=1) + "\n"


def _script(paper: Paper, verdict: Verdict, example: Counterexample) -> str:
    """The script with what it is to find."""
    sentences = {name: check_document(document).statement for name, document in _certificates(example).items()}
    facts = {
        "STATEMENT": f"{verdict.place}: {verdict.title} ({verdict.id})",
        "PRINTED": verdict.printed,
        "INSTANCE": readable(example.instance),
        "CLAIMED": readable(example.claimed),
        "MEANS": None if example.means is None else readable(example.means),
        "TRUE": f"{true_label(verdict)}: {readable(example.true)}",
        "PROVES": sentences,
        "SHA256": {name: sha256(_written(one).encode()).hexdigest() for name, one in _certificates(example).items()},
        "COMPARED": _compared(paper.claims[verdict.id], example),
        "COMMIT": paper.commit,
    }
    lines = "".join(f"{name} = {_literal(value)}\n" for name, value in facts.items())
    return _SCRIPT.read_text(encoding="utf-8").replace("# FACTS\n", lines)


def _literal(value: object) -> str:
    if isinstance(value, dict):
        return "{\n" + "".join(f"    {name!r}: {item!r},\n" for name, item in value.items()) + "}"
    return repr(value)


def _compared(claim: AnyClaim, example: Counterexample) -> tuple[str, str, str] | None:
    """The claimed number, how it violates the relation, and the checker's name for the true one, if there are."""
    relation = claim.printed.asserts or claim.asserts
    claimed = example.claimed if example.means is None else example.means
    if not (isinstance(claim.truth, Quantity) and claim.truth.holds is None and isinstance(relation, Compared)):
        return None
    if not all(isinstance(value, int) or _is_rational(value) for value in (claimed, example.true)):
        return None
    return str(claimed), COMPARED[relation.name], claim.truth.name


def _is_rational(value: object) -> bool:
    return isinstance(value, str) and value.removeprefix("-").replace("/", "", 1).isdecimal()


def _readme(paper: Paper, refuted: Sequence[Verdict]) -> str:
    lines = [
        f"# Findings in: {paper.title}",
        "",
        "`erratum.md` and `erratum.tex` hold all of them. Each finding has a folder with its text, its certificate,",
        "and a script that needs Python 3.11 or newer and nothing else. The checker that it runs is in `checker`.",
        "",
        *(_entry(verdict) for verdict in refuted),
        "",
        _origin(paper.commit),
    ]
    return "\n".join(lines) + "\n"


def _entry(verdict: Verdict) -> str:
    assert verdict.counterexample is not None
    how = f"`{_recheck(verdict)}`" if verdict.counterexample.certificates else "no certificate, see its text"
    return f"- {verdict.place}: {verdict.title}: {how}"


def _checker_files() -> Iterator[tuple[str, str]]:
    """The checker as it stands, in a package that holds nothing else."""
    home = Path(str(resources.files("optcheck.checker")))
    yield "checker/optcheck/__init__.py", '"""The checker alone."""\n'
    for path in sorted(home.rglob("*.py")):
        yield f"checker/optcheck/checker/{path.relative_to(home).as_posix()}", path.read_text(encoding="utf-8")


def commit_of(folders: Sequence[Path]) -> str:
    """The commit of the files in the folders, and whether they have been changed since."""
    commits = [_commit(folder) for folder in folders]
    return ", ".join(dict.fromkeys(commits)) or UNVERSIONED


def _commit(folder: Path) -> str:
    commit = _git(folder, "rev-parse", "HEAD")
    if not commit or not _git(folder, "ls-files", "--", "."):
        return UNVERSIONED
    changed = _git(folder, "status", "--porcelain", "--", ".")
    return f"commit {commit}{', with changes that are not committed' if changed else ''}"


def _git(folder: Path, *arguments: str) -> str:
    """What git says; nothing where there is no git, no repository or no commit."""
    command = ["git", "--no-optional-locks", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def check_folder(folder: Path) -> None:
    """Refuse, before any work is done, a folder that cannot be written or that holds something."""
    if not folder.absolute().parent.is_dir():
        raise InvalidInput(f"--bundle {folder} cannot be written: there is no folder {folder.absolute().parent}")
    if os.path.lexists(folder) and (not folder.is_dir() or folder.is_symlink() or any(folder.iterdir())):
        raise InvalidInput(f"--bundle {folder} must be a folder that is empty or not there yet")


def write_folder(folder: Path, content: Mapping[str, str]) -> None:
    """Write the files into a folder of another name, which then gets its own."""
    target = folder.absolute()
    try:
        half = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
        try:
            for name, text in content.items():
                (half / name).parent.mkdir(parents=True, exist_ok=True)
                (half / name).write_text(text, encoding="utf-8")
            half.chmod(0o777 & ~_umask())
            half.rename(target)
        except BaseException:
            shutil.rmtree(half, ignore_errors=True)
            raise
    except OSError as error:
        raise InvalidInput(f"{folder} cannot be written: {error.strerror or error}") from error


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
