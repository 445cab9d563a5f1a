"""An erratum for one paper: as Markdown and LaTeX, and as a folder to be sent."""

from __future__ import annotations

import json
import os
import re
import shutil
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from pathlib import Path

from optcheck import __version__
from optcheck.audit.registry import AnyClaim, code_of, is_built_in
from optcheck.audit.verdict import (
    BELIEVED,
    EVALUATION,
    Counterexample,
    Record,
    Verdict,
    claims_option,
    in_symbols,
    named,
    paragraphs,
    readable,
    true_label,
)
from optcheck.checker.core import check_document, counted
from optcheck.claims.claim import Compared, Impact, Mark, Quantity, Strength, Substance, Word
from optcheck.errors import InvalidInput

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
    return f"{_meanings('title', Mark, marks)}{_meanings('suggestion', Strength, strengths)}"


def _meanings(place: str, words: type[Word], used: Collection[str | None]) -> str:
    meant = "; ".join(f"{word}: {word.meaning}" for word in words if word in used)
    return f" In brackets behind a {place}: {meant}." if meant else ""


def _groups(refuted: Sequence[Verdict]) -> Iterator[tuple[str, list[Verdict]]]:
    """By substance, what falls first; in each group the worst impact first."""
    ranks = list(Impact)
    for substance, heading in HEADINGS.items():
        group = [verdict for verdict in refuted if verdict.substance == substance]
        if group:
            yield heading, sorted(group, key=lambda verdict: ranks.index(Impact(_impact(verdict))))


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
        yield f"- Kind: {Impact(_impact(verdict)).meaning}"
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
    domain = in_symbols(premises["domain"], verdict.symbols)
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


def check_folder(folder: Path) -> None:
    """Refuse, before any work is done, a folder that cannot be written or that holds something."""
    if not folder.absolute().parent.is_dir():
        raise InvalidInput(f"--bundle {folder} cannot be written: there is no folder {folder.absolute().parent}")
    if os.path.lexists(folder) and (not folder.is_dir() or folder.is_symlink() or any(folder.iterdir())):
        raise InvalidInput(f"--bundle {folder} must be a folder that is empty or not there yet")


def write_folder(folder: Path, content: Mapping[str, str]) -> None:
    """Write the files into a folder of another name, which then gets its own."""
    target = folder.absolute()
    half = target.with_name(f".{os.urandom(8).hex()}.part")
    try:
        half.mkdir()
        try:
            for name, text in content.items():
                (half / name).parent.mkdir(parents=True, exist_ok=True)
                (half / name).write_text(text, encoding="utf-8")
            half.rename(target)
        except BaseException:
            shutil.rmtree(half, ignore_errors=True)
            raise
    except OSError as error:
        raise InvalidInput(f"{folder} cannot be written: {error.strerror or error}") from error


# --- Markdown of the documents here (headings, items, paragraphs, code) as LaTeX that any engine sets ---


