"""What Coq has proved: the manifest of ``proofs_formal``, and which claims its theorems are about.

The manifest is made by ``make formal`` from what Coq says about the built theorems. A theorem counts only as long as
every source still has the digest under which it was built, and for a claim only as long as its statement (domain,
truth, relation, forms) has the digest with which it was compared; comments and white space do not matter.

The second checker: extracted from Coq, where what it accepts is proved true. Built by ``make formal``.
"""

from __future__ import annotations

import hashlib
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
    """Whether a statement with this digest (:func:`optcheck.audit.registry.statement_digest`) is the theorem's."""
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
    depth, kept = 0, [" "]
    for token in _TOKEN.findall(text):
        depth += token == "(*"
        piece = " " if depth or token.isspace() else token
        depth -= token == "*)" and depth > 0
        if piece != " " or kept[-1] != " ":
            kept.append(piece)
    return hashlib.sha256("".join(kept).strip().encode()).hexdigest()


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


if __name__ == "__main__":
    print(manifest() or "formal proofs: no manifest, run make formal")


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
