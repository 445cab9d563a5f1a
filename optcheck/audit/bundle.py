"""An erratum to be sent: for each finding its text, its certificate and a script that rechecks it with Python alone.

The checker's own files travel along, since the reader may have nothing of ours installed. The folder appears whole or
not at all.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from optcheck import __version__
from optcheck.audit.documents import erratum, finding
from optcheck.audit.latex import as_latex
from optcheck.audit.registry import AnyClaim
from optcheck.audit.typeset import code_of
from optcheck.audit.verdict import Counterexample, Record, Verdict
from optcheck.audit.wording import BELIEVED, readable, true_label
from optcheck.checker.core import check_document
from optcheck.claims.relations import Compared
from optcheck.claims.truths import Quantity
from optcheck.errors import InvalidInput

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
    found = {"README.md": _readme(paper, refuted), "erratum.md": whole, "erratum.tex": as_latex(whole)}
    for verdict in refuted:
        found |= {f"{_folder(verdict)}/{name}": text for name, text in _finding(paper, verdict).items()}
    return found | dict(_checker_files())


def _folder(verdict: Verdict) -> str:
    return verdict.id.replace("/", "-")


def _recheck(verdict: Verdict) -> str:
    return f"python -I {_folder(verdict)}/recheck.py"


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
    found = {"erratum.md": text, "erratum.tex": as_latex(text)}
    certificates = _certificates(verdict.counterexample)
    found |= {name: json.dumps(document, indent=1) + "\n" for name, document in certificates.items()}
    return found | ({"recheck.py": _script(paper, verdict, verdict.counterexample)} if certificates else {})


def _believed(claim: AnyClaim, verdict: Verdict) -> Iterator[str]:
    """What no certificate can show: that instances and truth are the paper's own."""
    premises = verdict.premises
    assert premises is not None
    yield f"## What must be believed\n\n{BELIEVED}\n"
    yield f"- Instances: {premises['domain']}\n- Truth: {premises['truth']}\n- Asserted: {premises['asserts']}\n"
    yield from _code("The truth", premises["definition"])
    yield from _code("What is made of the form's value", premises["conversion"])
    yield from _code("The print, as it was evaluated", code_of(claim.printed.evaluate))


def _code(title: str, functions: Iterable[str]) -> Iterator[str]:
    code = "\n\n".join(text.strip() for text in functions)
    yield from [f"{title}:\n\n```\n{code}\n```\n"] if code else []


def _certificates(example: Counterexample) -> dict[str, Record]:
    """The certificates by the names of their files."""
    ends = ["", *(f"-{place}" for place in range(2, 1 + len(example.certificates)))]
    return {f"certificate{end}.json": document for end, document in zip(ends, example.certificates, strict=False)}


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
    found = [_commit(folder) for folder in folders]
    return ", ".join(dict.fromkeys(found)) or UNVERSIONED


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