_HEAD = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb,textcomp}
\begin{document}
\sloppy
"""
_ASCII = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\ensuremath{<}", ">": r"\ensuremath{>}",
    "|": r"\textbar{}",
}  # fmt: skip
_SIGNS = {
    "·": "\\cdot", "×": "\\times", "‖": "\\|", "←": "\\leftarrow", "→": "\\rightarrow", "⇒": "\\Rightarrow",
    "⇔": "\\Leftrightarrow", "∀": "\\forall", "∃": "\\exists", "∅": "\\emptyset", "∈": "\\in", "∉": "\\notin",
    "−": "-", "√": "\\surd", "∞": "\\infty", "∩": "\\cap", "∪": "\\cup", "≈": "\\approx", "≠": "\\neq", "≤": "\\leq",
    "≥": "\\geq", "⊂": "\\subset", "⊆": "\\subseteq", "⊗": "\\otimes", "⌊": "\\lfloor", "⌋": "\\rfloor",
    "⌈": "\\lceil", "⌉": "\\rceil", "∑": "\\sum", "∏": "\\prod", "∂": "\\partial", "±": "\\pm", "ϵ": "\\epsilon",
}  # fmt: skip
_QUOTES = {"“": "``", "”": "''", "‘": "`", "’": "'", "…": r"\ldots{}", "–": "--", "—": "---", "\u00a0": "~"}
_ACCENTS = {"\u0302": "\\hat", "\u0303": "\\tilde", "\u0304": "\\bar"}
_GREEK = {"omicron": "o", "final sigma": "\\varsigma"}
_CODE = re.compile(r"`([^`]*)`")


def as_latex(markdown: str) -> str:
    """The whole document."""
    return _HEAD + "\n".join([*_aligned_lines(markdown.splitlines()), "\\end{document}"]) + "\n"


def _aligned_lines(lines: list[str]) -> Iterator[str]:
    in_code = False
    for index, line in enumerate(lines):
        if line.startswith("```"):
            in_code = not in_code
            yield "\\begin{verbatim}" if in_code else "\\end{verbatim}"
        elif in_code:
            yield line
        else:
            before, after = (lines[at] if 0 <= at < len(lines) else "" for at in (index - 1, index + 1))
            is_item = line.startswith("- ")
            yield from ["\\begin{itemize}"] if is_item and not before.startswith("- ") else []
            yield _line(line)
            yield from ["\\end{itemize}"] if is_item and not after.startswith("- ") else []


def _line(line: str) -> str:
    for mark, command in (("### ", "subsection*"), ("## ", "section*"), ("# ", "section*")):
        if line.startswith(mark):
            return f"\\{command}{{{escaped(line.removeprefix(mark))}}}"
    return f"\\item {_text(line.removeprefix('- '))}" if line.startswith("- ") else _text(line)


def _text(line: str) -> str:
    parts = _CODE.split(line)  # code at every second place
    return "".join(f"\\texttt{{{escaped(part)}}}" if index % 2 else escaped(part) for index, part in enumerate(parts))


def escaped(text: str) -> str:
    r"""A text as LaTeX shows it; what LaTeX has no name for is named.

    >>> escaped("σ² ≤ 50 %")
    '\\ensuremath{\\sigma}\\ensuremath{^{2}} \\ensuremath{\\leq} 50 \\%'
    """
    return re.sub(r"(.)([\u0302-\u0304])|(.)", _matched, text, flags=re.DOTALL)


def _matched(match: re.Match[str]) -> str:
    base, accent, alone = match.groups()
    return f"\\ensuremath{{{_ACCENTS[accent]}{{{_character(base)}}}}}" if accent else _character(alone)


def _character(character: str) -> str:
    if ord(character) < 128:
        return _ASCII.get(character, character)
    if character in _QUOTES:
        return _QUOTES[character]
    return _formula(character) or _letter(character)


def _formula(character: str) -> str | None:
    """What stands in a formula: a sign, a Greek letter, an exponent, an index."""
    words = unicodedata.name(character, "").lower()
    kind, _, base = unicodedata.decomposition(character).partition(" ")
    if character in _SIGNS:
        inner = _SIGNS[character]
    elif words.startswith("greek ") and " letter " in words:
        inner = _greek(*words.removeprefix("greek ").split(" letter "))
    elif kind in ("<super>", "<sub>"):
        inner = f"{'^' if kind == '<super>' else '_'}{{{_plain(chr(int(base, 16)))}}}"
    else:
        return None
    return f"\\ensuremath{{{inner}}}"


def _plain(character: str) -> str:
    return _SIGNS.get(character, character) if character.isascii() or character in _SIGNS else escaped(character)


def _greek(size: str, name: str) -> str:
    """Capitals that look Latin are Latin letters in LaTeX."""
    name = name.replace("lamda", "lambda")
    if size == "small":
        return _GREEK.get(name, f"\\{name}")
    has_own = name in ("gamma", "delta", "theta", "lambda", "xi", "pi", "sigma", "upsilon", "phi", "psi", "omega")
    return f"\\{name.capitalize()}" if has_own else name[:1].upper()


def _letter(character: str) -> str:
    """Latin letters as they are; anything else by its name."""
    if unicodedata.name(character, "").startswith("LATIN "):
        return character
    fraction = unicodedata.normalize("NFKC", character).replace("\u2044", "/")
    if fraction.isascii():
        return escaped(fraction)
    return f"[{unicodedata.name(character, 'unnamed character').lower()}]"
