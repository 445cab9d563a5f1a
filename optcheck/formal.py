"""What Coq has proved: the manifest of ``proofs_formal``, and which claims its theorems are about.

The manifest is made by ``make formal`` from what Coq says about the built theorems. A theorem counts only as long as
every source still has the digest under which it was built, and for a claim only as long as its statement (domain,
truth, relation, forms) has the digest with which it was compared; comments and white space do not matter.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import json
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from optcheck.checker.core import MOST_BYTES, content_of
from optcheck.errors import CertificateRejected, InvalidInput, TooCostly

_TOKEN = re.compile(r'\(\*|\*\)|"[^"]*"|\s+|[^("*\s]+|.', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Theorem:
    """A theorem that Coq has checked: ``forms`` says for each claim which of its forms is proved.

    ``generated``: its statement was written by the machine from the claim; otherwise the claim's form was compared with
    Coq's on instances. ``lines`` of definitions must be read to know what the statement says.
    """

    name: str
    file: str
    statement: str
    axioms: tuple[str, ...]
    forms: dict[str, str]
    generated: bool = False
    lines: int = 0

    def __str__(self) -> str:
        rests_on = ", ".join(axiom.rpartition(".")[2] for axiom in self.axioms) or "none"
        made = "statement generated from the claim" if self.generated else "compared with the claim on its instances"
        return f"{self.name} ({self.file}; {made}; {self.lines} lines of definitions; axioms: {rests_on})"


@dataclass(frozen=True, slots=True)
class Manifest:
    """All theorems, the digests of the sources and of the claims' forms, and with what and when they were verified."""

    theorems: tuple[Theorem, ...]
    sources: dict[str, str]
    forms: dict[str, str]
    versions: dict[str, str]
    verified: str

    def changed_sources(self) -> tuple[str, ...]:
        """Sources that are not those from which the manifest was made."""
        return tuple(name for name, digest in self.sources.items() if _digest_of(name) != digest)

    def __str__(self) -> str:
        stale = f"; changed since: {', '.join(self.changed_sources())}" if self.changed_sources() else ""
        tools = ", ".join(f"{tool} {version}" for tool, version in self.versions.items())
        return f"formal proofs: {len(self.theorems)} theorems, last verified {self.verified} with {tools}{stale}"


@cache
def manifest() -> Manifest | None:
    """The manifest that was shipped, or None where there is none."""
    folder = _folder()
    if folder is None or not (folder / "manifest.json").is_file():
        return None
    return read_manifest(json.loads((folder / "manifest.json").read_text(encoding="utf-8")))


def read_manifest(record: dict[str, Any]) -> Manifest:
    """The manifest in a JSON record."""
    theorems = tuple(
        Theorem(
            item["theorem"],
            item["file"],
            item["statement"],
            tuple(item["axioms"]),
            item["claims"],
            item["generated"],
            item["lines"],
        )
        for item in record["theorems"]
    )
    return Manifest(theorems, record["sources"], record["forms"], record["versions"], record["verified"])


def is_compared(claim: str, digest: str) -> bool:
    """Whether a statement with this digest (:func:`statement_digest`) is the theorem's."""
    known = manifest()
    return known is not None and known.forms.get(claim) == digest


def machine_checked(claim: str) -> Theorem | None:
    """The theorem that is about a claim, if Coq has checked it and no source has changed since.

    >>> theorem = machine_checked("tpmdp/alg-2")
    >>> theorem.name, theorem.forms["tpmdp/alg-2"], theorem.axioms
    ('alg2_everyone', 'printed', ())
    """
    known = manifest()
    if known is None or known.changed_sources():
        return None
    return next((theorem for theorem in known.theorems if claim in theorem.forms), None)


def code_digest(text: str) -> str:
    """SHA-256 of a Coq source without its comments, each stretch of white space as one space.

    >>> code_digest("Check 1. (* a (* b *) *)") == code_digest("Check   1.")
    True
    """
    depth, pieces = 0, [" "]
    for token in _TOKEN.findall(text):
        depth += token == "(*"
        piece = " " if depth or token.isspace() else token
        depth -= token == "*)" and depth > 0
        if piece != " " or pieces[-1] != " ":
            pieces.append(piece)
    return hashlib.sha256("".join(pieces).strip().encode()).hexdigest()


def _folder() -> Traversable | None:
    try:
        return resources.files("proofs_formal")
    except ModuleNotFoundError:
        return None


@cache
def _digest_of(name: str) -> str | None:
    folder = _folder()
    path = folder / name if folder is not None else None
    return code_digest(path.read_text(encoding="utf-8")) if path is not None and path.is_file() else None


# --- The source of a statement, as something to compare: what a theorem was compared with must not change unnoticed.
#
# The digest covers domain, truth, relation and forms, and every definition of the same package or of the
# explicit models that they reach. Comments, docstrings, annotations and layout do not matter; neither does what only
# describes the statement or argues for it: title, place, symbols, the texts of forms, argument, readings.

