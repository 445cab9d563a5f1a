"""Two checkers, one answer: the Python checker and the extracted one on certificates and on their mutants."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from optcheck.checker.core import Verified, check_file
from optcheck.checker.reading import number_text
from optcheck.errors import CertificateRejected
from proofs_formal import extraction, samples
from proofs_formal.mutants import mutant

__all__ = ["Tally", "compare", "compare_mutants"]

_BATCH = 5000


@dataclass(slots=True)
class Tally:
    """How many documents were compared, how many both accept, and the first ones that the checkers disagree about."""

    compared: int = 0
    accepted: int = 0
    differ: int = 0
    first: list[str] = field(default_factory=list)

    def add(self, document: str, ours: Verified | None, theirs: str) -> None:
        """Count one document."""
        self.compared += 1
        self.accepted += ours is not None
        if not _same(ours, theirs):
            self.differ += 1
            self.first = [*self.first, f"Python: {ours}; extracted: {theirs}; {document}"][:5]


def compare_mutants(count: int, seed: int = 1, certificates: int = 150) -> Tally:
    """Compare the checkers on random certificates and on mutants of them."""
    random, tally = Random(seed), Tally()
    bases = samples.documents(random, certificates)
    compare(bases, tally)
    for start in range(0, count, _BATCH):
        compare([mutant(random.choice(bases), random) for _ in range(min(_BATCH, count - start))], tally)
    return tally


def compare(documents: list[str], tally: Tally) -> None:
    """Ask both checkers about every document. One that holds a line break goes to the extracted one without it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "document.json"
        for document, theirs in zip(documents, extraction.answers(documents), strict=True):
            path.write_text(document, encoding="utf-8")
            tally.add(document, _ask_python(path), theirs)


def _ask_python(path: Path) -> Verified | None:
    try:
        return check_file(path)
    except CertificateRejected:
        return None


def _same(ours: Verified | None, theirs: str) -> bool:
    verdict, _, words = theirs.partition(": ")
    if ours is None or verdict != "proved":
        return ours is None and verdict != "proved"
    return ours.value is None or number_text(ours.value) in words.split()
