"""Certificates: exact evidence as plain data, with a JSON form that the checker reads without the rest of optcheck."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from optcheck.checker.core import (
    DEFAULT_LIMIT,
    FORMAT,
    MOST_BYTES,
    Verified,
    accept,
    check_document,
    check_file,
    read_document,
    read_file,
)
from optcheck.errors import CertificateRejected, InvalidInput
from optcheck.exact.files import Document, write_atomically

__all__ = ["Certificate", "Verified", "uncollected", "verify", "write_atomically"]


@contextmanager
def uncollected() -> Iterator[None]:
    """Let nobody look for garbage in cycles inside: millions of numbers hold none, and looking takes half the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is claimed about an instance, and the evidence for it.

    ``instance`` and ``evidence`` hold only JSON values: numbers are ints or "p/q" texts, never floats. The ``note`` is
    for people; the checker repeats it as quoted words of the file.
    """

    kind: str
    instance: Mapping[str, object]
    evidence: Mapping[str, object]
    note: str = ""

    def document(self) -> Document:
        """The JSON form: format version, kind, instance, evidence, and the note where there is one."""
        note = {"note": self.note} if self.note else {}
        return {"format": FORMAT, "kind": self.kind, "instance": self.instance, "evidence": self.evidence, **note}

    def verify(self, limit: float = DEFAULT_LIMIT) -> Verified:
        """Have the checker recompute everything; raises CertificateRejected."""
        with uncollected():
            return check_document(self.document(), limit)

    def accept(self, limit: float = DEFAULT_LIMIT) -> None:
        """Have the checker recompute everything, and say no more than that it holds; raises CertificateRejected."""
        with uncollected():
            accept(self.document(), limit)

    def save(self, path: str | Path) -> None:
        """Write the certificate as JSON; the file appears whole or not at all."""
        write_atomically(path, json.dumps(self.document(), separators=(",", ":")) + "\n")

    @classmethod
    def load(cls, path: str | Path, most_bytes: int = MOST_BYTES) -> Certificate:
        """Read a certificate file as the checker reads it. Reading is not verifying."""
        try:
            read = read_document(read_file(path, most_bytes))
        except CertificateRejected as error:
            raise InvalidInput(f"{path} is not a certificate: {error}") from error
        return cls(read.kind, read.instance, read.evidence, read.note or "")


def verify(
    proof: Certificate | Mapping[str, object] | str | Path, limit: float = DEFAULT_LIMIT, most_bytes: int = MOST_BYTES
) -> Verified:
    """Check a certificate, a parsed document or a file in exact arithmetic.

    Returns what is proved, or raises CertificateRejected naming the place, the expected and the actual value; a check
    that would cost more than ``limit`` seconds' worth of steps raises TooCostly instead, and a file of more than
    ``most_bytes`` bytes TooLarge.

    >>> verify({"format": 2})
    Traceback (most recent call last):
    optcheck.checker.errors.CertificateRejected: field 'kind' of certificate: expected to be there, got nothing
    """
    if isinstance(proof, Certificate):
        return proof.verify(limit)
    if isinstance(proof, Mapping):
        return check_document(proof, limit)
    if not isinstance(proof, str | Path):
        raise InvalidInput(f"proof must be a certificate, a document or a path, got {type(proof).__name__}")
    with uncollected():
        return check_file(proof, limit, most_bytes)
