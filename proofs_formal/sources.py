"""The Coq sources as they are in this folder: found, never listed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from optcheck.errors import InvalidInput
from optcheck.formal import code_digest
from proofs_formal.proposition import identifier

ROOT = Path(__file__).parent
STATEMENTS = "statements"  # the folder of generated statements
_THEOREM = re.compile(
    r"^(?:\(\* Claim: (?P<claims>[^*]*) \*\)\n)?Theorem (?P<name>\w+)(?: : (?P<whole>\w+)\.$)?", re.MULTILINE
)
_CLAIM_LINE = re.compile(r"^\s*\(\* ?Claim", re.MULTILINE)
_CLAIM = re.compile(r"([\w-]+/[\w-]+) (printed|corrected)")
_GAP = re.compile(r"\b(Admitted|admit|Axiom|Parameter|Conjecture)\b")


@dataclass(frozen=True, slots=True)
class Marked:
    """A theorem of a source file, and the claims that its mark names.

    ``generated`` is the claim whose generated statement is all that the theorem says.
    """

    name: str
    file: str
    claims: dict[str, str]
    generated: str | None = None

    @property
    def qualified(self) -> str:
        """The name by which Coq finds it from anywhere."""
        return f"{module(self.file)}.{self.name}"


def module(file: str) -> str:
    """The logical name of a source file.

    >>> module("linear/Check.v")
    'Optcheck.linear.Check'
    """
    return "Optcheck." + file.removesuffix(".v").replace("/", ".")


def files() -> list[str]:
    """Every Coq source below this folder, by its path from here."""
    return sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.v"))


def text(file: str) -> str:
    """The text of a source."""
    return (ROOT / file).read_text(encoding="utf-8")


def digests() -> dict[str, str]:
    """Every source and the digest of its code."""
    return {file: code_digest(text(file)) for file in files()}


def theorems(file: str) -> list[Marked]:
    """The theorems of a file, in its order."""
    source = text(file)
    found = list(_THEOREM.finditer(source))
    if len(_CLAIM_LINE.findall(source)) != sum(match["claims"] is not None for match in found):
        raise InvalidInput(f"{file}: a line (* Claim: ... *) must stand right before a Theorem")
    return [_marked(match, file) for match in found]


def _marked(match: re.Match[str], file: str) -> Marked:
    claims = _claims(match["claims"], file)
    generated = next((claim for claim in claims if len(claims) == 1 and identifier(claim) == match["whole"]), None)
    return Marked(match["name"], file, claims, generated)


def all_theorems() -> list[Marked]:
    """The theorems of all files."""
    return [theorem for file in files() for theorem in theorems(file)]


def gaps(file: str) -> list[str]:
    """Words of a source that would leave something unproved."""
    return sorted(set(_GAP.findall(re.sub(r"\(\*.*?\*\)", "", text(file), flags=re.DOTALL))))


def _claims(mark: str | None, file: str) -> dict[str, str]:
    claims: dict[str, str] = {}
    for entry in mark.split(",") if mark else ():
        match = _CLAIM.fullmatch(entry.strip())
        if match is None:
            raise InvalidInput(
                f"{file}: a claim is marked as 'PAPER/ID printed' or 'PAPER/ID corrected', got {entry!r}"
            )
        claims[match[1]] = match[2]
    return claims
