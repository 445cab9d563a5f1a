"""Certificates: exact evidence as plain data, with a JSON form that the checker reads without the rest of optcheck."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from optcheck.checker.core import FORMAT, Verified, check_document, check_file
from optcheck.errors import InvalidInput
from optcheck.exact.writing import write_atomically

__all__ = ["Certificate", "Verified", "verify", "write_atomically"]


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is claimed about an instance, and the evidence for it.

    ``instance`` and ``evidence`` hold only JSON values: numbers are ints or "p/q" texts, never floats.
    """

    kind: str
    instance: Mapping[str, Any]
    evidence: Mapping[str, Any]

    def document(self) -> dict[str, Any]:
        """The JSON form: format version, kind, instance, evidence."""
        return {"format": FORMAT, "kind": self.kind, "instance": self.instance, "evidence": self.evidence}

    def verify(self) -> Verified:
        """Have the checker recompute everything; raises CertificateRejected."""
        return check_document(self.document())

    def save(self, path: str | Path) -> None:
        """Write the certificate as JSON; the file appears whole or not at all."""
        write_atomically(path, json.dumps(self.document(), separators=(",", ":")) + "\n")

    @classmethod
    def load(cls, path: str | Path) -> Certificate:
        """Read a certificate file. Reading is not verifying."""
        try:
            document = json.loads(Path(path).read_text(encoding="utf-8"))
            return cls(document["kind"], document["instance"], document["evidence"])
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise InvalidInput(f"{path} is not a certificate: {error!r}") from error


def verify(proof: Certificate | Mapping[str, Any] | str | Path) -> Verified:
    """Check a certificate, a parsed document or a file in exact arithmetic.

    Returns what is proved, or raises CertificateRejected naming the place, the expected and the actual value.

    >>> verify({"format": 2})
    Traceback (most recent call last):
    optcheck.errors.CertificateRejected: format: expected 1, got 2
    """
    if isinstance(proof, Certificate):
        return proof.verify()
    if isinstance(proof, Mapping):
        return check_document(proof)
    if not isinstance(proof, str | Path):
        raise InvalidInput(f"proof must be a certificate, a document or a path, got {type(proof).__name__}")
    return check_file(proof)