Name = tuple[str, str]  # module and name
MODELS = "lp_models"
_DESCRIPTIVE_FIELDS = frozenset(
    ("argument", "effort", "expected", "falls", "hints", "id", "impact", "measure", "place", "plot", "readings",
     "rests_on", "symbol", "text", "title")
)  # fmt: skip


def statement_digest(module: str, name: str = "CLAIM") -> str:
    """SHA-256 of the statement that a module defines under this name, with what it is made of."""
    root = module.partition(".")[0]
    reached: dict[Name, str] = {}
    waiting = [(module, name)]
    while waiting:
        here = waiting.pop()
        node = _definitions(here[0]).get(here[1])
        if node is not None and here not in reached:
            stripped = _stripped(node)
            reached[here] = ast.unparse(stripped)
            waiting += [one for one in _mentioned(here[0], stripped) if one[0].partition(".")[0] in (root, MODELS)]
    if (module, name) not in reached:
        raise LookupError(f"{module} defines no {name}")
    # Names of modules are left out: a definition may move to another file.
    text = "\n".join(sorted(f"{one[1]}: {text}" for one, text in reached.items()))
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _tree(module: str) -> ast.Module:
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return ast.Module([], [])
    with open(spec.origin, encoding="utf-8") as file:
        return ast.parse(file.read())


@cache
def _definitions(module: str) -> dict[str, ast.stmt]:
    """What the module itself defines at its top, by name."""
    definitions: dict[str, ast.stmt] = {}
    for node in _tree(module).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            definitions[node.name] = node
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            names = (part.id for part in ast.walk(target or node) if target and isinstance(part, ast.Name))
            definitions |= dict.fromkeys(names, node)
    return definitions


@cache
def _imports(module: str) -> dict[str, Name]:
    """What a name that the module imports is: (module, name), the name empty for a module."""
    imports: dict[str, Name] = {}
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.ImportFrom) and node.module is not None and not node.level:
            for one in node.names:
                is_module = not _definitions(node.module).get(one.name) and _exists(f"{node.module}.{one.name}")
                origin = (f"{node.module}.{one.name}", "") if is_module else (node.module, one.name)
                imports[one.asname or one.name] = origin
        elif isinstance(node, ast.Import):
            imports |= {one.asname or one.name: (one.name, "") for one in node.names}
    return imports


def _exists(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def _mentioned(module: str, node: ast.AST) -> Iterator[Name]:
    imports = _imports(module)
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield imports.get(part.id) or (module, part.id)
        elif isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
            owner = imports.get(part.value.id)
            if owner is not None and not owner[1]:
                yield owner[0], part.attr


def _stripped(node: ast.stmt) -> ast.stmt:
    copy = ast.parse(ast.unparse(node)).body[0]
    for part in ast.walk(copy):
        if isinstance(part, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(part) is not None:
            part.body = part.body[1:] or [ast.Pass()]
        if isinstance(part, ast.FunctionDef):
            part.returns = None
        elif isinstance(part, ast.arg):
            part.annotation = None
        elif isinstance(part, ast.AnnAssign):
            part.annotation = ast.Constant(None)
        elif isinstance(part, ast.Call):
            part.keywords = [one for one in part.keywords if one.arg not in _DESCRIPTIVE_FIELDS]
            if isinstance(part.func, ast.Name) and part.func.id == "Form":
                part.args[1:2] = []  # its text
    return copy


# --- The second checker: extracted from Coq, where what it accepts is proved true; built by ``make formal`` ---


PROGRAM = Path(__file__).parent.parent / "build" / "optcheck-extracted"
_DAY = 86_400.0


def require_built() -> None:
    """Raise InvalidInput with what to do where the program is not there."""
    if not PROGRAM.is_file():
        raise InvalidInput("the extracted checker is not built: run make formal (it needs Coq and OCaml)")


@contextmanager
def _regular(path: Path, limit: float) -> Iterator[Path]:
    """The file itself, or a copy of what comes out of a pipe: the extracted program would wait for it for ever."""
    if path.is_file():
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "certificate.json"
        copy.write_bytes(content_of(path, MOST_BYTES + 1, limit))
        yield copy


def verify_extracted(path: str | Path, limit: float = _DAY) -> str:
    """Have the extracted checker read a certificate file; the sentence that it proves, or CertificateRejected."""
    require_built()
    try:
        with _regular(Path(path), limit) as file:
            done = subprocess.run([PROGRAM, "--", file], capture_output=True, text=True, timeout=max(1.0, limit))
    except subprocess.TimeoutExpired:
        raise TooCostly(f"the extracted checker gave no answer within {limit:g} seconds") from None
    verdict, _, words = done.stdout.strip().removeprefix(f"{file}: ").partition(": ")
    if verdict == "REJECTED":
        raise CertificateRejected("by the extracted checker", actual=words)
    if verdict != "proved" or done.returncode != 0:
        raise InvalidInput(words or f"the extracted checker ended with exit status {done.returncode}")
    return words


if __name__ == "__main__":
    print(manifest() or "formal proofs: no manifest, run make formal")
